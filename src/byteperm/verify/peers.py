"""The model against known values: from hardware, and from other projects' public tests."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from importlib.resources import files

from byteperm.verify.report import Count, Mismatch, Model, Report, merge_counts


@dataclass(frozen=True, slots=True)
class PeerVector:
    """One known call.

    Args:
        form: ``byte_perm``, ``prmt``, ``prmt.f4e``, ..., or ``v_perm``.
        x: the first operand; for ``v_perm`` that is S0, which holds source bytes 4-7.
        y: the second operand.
        selector: the selector or control word.
        result: the known result.
        origin: who says so.
    """

    form: str
    x: int
    y: int
    selector: int
    result: int
    origin: str


def peer_vectors() -> list[PeerVector]:
    """Read the known calls that come with the package.

    >>> peer_vectors()[0].origin
    'ZLUDA spirv_run prmt'
    """
    text = files("byteperm.verify").joinpath("peer_vectors.json").read_text(encoding="utf-8")
    return [_read(entry) for entry in json.loads(text)["vectors"]]


def check_peers(model: Model | None = None) -> Report:
    """Compare a model with every known call.

    Args:
        model: what to check; `byteperm.isa` when left out.

    >>> check_peers().good
    True
    """
    started, checked, vectors = time.perf_counter(), model or Model(), peer_vectors()
    counts = merge_counts([_check(vector, checked) for vector in vectors])
    details = {"origins": "; ".join(sorted({vector.origin for vector in vectors}))}
    return Report("model against known values of other projects", counts, time.perf_counter() - started, details)


def _read(entry: dict[str, str | None]) -> PeerVector:
    form = str(entry["contract"]) + (f".{entry['mode']}" if entry["mode"] else "")
    x, y, selector, result = (int(str(entry[name]), 16) for name in ("x", "y", "selector", "result"))
    return PeerVector(form, x, y, selector, result, str(entry["origin"]))


def _check(vector: PeerVector, model: Model) -> Count:
    found = model.form(vector.form)(vector.x, vector.y, vector.selector)
    if found == vector.result:
        return Count(vector.form, 1)
    wrong = Mismatch(vector.x, vector.y, vector.selector, vector.result, found, vector.origin)
    return Count(vector.form, 1, 1, (wrong,))
