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
from functools import reduce
from itertools import combinations
from operator import or_

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


def most_served(targets: Sequence[int], stores: Sequence[int]) -> int:
    """Return the most targets of which one word of four stored bytes can hold two bytes each.

    An upper bound where there are too many bytes to count.

    Args:
        targets: the bytes that each target asks for.
        stores: for each byte that a word can store, what it supplies: itself, and its sign.

    >>> most_served([0b1111, 0b11110000], [1 << n for n in range(8)])
    2
    """
    if len(targets) <= 1:
        return len(targets)
    useful = {store for store in stores if any(store & target for target in targets)}
    largest = [store for store in useful if not any(store != other and not store & ~other for other in useful)]
    if len(largest) > EXACT_ATOMS:
        busiest = max(sum(bool(store & target) for target in targets) for store in largest)
        double = any((store & target).bit_count() > 1 for store in largest for target in targets)
        return min(len(targets), busiest * (4 if double else 2))
    best = 0
    for chosen in combinations(largest, min(4, len(largest))):
        word = reduce(or_, chosen)
        best = max(best, sum((target & word).bit_count() >= 2 for target in targets))
    return best


@dataclass(frozen=True, slots=True)
class Asked:
    """A target that is still to be made.

    Args:
        atoms: the bytes it asks for, as a bit set.
        gives: the bytes it supplies once it is made: its own, and their signs.
        free: how many of its bytes do not matter, and may carry something else.
        merges: its cover number less two, not below 0.
    """

    atoms: int
    gives: int
    free: int
    merges: int


def lower_bound(asked: Sequence[Asked], stores: Sequence[int]) -> int:
    """Return how many words beyond the targets themselves are needed at least.

    Args:
        asked: the targets.
        stores: for each byte that a word can store, what it supplies: itself, and its sign.

    >>> lower_bound([Asked(0b1111, 0b1111, 0, 2), Asked(0b11110000, 0b11110000, 0, 2)], [1 << n for n in range(8)])
    2
    """
    total, single, width = demand(asked, stores)
    return max(single, -(-total // width)) if total else 0


def demand(asked: Sequence[Asked], stores: Sequence[int]) -> tuple[int, int, int]:
    """Return the merges that only further words can save: all together, of the neediest target, and how many
    one word can save at most; see `lower_bound`.
    """
    needy = [target for target in asked if target.merges]
    # What the other targets' own instructions can save each needs no further word.
    left = [
        max(0, target.merges - sum(_can_serve(other, target) for other in asked if other is not target))
        for target in needy
    ]
    if not any(left):
        return 0, 0, 1
    return sum(left), max(left), most_served([target.atoms for target in needy], stores)


def _can_serve(helper: Asked, target: Asked) -> bool:
    # A free byte may carry a byte and so its sign too.
    return (helper.gives & target.atoms).bit_count() + 2 * helper.free >= 2
