"""Say which bytes you want; get the `__byte_perm` selector, the picture, or the reason why it went wrong.

The verbs are loaded when they are first used, so that importing the package costs next to nothing:

>>> import byteperm
>>> hex(byteperm.byte_perm(0x7600A914, 0x069F34C5, 0x3104))
'0x76a914c5'
>>> byteperm.select("76 a9 14 c5", 0x7600A914, 0x069F34C5).best.hex
'0x3104'
>>> byteperm.explain("0x0123").names
('byte swap of x',)
>>> found = byteperm.diagnose("__byte_perm(0x7600a914, 0x069f34c5, 0b011'001'000'111)", "14 9f c5 06")
>>> found.answers[0].causes[0].title
'3-bit groups in a binary literal'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from byteperm.version import __version__

if TYPE_CHECKING:
    from byteperm.diagnosis.engine import diagnose
    from byteperm.explanation.model import explain
    from byteperm.isa import byte_perm, prmt, v_perm
    from byteperm.selector.choose import select
    from byteperm.selector.model import Selector
    from byteperm.selector.port import port
    from byteperm.selector.spelling import parse_selector
    from byteperm.spans import BytepermError
    from byteperm.word import Word

__all__ = [
    "BytepermError",
    "Selector",
    "Word",
    "__version__",
    "byte_perm",
    "diagnose",
    "explain",
    "parse_selector",
    "port",
    "prmt",
    "select",
    "v_perm",
]

_HOMES = {
    "BytepermError": "byteperm.spans",
    "Selector": "byteperm.selector.model",
    "Word": "byteperm.word",
    "byte_perm": "byteperm.isa",
    "diagnose": "byteperm.diagnosis.engine",
    "explain": "byteperm.explanation.model",
    "parse_selector": "byteperm.selector.spelling",
    "port": "byteperm.selector.port",
    "prmt": "byteperm.isa",
    "select": "byteperm.selector.choose",
    "v_perm": "byteperm.isa",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'byteperm' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
