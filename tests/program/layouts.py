"""Random layouts, and what they mean, byte by byte, worked out without lanes' own machinery."""

from __future__ import annotations

import random

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from byteperm.layout.model import Input, Layout, Output, Type

_SCALARS = [Type("u8"), Type("u16", "le"), Type("u32", "le"), Type("u64", "be")]
_ARRAYS = [Type("u32", "be", 2), Type("u32", "le", 3), Type("u8", "", 6), Type("u16", "le", 3), Type("u64", "le", 1)]


def random_layout(rng: random.Random, most_outputs: int = 4) -> Layout:
    """Return a layout of one to three inputs and a few output words with every kind of lane."""
    inputs = tuple(Input("abc"[n], rng.choice(_SCALARS + _ARRAYS)) for n in range(rng.randint(1, 3)))
    pool = [lane for item in inputs for lanes in item.type.word_lanes(item.name).values() for lane in lanes]
    own = [lane for lane in pool if isinstance(lane, Pick)]
    constants = rng.sample([0x00, 0x14, 0x76, 0x80, 0xFF], 2)
    words = tuple(_random_word(rng, own, constants) for _ in range(rng.randint(1, most_outputs)))
    return Layout(inputs, (Output("r", Type("u32", "le", len(words)), words),))


def _random_word(rng: random.Random, own: list[Pick], constants: list[int]) -> Lanes:
    few = rng.sample(own, min(len(own), rng.randint(1, 4)))
    lanes = [_random_lane(rng, few, constants) for _ in range(4)]
    return lanes[0], lanes[1], lanes[2], lanes[3]


def _random_lane(rng: random.Random, own: list[Pick], constants: list[int]) -> Lane:
    kind = rng.random()
    pick = rng.choice(own)
    if kind < 0.7:
        return pick
    if kind < 0.8:
        return Sign(pick.word, pick.byte)
    return Const(rng.choice(constants)) if kind < 0.93 else Any()


def random_words(rng: random.Random, layout: Layout) -> dict[str, int]:
    """Return values of the input words; bytes that an input does not have are zero."""
    words = {}
    for name, lanes in layout.input_words.items():
        present = sum(0xFF << 8 * n for n, lane in enumerate(lanes) if isinstance(lane, Pick))
        words[name] = rng.getrandbits(32) & present
    return words


def naive(layout: Layout, words: dict[str, int]) -> dict[str, list[int | None]]:
    """Return every output word's bytes, least significant first, None where they do not matter."""
    made = {}
    for item in layout.outputs:
        for name, lanes in zip(item.type.word_names(item.name), item.words, strict=True):
            made[name] = [_naive_byte(lane, words) for lane in lanes]
    return made


def _naive_byte(lane: Lane, words: dict[str, int]) -> int | None:
    if isinstance(lane, Const):
        return lane.value
    if isinstance(lane, Any):
        return None
    byte = words[lane.word].to_bytes(4, "little")[lane.byte]
    if isinstance(lane, Sign):
        return 0xFF if byte > 0x7F else 0x00
    return byte
