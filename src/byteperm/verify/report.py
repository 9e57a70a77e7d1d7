"""What a check found: how many comparisons, which of them failed, and how long it took."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from byteperm import isa

#: How many failing calls of each contract a report keeps; the counts are always complete.
KEPT = 4

#: The name of every form of a permute that an NVIDIA GPU has, and the ``prmt`` mode of those that have one.
FORMS: dict[str, str | None] = {
    "byte_perm": None,
    "prmt": "default",
    **{f"prmt.{mode}": mode for mode in isa.MODES if mode != "default"},
}

Permute = Callable[[int, int, int], int]


@dataclass(frozen=True, slots=True)
class Model:
    """An implementation of the three contracts, to be put to a check.

    Args:
        byte_perm: ``byte_perm(x, y, s)``.
        prmt: ``prmt(x, y, s, mode)``.
        v_perm: ``v_perm(s0, s1, sel)``.
    """

    byte_perm: Permute = isa.byte_perm
    prmt: Callable[[int, int, int, str], int] = isa.prmt
    v_perm: Permute = isa.v_perm

    def form(self, name: str) -> Permute:
        """Return the function of three words for one of `FORMS`, or for ``v_perm``.

        >>> hex(Model().form("prmt.rc8")(0x33221100, 0, 2))
        '0x22222222'
        """
        if name == "v_perm":
            return self.v_perm
        mode = FORMS[name]
        if mode is None:
            return self.byte_perm
        return lambda x, y, s: self.prmt(x, y, s, mode)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One call that did not give what it should.

    Args:
        x: the first operand.
        y: the second operand.
        selector: the selector or control word, unused bits included.
        expected: the result that the witness gives.
        found: the result of what is checked.
        origin: where the call comes from, if that is known.
    """

    x: int
    y: int
    selector: int
    expected: int
    found: int
    origin: str = ""

    def __str__(self) -> str:
        call = f"x={self.x:#010x} y={self.y:#010x} selector={self.selector:#010x}"
        origin = f"  ({self.origin})" if self.origin else ""
        return f"{call}: expected {self.expected:#010x}, found {self.found:#010x}{origin}"

    def to_json(self) -> dict[str, object]:
        """Return the call as plain values, words in hexadecimal."""
        words = {name: f"{getattr(self, name):#010x}" for name in ("x", "y", "selector", "expected", "found")}
        return {**words, "origin": self.origin} if self.origin else dict(words)


@dataclass(frozen=True, slots=True)
class Count:
    """What was compared for one form of a permute.

    Args:
        form: one of `FORMS` or ``v_perm``; it can say more after that, such as ``prmt (host)``.
        comparisons: how many calls were compared.
        mismatches: how many of them differed.
        first: the first few that differed.
    """

    form: str
    comparisons: int
    mismatches: int = 0
    first: tuple[Mismatch, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the counts as plain values."""
        first = [mismatch.to_json() for mismatch in self.first]
        return {"form": self.form, "comparisons": self.comparisons, "mismatches": self.mismatches, "first": first}


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one check.

    Args:
        title: what was compared with what.
        counts: one entry for each form of a permute.
        seconds: wall-clock time.
        details: whatever else identifies the run, such as the GPU's name.

    >>> Report("model against itself", (Count("prmt", 10),), 0.5).good
    True
    """

    title: str
    counts: tuple[Count, ...]
    seconds: float
    details: dict[str, str] = field(default_factory=dict)

    @property
    def comparisons(self) -> int:
        """Number of calls compared, all forms together."""
        return sum(count.comparisons for count in self.counts)

    @property
    def mismatches(self) -> int:
        """Number of calls that differed, all forms together."""
        return sum(count.mismatches for count in self.counts)

    @property
    def good(self) -> bool:
        """Whether something was compared and nothing differed: a check that compared nothing is not good."""
        return bool(self.counts) and all(count.comparisons and not count.mismatches for count in self.counts)

    def describe(self) -> str:
        r"""Return the report as lines of text.

        >>> print(Report("a against b", (Count("prmt", 1000),), 0.5, {"seed": "1"}).describe())
        a against b
          seed: 1
          prmt        1,000 compared            0 differ
        1,000 comparisons, 0 mismatches, 0.5 s
        """
        lines = [self.title, *(f"  {name}: {value}" for name, value in self.details.items())]
        width = max((len(count.form) for count in self.counts), default=0)
        for count in self.counts:
            lines.append(f"  {count.form:<{width}} {count.comparisons:>12,} compared {count.mismatches:>12,} differ")
            lines += [f"    {mismatch}" for mismatch in count.first]
        lines.append(f"{self.comparisons:,} comparisons, {self.mismatches:,} mismatches, {self.seconds:.1f} s")
        return "\n".join(lines)

    def to_json(self) -> dict[str, object]:
        """Return the report as plain values."""
        return {
            "title": self.title,
            "good": self.good,
            "comparisons": self.comparisons,
            "mismatches": self.mismatches,
            "seconds": round(self.seconds, 3),
            "details": dict(self.details),
            "forms": [count.to_json() for count in self.counts],
        }


def compare_calls(form: str, calls: list[tuple[int, int, int]], expected: list[int], found: list[int]) -> Count:
    """Count the calls whose two results differ and keep the first few.

    Args:
        form: what was called.
        calls: the operands and the selector of each call.
        expected: the witness's result of each call.
        found: the checked result of each call.

    Raises:
        ValueError: the lists differ in length.

    >>> compare_calls("prmt", [(1, 2, 3)], [4], [5]).first[0].found
    5
    """
    wrong = [i for i, (want, got) in enumerate(zip(expected, found, strict=True)) if want != got]
    first = tuple(Mismatch(*calls[i], expected[i], found[i]) for i in wrong[:KEPT])
    return Count(form, len(calls), len(wrong), first)


def merge_counts(counts: list[Count]) -> tuple[Count, ...]:
    """Add up the counts of each form, forms in order of appearance.

    >>> merge_counts([Count("prmt", 1), Count("prmt", 2)])
    (Count(form='prmt', comparisons=3, mismatches=0, first=()),)
    """
    merged: dict[str, Count] = {}
    for count in counts:
        before = merged.get(count.form, Count(count.form, 0))
        merged[count.form] = Count(
            count.form,
            before.comparisons + count.comparisons,
            before.mismatches + count.mismatches,
            (before.first + count.first)[:KEPT],
        )
    return tuple(merged.values())
