"""The catalogue: byte movements that people need, each with its layout text, check values and proved price.

A module of this folder holds one theme and defines ``ENTRIES``; a new file is found by itself.
"""

from __future__ import annotations

import difflib
import pkgutil
from functools import cache
from importlib import import_module

from byteperm.catalogue.entry import Check, Entry, known
from byteperm.spans import BytepermError

__all__ = ["Check", "Entry", "entries", "known", "load", "names"]


def entries() -> tuple[Entry, ...]:
    """Return all entries, theme by theme.

    >>> [entry.name for entry in entries() if "rgb" in entry.tags and "planes" in entry.tags]
    ['rgb-pack', 'rgb-unpack']
    """
    return tuple(_by_name().values())


def names() -> tuple[str, ...]:
    """Return the names of all entries, in alphabetical order.

    >>> "bswap32" in names()
    True
    """
    return tuple(sorted(_by_name()))


def load(name: str) -> Entry:
    """Return the entry of a name.

    Args:
        name: the name; case does not matter, and ``_`` is as good as ``-``.

    Raises:
        BytepermError: there is no such entry; the message names the nearest ones.

    >>> load("bswap32").text
    'in x: u32le; out r: u32be = x'
    """
    found = _by_name().get(name.lower().replace("_", "-"))
    if found is None:
        raise BytepermError("no such entry in the catalogue", found=f"found {name[:40]!r}", help=_nearest(name))
    return found


def _nearest(name: str) -> str:
    near = difflib.get_close_matches(name.lower().replace("_", "-")[:40], names(), n=3)
    return f"did you mean {' or '.join(near)}?" if near else "`byteperm catalogue` lists the names"


@cache
def _by_name() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        for entry in getattr(import_module(f"{__name__}.{module.name}"), "ENTRIES", ()):
            if entry.name in found:
                raise AssertionError(f"the catalogue has two entries called {entry.name}")
            found[entry.name] = entry
    return found
