"""What a layout text means for given words, on plain bytes: a second reading of the language, for tests.

It shares no code with the package. Values are bytes from the start; a byte that does not matter is None.
"""

from __future__ import annotations

import re
import struct

_TOKEN = re.compile(r'"[^"]*"|[A-Za-z0-9_]+|[\n;:,.=*()\[\]]')
_TYPE = re.compile(r"(u8|u16|u32|u64|index)(le|be)?\Z")
_SIZE = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "index": 4}

Stream = list[int | None]


def evaluate(text: str, words: dict[str, int]) -> dict[str, list[int | None]]:
    """Return each output word's four bytes, least significant first."""
    text = re.sub(r"#[^\n]*", "", text)
    return _Reading(list(_TOKEN.findall(text)), words).outputs()


class _Reading:
    def __init__(self, tokens: list[str], words: dict[str, int]) -> None:
        self.tokens, self.words, self.at = tokens, words, 0
        self.given: dict[str, tuple[str, str, int | None]] = {}
        self.order = "le"

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ";"

    def take(self, wanted: str = "") -> str:
        token = self.next()
        assert wanted in ("", token), f"{wanted} is needed, {token} stands there"
        self.at += 1
        return token

    def outputs(self) -> dict[str, list[int | None]]:
        made: dict[str, list[int | None]] = {}
        while self.at < len(self.tokens):
            token = self.take()
            if token == "in":
                self.inputs()
            elif token == "out":
                name, (unit, order, count) = self.take(), self.type()
                self.take("=")
                self.order = order or "le"
                made |= _register_words(name, unit, self.order, count, self.stream())
            else:
                assert token in "\n;", token
        return made

    def inputs(self) -> None:
        names = [self.take()]
        while self.next() == ",":
            names.append(self.take() and self.take())
        type = self.type()
        self.given |= dict.fromkeys(names, type)

    def type(self) -> tuple[str, str, int | None]:
        self.take(":")
        match = _TYPE.match(self.take())
        assert match
        count = None
        if self.next() == "[":
            self.take()
            count = int(self.take())
            self.take("]")
        return match.group(1), match.group(2) or "", count

    def stream(self) -> Stream:
        stream: Stream = []
        while self.next() not in (";", "\n", ")", ","):
            term = self.term()
            while self.next() == "*":
                self.take()
                term = term * int(self.take())
            stream += term
        return stream

    def term(self) -> Stream:
        token = self.take()
        if token == "(":
            inner = self.stream()
            self.take(")")
            return inner
        if token == "_":
            return [None]
        if token.startswith('"'):
            return list(token[1:-1].encode())
        if re.fullmatch("[0-9a-fA-F]{2}", token):
            return [int(token, 16)]
        return self.call(token) if self.next() == "(" else self.reference(token)

    def call(self, name: str) -> Stream:
        arguments: list[str | Stream] = []
        while self.take() in ("(", ","):
            arguments.append(self.argument(name, len(arguments)))
        return self.function(name, arguments)

    def argument(self, name: str, place: int) -> str | Stream:
        numbers = {"pad": (1,), "sext": (1,), "zext": (1,), "splat": (1,), "every": (1, 2), "swap": (1,)}
        indices = {"window": (1,), "rotate": (1,), "splat_at": (1,)}
        plain = place in numbers.get(name, ()) + indices.get(name, ()) or name.startswith("u")
        return self.take() if plain else self.stream()

    def function(self, name: str, arguments: list) -> Stream:
        first, rest = arguments[0], arguments[1:]
        if name in ("sext", "zext"):
            return self.extended(first, int(rest[0]), name == "sext")
        if name in ("window", "splat_at", "rotate"):
            return _indexed(name, first, self.words[rest[0]] % 4)
        return _FUNCTIONS[name](first, *rest)

    def extended(self, number: Stream, length: int, signed: bool) -> Stream:
        little = number if self.order == "le" else number[::-1]
        fill = 0xFF if signed and little[-1] > 127 else 0
        little = little + [fill] * (length - len(little))
        return little if self.order == "le" else little[::-1]

    def reference(self, name: str) -> Stream:
        unit, order, count = self.given[name]
        elements = [self.element(name, unit, count, n) for n in range(count or 1)]
        if self.next() == "[":
            first, last = self.range()
            elements = elements[first : last or first + 1]
        if self.next() == ".":
            self.take()
            if self.next() == "bytes":
                self.take()
                first, last = self.range()
                return _joined(elements, order)[first : last or first + 1]
            return [elements[0][int(self.take())]]
        return _joined(elements, order)

    def range(self) -> tuple[int, int]:
        self.take("[")
        first, last = int(self.take()), 0
        if self.next() == ":":
            self.take()
            last = int(self.take())
        self.take("]")
        return first, last

    def element(self, name: str, unit: str, count: int | None, index: int) -> bytes:
        """Return one element's bytes by significance."""
        size, suffix = _SIZE[unit], "" if count is None else f"[{index}]"
        if unit == "u64":
            return struct.pack("<II", self.words[f"{name}{suffix}.lo"], self.words[f"{name}{suffix}.hi"])
        if count is not None and size < 4:
            memory = b"".join(struct.pack("<I", self.words[f"{name}.w{n}"]) for n in range(-(-count * size // 4)))
            return memory[index * size : (index + 1) * size]
        return struct.pack("<I", self.words[f"{name}{suffix}"])[:size]


def _joined(elements: list[bytes], order: str) -> Stream:
    return [byte for element in elements for byte in (element[::-1] if order == "be" else element)]


def _register_words(name: str, unit: str, order: str, count: int | None, stream: Stream) -> dict[str, list[int | None]]:
    size = _SIZE[unit]
    assert len(stream) == size * (count or 1), f"{name} has {len(stream)} bytes"
    elements = [stream[at : at + size] for at in range(0, len(stream), size)]
    if order == "be":
        elements = [element[::-1] for element in elements]
    if count is not None and size < 4:
        memory = [byte for element in elements for byte in element]
        memory += [None] * (-len(memory) % 4)
        return {f"{name}.w{at // 4}": memory[at : at + 4] for at in range(0, len(memory), 4)}
    suffixes = [""] if count is None else [f"[{n}]" for n in range(count)]
    if unit == "u64":
        halves = [(".lo", slice(0, 4)), (".hi", slice(4, 8))]
        return {f"{name}{s}{h}": e[cut] for s, e in zip(suffixes, elements, strict=True) for h, cut in halves}
    return {f"{name}{s}": e + [0] * (4 - size) for s, e in zip(suffixes, elements, strict=True)}


def _indexed(name: str, stream: Stream, n: int) -> Stream:
    # A rotation is by significance; the catalogue rotates little-endian words only.
    if name == "window":
        return stream[n : n + 4]
    return [stream[n]] * 4 if name == "splat_at" else (stream * 2)[4 - n : 8 - n]


def _lookup(table: Stream, codes: Stream) -> Stream:
    return [table[code % len(table)] for byte in codes for code in (byte & 15, byte >> 4)]


def _padded(message: Stream, length_format: str) -> Stream:
    zeros = -(len(message) + 9) % 64
    return message + [0x80] + [0] * zeros + list(struct.pack(length_format, 8 * len(message)))


_FUNCTIONS = {
    "reverse": lambda s: s[::-1],
    "pad": lambda s, n, fill: s + fill * (int(n) - len(s)),
    "splat": lambda s, n: s * int(n),
    "sign": lambda s: [255 if s[0] > 127 else 0],
    "interleave": lambda *streams: [byte for group in zip(*streams, strict=True) for byte in group],
    "every": lambda s, step, start: s[int(start) :: int(step)],
    "swap": lambda s, n: [byte for at in range(0, len(s), int(n)) for byte in s[at : at + int(n)][::-1]],
    "sha256_pad": lambda s: _padded(s, ">Q"),
    "sha256_block": lambda s: _padded(s, ">Q"),
    "ripemd160_pad": lambda s: _padded(s, "<Q"),
    "ripemd160_block": lambda s: _padded(s, "<Q"),
    "lookup": _lookup,
}
