"""Constants chosen so that steps share them: one constant word, and as few selectors beside it as can be.

PRMT takes one immediate. A step with a constant operand and a constant selector needs a register for one of the
two, so equal constants with equal selectors cost once what different ones cost each time. Which bytes stand where
in a constant, and which operand it is, is free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product

from byteperm.lanes import Const, Lane, Lanes
from byteperm.program.model import Ref, Step, ref_lanes, signed, step_lanes

#: Most steps with a constant that are looked at together.
MOST_STEPS = 64


def share_constants(steps: Sequence[Step], inputs: Mapping[str, Lanes]) -> list[Step]:
    """Return the same steps with one constant word for all, if its four bytes are enough.

    Args:
        steps: the instructions in order.
        inputs: what is known of the lanes of the words that are there before.

    >>> from byteperm.program.model import lanes_of_word
    >>> two = [Step("t0", "prmt", ("x", 0x14, 0x5401)), Step("t1", "prmt", ("y", 0x80, 0x2345))]
    >>> [str(step) for step in share_constants(two, {"x": lanes_of_word("x"), "y": lanes_of_word("y")})]
    ['t0 = prmt(x, 0x14000080, 0x6701)', 't1 = prmt(0x14000080, y, 0x6701)']
    """
    known = dict(inputs)
    for step in steps:
        known[step.name] = step_lanes(step, [ref_lanes(arg, known) for arg in step.args[:2]])
    chosen = [step for step in steps if _has_constant(step)]
    values = sorted({value for step in chosen for value in _bytes_of(step, known)})
    if len(chosen) < 2 or len(chosen) > MOST_STEPS or len(values) > 4:
        return list(steps)
    best = min((_with_layout(layout, chosen, known) for layout in _layouts(values)), key=_price)
    if _price(best) >= _price(chosen):
        return list(steps)
    changed = {step.name: step for step in best}
    return [changed.get(step.name, step) for step in steps]


def _has_constant(step: Step) -> bool:
    """Tell whether one operand is a constant that no register holds anyway."""
    if step.op != "prmt" or not isinstance(step.args[2], int):
        return False
    return sum(isinstance(arg, int) for arg in step.args[:2]) == 1 and all(arg != 0 for arg in step.args[:2])


def _word_of(step: Step) -> Ref:
    return step.args[0] if isinstance(step.args[0], str) else step.args[1]


def _bytes_of(step: Step, known: Mapping[str, Lanes]) -> set[int]:
    """Return the constant bytes that a step needs and its other operand lacks."""
    word = ref_lanes(_word_of(step), known)
    return {lane.value for lane in known[step.name] if isinstance(lane, Const) and not _places(lane, word)}


def _layouts(values: Sequence[int]) -> list[Lanes]:
    """Return the ways to lay out the bytes in a word; those left over repeat one."""
    filled = [*values, *([0 if 0 in values else values[0]] * (4 - len(values)))]
    return [(Const(a), Const(b), Const(c), Const(d)) for a, b, c, d in dict.fromkeys(permutations(filled))]


def _with_layout(layout: Lanes, steps: Sequence[Step], known: Mapping[str, Lanes]) -> list[Step]:
    """Rewrite the steps with one constant, each in the operand order whose selector most steps can have."""
    constant = sum(lane.value << 8 * n for n, lane in enumerate(layout) if isinstance(lane, Const))
    options = [_options(step, constant, known) for step in steps]
    usual = Counter(selector for ways in options for selector in {way.args[2] for way in ways})
    # Among selectors as usual the larger one, so that all steps agree on it.
    return [max(ways, key=lambda way: (usual[way.args[2]], way.args[2])) for ways in options]


def _options(step: Step, constant: int, known: Mapping[str, Lanes]) -> list[Step]:
    """Return the ways to write a step with a constant: both operand orders, every place of a repeated byte."""
    word = _word_of(step)
    made = []
    for operands in ((word, constant), (constant, word)):
        low, high = (ref_lanes(ref, known) for ref in operands)
        places = [_places(lane, (*low, *high)) for lane in known[step.name]]
        for chosen in product(*places):
            selector = sum(place << 4 * n for n, place in enumerate(chosen))
            made.append(replace(step, args=(*operands, selector)))
    return made


def _places(lane: Lane, held: Sequence[Lane]) -> list[int]:
    """Return the fields that take a lane from the eight bytes of two words: copies, or else a sign."""
    copies = [place for place, source in enumerate(held) if source == lane]
    return copies or [place | 8 for place, source in enumerate(held) if signed(source) == lane][:1]


def _price(steps: Sequence[Step]) -> int:
    """Count the registers that constants and selectors need: a compiler puts either into one, at best."""
    pairs = {(next(arg for arg in step.args[:2] if isinstance(arg, int)), step.args[2]) for step in steps}
    return len({selector for _, selector in pairs}) + len({constant for constant, _ in pairs})
