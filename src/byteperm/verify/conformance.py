"""Known calls with which anybody can check an implementation of the contracts, in any language.

Two kinds. A `Vector` is one call and its result, with a name that says what it is after. A `Sweep` is one
number for 65,536 calls: the FNV-1a hash of all their results. The vectors say what is wrong; the sweeps
leave nothing out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from byteperm.verify.report import FORMS, Model

WORD = 0xFFFF_FFFF
SWEEP_CALLS = 1 << 16

#: Source byte i has low digit i, so a result shows where its bytes come from; the top bits alternate.
#: The second pair is the complement (low digit 15-i), so every source byte has both values of its top bit.
PAIRS = ((0xC332A110, 0x8776E554), (0x3CCD5EEF, 0x78891AAB))

#: For the bits that an instruction ignores; none is made of all zeros or all ones only.
JUNK = (0x0000, 0xFFFF, 0x8000, 0x7654, 0x0001, 0xBA98)

#: Every class of a ``v_perm`` selector byte: copies, signs, zero, 0xFF, and 0xFF through each higher bit.
V_PERM_BYTES = (*range(16), 0x10, 0x17, 0x20, 0x40, 0x48, 0x7F, 0x80, 0x88, 0x8C, 0xF0, 0xFF)

#: Selectors that people write: all of x, all of y, reversals, halves, signs of every byte, and a literal's true value.
WHOLE_SELECTORS = (0x3210, 0x7654, 0x0123, 0x4567, 0x1032, 0x5410, 0x7632, 0x6420, 0x7531, 0xBA98, 0xFEDC, 0x89AB)

#: Worked calls of ``__byte_perm``: Bitcoin opcodes and a digest word.
WORKED = (
    (0x7600A914, 0x069F34C5, 0x3104),
    (0x0014A976, 0x069F34C5, 0x0124),
    (0x7600A914, 0x069F34C5, 0x3107),
    (0x069F34C5, 0x00000014, 0x5401),
    (0x7600A914, 0x069F34C5, 0x0644),
    (0x7600A914, 0x069F34C5, 0x0647),
)


@dataclass(frozen=True, slots=True)
class Vector:
    """One call and its result.

    Args:
        name: what the call is after; unique.
        form: ``byte_perm``, ``prmt``, ``prmt.f4e``, ..., or ``v_perm``.
        x: the first operand; for ``v_perm`` that is S0, which holds source bytes 4-7.
        y: the second operand.
        selector: the selector or control word.
        result: the right result.
    """

    name: str
    form: str
    x: int
    y: int
    selector: int
    result: int


@dataclass(frozen=True, slots=True)
class Sweep:
    """One number for all 65,536 calls of a form with one operand pair.

    Args:
        form: as in `Vector`.
        x: the first operand.
        y: the second operand.
        checksum: `checksum` of the results, in the order of `sweep_selectors`.
    """

    form: str
    x: int
    y: int
    checksum: int


def conformance_vectors(model: Model | None = None) -> list[Vector]:
    """Return the calls, in a fixed order.

    Args:
        model: what the results are computed with; `byteperm.isa` when left out.

    >>> print(conformance_vectors()[4].name)
    byte_perm: byte 0 from nibble 0x4, top bits 10101010
    """
    chosen = model or Model()
    calls = [*_nibbles("byte_perm"), *_nibbles("prmt"), *_wholes(), *_worked(), *_modes(), *_v_perm()]
    return [Vector(name, form, x, y, s, chosen.form(form)(x, y, s)) for name, form, x, y, s in calls]


def conformance_sweeps(model: Model | None = None) -> list[Sweep]:
    """Return one checksum for each form and each operand pair.

    Args:
        model: what the results are computed with; `byteperm.isa` when left out.
    """
    chosen = model or Model()
    return [_sweep(form, x, y, chosen) for form in (*FORMS, "v_perm") for x, y in PAIRS]


def sweep_selectors(form: str) -> Iterator[int]:
    """Yield the 65,536 selectors of a sweep.

    For number k of 0 to 65,535 the selector of ``v_perm`` has digit n of k in byte n; for every other form it is k in
    both halves, so that the ignored half is full of junk.

    >>> [hex(selector) for selector in sweep_selectors("v_perm")][0x3104]
    '0x3010004'
    """
    for k in range(SWEEP_CALLS):
        if form == "v_perm":
            yield k & 0xF | (k & 0xF0) << 4 | (k & 0xF00) << 8 | (k & 0xF000) << 12
        else:
            yield k << 16 | k


def checksum(words: Iterable[int]) -> int:
    """Hash words by 32-bit FNV-1a over their bytes, least significant byte first.

    Source: the FNV hash by Fowler, Noll and Vo; offset basis 2166136261, prime 16777619.

    >>> hex(checksum([0x64636261]))   # the bytes of "abcd"
    '0xce3479bd'
    """
    value = 2166136261
    for word in words:
        for shift in (0, 8, 16, 24):
            value = (value ^ word >> shift & 0xFF) * 16777619 & WORD
    return value


_Named = tuple[str, str, int, int, int]


def _nibbles(form: str) -> Iterator[_Named]:
    """Every nibble value in every position, other positions left in place."""
    for x, y in PAIRS:
        for n in range(4):
            for nibble in range(16):
                selector = 0x3210 & ~(0xF << 4 * n) | nibble << 4 * n
                full = JUNK[(nibble + n) % len(JUNK)] << 16 | selector
                yield f"{form}: byte {n} from nibble 0x{nibble:X}, {_tops(x)}", form, x, y, full


def _wholes() -> Iterator[_Named]:
    for form in ("byte_perm", "prmt"):
        for x, y in PAIRS:
            for selector in WHOLE_SELECTORS:
                yield f"{form}: selector 0x{selector:04X}, {_tops(x)}", form, x, y, selector
            for junk in JUNK[1:]:
                yield f"{form}: ignored upper half 0x{junk:04X}, {_tops(x)}", form, x, y, junk << 16 | 0x3210


def _worked() -> Iterator[_Named]:
    for x, y, selector in WORKED:
        yield f"byte_perm: worked call 0x{x:08X} 0x{y:08X} 0x{selector:04X}", "byte_perm", x, y, selector


def _modes() -> Iterator[_Named]:
    for form in list(FORMS)[2:]:
        for x, y in PAIRS:
            for control in range(4):
                for junk in (0, JUNK[1 + control] << 16 | 0x7654 & ~3, 0xFFFF_FFFC):
                    yield f"{form}: control {control}, other bits {junk:#010x}, {_tops(x)}", form, x, y, junk | control


def _v_perm() -> Iterator[_Named]:
    for x, y in PAIRS:
        for n in range(4):
            for byte in V_PERM_BYTES:
                selector = 0x03020100 & ~(0xFF << 8 * n) | byte << 8 * n
                yield f"v_perm: byte {n} from selector byte 0x{byte:02X}, {_tops(x)}", "v_perm", x, y, selector


def _tops(x: int) -> str:
    """Say which of the two pairs of operands it is by its top bits, source byte 7 first."""
    return "top bits 10101010" if x == PAIRS[0][0] else "top bits 01010101"


def _sweep(form: str, x: int, y: int, model: Model) -> Sweep:
    permute = model.form(form)
    return Sweep(form, x, y, checksum(permute(x, y, selector) for selector in sweep_selectors(form)))
