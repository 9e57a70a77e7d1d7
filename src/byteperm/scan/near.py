"""Names that are nearly a permute's, so that an error can say what was probably meant."""

from __future__ import annotations

import re

from byteperm.scan.forms import FORMS
from byteperm.spans import BytepermError, Source, Span, quoted

_CALLED = re.compile(r"([A-Za-z_]\w{3,40})\s*\(")

_IN_STRING = re.compile(r"""["'][^"'\n]{0,200}?\b(prmt\.b32|v_perm_b32)""")

#: Permutes of whole vectors: they take no selector word, but their index bytes can be explained.
VECTOR_PERMUTES = {
    "_mm_shuffle_epi8": "pshufb",
    "_mm256_shuffle_epi8": "pshufb",
    "_mm512_shuffle_epi8": "pshufb",
    "vqtbl1q_u8": "tbl",
    "vqtbl1_u8": "tbl",
    "vtbl1_u8": "tbl",
    "vtbl2_u8": "tbl",
}

#: Names called in a text that are compared with the table; a text with more is no slip of one name.
_MOST_NAMES = 20


def near_miss(source: Source) -> BytepermError | None:
    """Return the error for a call whose name is nearly a permute's, or a vector permute's.

    Args:
        source: a text without a permute call.

    >>> near_miss(Source("__byteperm(a, b, 0x3210)")).help
    'did you mean __byte_perm?'
    >>> near_miss(Source("swap(a, b, 0x3210)")) is None
    True
    """
    if match := _IN_STRING.search(source.text):
        help = "the instruction stands in a string: give it alone, as prmt.b32 d, x, y, 0x5410"
        return BytepermError("no byte permute here", source, Span(*match.span(1)), found="found a string", help=help)
    for _, match in zip(range(_MOST_NAMES), _CALLED.finditer(source.text), strict=False):
        help = _help(match[1])
        if help:
            found = f"found {quoted(match[1], 40)}"
            return BytepermError("no byte permute here", source, Span(*match.span(1)), found=found, help=help)
    return None


def _help(name: str) -> str:
    if name in VECTOR_PERMUTES:
        contract = VECTOR_PERMUTES[name]
        return f"its indices are a vector; four of them are read as 3,1,0,4 with contract {contract}"
    from difflib import get_close_matches

    close = get_close_matches(name, [form for form in FORMS if "." not in form and form != name], n=1, cutoff=0.8)
    return f"did you mean {close[0]}?" if close else ""
