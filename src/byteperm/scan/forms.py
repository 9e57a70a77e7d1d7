"""How a byte permute is spelled, in every language that has one: the one table of names.

A form says which contract a name has and which source bytes each argument supplies, so that AMD's
exchanged operands are undone here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from byteperm.isa import MODE_SELECTORS, MODES

#: Roles of the arguments in order: ``low`` supplies bytes 0-3, ``high`` bytes 4-7, ``-`` is the destination.
Order = tuple[str, ...]

_PLAIN: Order = ("low", "high", "selector")
_AMD: Order = ("high", "low", "selector")
_SHORT: Order = ("low", "selector")

# Modes whose result never depends on bytes 4-7: LLVM's intrinsics leave the second word out.
_ONE_WORD_MODES = frozenset(mode for mode, rows in MODE_SELECTORS.items() if not any(row & 0x4444 for row in rows))


@dataclass(frozen=True, slots=True)
class Form:
    """One spelling of a permute.

    Args:
        contract: ``byte_perm``, ``prmt`` or ``v_perm``.
        mode: one of `byteperm.isa.MODES`.
        orders: the argument orders that a call may have, told apart by their length.
        operands: the operand order as an assembler instruction, empty if it is not one.
        one_line: an instruction ends with its line.
    """

    contract: str
    mode: str = "default"
    orders: tuple[Order, ...] = (_PLAIN,)
    operands: Order = ()
    one_line: bool = False


def form_of(name: str) -> Form | None:
    """Return the form that a plain or qualified name stands for.

    Args:
        name: a name with its qualifiers (``cuda.libdevice.byte_perm``, ``llvm.nvvm.prmt.f4e``).

    >>> form_of("dpct::byte_level_permute").contract, form_of("prmt.b32.rc8").mode, form_of("swap")
    ('byte_perm', 'rc8', None)
    """
    parts = name.replace("::", ".").split(".")
    for first in range(max(0, len(parts) - _MOST_PARTS), len(parts)):
        form = FORMS.get(".".join(parts[first:]))
        if form is not None:
            return form
    return None


def unknown_mode(name: str) -> str | None:
    """Return what stands where a ``prmt.b32`` name should have its mode, if that is not a mode.

    >>> unknown_mode("prmt.b32.f5e"), unknown_mode("prmt.b32.f4e")
    ('f5e', None)
    """
    mode = name.removeprefix("prmt.b32.")
    return None if mode == name or mode in MODES else mode


def _prmt(mode: str) -> Form:
    return Form("prmt", mode, operands=("-", *_PLAIN))


def _llvm(mode: str) -> Form:
    return Form("prmt", mode, orders=(_SHORT, _PLAIN) if mode in _ONE_WORD_MODES else (_PLAIN,))


def _table() -> dict[str, Form]:
    byte_perm, v_perm = Form("byte_perm"), Form("v_perm", orders=(_AMD,))
    instruction = Form("v_perm", orders=(_AMD,), operands=("-", *_AMD), one_line=True)
    table = dict.fromkeys(("__byte_perm", "__nv_byte_perm", "byte_perm", "byte_level_permute"), byte_perm)
    # hashcat's wrappers are __byte_perm on NVIDIA, and so written in its sources whatever the device.
    table |= dict.fromkeys(("hc_byte_perm", "hc_byte_perm_S"), byte_perm)
    table |= dict.fromkeys(("__builtin_amdgcn_perm", "__amdgcn_perm", "llvm.amdgcn.perm", "v_perm"), v_perm)
    table |= dict.fromkeys(("v_perm_b32", "V_PERM_B32", "v_perm_b32_e64"), instruction)
    table |= {"prmt": Form("prmt"), "prmt.b32": _prmt("default")}
    table |= {"__builtin_nvvm_prmt": Form("prmt"), "llvm.nvvm.prmt": Form("prmt")}
    for mode in MODE_SELECTORS:
        table[f"prmt.{mode}"] = Form("prmt", mode)
        table[f"prmt.b32.{mode}"] = _prmt(mode)
        table[f"__builtin_nvvm_prmt_{mode}"] = table[f"llvm.nvvm.prmt.{mode}"] = _llvm(mode)
    return table


#: Every name that is a permute, without its qualifiers.
FORMS = _table()
_MOST_PARTS = max(name.count(".") for name in FORMS) + 1
