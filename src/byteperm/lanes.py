"""Lanes: where one byte comes from.

A lane is written the way people talk about it: ``x3`` is the most significant byte of x, ``sign(x3)``
its top bit replicated, ``00`` a constant, ``_`` a byte that does not matter. Four lanes in a row are
written most significant first, as a word prints; tuples of lanes in code are least significant first,
as nibbles are numbered. The two orders are never mixed without saying so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from byteperm.spans import BytepermError, Source, Span, quoted


@dataclass(frozen=True, slots=True)
class Pick:
    """Byte ``byte`` (0 the least significant) of the word called ``word``.

    >>> str(Pick("x", 3))
    'x3'
    """

    word: str
    byte: int

    def __str__(self) -> str:
        return (
            f"{self.word}.{self.byte}" if self.word[-1].isdigit() or self.word[-1] == "]" else f"{self.word}{self.byte}"
        )


@dataclass(frozen=True, slots=True)
class Sign:
    """0xFF or 0x00: the top bit of a byte, eight times.

    >>> str(Sign("y", 0))
    'sign(y0)'
    """

    word: str
    byte: int

    def __str__(self) -> str:
        return f"sign({Pick(self.word, self.byte)})"


@dataclass(frozen=True, slots=True)
class Const:
    """The same value whatever the operands are.

    >>> str(Const(0x14))
    '14'
    """

    value: int

    def __str__(self) -> str:
        return f"{self.value:02x}"


@dataclass(frozen=True, slots=True)
class Any:
    """A byte whose value does not matter.

    >>> str(Any())
    '_'
    """

    def __str__(self) -> str:
        return "_"


Lane = Pick | Sign | Const | Any

#: Four lanes, least significant first.
Lanes = tuple[Lane, Lane, Lane, Lane]


def lane_value(lane: Lane, words: Mapping[str, int]) -> int | None:
    """Return a lane's byte for known words, or None where it cannot be known.

    Args:
        lane: the lane.
        words: unsigned 32-bit values by word name.

    >>> lane_value(Sign("x", 3), {"x": 0x80000000})
    255
    """
    if isinstance(lane, Const):
        return lane.value
    if isinstance(lane, Any) or lane.word not in words:
        return None
    byte = words[lane.word] >> 8 * lane.byte & 0xFF
    return byte if isinstance(lane, Pick) else 0xFF * (byte >> 7)


def printed(lanes: Lanes) -> str:
    """Write four lanes as a word prints: most significant first, with a space between.

    >>> printed((Pick("y", 0), Pick("x", 0), Pick("x", 1), Pick("x", 3)))
    'x3 x1 x0 y0'
    """
    return " ".join(str(lane) for lane in reversed(lanes))


_TOKEN = re.compile(r"(?:sign\s*\(\s*[^()\s]*\s*\)|[^\s,;:]+)")
_NAME = re.compile(r"([A-Za-z])\.?([0-9])\Z")
_SIGN = re.compile(r"sign\s*\(\s*([A-Za-z])\.?([0-9])\s*\)\Z")
_BYTE = re.compile(r"(?:0[xX])?([0-9A-Fa-f]{1,2})\Z")
_WORD = re.compile(r"(?:0[xX])?([0-9A-Fa-f]{8})\Z")
_SHAPE_HELP = "give four bytes as they print, such as 76 a9 14 c5 or x3 x1 x0 y0"

_VALUES_HELP = "give four bytes as they print, such as 76 a9 14 c5, with _ for one that is not known"

#: Longest byte list that is read; four bytes in any spelling are far shorter.
MAX_LENGTH = 1000


def parse_lanes(text: str, name: str = "bytes", words: tuple[str, ...] = ("x", "y")) -> Lanes:
    """Read four bytes written most significant first, as a word prints.

    Args:
        text: four of: a byte in hexadecimal (``76``, ``0x76``, ``6``), a byte's name (``x3`` or ``x.3``),
            ``sign(x3)``, ``_`` for any; or one word of eight hexadecimal digits (``0x76a914c5``).
        name: what the text is called in messages.
        words: the word names that may be used.

    Returns:
        The lanes, least significant first.

    Raises:
        BytepermError: another number of bytes, or a token that is none of these.

    >>> printed(parse_lanes("76 a9 x.0 _"))
    '76 a9 x0 _'
    >>> printed(parse_lanes("0x76a914c5")), printed(parse_lanes("X3 X1 X0 Y0"))
    ('76 a9 14 c5', 'x3 x1 x0 y0')
    """
    source = Source(text, name)
    if len(text) > MAX_LENGTH:
        raise BytepermError(
            f"{name} are longer than {MAX_LENGTH} characters", found=f"found {len(text)} characters", help=_SHAPE_HELP
        )
    tokens = list(_TOKEN.finditer(text))
    if len(tokens) == 1 and (word := _WORD.match(tokens[0].group())):
        value = int(word.group(1), 16)
        return Const(value & 0xFF), Const(value >> 8 & 0xFF), Const(value >> 16 & 0xFF), Const(value >> 24)
    lanes = [_lane(token.group(), source, token.start(), words) for token in tokens]
    if len(lanes) != 4:
        span = (
            Span(tokens[4].start(), tokens[-1].end())
            if len(lanes) > 4
            else Span(len(text.rstrip()), len(text.rstrip()) + 1)
        )
        hint = _SHAPE_HELP if words else _VALUES_HELP
        raise BytepermError("a word has four bytes", source, span, found=f"found {len(lanes)}", help=hint)
    first, second, third, fourth = lanes
    return fourth, third, second, first


def _lane(token: str, source: Source, start: int, words: tuple[str, ...]) -> Lane:
    if token in ("_", "__", "??", "?"):
        return Any()
    if byte := _BYTE.match(token):
        return Const(int(byte.group(1), 16))
    for pattern, kind in ((_NAME, Pick), (_SIGN, Sign)):
        if match := pattern.match(token):
            return kind(_checked_name(match, source, start, words), int(match.group(2)))
    span = Span(start, start + len(token))
    raise BytepermError("not a byte", source, span, found=f"found {quoted(token)}", help=_help(words))


def _checked_name(match: re.Match[str], source: Source, start: int, words: tuple[str, ...]) -> str:
    """Return the word that a byte's name stands for; capital letters will do."""
    word, byte = match.group(1), int(match.group(2))
    if word not in words and word.lower() in words:
        word = word.lower()
    if word not in words:
        span = Span(match.start(1), match.end(1)).shifted(start)
        raise BytepermError("unknown word", source, span, found=f"found {quoted(word)}", help=_help(words))
    if byte > 3:
        span = Span(match.start(2), match.end(2)).shifted(start)
        hint = f"byte {byte} of the pair is y{byte - 4}" if byte < 8 and words == ("x", "y") else ""
        raise BytepermError("a word's bytes are numbered 0 to 3", source, span, found=f"found {byte}", help=hint)
    return word


def _help(words: tuple[str, ...]) -> str:
    names = " or ".join(f"{word}0..{word}3" for word in words)
    return (
        f"a byte is two hexadecimal digits (76), {names}, sign({words[0]}3) or _"
        if words
        else "a byte is two hexadecimal digits (76) or _"
    )
