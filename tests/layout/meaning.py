"""What layouts mean, on plain bytes: layouts evaluated lane by lane, and random texts made beside their bytes.

Nothing here uses the parser, streams or synthesis of the package.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from byteperm.lanes import Any, Const, Lane, Lanes, Pick
from byteperm.layout.model import Layout, RuntimeWord

#: A byte that is known, or None for one that does not matter.
Byte = int | None

_SIZE = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}


def evaluate(layout: Layout, words: dict[str, int]) -> dict[str, list[Byte]]:
    """The four bytes of each output word, least significant first."""
    known = dict(words)
    for word in layout.runtime:
        known[word.name] = _runtime_value(word, known)
    return {name: [_byte(lane, known) for lane in lanes] for name, lanes in layout.targets.items()}


def _byte(lane: Lane, words: dict[str, int]) -> Byte:
    if isinstance(lane, Const):
        return lane.value
    if isinstance(lane, Any):
        return None
    byte = words[lane.word].to_bytes(4, "little")[lane.byte]
    return byte if isinstance(lane, Pick) else 255 if byte >= 128 else 0


def _runtime_value(word: RuntimeWord, words: dict[str, int]) -> int:
    read = [_byte(lane, words) or 0 for lanes in word.sources for lane in lanes]
    if word.kind == "lookup":
        assert not isinstance(word.index, str)
        codes = _number(word.index, words) >> (16 * word.half)
        made = [read[(codes >> 4 * n & 15) % len(read)] for n in range(4)]
    else:
        assert isinstance(word.index, str)
        n = words[word.index] % 4
        made = {"window": read[n : n + 4], "splat_at": [read[n]] * 4, "rotate": (read * 2)[4 - n : 8 - n]}[word.kind]
    return int.from_bytes(bytes(made), "little")


def _number(lanes: Lanes, words: dict[str, int]) -> int:
    return int.from_bytes(bytes(_byte(lane, words) or 0 for lane in lanes), "little")


@dataclass(frozen=True)
class Given:
    """An input with known values, one number an element; ``count`` is None for a scalar."""

    name: str
    unit: str
    order: str
    count: int | None
    values: tuple[int, ...]

    @property
    def size(self) -> int:
        return _SIZE[self.unit]

    @property
    def type(self) -> str:
        return f"{self.unit}{self.order}" + (f"[{self.count}]" if self.count is not None else "")

    @property
    def stream(self) -> list[Byte]:
        order = "big" if self.order == "be" else "little"
        return [byte for value in self.values for byte in value.to_bytes(self.size, order)]  # type: ignore[arg-type]

    def words(self) -> dict[str, int]:
        """The register words as the design says: packed small arrays, two words for a u64."""
        memory = b"".join(value.to_bytes(self.size, "little") for value in self.values)
        if self.count is None and self.size < 4:
            return {self.name: self.values[0]}
        fours = [int.from_bytes(memory[at : at + 4], "little") for at in range(0, len(memory), 4)]
        if self.count is not None and self.size < 4:
            return {f"{self.name}.w{n}": word for n, word in enumerate(fours)}
        elements = [self.name] if self.count is None else [f"{self.name}[{n}]" for n in range(self.count)]
        halves = [".lo", ".hi"] if self.size == 8 else [""]
        return dict(zip([element + half for element in elements for half in halves], fours, strict=True))


@dataclass
class Maker:
    """Makes random streams: their text, and the bytes that they must have."""

    rng: random.Random
    given: list[Given] = field(default_factory=list)
    indices: dict[str, int] = field(default_factory=dict)
    order: str = "le"

    def declare(self) -> list[str]:
        """Declare a few inputs and two indices, and return the statements."""
        for name in ("x", "h", "blob", "v_2"):
            unit, order = self.rng.choice([(u, o) for u in _SIZE for o in (["le", "be", ""] if u != "u8" else [""])])
            count = self.rng.choice([None, 1, 2, 3, 5])
            values = tuple(self.rng.getrandbits(8 * _SIZE[unit]) for _ in range(count or 1))
            self.given.append(Given(name, unit, order, count, values))
        self.given.append(Given("w", "u32", self.rng.choice(["le", "be"]), None, (self.rng.getrandbits(32),)))
        self.indices = {"n": self.rng.getrandbits(32), "m": self.rng.getrandbits(3)}
        return [f"in {item.name}: {item.type}" for item in self.given] + ["in n, m: index"]

    def words(self) -> dict[str, int]:
        return {name: word for item in self.given for name, word in item.words().items()} | self.indices

    def stream(self, depth: int) -> tuple[str, list[Byte]]:
        parts = [self.term(depth) for _ in range(self.rng.randint(1, 3))]
        return " ".join(text for text, _ in parts), [byte for _, part in parts for byte in part]

    def term(self, depth: int) -> tuple[str, list[Byte]]:
        simple = [self.byte, self.whole, self.part, self.picked, self.string, self.number, self.any]
        deep = [
            self.repeat, self.reverse, self.pad, self.extend, self.splat, self.interleave, self.every, self.swap,
            self.sign, self.window, self.splat_at, self.rotate, self.lookup, self.slice_of_bytes,
        ]  # fmt: skip
        choice: Callable[[int], tuple[str, list[Byte]]] = self.rng.choice(deep if depth else simple)
        return choice(depth - 1)

    def known(self, depth: int, length: int) -> tuple[str, list[Byte]]:
        """A stream of exactly so many bytes, none of which may be anything."""
        text, made = self.stream(depth)
        if None in made or len(made) > length:
            item = self.given[-1]
            text, made = f"{item.name}.{self.rng.randrange(4)}", []
            made = [item.values[0] >> 8 * int(text[-1]) & 255]
        more = [self.rng.randrange(256) for _ in range(length - len(made))]
        return " ".join([text, *(f"{byte:02x}" for byte in more)]), made + more

    def byte(self, depth: int) -> tuple[str, list[Byte]]:
        value = self.rng.choice([0, 0x14, 0x7F, 0x80, 0xFF])
        return self.rng.choice([f"{value:02x}", f"{value:02X}"]), [value]

    def any(self, depth: int) -> tuple[str, list[Byte]]:
        return "_", [None]

    def string(self, depth: int) -> tuple[str, list[Byte]]:
        return self.rng.choice([('"BTC"', [66, 84, 67]), (r'"\"\\\x7f"', [34, 92, 127])])

    def number(self, depth: int) -> tuple[str, list[Byte]]:
        unit, order = self.rng.choice([("u8", ""), ("u16", "be"), ("u32", "le"), ("u64", "be")])
        value = self.rng.getrandbits(8 * _SIZE[unit])
        spelled = self.rng.choice([str(value), hex(value)])
        return f"{unit}{order}({spelled})", list(value.to_bytes(_SIZE[unit], "big" if order == "be" else "little"))

    def ordered(self) -> Given:
        return self.rng.choice([item for item in self.given if item.order or item.unit == "u8"])

    def whole(self, depth: int) -> tuple[str, list[Byte]]:
        item = self.ordered()
        return item.name, item.stream

    def part(self, depth: int) -> tuple[str, list[Byte]]:
        item = self.ordered()
        if item.count is None:
            return item.name, item.stream
        start = self.rng.randrange(item.count)
        stop = self.rng.randint(start + 1, item.count)
        text = f"{item.name}[{start}]" if stop == start + 1 else f"{item.name}[{start}:{stop}]"
        return text, item.stream[start * item.size : stop * item.size]

    def slice_of_bytes(self, depth: int) -> tuple[str, list[Byte]]:
        item = self.ordered()
        start = self.rng.randrange(len(item.stream))
        stop = self.rng.randint(start + 1, len(item.stream))
        return f"{item.name}.bytes[{start}:{stop}]", item.stream[start:stop]

    def picked(self, depth: int) -> tuple[str, list[Byte]]:
        item = self.rng.choice(self.given)
        element, byte = self.rng.randrange(len(item.values)), self.rng.randrange(item.size)
        name = item.name if item.count is None else f"{item.name}[{element}]"
        return f"{name}.{byte}", [item.values[element] >> 8 * byte & 255]

    def repeat(self, depth: int) -> tuple[str, list[Byte]]:
        text, made = self.stream(depth)
        count = self.rng.randint(1, 3)
        return f"({text}) * {count}", made * count

    def reverse(self, depth: int) -> tuple[str, list[Byte]]:
        text, made = self.stream(depth)
        return f"reverse({text})", made[::-1]

    def pad(self, depth: int) -> tuple[str, list[Byte]]:
        text, made = self.stream(depth)
        more = self.rng.randint(0, 4)
        return f"pad({text}, {len(made) + more}, ee)", made + [0xEE] * more

    def extend(self, depth: int) -> tuple[str, list[Byte]]:
        text, made = self.stream(depth)
        more, signed = self.rng.randint(0, 4), self.rng.random() < 0.7
        top = made[0] if self.order == "be" else made[-1]
        fill: list[Byte] = [0 if not signed else None if top is None else 255 * (top >= 128)] * more
        name = f"{'s' if signed else 'z'}ext({text}, {len(made) + more})"
        return name, fill + made if self.order == "be" else made + fill

    def splat(self, depth: int) -> tuple[str, list[Byte]]:
        text, made = self.picked(0)
        return f"splat({text}, 3)", made * 3

    def sign(self, depth: int) -> tuple[str, list[Byte]]:
        text, made = self.rng.choice([self.picked, self.byte])(0)
        return f"sign({text})", [255 if (made[0] or 0) > 127 else 0]

    def interleave(self, depth: int) -> tuple[str, list[Byte]]:
        (one, a), (two, b) = self.stream(depth), self.stream(depth)
        length = max(len(a), len(b))
        columns = zip(a + [1] * (length - len(a)), b + [2] * (length - len(b)), strict=True)
        return f"interleave(pad({one}, {length}, 01), pad({two}, {length}, 02))", [byte for c in columns for byte in c]

    def every(self, depth: int) -> tuple[str, list[Byte]]:
        text, made = self.stream(depth)
        step, start = self.rng.randint(1, 4), self.rng.randrange(len(made))
        return f"every({text}, {step}, {start})", [made[at] for at in range(start, len(made), step)]

    def swap(self, depth: int) -> tuple[str, list[Byte]]:
        text, made = self.stream(depth)
        size = self.rng.choice([n for n in range(1, len(made) + 1) if len(made) % n == 0])
        groups = [made[at : at + size] for at in range(0, len(made), size)]
        return f"swap({text}, {size})", [byte for group in groups for byte in reversed(group)]

    def window(self, depth: int) -> tuple[str, list[Byte]]:
        (text, made), index = self.known(max(depth, 0), 8), self.rng.choice("nm")
        at = self.indices[index] % 4
        return f"window({text}, {index})", made[at : at + 4]

    def splat_at(self, depth: int) -> tuple[str, list[Byte]]:
        (text, made), index = self.known(max(depth, 0), 4), self.rng.choice("nm")
        return f"splat_at({text}, {index})", [made[self.indices[index] % 4]] * 4

    def rotate(self, depth: int) -> tuple[str, list[Byte]]:
        item = self.rng.choice([item for item in self.given if item.unit == "u32" and item.order])
        element, index = self.rng.randrange(len(item.values)), self.rng.choice("nm")
        bits = 8 * (self.indices[index] % 4)
        turned = (item.values[element] << bits | item.values[element] >> (32 - bits)) & 0xFFFFFFFF
        name = item.name if item.count is None else f"{item.name}[{element}]"
        return f"rotate({name}, {index})", list(turned.to_bytes(4, "big" if item.order == "be" else "little"))

    def lookup(self, depth: int) -> tuple[str, list[Byte]]:
        size = self.rng.choice([8, 16])
        text, table = self.known(max(depth, 0), size)
        picked = [self.picked(0) for _ in range(self.rng.choice([2, 4]))]
        codes = [code for _, (byte,) in picked for code in ((byte or 0) & 15, (byte or 0) >> 4)]
        return f"lookup({text}, {' '.join(code for code, _ in picked)})", [table[code % size] for code in codes]

    def output(self, name: str, depth: int) -> tuple[str, dict[str, list[Byte]]]:
        """A whole output statement, and the bytes of its words."""
        unit, self.order = self.rng.choice([("u8", ""), *((u, o) for u in ("u16", "u32", "u64") for o in ("le", "be"))])
        text, made = self.stream(depth)
        size = _SIZE[unit]
        if rest := -len(made) % size:
            text, made = f"{text} _ * {rest}", made + [None] * rest
        scalar = len(made) == size and self.rng.random() < 0.7
        count = None if scalar else len(made) // size
        type = f"{unit}{self.order}" + ("" if scalar else f"[{count}]")
        return f"out {name}: {type} = {text}", _output_words(name, unit, self.order, count, made)


def _output_words(name: str, unit: str, order: str, count: int | None, made: list[Byte]) -> dict[str, list[Byte]]:
    size = _SIZE[unit]
    elements = [made[at : at + size] for at in range(0, len(made), size)]
    memory = [byte for element in elements for byte in (reversed(element) if order == "be" else element)]
    memory += [0 if count is None else None] * (-len(memory) % 4)
    fours = [memory[at : at + 4] for at in range(0, len(memory), 4)]
    if count is not None and size < 4:
        return {f"{name}.w{n}": four for n, four in enumerate(fours)}
    names = [name] if count is None else [f"{name}[{n}]" for n in range(count)]
    return dict(zip([n + half for n in names for half in ([".lo", ".hi"] if size == 8 else [""])], fours, strict=True))


def random_case(seed: int, depth: int) -> tuple[str, dict[str, int], dict[str, list[Byte]]]:
    """A random layout text, words for its inputs, and the bytes of its output words."""
    maker = Maker(random.Random(seed))
    lines = maker.declare()
    expected: dict[str, list[Byte]] = {}
    for name in ("r", "s")[: maker.rng.randint(1, 2)]:
        text, words = maker.output(name, depth)
        lines.append(text)
        expected |= words
    return maker.rng.choice(["\n", "; "]).join(lines), maker.words(), expected
