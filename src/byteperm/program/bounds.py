"""Lower bounds on the number of permutes, and the bookkeeping they share with the search.

The argument, in full. A permute makes one word from two. A target that needs k of the words there are
(its constant bytes together count as one more word, since any constant may be an operand) needs k - 2
*merges* beyond its own instruction: words that join bytes it needs from two others. A new word Z made
from A and B lowers a target's k by one at most, because wherever Z is used A and B could be; and only if
Z holds at least two of that target's bytes, because one byte alone is had from where it came from.

So with R targets to make, and D merges asked for in all, at least R + ceil((D - S) / M) instructions are
needed, where M is the most targets that one word of four bytes can serve and S counts how often the
targets themselves can serve each other. For targets that share no byte M is 2 and S is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

#: Up to this many different bytes the most targets that a word can serve are counted exactly.
EXACT_ATOMS = 24


def cover_number(target: int, words: Sequence[int]) -> int:
    """Return how many of the words are needed so that together they hold a target's bytes.

    Args:
        target: the bytes asked for, as a bit set.
        words: the bytes that each word holds.

    Returns:
        The least number, 5 if they cannot.

    >>> cover_number(0b1111, [0b0011, 0b0100, 0b1000, 0b0110])
    3
    """
    useful = {word & target for word in words}
    useful.discard(0)
    if target in useful:
        return 1
    parts = sorted(useful, key=int.bit_count, reverse=True)
    for count in (2, 3, 4):
        if _covers(target, parts, count):
            return count
    return 5


def _covers(missing: int, parts: Sequence[int], count: int) -> bool:
    if count == 1:
        return any(not missing & ~part for part in parts)
    lowest = missing & -missing
    # Some chosen word must hold the lowest missing byte.
    return any(not missing & ~part or _covers(missing & ~part, parts, count - 1) for part in parts if part & lowest)


def most_served(targets: Sequence[int]) -> int:
    """Return the most targets of which one word of four bytes can hold two bytes each.

    An upper bound where there are too many bytes to count.

    >>> most_served([0b1111, 0b11110000])
    2
    """
    if len(targets) <= 1:
        return len(targets)
    atoms = sorted({1 << n for target in targets for n in range(target.bit_length()) if target >> n & 1})
    if len(atoms) > EXACT_ATOMS:
        busiest = max(sum(bool(target & atom) for target in targets) for atom in atoms)
        return min(len(targets), 2 * busiest)
    best = 0
    for chosen in combinations(atoms, min(4, len(atoms))):
        word = sum(chosen)
        best = max(best, sum((target & word).bit_count() >= 2 for target in targets))
    return best


@dataclass(frozen=True, slots=True)
class Asked:
    """A target that is still to be made.

    Args:
        atoms: the bytes it needs, as a bit set.
        free: how many of its bytes do not matter, and may carry something else.
        merges: its cover number less two, not below 0.
    """

    atoms: int
    free: int
    merges: int


def lower_bound(asked: Sequence[Asked]) -> int:
    """Return how many words beyond the targets themselves are needed at least.

    >>> lower_bound([Asked(0b1111, 0, 2), Asked(0b11110000, 0, 2)])
    2
    """
    total, single, width = demand(asked)
    return max(single, -(-total // width)) if total else 0


def demand(asked: Sequence[Asked]) -> tuple[int, int, int]:
    """Return the merges that only further words can save: all together, of the neediest target, and how many
    one word can save at most.
    """
    needy = [target for target in asked if target.merges]
    # What the other targets' own instructions can save each needs no further word.
    left = [
        max(0, target.merges - sum(_can_serve(other, target) for other in asked if other is not target))
        for target in needy
    ]
    if not any(left):
        return 0, 0, 1
    return sum(left), max(left), most_served([target.atoms for target in needy])


def _can_serve(helper: Asked, target: Asked) -> bool:
    return (helper.atoms & target.atoms).bit_count() + helper.free >= 2
