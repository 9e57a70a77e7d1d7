"""Operand words as options give them: a word, or ``NAME=WORD`` for an operand by its text."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from byteperm.cli.terminal import Terminal
from byteperm.spans import BytepermError, Source, Span
from byteperm.word import parse_word, spelling_note

_BINDING_HELP = "write --x 'h[0]=0x069f34c5'"


def add_operands(parser: argparse.ArgumentParser, names: str = "") -> None:
    """Add ``--x`` and ``--y``, each of which may be given several times.

    Args:
        parser: the command's parser.
        names: what else a NAME may stand for, to complete the help.
    """
    for role, bytes_of in (("x", "0-3"), ("y", "4-7")):
        amd = {"x": "second", "y": "first"}[role]
        parser.add_argument(
            f"--{role}",
            action="append",
            default=[],
            metavar="WORD",
            help=f"the word of source bytes {bytes_of} (v_perm: its {amd} operand), or NAME=WORD{names}",
        )


def bindings(texts: Sequence[str], role: str) -> dict[str, int]:
    """Read ``NAME=WORD`` arguments; a bare word belongs to the role.

    Args:
        texts: the arguments.
        role: ``x`` or ``y``.

    Raises:
        BytepermError: a value is no 32-bit word, a name is empty or has two values.

    >>> bindings(["h[0]=1", "2"], "x")
    {'h[0]': 1, 'x': 2}
    """
    values: dict[str, int] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if equals and not name.strip():
            raise BytepermError("operand has no name", Source(text, f"--{role}"), Span(0, 1), help=_BINDING_HELP)
        name = name.strip() if equals else role
        number = parse_word(value if equals else text, f"value of {name}").value
        if values.setdefault(name, number) != number:
            found = f"found 0x{values[name]:08X} and 0x{number:08X}"
            raise BytepermError(f"{name} has two values", found=found, help="give each operand one value")
    return values


def all_bindings(args: argparse.Namespace) -> dict[str, int]:
    """Read the values of ``--x`` and ``--y`` by name or role.

    Raises:
        BytepermError: as `bindings`.
    """
    x, y = bindings(args.x, "x"), bindings(args.y, "y")
    for name in x.keys() & y.keys():
        if x[name] != y[name]:
            found = f"found 0x{x[name]:08X} and 0x{y[name]:08X}"
            raise BytepermError(f"{name} has two values", found=found, help="give each operand one value")
    return x | y


def role_name(texts: Sequence[str], role: str) -> tuple[str, int | None]:
    """Read what one operand is called and its value, where there is no call that could say more.

    Args:
        texts: the arguments of ``--x`` or ``--y``.
        role: ``x`` or ``y``.

    Raises:
        BytepermError: as `bindings`, or there is more than one word.

    >>> role_name(["h[0]=5"], "x"), role_name([], "y")
    (('h[0]', 5), ('y', None))
    """
    found = bindings(texts, role)
    if len(found) > 1:
        help = f"only a call can have more words; give --{role} once"
        raise BytepermError(f"{role} has {len(found)} words", found=f"found {', '.join(found)}", help=help)
    return next(iter(found.items()), (role, None))


def looks_like_call(text: str) -> bool:
    """Tell whether a text is meant as a call; the scanner is only loaded for what could be one.

    >>> looks_like_call("__byte_perm(x, y, 0x3104)"), looks_like_call("0x3104")
    (True, False)
    """
    if not any(part in text for part in ("(", "perm", "prmt", "PERM")):
        return False
    from byteperm.scan.calls import is_call

    return is_call(text)


def word_notes(texts: Sequence[str]) -> list[str]:
    """Return what the spellings of words hide: eight digits without ``0x``.

    >>> word_notes(["a=12345678", "0x12345678"])
    ['12345678 is decimal: 0x00BC614E, not 0x12345678']
    """
    return [note for text in texts if (note := spelling_note(text.rpartition("=")[2]))]


def tell(terminal: Terminal, notes: Sequence[str]) -> list[dict[str, object]]:
    """Write notes to standard error, or return them as values under ``--json``."""
    if not terminal.json:
        for note in notes:
            terminal.note(f"note: {note}")
    return [{"kind": "word", "message": note} for note in notes]
