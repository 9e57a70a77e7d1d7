"""The model against the second model: every selector, every contract, every mode.

Full batches take one operand pair through all 65,536 selectors; the operands come in complementary
pairs, so that every source byte has both values of its top bit. A mixed batch takes many random
operands through random selectors. The bits that an instruction must ignore are filled with junk.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from byteperm.verify import second_model
from byteperm.verify.report import FORMS, KEPT, Count, Mismatch, Model, Permute, Report, merge_counts
from byteperm.verify.second_model import Planes

SEED = 0x3104
SELECTORS = 1 << 16
MIXED_CALLS = 1 << 14
WORD = 0xFFFF_FFFF

#: Every byte differs from the others, and the top bits alternate. All further pairs are random.
FIRST_PAIR = (0xC332A110, 0x8776E554)

Call = tuple[int, int, int]
Witness = Callable[[Planes, Planes, Planes, int], Planes]


@dataclass(frozen=True, slots=True)
class Batch:
    """Calls, and the same in planes for the second model."""

    calls: list[Call]
    planes: tuple[Planes, Planes, Planes]

    @classmethod
    def of(cls, calls: Iterable[Call]) -> Batch:
        """Prepare some calls."""
        listed = list(calls)
        x, y, s = zip(*listed, strict=True)
        return cls(listed, (second_model.to_planes(x), second_model.to_planes(y), second_model.to_planes(s)))


def check_model(pairs: int = 2, model: Model | None = None, seed: int = SEED) -> Report:
    """Compare a model with the second model over all selectors, both contracts, all modes, and ``v_perm``.

    Args:
        pairs: how many operand pairs go through all 65,536 selectors; at least 2, a pair and its complement.
        model: what to check; `byteperm.isa` when left out.
        seed: of the random operands, selectors and junk.

    Raises:
        ValueError: fewer than two pairs.

    >>> check_model().mismatches
    0
    """
    if pairs < 2:
        raise ValueError(f"at least 2 pairs are needed for both values of every top bit: found {pairs}")
    started, checked, rng = time.perf_counter(), model or Model(), random.Random(seed)
    counts: list[Count] = []
    for batch in (*map(Batch.of, full_batches(pairs, rng)), Batch.of(mixed_calls(rng))):
        counts += [compare(form, batch, checked.form(form), witness(form)) for form in FORMS]
    v_perm_batch = Batch.of(v_perm_calls(rng))
    counts.append(compare("v_perm", v_perm_batch, checked.v_perm, second_model.v_perm_planes))
    title = "model against the second model: all 65,536 selectors, both contracts, all modes"
    details = {"operand pairs": f"{pairs} over all selectors, {MIXED_CALLS:,} random", "seed": f"{seed:#x}"}
    return Report(title, merge_counts(counts), time.perf_counter() - started, details)


def operand_pairs(count: int, rng: random.Random) -> list[tuple[int, int]]:
    """Return operand pairs, each followed by its complement.

    >>> [f"{x:08x} {y:08x}" for x, y in operand_pairs(2, random.Random(0))]
    ['c332a110 8776e554', '3ccd5eef 78891aab']
    """
    pairs: list[tuple[int, int]] = []
    while len(pairs) < count:
        x, y = (rng.getrandbits(32), rng.getrandbits(32)) if pairs else FIRST_PAIR
        pairs += [(x, y), (x ^ WORD, y ^ WORD)]
    return pairs[:count]


def full_batches(pairs: int, rng: random.Random) -> Iterable[list[Call]]:
    """Yield one list of calls for each operand pair: every selector, with junk in bits 31..16."""
    for x, y in operand_pairs(pairs, rng):
        yield [(x, y, rng.getrandbits(16) << 16 | selector) for selector in range(SELECTORS)]


def mixed_calls(rng: random.Random) -> list[Call]:
    """Return calls whose operands and selectors are all random words."""
    return [(rng.getrandbits(32), rng.getrandbits(32), rng.getrandbits(32)) for _ in range(MIXED_CALLS)]


def v_perm_calls(rng: random.Random) -> list[Call]:
    """Return calls with all 256 values of each selector byte for several operand pairs, then random ones.

    The random selectors are half small indices, since a uniform byte nearly always means 0xFF.
    """
    calls: list[Call] = []
    for x, y in operand_pairs(8, rng):
        for position in range(4):
            others = rng.getrandbits(32) & 0x0F0F0F0F & ~(0xFF << 8 * position)
            calls += [(x, y, others | value << 8 * position) for value in range(256)]
    for mask in (0x0F0F0F0F, WORD):
        calls += [(x, y, s & mask) for x, y, s in mixed_calls(rng)]
    return calls


def witness(form: str) -> Witness:
    """Return the second model's function for one of `FORMS`."""
    mode = FORMS[form]
    if mode is None:
        return second_model.byte_perm_planes
    return lambda x, y, s, ones: second_model.prmt_planes(x, y, s, ones, mode)


def compare(form: str, batch: Batch, permute: Permute, second: Witness) -> Count:
    """Run one form over a batch and compare it with the second model, plane by plane."""
    found = [permute(*call) for call in batch.calls]
    expected = second(*batch.planes, (1 << len(found)) - 1)
    # A result that is no 32-bit word is wrong whatever its low bits are; normally there is none.
    wrong = sum(1 << at for at, word in enumerate(found) if not 0 <= word <= WORD)
    for want, got in zip(expected, second_model.to_planes([word & WORD for word in found]), strict=True):
        wrong |= want ^ got
    return Count(form, len(found), wrong.bit_count(), _first(wrong, batch, expected, found))


def _first(wrong: int, batch: Batch, expected: Planes, found: list[int]) -> tuple[Mismatch, ...]:
    kept: list[Mismatch] = []
    while wrong and len(kept) < KEPT:
        at = (wrong & -wrong).bit_length() - 1
        right = sum((plane >> at & 1) << bit for bit, plane in enumerate(expected))
        kept.append(Mismatch(*batch.calls[at], right, found[at]))
        wrong &= wrong - 1
    return tuple(kept)
