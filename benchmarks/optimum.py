"""Compare the synthesiser's counts with an independent optimum (SMT) on random problems, and keep the record.

PYTHONPATH=tests python benchmarks/optimum.py --problems 3000 --seed 1 --out benchmarks/results
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import z3

from byteperm.program.synth import plan
from program.optimum import least_instructions, random_problem

#: Longest program that is compared.
MOST = 4


def compare(problems: int, seed: int) -> dict[str, object]:
    """Return how many problems of each length were compared, and every difference."""
    rng = random.Random(seed)
    counts: Counter[int] = Counter()
    different: list[str] = []
    start = time.monotonic()
    while counts.total() < problems:
        inputs, targets = random_problem(rng)
        found = plan(inputs, targets, seconds=20)
        if len(found.steps) > MOST:
            continue
        least = least_instructions(inputs, targets, MOST)
        counts[len(found.steps)] += 1
        if least != len(found.steps) or not found.closed:
            different.append(f"least {least}, found {len(found.steps)}, closed {found.closed}: {inputs} {targets}")
    seconds = round(time.monotonic() - start, 1)
    return {
        "problems": counts.total(),
        "by_permutes": dict(sorted(counts.items())),
        "different": different,
        "seconds": seconds,
    }


def main() -> None:
    """Compare, print and keep."""
    parser = argparse.ArgumentParser(description="synthesiser against an independent optimum")
    parser.add_argument("--problems", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    day = datetime.now(UTC).date().isoformat()
    kept = {"date": day, "z3": z3.get_version_string(), "seed": args.seed, **compare(args.problems, args.seed)}
    print(json.dumps(kept, indent=1))
    if args.out:
        args.out.joinpath(f"optimum_{day}.json").write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
