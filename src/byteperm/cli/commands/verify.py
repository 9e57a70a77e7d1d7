"""``byteperm verify``: the model against its witnesses."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from byteperm.cli.terminal import Terminal
from byteperm.verify.device import check_device
from byteperm.verify.exhaustive import check_model
from byteperm.verify.peers import check_peers
from byteperm.verify.report import Report

SUMMARY = "check the model: all selectors against a second model, known values, and the GPU"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--peers", action="store_true", help="known values of other projects and of hardware as well")
    parser.add_argument("--gpu", action="store_true", help="the GPU of this machine as well; needs byteperm[gpu]")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Run the checks; the exhaustive one always, the others where they were asked for."""
    reports: list[Report] = []
    for report in _checks(args):
        reports.append(report)
        if not terminal.json:
            terminal.print(report.describe())
    good = all(report.good for report in reports)
    if terminal.json:
        terminal.print_json({"good": good, "reports": [report.to_json() for report in reports]})
    return 0 if good else 1


def _checks(args: argparse.Namespace) -> Iterator[Report]:
    yield check_model()
    if args.peers:
        yield check_peers()
    if args.gpu:
        yield check_device()
