"""The conformance set as files for other implementations: JSON, and one self-contained C99 file."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

from byteperm.verify.conformance import Sweep, Vector, conformance_sweeps, conformance_vectors
from byteperm.version import __version__

_NOTE = (
    "Source bytes 0-3 are x and 4-7 are y, each from its least significant byte up; for v_perm x is S0 (bytes 4-7) and "
    "y is S1 (bytes 0-3). A checksum is the 32-bit FNV-1a hash of the results, least significant byte first, for k = 0 "
    "to 65535; the selector of v_perm has hexadecimal digit n of k in byte n, any other is k in both of its halves."
)


def to_json() -> str:
    """Return the conformance set as JSON.

    >>> json.loads(to_json())["vectors"][0]["selector"]
    '0x00003210'
    """
    vectors = [
        {"name": vector.name, **_call(vector), "selector": _hex(vector.selector), "result": _hex(vector.result)}
        for vector in conformance_vectors()
    ]
    sweeps = [{**_call(sweep), "checksum": _hex(sweep.checksum)} for sweep in conformance_sweeps()]
    document = {"schema": 1, "byteperm": __version__, "note": _NOTE, "vectors": vectors, "sweeps": sweeps}
    return json.dumps(document, indent=1) + "\n"


def to_c() -> str:
    """Return the conformance set as a C99 file that checks functions given to it.

    >>> "int byteperm_conformance(" in to_c()
    True
    """
    vectors, sweeps = conformance_vectors(), conformance_sweeps()
    parts = {
        "VERSION": __version__,
        "VECTOR_COUNT": str(len(vectors)),
        "SWEEP_COUNT": str(len(sweeps)),
        "VECTORS": "\n".join(_c_row(v.name, v, v.selector, v.result) for v in vectors),
        "SWEEPS": "\n".join(_c_row(f"{s.form}: all selectors, x {_hex(s.x)}", s, s.checksum) for s in sweeps),
    }
    text = files("byteperm.verify").joinpath("conformance.c").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text


#: What ``byteperm vectors --to`` takes.
FORMATS: dict[str, Callable[[], str]] = {"json": to_json, "c": to_c}


def _call(item: Vector | Sweep) -> dict[str, str]:
    contract, _, mode = item.form.partition(".")
    names = {"contract": contract, "mode": mode or "default"} if contract == "prmt" else {"contract": contract}
    return {**names, "x": _hex(item.x), "y": _hex(item.y)}


def _c_row(name: str, item: Vector | Sweep, *more: int) -> str:
    contract, _, mode = item.form.upper().partition(".")
    words = ", ".join(f"0x{word:08X}u" for word in (item.x, item.y, *more))
    return f'    {{"{name}", BYTEPERM_{contract}, BYTEPERM_{mode or "DEFAULT"}, {words}}},'


def _hex(word: int) -> str:
    return f"{word:#010x}"
