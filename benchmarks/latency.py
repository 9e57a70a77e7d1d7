"""Measure how many clocks a dependent PRMT, LOP3, SHF or IMAD takes, on the GPU of this machine.

One warp runs a chain of instructions, each of which needs the one before; the clock counter is read before and
after. The shortest of many runs, less the cost of an empty chain, over the chain's length is the latency.

    python benchmarks/latency.py [--out benchmarks/results]
"""

from __future__ import annotations

import argparse
import ctypes
import json
from datetime import UTC, datetime
from pathlib import Path

LENGTH, RUNS = 512, 50
CHAINS = {
    "PRMT": "prmt.b32 %0, %0, %1, 0x2104;",
    "LOP3": "lop3.b32 %0, %0, %1, 0x5bd1e995, 0x6a;",
    "SHF": "shf.l.wrap.b32 %0, %0, %1, 7;",
    "IMAD": "mad.lo.u32 %0, %0, %1, %1;",
}


def source() -> str:
    """Return CUDA source with one kernel a chain and an empty one."""
    kernels = []
    for name, text in [*CHAINS.items(), ("EMPTY", "")]:
        lines = f'asm volatile("{text}" : "+r"(v) : "r"(k));' * (LENGTH if text else 0)
        kernels.append(
            f'extern "C" __global__ void chain_{name}(unsigned *out, unsigned k) {{ unsigned v = k + threadIdx.x;\n'
            f"long long start = clock64(); {lines}\nlong long end = clock64();\n"
            "if (threadIdx.x == 0) { out[0] = (unsigned)(end - start); } out[1 + threadIdx.x] = v; }\n"
        )
    return "".join(kernels)


def clocks() -> tuple[dict[str, int], str]:
    """Return the fewest clocks of each chain over many runs, and the GPU's name."""
    from cuda.core import Device, LaunchConfig, LegacyPinnedMemoryResource, Program, ProgramOptions, launch

    device = Device(0)
    device.set_current()
    major, minor = device.compute_capability
    module = Program(source(), "c++", ProgramOptions(arch=f"sm_{major}{minor}")).compile("cubin")
    stream = device.create_stream()
    buffer = LegacyPinnedMemoryResource().allocate(4 * 64)
    values = ctypes.cast(int(buffer.handle), ctypes.POINTER(ctypes.c_uint32))
    best: dict[str, int] = {}
    for name in [*CHAINS, "EMPTY"]:
        kernel = module.get_kernel(f"chain_{name}")
        for _ in range(RUNS):
            launch(stream, LaunchConfig(grid=1, block=32), kernel, int(buffer.handle), ctypes.c_uint32(3))
            stream.sync()
            best[name] = min(best.get(name, 1 << 31), values[0])
    return best, device.name


def main() -> None:
    """Print the latencies and keep them."""
    parser = argparse.ArgumentParser(description="latency of dependent instructions")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    best, name = clocks()
    latency = {chain: round((best[chain] - best["EMPTY"]) / LENGTH, 2) for chain in CHAINS}
    print(name, latency)
    if args.out:
        day = datetime.now(UTC).date().isoformat()
        kept = {"date": day, "gpu": name, "chain": LENGTH, "clocks": best, "latency": latency}
        args.out.joinpath(f"latency_{name.lower().replace(' ', '-')}_{day}.json").write_text(
            json.dumps(kept, indent=1) + "\n"
        )


if __name__ == "__main__":
    main()
