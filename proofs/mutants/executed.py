"""The command behind `make mutants-executed`: looks for a run that refutes a mutant.

usage, in the root of the repository, after `make build/campaign/campaign`:
    python3 -m proofs.mutants.executed [--runs N] [--seed S] [--every] [--function F] [--seconds T]

A mutant that is noticed by the time limit only might be proved with more time. If it changes code,
it can be compiled and run: a run of the campaign (tests/campaign) in which a clause breaks, or the
kernel crashes or does not come back, is a counterexample, and no prover can prove what it refutes.
What is found is kept in refuted.jsonl, with the run that shows it, by the mutant's fingerprint.
"""
from __future__ import annotations

import argparse
import dataclasses
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from proofs.gate.results import Unreadable

from . import subject, trial
from .catalogue import Catalogue
from .hand_written import BadHandWritten
from .journal import BadJournal, Journal
from .mutant import Mutant

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CAMPAIGN = ROOT / "build" / "campaign"
REFUTED = HERE / "refuted.jsonl"

RUNS = 100000

# Undefined behaviour, which the proof excludes, ends a run; nothing of a compiler's library is
# needed for that.
OPTIONS = ("-w", "-g0", "-O1", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")

FAILED = re.compile(r"^(making smaller: )?run (\d+:\d+) (?:was ended by (signal \d+ \([^)]*\))|\()", re.MULTILINE)
BROKEN = re.compile(r"^(\S.*?) +\d+ +\d+  BROKEN$", re.MULTILINE)

NOT_CODE = "changes no code"
NOT_FOUND = "no run refutes it"
REFUSED = "does not compile"
REFUTED_BY = "refuted"


class Unsound(Exception):
    """The kernel without a change is refuted, so nothing can be said of mutants."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """What came of running a mutant."""

    verdict: str
    run: str = ""  # SEED:NUMBER of the campaign's run that refutes it
    clause: str = ""  # the clause that breaks there, or how the run ends


class Bench:
    """A copy of the kernel in which mutants are compiled, one after the other."""

    def __init__(self, directory: Path, runs: int, seed: int) -> None:
        self._directory = directory
        self._limits = ("--runs", str(runs), "--seed", str(seed))
        self._compiler = shlex.split((CAMPAIGN / "options").read_text(encoding="utf-8"))
        shutil.copytree(ROOT / "kernel", directory / "kernel")
        self._objects = {path: path.with_suffix(".o") for path in sorted((directory / "kernel").glob("*.c"))}
        self._others = [
            path
            for room in ("harness", "tests/campaign")
            for path in (CAMPAIGN / room).rglob("*.o")
            if (ROOT / path.relative_to(CAMPAIGN).with_suffix(".c")).exists()
        ]
        self._compile(self._objects)
        self._right = {path: built.read_bytes() for path, built in self._objects.items()}
        finding = self._run()
        if finding.verdict != NOT_FOUND:
            raise Unsound(f"the kernel without a change is refuted by the run {finding.run}: {finding.clause}")

    def finding(self, mutant: Mutant) -> Finding:
        """Compiles the mutant and looks for a run that refutes it."""
        files = [file for file in mutant.files if file.startswith("kernel/")]
        sources = {self._directory / file: (self._directory / file).read_text(encoding="utf-8") for file in files}
        changed = [path for path in self._objects if path in sources or any(file.endswith(".h") for file in files)]
        try:
            for path, source in sources.items():
                path.write_text(mutant.applied(source, str(path.relative_to(self._directory))), encoding="utf-8")
            if not self._compile(changed):
                return Finding(REFUSED)
            if all(self._objects[path].read_bytes() == self._right[path] for path in changed):
                return Finding(NOT_CODE)
            return self._run()
        finally:
            for path, source in sources.items():
                path.write_text(source, encoding="utf-8")
            for path in changed:
                self._objects[path].write_bytes(self._right[path])

    def _compile(self, sources: Iterable[Path]) -> bool:
        return all(
            _quiet(*self._compiler, *OPTIONS, "-c", path, "-o", self._objects[path]).returncode == 0 for path in sources
        )

    def _run(self) -> Finding:
        program = self._directory / "campaign"
        linked = _quiet(self._compiler[0], *self._others, *self._objects.values(), "-o", program)
        if linked.returncode != 0:
            return Finding(REFUSED)
        return read(_quiet(program, *self._limits).stdout)


def read(report: str) -> Finding:
    """What a campaign says: that it exercised too little is no failure of the kernel."""
    failed = FAILED.search(report)
    if not failed:
        return Finding(NOT_FOUND)
    smaller, run, ended = failed.groups()
    broken = BROKEN.search(report)
    return Finding(REFUTED_BY, run, ended if ended and not smaller else broken[1] if broken else "ended badly")


def _quiet(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        errors="replace",
        check=False,
    )


def _choose(options: argparse.Namespace, catalogue: Catalogue, journal: Journal) -> list[Mutant]:
    def last_by_timeout(mutant: Mutant) -> bool:
        last = journal.last(mutant)
        return last is not None and last.verdict == trial.TIMEOUT

    return [
        mutant
        for mutant in catalogue.mutants
        if any(file.startswith("kernel/") for file in mutant.files)
        and (options.every or last_by_timeout(mutant)) and options.function in (None, mutant.identity.function)
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="proofs.mutants.executed", description="Looks for runs that refute mutants noticed by the time limit only."
    )
    parser.add_argument("--runs", type=int, default=RUNS, help="of the campaign, for each mutant")
    parser.add_argument("--seed", type=int, default=1, help="of the campaign")
    parser.add_argument("--every", action="store_true", help="every mutant of code, whatever is known of it")
    parser.add_argument("--function", metavar="F", help="only those of this function")
    parser.add_argument("--seconds", type=int, metavar="T", help="end after so long")
    return parser.parse_args()


def _keep(sources: subject.Subject, found: Sequence[tuple[Mutant, Finding]]) -> None:
    """Adds what was found to what is kept."""
    known = refuted()
    for mutant, finding in found:
        if finding.verdict == REFUTED_BY:
            known[sources.fingerprints.of_mutant(mutant)] = {
                "function": mutant.identity.function,
                "operator": mutant.identity.operator,
                "run": finding.run,
                "clause": finding.clause,
            }
    lines = sorted(json.dumps({**entry, "fingerprint": mark}) for mark, entry in known.items())
    REFUTED.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def refuted() -> dict[str, dict]:
    """What runs have refuted, by the mutant's fingerprint."""
    if not REFUTED.exists():
        return {}
    entries = [json.loads(line) for line in REFUTED.read_text(encoding="utf-8").splitlines()]
    return {entry.pop("fingerprint"): entry for entry in entries}


def main() -> int:
    """Runs the command."""
    options = _arguments()
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="mutants-") as directory:
            tree = Path(directory) / "tree"
            subject.copy(ROOT, tree)
            sources = subject.Subject(tree, ROOT / "proofs" / "claims.toml")
            catalogue = Catalogue(sources, HERE / "hand_written.toml")
            chosen = _choose(options, catalogue, Journal(HERE / "results", sources))
            bench = Bench(Path(directory) / "bench", options.runs, options.seed)
            found = []
            for number, mutant in enumerate(chosen, 1):
                if options.seconds and time.monotonic() - began > options.seconds:
                    print(f"not tried, as time was up: {len(chosen) - len(found)}")
                    break
                found.append((mutant, bench.finding(mutant)))
                _tell(number, len(chosen), *found[-1])
            _keep(sources, found)
    except (subject.Unusable, BadHandWritten, BadJournal, Unreadable, Unsound, OSError) as error:
        sys.exit(f"proofs.mutants.executed: {error}")
    counts = Counter(finding.verdict for _, finding in found)
    print(f"{len(found)} mutants, {options.runs} runs each, seed {options.seed}: "
          + ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    return 0


def _tell(number: int, of_all: int, mutant: Mutant, finding: Finding) -> None:
    by = f" by {finding.run}: {finding.clause}" if finding.run else ""
    print(f"[{number:{len(str(of_all))}}/{of_all}] {finding.verdict}{by}  {mutant.identity}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted")
