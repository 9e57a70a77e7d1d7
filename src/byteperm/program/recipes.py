"""Recipes for words that depend on a run-time value: instructions whose selector is made at run time.

Each is checked on every index and code value by the tests. The preparation of a selector counts: it is part
of the steps.

Source: PTX ``prmt`` modes f4e (window) and rc8 (splat); the three-permute lookup of 16 bytes is known from
4-bit dequantisation kernels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from byteperm.layout.model import RuntimeWord
from byteperm.program.model import Ref, Step


def recipe(word: RuntimeWord, sources: Sequence[Ref], index: Ref, prefix: str) -> tuple[Step, ...]:
    """Return the instructions that make a run-time word; the last one bears its name.

    Args:
        word: what to make.
        sources: the values of its source words.
        index: the value of the index, or of the word that holds the codes.
        prefix: what the names of further steps begin with.

    >>> from byteperm.program.model import lanes_of_word
    >>> window = RuntimeWord("%0", "window", (lanes_of_word("x"), lanes_of_word("y")), "n")
    >>> [str(step) for step in recipe(window, ["x", "y"], "n", "r")]
    ['%0 = prmt.f4e(x, y, n)']
    """
    return tuple(_RECIPES[word.kind](word, sources, index, prefix))


def _window(word: RuntimeWord, sources: Sequence[Ref], index: Ref, prefix: str) -> Iterator[Step]:
    yield Step(word.name, "prmt.f4e", (sources[0], sources[1], index))


def _splat(word: RuntimeWord, sources: Sequence[Ref], index: Ref, prefix: str) -> Iterator[Step]:
    yield Step(word.name, "prmt.rc8", (sources[0], 0, index))


def _rotate(word: RuntimeWord, sources: Sequence[Ref], index: Ref, prefix: str) -> Iterator[Step]:
    # A rotation by n bytes is one by 8n bits; the rotate itself takes its count modulo 32.
    yield Step(f"{prefix}0", "shl", (index, 3))
    yield Step(word.name, "rotl", (sources[0], f"{prefix}0"))


def _lookup(word: RuntimeWord, sources: Sequence[Ref], index: Ref, prefix: str) -> Iterator[Step]:
    codes = index
    if word.half:
        codes = f"{prefix}c"
        yield Step(codes, "shr", (index, 16))
    # Bit 3 of a code would replicate a sign: prmt must not see it.
    yield Step(f"{prefix}0", "and", (codes, 0x7777))
    if len(sources) == 2:
        yield Step(word.name, "prmt", (sources[0], sources[1], f"{prefix}0"))
        return
    yield Step(f"{prefix}1", "prmt", (sources[0], sources[1], f"{prefix}0"))
    yield Step(f"{prefix}2", "prmt", (sources[2], sources[3], f"{prefix}0"))
    # Bit 3 chooses between the two halves of the table: field n becomes n or n + 4.
    yield Step(f"{prefix}3", "shr", (codes, 1))
    yield Step(f"{prefix}4", "and", (f"{prefix}3", 0x4444))
    yield Step(f"{prefix}5", "or", (f"{prefix}4", 0x3210))
    yield Step(word.name, "prmt", (f"{prefix}1", f"{prefix}2", f"{prefix}5"))


_RECIPES = {"window": _window, "splat_at": _splat, "rotate": _rotate, "lookup": _lookup}
