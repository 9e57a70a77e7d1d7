"""Words: one 32-bit value, shown in every order it can be met in.

A word's *value* is a number and has no order. Its *printed* bytes run from the most significant byte
down, as ``%08x`` shows them; its *memory* bytes run from the least significant byte up, as a
little-endian machine (every GPU) stores them. Both are always shown, and named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from byteperm.isa import LOWEST_WORD, WORD_MASK, to_word
from byteperm.literals import read_literal, starts_literal
from byteperm.spans import BytepermError, Source, Span

_FOUR_BYTES = re.compile(
    r"\s*([0-9A-Fa-f]{2})[\s:,]+([0-9A-Fa-f]{2})[\s:,]+([0-9A-Fa-f]{2})[\s:,]+([0-9A-Fa-f]{2})\s*\Z"
)
#: Eight digits that C reads as a decimal or octal number: what one gets by leaving out the 0x.
_LOOKS_HEX = re.compile(r"(?:[1-9][0-9]{7}|0[0-7]{7})\Z", re.ASCII)
_RANGE_HELP = "a word is -2147483648 to 4294967295 (0xFFFFFFFF)"
_WORD_HELP = "a word is 0x76a914c5, a decimal number, or four bytes as printed: 76 a9 14 c5"

#: Longest text that is read as a word.
MAX_LENGTH = 1000


@dataclass(frozen=True, slots=True)
class Word:
    """A 32-bit value with its byte orders.

    Args:
        value: -2**31 to 2**32-1; negative values are two's complement.

    Raises:
        TypeError, ValueError: the value is not an integer of 32 bits.

    >>> word = Word(0x76A914C5)
    >>> word.hex, word.printed, word.memory
    ('0x76A914C5', '76 a9 14 c5', 'c5 14 a9 76')
    """

    value: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", to_word(self.value))

    @property
    def hex(self) -> str:
        """The value as eight hexadecimal digits."""
        return f"0x{self.value:08X}"

    @property
    def printed(self) -> str:
        """The bytes as they print, most significant first."""
        return self.value.to_bytes(4, "big").hex(" ")

    @property
    def memory(self) -> str:
        """The bytes as they lie in memory, least significant first (little-endian)."""
        return self.value.to_bytes(4, "little").hex(" ")

    @property
    def swapped(self) -> Word:
        """The word with its four bytes reversed.

        >>> Word(0x12345678).swapped.hex
        '0x78563412'
        """
        return Word(int.from_bytes(self.value.to_bytes(4, "little"), "big"))

    def byte(self, index: int) -> int:
        """Return byte ``index``, 0 the least significant."""
        return self.value >> 8 * index & 0xFF


def parse_word(text: str, name: str = "word") -> Word:
    """Read a 32-bit word as people write it.

    Args:
        text: a C or Python integer literal, negative ones as int32, or four bytes as printed.
        name: what the text is called in messages.

    Raises:
        BytepermError: the text is no number, or the number does not fit in 32 bits.

    >>> parse_word("76 a9 14 c5").hex, parse_word("-1").hex
    ('0x76A914C5', '0xFFFFFFFF')
    """
    source = Source(text, name)
    if len(text) > MAX_LENGTH:
        raise BytepermError(
            f"{name} is longer than {MAX_LENGTH} characters", found=f"found {len(text)} characters", help=_WORD_HELP
        )
    if match := _FOUR_BYTES.match(text):
        return Word(int("".join(match.groups()), 16))
    body = text.strip()
    start = len(text) - len(text.lstrip())
    if not body:
        raise BytepermError(f"{name} is empty", help=_WORD_HELP)
    span = Span(start, start + len(body))
    if len(parts := body.lstrip("+-").split()) > 1:
        found = f"found {len(parts)} parts"
        raise BytepermError(
            f"{name} must be one word, or four two-digit bytes", source, span, found=found, help=_WORD_HELP
        )
    if not starts_literal(body):
        raise BytepermError(
            f"{name} is not a number", source, span, found="found no digit at its start", help=_WORD_HELP
        )
    value = read_literal(body, source, start).value
    if not LOWEST_WORD <= value <= WORD_MASK:
        found = f"found {_number(value)}"
        raise BytepermError(f"{name} does not fit in 32 bits", source, span, found=found, help=_RANGE_HELP)
    return Word(value)


def _number(value: int) -> str:
    """Write a number that does not fit, in words where its digits would say nothing."""
    if abs(value) >> 64:
        return f"a number of {abs(value).bit_length()} bits"
    return str(value) if value < 0 else f"0x{value:X}"


def spelling_note(text: str) -> str:
    """Say what a number means that looks like the eight hexadecimal digits of a word and is none.

    Args:
        text: a word as it was written.

    Returns:
        One sentence, or nothing where the spelling hides nothing.

    >>> spelling_note("12345678")
    '12345678 is decimal: 0x00BC614E, not 0x12345678'
    >>> spelling_note("0x12345678")
    ''
    """
    body = text.strip()
    if not _LOOKS_HEX.match(body):
        return ""
    if body.startswith("0"):
        return f"{body} is octal because of its leading 0: {Word(int(body, 8)).hex}, not 0x{body}"
    return f"{body} is decimal: {Word(int(body)).hex}, not 0x{body}"
