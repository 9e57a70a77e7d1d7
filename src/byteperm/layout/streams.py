"""Streams: bytes in the order in which the outside world sees them, and what can be done to them.

A stream is a tuple of lanes. How streams lie in register words is said by `stream_of` (for inputs) and
`to_words` (for outputs); everything between is order alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from byteperm.layout.model import MAX_BYTES, LayoutError, Type

#: Bytes in stream order.
Stream = tuple[Lane, ...]

_ZERO, _ONE_BIT = Const(0x00), Const(0x80)
_BLOCK = 64

#: Bytes that the padding of one block adds at least: 0x80 and the length.
_PADDING = 9


class StreamError(LayoutError):
    """Report bytes that a function cannot take.

    Args:
        problem: what is wrong.
        argument: which argument is at fault, from 0; None for all of them.
        found: what was found.
        help: what would be right.
    """

    def __init__(self, problem: str, argument: int | None = None, *, found: str = "", help: str = "") -> None:
        super().__init__(problem, found=found, help=help)
        self.argument = argument


def count_of(number: int) -> str:
    """Say a number of bytes.

    >>> count_of(1), count_of(20)
    ('1 byte', '20 bytes')
    """
    return f"{number} byte" if number == 1 else f"{number} bytes"


def stream_of(type: Type, name: str) -> Stream:
    """Return all bytes of an input in stream order.

    Args:
        type: its type; one of several bytes needs an order.
        name: what it is called.

    >>> [str(lane) for lane in stream_of(Type("u16", "be", 2), "b")]
    ['b.w0.1', 'b.w0.0', 'b.w0.3', 'b.w0.2']
    """
    step = -1 if type.order == "be" else 1
    return tuple(lane for n in range(type.elements) for lane in type.element_lanes(name, n)[::step])


def to_words(type: Type, stream: Sequence[Lane]) -> tuple[Lanes, ...]:
    """Return the register words of an output whose bytes are a stream.

    A scalar byte or half is followed by zeros, as `Type.word_lanes` promises of inputs; what a packed array
    does not fill of its last word is ``_``.

    Args:
        type: the output's type.
        stream: as many bytes as it has.

    >>> from byteperm.lanes import printed
    >>> [printed(word) for word in to_words(Type("u32", "be"), [Const(n) for n in (0x76, 0xA9, 0x14, 0xC5)])]
    ['76 a9 14 c5']
    """
    lanes = list(by_element(type, stream))
    lanes += [_ZERO if type.count is None else Any()] * (-len(lanes) % 4)
    fours = zip(*[iter(lanes)] * 4, strict=True)
    return tuple((a, b, c, d) for a, b, c, d in fours)


def from_words(type: Type, words: Sequence[Lanes]) -> Stream:
    """Return the stream of an output's register words.

    >>> word = (Pick("x", 0), Pick("x", 1), Const(0), Const(0))
    >>> [str(lane) for lane in from_words(Type("u16", "be"), [word])]
    ['x1', 'x0']
    """
    lanes = [lane for word in words for lane in word]
    return by_element(type, lanes[: type.byte_count])


def by_element(type: Type, stream: Sequence[Lane]) -> Stream:
    """Exchange stream order and order by significance within each element; it is its own inverse."""
    return swap(stream, type.element_bytes) if type.order == "be" else tuple(stream)


def reverse(s: Sequence[Lane]) -> Stream:
    """Return the bytes in opposite order."""
    return tuple(s[::-1])


def repeat(s: Sequence[Lane], n: int) -> Stream:
    """Return the bytes n times.

    Raises:
        StreamError: n is 0, or the result is too long.
    """
    if n < 1:
        raise StreamError("a repeat count is at least 1", 1, found=f"found {n}")
    _limit(len(s) * n, 1)
    return tuple(s) * n


def pad(s: Sequence[Lane], n: int, fill: Lane) -> Stream:
    """Return the bytes, followed by fill up to n bytes.

    Raises:
        StreamError: there are more than n bytes already, or n is too large.

    >>> [str(lane) for lane in pad((Const(0x76),), 3, Any())]
    ['76', '_', '_']
    """
    _grows(s, n)
    return (*s, *[fill] * (n - len(s)))


def zext(s: Sequence[Lane], n: int, order: str) -> Stream:
    """Return a number of n bytes: the bytes, with zeros on the side that is most significant.

    Raises:
        StreamError: there are more than n bytes already, or n is too large.
    """
    return _extend(s, n, order, _ZERO)


def sext(s: Sequence[Lane], n: int, order: str) -> Stream:
    """Return a number of n bytes: the bytes, with the sign of the most significant one before or after them.

    Args:
        s: the bytes.
        n: how many there shall be.
        order: ``be`` if the first byte is the most significant, else the last one is.

    Raises:
        StreamError: there are more than n bytes already, or n is too large.

    >>> [str(lane) for lane in sext((Pick("x", 0),), 2, "le")], [str(lane) for lane in sext((Pick("x", 0),), 2, "be")]
    (['x0', 'sign(x0)'], ['sign(x0)', 'x0'])
    """
    return _extend(s, n, order, sign_of(s[0 if order == "be" else -1]))


def _extend(s: Sequence[Lane], n: int, order: str, fill: Lane) -> Stream:
    _grows(s, n)
    more = [fill] * (n - len(s))
    return (*more, *s) if order == "be" else (*s, *more)


def sign_of(lane: Lane) -> Lane:
    """Return a byte's top bit, eight times.

    >>> sign_of(Const(0x80)), sign_of(Pick("x", 3))
    (Const(value=255), Sign(word='x', byte=3))
    """
    if isinstance(lane, Pick):
        return Sign(lane.word, lane.byte)
    return Const(0xFF * (lane.value >> 7)) if isinstance(lane, Const) else lane


def interleave(*streams: Sequence[Lane]) -> Stream:
    """Return the first byte of each stream, then the second of each, and so on.

    Raises:
        StreamError: the streams differ in length, or the result is too long.

    >>> "".join(str(lane) for lane in interleave((Const(1), Const(2)), (Const(3), Const(4))))
    '01030204'
    """
    for place, stream in enumerate(streams):
        if len(stream) != len(streams[0]):
            found = f"found {count_of(len(streams[0]))} and {count_of(len(stream))}"
            help = "the shorter one can be filled up: pad(s, n, 00)"
            raise StreamError("interleave takes streams of equal length", place, found=found, help=help)
    _limit(sum(map(len, streams)))
    return tuple(lane for column in zip(*streams, strict=True) for lane in column)


def every(s: Sequence[Lane], step: int, start: int) -> Stream:
    """Return bytes start, start + step, start + 2 * step, …

    Raises:
        StreamError: step is 0, or start lies behind the last byte.

    >>> [str(lane) for lane in every((Const(0), Const(1), Const(2)), 2, 0)]
    ['00', '02']
    """
    if step < 1:
        raise StreamError("a step is at least 1", 1, found=f"found {step}")
    if start >= len(s):
        found = f"found {start}, with {count_of(len(s))}"
        raise StreamError("start lies behind the last byte", 2, found=found, help=f"start is 0 to {len(s) - 1}")
    return tuple(s[start::step])


def swap(s: Sequence[Lane], n: int) -> Stream:
    """Return the bytes with each group of n reversed.

    Raises:
        StreamError: the bytes are no whole number of groups.

    >>> "".join(str(lane) for lane in swap((Const(1), Const(2), Const(3), Const(4)), 2))
    '02010403'
    """
    if n < 1:
        raise StreamError("a group has at least 1 byte", 1, found=f"found {n}")
    if len(s) % n:
        problem = f"swap takes whole groups of {count_of(n)}"
        raise StreamError(problem, 0, found=f"found {count_of(len(s))}", help=_multiple(n, len(s)))
    made = list(s)
    for place in range(n):
        made[place::n] = s[n - 1 - place :: n]
    return tuple(made)


def _multiple(n: int, length: int) -> str:
    below = length - length % n
    return f"{below} or {below + n} would do" if below else f"{n} would do"


def number(value: int, size: int, order: str) -> Stream:
    """Return a number's bytes.

    Raises:
        StreamError: the number does not fit.

    >>> "".join(str(lane) for lane in number(176, 4, "be"))
    '000000b0'
    """
    if value >> 8 * size:
        help = f"the largest number of {count_of(size)} is {2 ** (8 * size) - 1}"
        raise StreamError(f"number does not fit in {count_of(size)}", 0, found=f"found {value}", help=help)
    return tuple(Const(byte) for byte in value.to_bytes(size, "big" if order == "be" else "little"))


def sha256_pad(s: Sequence[Lane]) -> Stream:
    """Return whole blocks as SHA-256 reads them: the bytes, 80, zeros, their bits as 64 bits, high byte first.

    Raises:
        StreamError: the result is too long.

    Source: FIPS 180-4, 5.1.1.

    >>> len(sha256_pad((Const(0),) * 55)), len(sha256_pad((Const(0),) * 56))
    (64, 128)
    """
    return _hash_pad(s, "be")


def ripemd160_pad(s: Sequence[Lane]) -> Stream:
    """Return whole blocks as RIPEMD-160 reads them: as for SHA-256, but the length has its low byte first.

    Raises:
        StreamError: the result is too long.

    Source: the RIPEMD-160 paper, which pads as RFC 1320 (MD4) does.
    """
    return _hash_pad(s, "le")


def sha256_block(s: Sequence[Lane]) -> Stream:
    """Return the one block as SHA-256 reads it.

    Raises:
        StreamError: there are more bytes than one block holds.

    >>> [str(lane) for lane in sha256_block((Const(0),) * 22)[-2:]]
    ['00', 'b0']
    """
    return _one_block("sha256", s, "be")


def ripemd160_block(s: Sequence[Lane]) -> Stream:
    """Return the one block as RIPEMD-160 reads it.

    Raises:
        StreamError: there are more bytes than one block holds.
    """
    return _one_block("ripemd160", s, "le")


def _one_block(hash: str, s: Sequence[Lane], order: str) -> Stream:
    if len(s) > _BLOCK - _PADDING:
        problem = f"{hash}_block takes at most {_BLOCK - _PADDING} bytes, to leave room for the padding"
        raise StreamError(problem, 0, found=f"found {count_of(len(s))}", help=f"{hash}_pad makes more than one block")
    return _hash_pad(s, order)


def _hash_pad(s: Sequence[Lane], order: str) -> Stream:
    total = (len(s) + _PADDING + _BLOCK - 1) // _BLOCK * _BLOCK
    _limit(total)
    zeros = [_ZERO] * (total - len(s) - _PADDING)
    return (*s, _ONE_BIT, *zeros, *number(8 * len(s), 8, order))


def _grows(s: Sequence[Lane], n: int) -> None:
    _limit(n, 1)
    if n < len(s):
        found = f"found {n}, with {count_of(len(s))} there"
        raise StreamError("size is less than there is", 1, found=found, help=f"give {len(s)} or more")


def _limit(length: int, argument: int | None = None) -> None:
    if length > MAX_BYTES:
        raise StreamError(f"a stream has at most {MAX_BYTES} bytes", argument, found=f"found {length}")
