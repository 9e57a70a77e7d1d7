"""What a movement is called: byte swap, rotate, pack, zero-extend, a PTX mode, …

A name is a claim about every input, so each is derived from the lanes alone. Names that hold only
because an operand is a known constant (a zero second operand makes a zero-extension) say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from byteperm.isa import MODE_SELECTORS
from byteperm.lanes import Const, Lane, Lanes, Pick, Sign, lane_value, printed
from byteperm.selector.model import Selector

#: Names over both words, by the lanes as printed; ``a`` and ``b`` stand for the two words either way round.
_PAIRS = {
    "b1 b0 a1 a0": "pack the low halves ({b} above {a})",
    "b3 b2 a3 a2": "pack the high halves ({b} above {a})",
    "b3 b2 a1 a0": "low half of {a} under high half of {b}",
    "b1 a1 b0 a0": "interleave the low bytes ({a} first)",
    "b3 a3 b2 a2": "interleave the high bytes ({a} first)",
    "b2 b0 a2 a0": "even bytes of both ({a} first)",
    "b3 b1 a3 a1": "odd bytes of both ({a} first)",
    "b2 a2 b0 a0": "merge the even bytes ({a} first)",
    "b3 a3 b1 a1": "merge the odd bytes ({a} first)",
    "b0 a3 a2 a1": "byte window at byte 1 ({b}:{a} shifted right by 8)",
    "b1 b0 a3 a2": "byte window at byte 2 ({b}:{a} shifted right by 16)",
    "b2 b1 b0 a3": "byte window at byte 3 ({b}:{a} shifted right by 24)",
    "a3 b0 b1 b2": "byte-swapped window at byte 3 of {b}:{a}",
    "a2 a3 b0 b1": "byte-swapped window at byte 2 of {b}:{a}",
    "a1 a2 a3 b0": "byte-swapped window at byte 1 of {b}:{a}",
}

#: Names over one word.
_SINGLES = {
    "a3 a2 a1 a0": "identity: {a} unchanged",
    "a0 a1 a2 a3": "byte swap of {a}",
    "a2 a1 a0 a3": "rotate {a} left by 8 bits",
    "a1 a0 a3 a2": "swap the halves of {a} (rotate by 16 bits)",
    "a0 a3 a2 a1": "rotate {a} right by 8 bits",
    "a2 a3 a0 a1": "swap the bytes inside each half of {a}",
    "a3 a1 a2 a0": "swap the middle bytes of {a}",
    "a1 a0 a1 a0": "replicate the low half of {a}",
    "a3 a2 a3 a2": "replicate the high half of {a}",
}


def names_of(selector: Selector, constants: Mapping[str, int] | None = None, same: bool = False) -> tuple[str, ...]:
    """Return what a selector's movement is called, the most specific name first.

    Args:
        selector: the selector, any contract.
        constants: operands whose value is fixed, by name (``{"y": 0}``).
        same: whether both operands are the same word, so that y's bytes are x's.

    Returns:
        Names, none when the movement has no usual one.

    >>> names_of(Selector(0x0123))
    ('byte swap of x',)
    >>> names_of(Selector(0x4440), {"y": 0})
    ('zero-extend byte x0 to 32 bits',)
    """
    lanes = _merged(selector.lanes) if same else selector.lanes
    return tuple(dict.fromkeys([*_constant_names(lanes, constants or {}), *_lane_names(lanes), *_mode_names(selector)]))


def _merged(lanes: Lanes) -> Lanes:
    a, b, c, d = (replace(lane, word="x") if isinstance(lane, Pick | Sign) else lane for lane in lanes)
    return a, b, c, d


def _lane_names(lanes: Lanes) -> Iterator[str]:
    text = printed(lanes)
    for a, b in (("x", "y"), ("y", "x")):
        pattern = text.replace(a, "a").replace(b, "b")
        if name := _SINGLES.get(pattern) or _PAIRS.get(pattern):
            yield name.format(a=a, b=b)
    yield from _splat_names(lanes)
    yield from _insert_names(lanes)
    yield from _sign_names(lanes)
    yield from _reorder_names(lanes, text)


def _reorder_names(lanes: Lanes, text: str) -> Iterator[str]:
    """Name a reordering of one word's four bytes that has no better name."""
    for word in "xy":
        if set(lanes) == {Pick(word, n) for n in range(4)} and text.replace(word, "a") not in _SINGLES:
            yield f"reorder the bytes of {word}"


def _splat_names(lanes: Lanes) -> Iterator[str]:
    if len(set(lanes)) == 1 and isinstance(lanes[0], Pick):
        yield f"splat: byte {lanes[0]} in every position"


def _insert_names(lanes: Lanes) -> Iterator[str]:
    for word in "xy":
        others = [n for n, lane in enumerate(lanes) if lane != Pick(word, n)]
        if len(others) == 1 and isinstance(lane := lanes[others[0]], Pick) and lane.word != word:
            yield f"insert byte {lane} into byte {others[0]} of {word}"


def _sign_names(lanes: Lanes) -> Iterator[str]:
    signs = [n for n, lane in enumerate(lanes) if isinstance(lane, Sign)]
    if signs and (name := _extension(lanes, "sign")):
        yield name
    if len(signs) == 4 and len({(lane.word, lane.byte) for lane in lanes if isinstance(lane, Sign)}) == 4:
        yield "sign mask of every byte"


def _constant_names(lanes: Lanes, constants: Mapping[str, int]) -> Iterator[str]:
    if not constants:
        return
    known = tuple(_known(lane, constants) for lane in lanes)
    shape: Lanes = (known[0], known[1], known[2], known[3])
    if shape == lanes:
        return
    if name := _extension(shape, "zero"):
        yield name
    yield from _shift_names(shape)
    yield from _spread_names(shape)


def _known(lane: Lane, constants: Mapping[str, int]) -> Lane:
    value = lane_value(lane, constants)
    return lane if value is None else Const(value)


def _extension(lanes: Lanes, kind: str) -> str:
    """Name a zero- or sign-extension of the low byte or low half."""
    for width, unit in ((1, "byte"), (2, "half")):
        low = lanes[:width]
        if not all(isinstance(lane, Pick) for lane in low):
            continue
        top = low[-1]
        assert isinstance(top, Pick)
        fill: Lane = Sign(top.word, top.byte) if kind == "sign" else Const(0)
        if lanes[width:] == (fill,) * (4 - width) and _consecutive(low):
            shown = "".join(str(lane) for lane in reversed(low))
            return f"{kind}-extend {unit} {shown} to 32 bits"
    return ""


def _consecutive(lanes: tuple[Lane, ...]) -> bool:
    first = lanes[0]
    return isinstance(first, Pick) and all(lane == Pick(first.word, first.byte + n) for n, lane in enumerate(lanes))


def _shift_names(lanes: Lanes) -> Iterator[str]:
    for word in "xy":
        for count in (1, 2, 3):
            zeros = (Const(0),) * count
            if lanes == zeros + tuple(Pick(word, n) for n in range(4 - count)):
                yield f"shift {word} left by {8 * count} bits"
            if lanes == tuple(Pick(word, n) for n in range(count, 4)) + zeros:
                yield f"shift {word} right by {8 * count} bits"


def _spread_names(lanes: Lanes) -> Iterator[str]:
    """Name bytes widened to 16-bit halves with zeros beside them."""
    for first, place in ((0, "low"), (1, "high")):
        low, high = lanes[first], lanes[first + 2]
        zeros = lanes[1 - first], lanes[3 - first]
        if isinstance(low, Pick) and isinstance(high, Pick) and zeros == (Const(0), Const(0)):
            yield f"bytes {high} and {low} in the {place} bytes of two halves, zeros beside them"


def _mode_names(selector: Selector) -> Iterator[str]:
    if selector.contract != "prmt" or selector.mode != "default":
        return
    for mode, controls in MODE_SELECTORS.items():
        for control, value in enumerate(controls):
            if value == selector.effective:
                yield f"prmt.{mode} with control {control}"
