"""C's integers: types, conversions and operators, on exact values.

A value may carry an error instead of failing at once, because C evaluates only what it needs:
``1 ? 2 : 1 / 0`` is 2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from byteperm.spans import BytepermError


@dataclass(frozen=True, slots=True)
class IntegerType:
    """An integer type: its width, and whether it has a sign. ``bool`` has one bit and no sign."""

    bits: int
    signed: bool

    def wrap(self, value: int) -> int:
        """Convert a value as C does: modulo 2**bits into the type's range, and to 0 or 1 for ``bool``.

        >>> IntegerType(8, True).wrap(0xFF)
        -1
        """
        if self.bits == 1:
            return int(value != 0)
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value

    def holds(self, value: int) -> bool:
        """Tell whether a value is in the type's range."""
        return self.wrap(value) == value

    def promoted(self) -> IntegerType:
        """Return the type that arithmetic uses: ``int`` for everything narrower than it."""
        return INT if self.bits < INT.bits else self


BOOL = IntegerType(1, False)
INT = IntegerType(32, True)
UINT = IntegerType(32, False)
LONG = IntegerType(64, True)
ULONG = IntegerType(64, False)

_NAMED = {
    "bool": BOOL,
    "_Bool": BOOL,
    "size_t": ULONG,
    "uchar": IntegerType(8, False),
    "ushort": IntegerType(16, False),
}
_NAMED |= {"uint": UINT, "ulong": ULONG, "ptrdiff_t": LONG, "uintptr_t": ULONG, "intptr_t": LONG}
for _bits in (8, 16, 32, 64):
    for _name in ("uint{}_t", "uint{}", "u{}", "__u{}"):
        _NAMED[_name.format(_bits)] = IntegerType(_bits, False)
    for _name in ("int{}_t", "int{}", "i{}", "__s{}"):
        _NAMED[_name.format(_bits)] = IntegerType(_bits, True)
_BUILT_IN = frozenset(("unsigned", "signed", "int", "char", "short", "long"))
_IGNORED = frozenset(("const", "volatile", "constexpr", "static", "inline", "std", "::", "np", "tl", "."))
_IGNORED |= {"__device__", "__constant__", "__constant", "__host__", "constant", "extern", "constinit", "thread_local"}


def integer_type(words: list[str]) -> IntegerType | None:
    """Return the integer type that some words name, or ``None``.

    ``long`` has 64 bits, as in every CUDA and HIP toolchain on Linux; ``char`` has a sign.

    >>> integer_type(["const", "unsigned", "short"])
    IntegerType(bits=16, signed=False)
    """
    kept = [word for word in words if word not in _IGNORED]
    if len(kept) == 1 and kept[0] in _NAMED:
        return _NAMED[kept[0]]
    if not kept or len(kept) > 4 or not _BUILT_IN.issuperset(kept):
        return None
    bits = 8 if "char" in kept else 16 if "short" in kept else 64 if "long" in kept else 32
    return IntegerType(bits, "unsigned" not in kept)


def is_type_word(word: str) -> bool:
    """Tell whether a word can be part of an integer type's name."""
    return word in _NAMED or word in _BUILT_IN


@dataclass(frozen=True, slots=True)
class Value:
    """A value with its type, or the reason why there is none."""

    number: int
    type: IntegerType
    error: BytepermError | None = None

    def converted(self, type: IntegerType) -> Value:
        """Return the value converted to a type."""
        return Value(type.wrap(self.number), type, self.error)

    def promoted(self) -> Value:
        """Return the value as arithmetic uses it."""
        return self.converted(self.type.promoted())


def common(left: IntegerType, right: IntegerType) -> IntegerType:
    """Return the type in which two operands meet: C's usual arithmetic conversions.

    >>> common(INT, UINT) == UINT, common(UINT, LONG) == LONG
    (True, True)
    """
    left, right = left.promoted(), right.promoted()
    if left.bits == right.bits:
        return left if not left.signed else right
    return max(left, right, key=lambda type: type.bits)


def unary(operator: str, value: Value) -> Value:
    """Apply ``+ - ~ !``."""
    value = value.promoted()
    if operator == "!":
        return Value(int(value.number == 0), INT, value.error)
    number = {"+": value.number, "-": -value.number, "~": ~value.number}[operator]
    return Value(value.type.wrap(number), value.type, value.error)


#: Makes the error of an operator from its problem and what was found.
Complaint = Callable[[str, str], BytepermError]


def binary(operator: str, left: Value, right: Value, complain: Complaint) -> Value:
    """Apply a binary operator; an error in what C would not evaluate does not count.

    Args:
        operator: any of C's that computes a value.
        left: the left operand.
        right: the right operand.
        complain: makes the error for a division by zero or an impossible shift.
    """
    if operator in ("&&", "||"):
        return _logical(operator, left, right)
    error = left.error or right.error
    if operator in ("<<", ">>"):
        left = left.promoted()
        return replace(left, error=error) if error else _shift(operator, left, right.promoted(), complain)
    type = common(left.type, right.type)
    a, b = type.wrap(left.number), type.wrap(right.number)
    if operator in _COMPARISONS:
        return Value(int(_COMPARISONS[operator](a, b)), INT, error)
    if operator in ("/", "%"):
        return Value(0, type, error) if error else _divide(operator, a, b, type, complain)
    return Value(type.wrap(_ARITHMETIC[operator](a, b)), type, error)


def choose(condition: Value, then: Value, otherwise: Value) -> Value:
    """Apply ``?:``: the chosen value in the type that both branches share."""
    chosen = then if condition.number else otherwise
    return replace(chosen.converted(common(then.type, otherwise.type)), error=condition.error or chosen.error)


def _logical(operator: str, left: Value, right: Value) -> Value:
    decided = (left.number == 0) if operator == "&&" else (left.number != 0)
    if left.error or decided:
        return Value(int(operator == "||"), INT, left.error)
    return Value(int(right.number != 0), INT, right.error)


def _shift(operator: str, left: Value, right: Value, complain: Complaint) -> Value:
    if not 0 <= right.number < left.type.bits:
        found = f"found a shift by {right.number} of a value with {left.type.bits} bits"
        return replace(left, error=complain("shift is out of range", found))
    number = left.number << right.number if operator == "<<" else left.number >> right.number
    return Value(left.type.wrap(number), left.type)


def _divide(operator: str, left: int, right: int, type: IntegerType, complain: Complaint) -> Value:
    if right == 0:
        return Value(0, type, complain("division by zero", "found 0 on the right"))
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    if not type.holds(quotient):
        return Value(0, type, complain("division overflows", f"found {left} {operator} {right}"))
    return Value(quotient if operator == "/" else left - quotient * right, type)


_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "^": lambda a, b: a ^ b,
    "|": lambda a, b: a | b,
}

#: How tightly each binary operator binds.
PRECEDENCE = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7}
PRECEDENCE |= {"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
