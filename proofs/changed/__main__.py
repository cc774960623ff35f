"""The command behind `make prove-changed`: proves the functions whose fingerprints no earlier proof
has.

usage, in the root of the repository: python3 -m proofs.changed [--tree T] [--since COMMIT]
"""
from __future__ import annotations

import argparse
import io
import pathlib
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping

from proofs.gate import claims, framac, proof, provers, report, results, rules
from proofs.gate.evidence import GOALS, PROGRAM, Evidence
from proofs.mutants.subject import Subject, Unusable

from .journal import Journal

# For more functions than this all sources are read, and once: else each run reads the few that it
# needs.
MOST_NEAR = 12

# What these rules say of is said of the goals too; whatever breaks another one says nothing of a
# single function.
_OF_GOALS = ("proved", "counted", "status")


class NoCommit(Exception):
    """The sources of a commit cannot be had."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="proofs.changed", description="Proves what a change reaches. This is not the gate."
    )
    parser.add_argument("--tree", type=pathlib.Path, default=pathlib.Path("."), help="the checkout (default: .)")
    parser.add_argument("--since", default="", metavar="COMMIT", help="a commit of which everything counts as proved")
    return parser.parse_args()


def fingerprints(tree: pathlib.Path) -> dict[str, str]:
    """Of each function that the gate proves, by Frama-C's name for it."""
    subject = Subject(tree, tree / "proofs/claims.toml")
    return {name: subject.fingerprints.of_function(name) for names in subject.proved.values() for name in names}


def fingerprints_at(tree: pathlib.Path, commit: str) -> dict[str, str]:
    """The same for a commit of the repository."""
    done = subprocess.run(
        ["git", "-C", str(tree), "archive", commit, "--", "kernel", "proofs", "spec"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise NoCommit(done.stderr.decode(errors="replace").strip())
    with tempfile.TemporaryDirectory(prefix="since-") as directory:
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
            archive.extractall(directory)
        return fingerprints(pathlib.Path(directory))


def proved(evidence: Evidence, broken: Mapping[str, list[str]]) -> set[str]:
    """The functions that this run has proved: none if a rule is broken that says more than that
    some goals fail.
    """
    if any(lines for name, lines in broken.items() if name not in _OF_GOALS):
        return set()
    goals = {name: [goal for goal in evidence.goals if goal.function == name] for name in evidence.expected}
    return {name for name, own in goals.items() if own and all(goal.proved for goal in own)}


def _plan(tree: pathlib.Path, names: frozenset[str]) -> proof.Plan:
    extent = frozenset((GOALS,) if len(names) <= MOST_NEAR else (GOALS, PROGRAM))
    return proof.Plan(tree=tree, claims=tree / "proofs/claims.toml", extent=extent, functions=names)


def main() -> int:
    """Runs the command; 0 if everything that had to be proved is."""
    options = _arguments()
    tree = options.tree.resolve()
    signal.signal(signal.SIGTERM, lambda *_: (framac.stop_all(), sys.exit("ended by SIGTERM")))
    began = time.monotonic()

    def tell(line: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)

    journal = Journal(tree / "build" / "prove")
    now = fingerprints(tree)
    known = journal.read()
    since = frozenset(fingerprints_at(tree, options.since).values()) if options.since else frozenset()
    left = frozenset(name for name, fingerprint in now.items() if fingerprint not in known | since)
    tell(
        f"{len(now) - len(left)} of {len(now)} functions are as they were proved"
        + (f", or as at {options.since}" if options.since else "")
    )
    failed = 0
    if left:
        evidence = proof.gather(_plan(tree, left), tell)
        broken = rules.judge(evidence)
        journal.add(now[name] for name in proved(evidence, broken) & left)
        found = report.data(evidence, broken)
        report.write(found, tree / "build" / "prove" / "changed.json")
        print(report.text(found, evidence.extent, False))
        failed = found["failed"]
    print(
        "This is not the gate: only what has changed was proved, without smoke tests"
        + (f"; {options.since} counts as proved, which was not looked at" if options.since else "")
        + ". `make prove` is."
    )
    print(f"{len(left)} functions proved again, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (
        claims.BadClaims,
        provers.NotInstalled,
        results.Unreadable,
        proof.NoSuchFunction,
        Unusable,
        NoCommit,
        OSError,
    ) as error:
        sys.exit(f"proofs.changed: {error}")
    except KeyboardInterrupt:
        sys.exit("interrupted")
