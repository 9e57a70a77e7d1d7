"""Check the model against this machine's GPU and write down the outcome.

    PYTHONPATH=src python3 benchmarks/gpu_verify.py --out benchmarks/results

The exit code is 0 if nothing differed, 1 if something did and 2 if the check could not run.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from byteperm.spans import BytepermError
from byteperm.verify.device import check_device
from byteperm.verify.report import Report


def main() -> int:
    """Run the check and return the exit code."""
    parser = argparse.ArgumentParser(description="Check the model against this machine's GPU.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the result")
    parser.add_argument("--pairs", type=int, default=1024, help="operand pairs (default: %(default)s)")
    args = parser.parse_args()
    try:
        report = check_device(args.pairs)
    except BytepermError as error:
        print(error.render(), file=sys.stderr)
        return 2
    print(report.describe())
    print(f"written to {write(report, args.out)}")
    return 0 if report.good else 1


def write(report: Report, folder: Path) -> Path:
    """Write a report into a folder, named after the GPU and the date, and return the file's path."""
    gpu = re.sub(r"[^a-z0-9]+", "-", report.details["GPU"].lower()).strip("-")
    path = folder / f"gpu_verify_{gpu}_{report.details['date']}.json"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())
