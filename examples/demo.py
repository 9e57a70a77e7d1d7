"""The main job, end to end: six message words of a Bitcoin script, and one wrong result explained.

Run it with `make demo`. The key hash and the script hash that must come out are published in BIP 49.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from pathlib import Path

from byteperm.cli.terminal import Terminal, open_terminal
from byteperm.diagnosis.engine import diagnose
from byteperm.diagnosis.report import render
from byteperm.emit.base import Request, load_target
from byteperm.isa import byte_perm
from byteperm.lanes import parse_lanes
from byteperm.layout.language import parse_layout
from byteperm.program.check import check
from byteperm.program.synth import synthesize
from byteperm.selector.choose import choose
from byteperm.selector.model import Selector
from byteperm.word import Word

VECTORS = Path(__file__).parents[1] / "tests" / "vectors" / "bip_scripts.json"

#: What each message word needs, as it prints: x is the digest word named first, y the one named second.
#: A constant byte stands for itself; the product finds the operand that supplies it.
NEEDS = [
    ("h[0]", "", "00 14 x0 x1"),
    ("h[0]", "h[1]", "x2 x3 y0 y1"),
    ("h[1]", "h[2]", "x2 x3 y0 y1"),
    ("h[2]", "h[3]", "x2 x3 y0 y1"),
    ("h[3]", "h[4]", "x2 x3 y0 y1"),
    ("h[4]", "", "x2 x3 80 00"),
]

LAYOUT = """in  h: u32le[5]                           # RIPEMD-160 digest words as they lie in registers
out m: u32be[16] = sha256_block(00 14 h)  # the redeem script as SHA-256 message words"""

REPORT = "__byte_perm(0x7600a914, 0x069f34c5, 0b011'001'000'111)"


def solve(low: str, high: str, needs: str) -> tuple[Selector, str]:
    """Return the selector for one word's needs, and what to pass as second operand."""
    choice = choose(parse_lanes(needs))
    if choice.best is not None:
        return choice.best, high
    supply = choice.supplies[0]
    return supply.selector, f"{supply.value:#x}"


def build(terminal: Terminal, digest: bytes) -> bytes:
    """Build the message words from the digest's little-endian words, showing each, and return their bytes."""
    h = dict(zip([f"h[{n}]" for n in range(5)], struct.unpack("<5I", digest), strict=True))
    terminal.print("digest words as they lie in registers (RIPEMD-160 leaves them little-endian):")
    words = [f"{name} = {word:#010x}" for name, word in h.items()]
    terminal.print("  " + "  ".join(words[:3]) + "\n  " + "  ".join(words[3:]) + "\n")
    terminal.print("word  needs (printed)   found                               prints")
    script = b""
    for n, (low, high, needs) in enumerate(NEEDS):
        selector, second = solve(low, high, needs)
        word = byte_perm(h[low], h[second] if second in h else int(second, 0), selector.value)
        call = f"__byte_perm({low}, {second}, {selector.hex})"
        terminal.print(f"m[{n}]  {needs:<16}  {call:<34}  {Word(word).printed}")
        script += struct.pack(">I", word)
    return script


def hash160(terminal: Terminal, script: bytes) -> bytes | None:
    """Return RIPEMD-160 of SHA-256, or None where this Python's hashlib has no RIPEMD-160."""
    first = hashlib.sha256(script).digest()
    terminal.print(f"SHA-256      {first.hex()}")
    try:
        return hashlib.new("ripemd160", first).digest()
    except ValueError:
        return None


def main() -> int:
    """Run the demonstration; the exit code says whether the published hash came out."""
    terminal = open_terminal(as_json=False)
    bold, off, green = ("\x1b[1m", "\x1b[0m", "\x1b[32m") if terminal.colour else ("", "", "")
    published = json.loads(VECTORS.read_text())["bip49"]
    terminal.print(f"{bold}1. Six SHA-256 message words for a P2SH-P2WPKH redeem script{off}")
    terminal.print(f"The script is 00 14 and the key hash {published['keyhash']} (BIP 49).\n")
    script = build(terminal, bytes.fromhex(published["keyhash"]))[:22]
    terminal.print(f"\nscript       {script.hex()}")
    right = script.hex() == published["redeemScript"]
    digest = hash160(terminal, script)
    if digest is None:
        terminal.print("RIPEMD-160   this Python's hashlib has none; the script itself is compared instead")
    else:
        right = right and digest.hex() == published["script_hash"]
        terminal.print(f"RIPEMD-160   {digest.hex()}")
        terminal.print(f"published    {published['script_hash']}")
    terminal.print(
        f"{green if right else ''}{'It is the published hash.' if right else 'IT IS NOT WHAT WAS PUBLISHED.'}{off}\n"
    )
    terminal.print(f"{bold}2. A report: expected 76 a9 14 06, saw 14 9f c5 06{off}")
    terminal.print(render(diagnose(REPORT, "14 9f c5 06", "76 a9 14 06"), bold=bold, plain=off))
    terminal.print(f"\n{bold}3. The same words from two lines of layout, as CUDA, proved shortest{off}")
    terminal.print(LAYOUT + "\n")
    layout = parse_layout(LAYOUT)
    program = synthesize(layout)
    code = load_target("cuda").emit(Request(layout, program, "redeem_script_words"))
    assert isinstance(code, str)
    terminal.print(code[code.index("static __device__ __forceinline__ void redeem") :])
    checked = "the program was checked against the layout" if check(layout, program).good else "THE CHECK FAILED"
    terminal.print(f"{green}{program.summary}{off}\n{checked}.")
    return 0 if right and check(layout, program).good else 1


if __name__ == "__main__":
    sys.exit(main())
