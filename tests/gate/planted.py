"""Planted ways to a proof that looks green: planted/NAME.c, and what the gate makes of it."""
from __future__ import annotations

import dataclasses
import pathlib
import re
import tempfile

from proofs.gate import proof, report, rules
from proofs.gate.evidence import EVERYTHING, GOALS, PROGRAM, Evidence

ROOM = pathlib.Path(__file__).resolve().parent / "planted"
LIMIT_SECONDS = 1  # what is true here is proved in milliseconds

COMMON_CLAIMS = """
[[harmless]]
pattern = "Missing terminates clause for \\\\w+, populates 'terminates .true'"
reason = "the gate has WP add it"
"""
FILE_CLAIM = '[files."{room}/planted.c"]\nclaim = "Planted."\nfloor = 1\n'


@dataclasses.dataclass(frozen=True)
class Planted:
    """One planted file. Its first comment says which rules it breaks, what the run needs, where the
    file stands if not in kernel/, and what is claimed. A header of the same name is
    kernel/rtmr.h.
    """

    path: pathlib.Path
    breaks: frozenset[str]
    extent: frozenset[str]
    room: str
    claims: str

    @classmethod
    def read(cls, path: pathlib.Path) -> Planted:
        """Reads the first comment."""
        comment = path.read_text(encoding="utf-8").split("*/", 1)[0]
        lines = [line.removeprefix(" *").removeprefix(" ") for line in comment.splitlines()[1:]]
        fields = dict(line.split(":", 1) for line in lines if re.match(r"(breaks|needs|room|claims):", line))
        breaks = frozenset(fields["breaks"].split()) - {"nothing"}
        own = "\n".join(lines[lines.index("claims:") + 1 :]) + "\n" if "claims" in fields else ""
        room = fields.get("room", "kernel").strip()
        file_claim = "" if "[files." in own else FILE_CLAIM.format(room=room)
        extent = frozenset((GOALS, EVERYTHING, PROGRAM, *fields.get("needs", "").split()))
        return cls(path, breaks, extent, room, COMMON_CLAIMS + file_claim + own)


def all_planted() -> list[Planted]:
    """Every planted file."""
    return [Planted.read(path) for path in sorted(ROOM.glob("*.c"))]


@dataclasses.dataclass(frozen=True)
class Judged:
    """What the gate made of a planted file."""

    evidence: Evidence
    broken: dict[str, list[str]]
    report: dict


def plant(planted: Planted, tree: pathlib.Path) -> None:
    """Makes a tree of that one file."""
    (tree / "kernel").mkdir()
    (tree / "proofs").mkdir()
    (tree / planted.room / "planted.c").write_bytes(planted.path.read_bytes())
    header = planted.path.with_suffix(".h")
    if header.exists():
        (tree / "kernel" / "rtmr.h").write_bytes(header.read_bytes())
    (tree / "proofs" / "claims.toml").write_text(planted.claims, encoding="utf-8")


def judge(planted: Planted) -> Judged:
    """Runs the gate over a tree of that one file."""
    with tempfile.TemporaryDirectory(prefix="planted-") as directory:
        tree = pathlib.Path(directory)
        plant(planted, tree)
        plan = proof.Plan(tree, tree / "proofs" / "claims.toml", planted.extent, limit_seconds=LIMIT_SECONDS, jobs=1)
        evidence = proof.gather(plan, lambda line: None)
        broken = rules.judge(evidence)
        return Judged(evidence, broken, report.data(evidence, broken))
