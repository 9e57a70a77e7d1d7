"""The value of an argument: constant integer expressions by C's rules."""

from __future__ import annotations

from collections.abc import Mapping

from byteperm.isa import WORD_MASK
from byteperm.scan.code import read_code
from byteperm.scan.definitions import constants_in
from byteperm.scan.expressions import join, read_expression
from byteperm.spans import Source, Span

__all__ = ["constants_in", "evaluate", "names_in", "normalised"]


def evaluate(source: Source, span: Span, names: Mapping[str, int]) -> int:
    """Return the value of a constant expression, as an unsigned 32-bit parameter receives it.

    Args:
        source: the text that holds the expression.
        span: where in it; an argument of a `PermuteCall`, say.
        names: values by normalised operand (see `normalised`): ``h[0]``, ``s->w[1]``, ``%r1``. A plain
            int is an unsigned word (signed if negative, 64 bits if large); what `constants_in` finds
            keeps the type it was defined with.

    Raises:
        BytepermError: the expression is malformed, needs a name that has no value, or has no value in C.

    Source: C11 6.3.1, 6.4.4.1, 6.5, 6.6; compared with GCC on random expressions.

    >>> hex(evaluate(Source("0xFFu << 24 >> 24 | h[ 0 ]"), Span(0, 26), {"h[0]": 0x100}))
    '0x1ff'
    """
    value = read_expression(source, span, names).value
    if value.error is not None:
        raise value.error
    return value.number & WORD_MASK


def names_in(source: Source, span: Span, names: Mapping[str, int] | None = None) -> tuple[str, ...]:
    """Return the normalised operands that an expression needs values for, in order, each once.

    Args:
        source: the text that holds the expression.
        span: where in it.
        names: what already has a value.

    Raises:
        BytepermError: the expression is malformed.

    >>> names_in(Source("s->w[ 1 ] | 3 << h[0]"), Span(0, 21))
    ('s->w[1]', 'h[0]')
    """
    return tuple(read_expression(source, span, names or {}).unknown)


def normalised(text: str) -> str:
    """Write an operand as `evaluate` looks it up: no white space, no comments.

    >>> normalised("s -> w[ 1 ]")
    's->w[1]'
    """
    return join(list(read_code(Source(text)).texts))
