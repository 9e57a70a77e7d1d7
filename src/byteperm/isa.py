"""The contracts: what each byte-permute instruction does, on plain integers.

This module is the definition of truth for the whole package. It imports nothing and knows nothing
about spelling, pictures or programs: three functions from words to a word.

Source bytes are numbered the same way everywhere: bytes 0-3 are the *low* operand from its least
significant byte up, bytes 4-7 the *high* operand likewise. For ``__byte_perm`` and ``prmt`` the low
operand is the first argument; for AMD's ``v_perm_b32`` it is the second.
"""

from __future__ import annotations

WORD_MASK = 0xFFFF_FFFF
LOWEST_WORD = -(1 << 31)

#: The generic selector, most significant nibble first, that each ``prmt`` mode stands for at control
#: values 0, 1, 2 and 3. Source: the PTX ISA's ``prmt`` tables; seen on an H200 for controls 0 to 7.
MODE_SELECTORS: dict[str, tuple[int, int, int, int]] = {
    "f4e": (0x3210, 0x4321, 0x5432, 0x6543),
    "b4e": (0x5670, 0x6701, 0x7012, 0x0123),
    "rc8": (0x0000, 0x1111, 0x2222, 0x3333),
    "ecl": (0x3210, 0x3211, 0x3222, 0x3333),
    "ecr": (0x0000, 0x1110, 0x2210, 0x3210),
    "rc16": (0x1010, 0x3232, 0x1010, 0x3232),
}

#: Every value that ``prmt`` takes for ``mode``.
MODES = ("default", *MODE_SELECTORS)


def to_word(value: int, name: str = "word") -> int:
    """Check that an integer fits a 32-bit register and return it unsigned.

    Negative values from -2**31 are taken as two's complement, because other stacks (libdevice,
    Triton, SYCL) pass words as int32.

    Args:
        value: the integer; -2147483648 to 4294967295.
        name: what the value is called in an error message.

    Raises:
        TypeError: the value is not an int (a bool is not one either).
        ValueError: the value does not fit in 32 bits.

    >>> hex(to_word(-1))
    '0xffffffff'
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, found {type(value).__name__}")
    if not LOWEST_WORD <= value <= WORD_MASK:
        shown = f"{value:#x}" if value.bit_length() <= 128 else f"a number of {value.bit_length()} bits"
        raise ValueError(f"{name} does not fit in 32 bits: found {shown}")
    return value & WORD_MASK


def byte_perm(x: int, y: int, s: int) -> int:
    """Compute CUDA's ``__byte_perm(x, y, s)``.

    Nibble n of the selector (bits 4n+3..4n) chooses byte n of the result (bits 8n+7..8n) by its low
    three bits; bit 3 of each nibble and bits 31..16 are ignored.

    Args:
        x: 32-bit word, source bytes 0 (least significant) to 3.
        y: 32-bit word, source bytes 4 (least significant) to 7.
        s: the selector; only ``s & 0x7777`` matters.

    Raises:
        TypeError, ValueError: an argument is not an integer of 32 bits (see `to_word`).

    Source: CUDA C++ intrinsics; compared with an H200 over all 65,536 selectors.

    >>> f"{byte_perm(0x7600A914, 0x069F34C5, 0x3104):#010x}"
    '0x76a914c5'
    >>> byte_perm(0x80, 0, 0x8888) == 0x80808080   # bit 3 is ignored: no sign replication
    True
    """
    source = to_word(y, "y") << 32 | to_word(x, "x")
    return _gather(source, to_word(s, "selector") & 0x7777)


def prmt(x: int, y: int, s: int, mode: str = "default") -> int:
    """Compute PTX ``prmt.b32{.mode} d, x, y, s``.

    In the default mode nibble n chooses byte n of the result by its low three bits; with bit 3 set the
    byte becomes 0xFF or 0x00, its own top bit replicated. In the six other modes only the two lowest
    bits of the selector count and nothing is sign-replicated.

    Args:
        x: 32-bit word, source bytes 0 (least significant) to 3.
        y: 32-bit word, source bytes 4 (least significant) to 7.
        s: the selector (default mode: bits 15..0) or the control (other modes: bits 1..0).
        mode: ``default``, ``f4e``, ``b4e``, ``rc8``, ``ecl``, ``ecr`` or ``rc16``.

    Raises:
        TypeError, ValueError: an argument is not an integer of 32 bits, or the mode is unknown.

    Source: PTX ISA, ``prmt``; compared with an H200 over all selectors and modes.

    >>> f"{prmt(0x000080FF, 0, 0xBA98):#010x}"
    '0x0000ffff'
    >>> f"{prmt(0x33221100, 0x77665544, 1, 'f4e'):#010x}"
    '0x44332211'
    """
    source = to_word(y, "y") << 32 | to_word(x, "x")
    return _gather(source, generic_selector(s, mode))


def generic_selector(s: int, mode: str = "default") -> int:
    """Return the 16-bit default-mode selector that a ``prmt`` selector and mode stand for.

    Args:
        s: the selector or control word, 32 bits.
        mode: one of `MODES`.

    Raises:
        TypeError, ValueError: the selector is not an integer of 32 bits, or the mode is unknown.

    >>> hex(generic_selector(7, "rc8"))
    '0x3333'
    """
    word = to_word(s, "selector")
    if mode == "default":
        return word & 0xFFFF
    if mode not in MODE_SELECTORS:
        raise ValueError(f"unknown prmt mode: found {mode!r}, expected one of {', '.join(MODES)}")
    return MODE_SELECTORS[mode][word & 3]


def v_perm(s0: int, s1: int, sel: int) -> int:
    """Compute AMD's ``v_perm_b32`` (``__builtin_amdgcn_perm(s0, s1, sel)``).

    The *second* source is bytes 0-3 and the first is bytes 4-7, and the selector has one byte for each
    result byte: 0-7 copy that source byte, 8-11 replicate the sign of byte 1, 3, 5, 7, 12 gives 0x00
    and 13 or more 0xFF.

    Args:
        s0: 32-bit word, source bytes 4 (least significant) to 7.
        s1: 32-bit word, source bytes 0 (least significant) to 3.
        sel: 32-bit selector, byte n for result byte n.

    Raises:
        TypeError, ValueError: an argument is not an integer of 32 bits (see `to_word`).

    Source: AMD instruction set manuals, V_PERM_B32.

    >>> f"{v_perm(0x88776655, 0x44332211, 0x05040100):#010x}"
    '0x66552211'
    >>> f"{v_perm(0, 0x80000000, 0x0D0C0908):#010x}"
    '0xff00ff00'
    """
    source = to_word(s0, "s0") << 32 | to_word(s1, "s1")
    selector = to_word(sel, "selector")
    result = 0
    for position in range(4):
        result |= _v_perm_byte(source, selector >> 8 * position & 0xFF) << 8 * position
    return result


def _v_perm_byte(source: int, index: int) -> int:
    if index < 8:
        return source >> 8 * index & 0xFF
    if index < 12:
        return 0xFF * (source >> 16 * (index - 8) + 15 & 1)
    return 0x00 if index == 12 else 0xFF


def _gather(source: int, selector: int) -> int:
    result = 0
    for position in range(4):
        nibble = selector >> 4 * position & 0xF
        byte = source >> 8 * (nibble & 7) & 0xFF
        if nibble & 8:
            byte = 0xFF * (byte >> 7)
        result |= byte << 8 * position
    return result
