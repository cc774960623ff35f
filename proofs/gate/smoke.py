"""Which functions get smoke tests: tests that a contract does not contradict itself and that no
code is dead to WP.

They cost more than the proofs, a prover's time limit each as long as they pass. So `make prove`
takes a sample, and `make prove-all` takes all. The sample hangs on the sources alone: the same
sources always give the same sample, and every change of them gives another, so that the samples of
many commits cover everything.
"""
from __future__ import annotations

import hashlib
import pathlib
from collections.abc import Iterable, Mapping

from .results import Goal

BUDGET_SECONDS = 45
CANDIDATES = 40


def seed(tree: pathlib.Path) -> str:
    """A hash of everything that is proved."""
    digest = hashlib.sha256()
    for room in ("kernel", "proofs", "spec"):
        for path in sorted(path for path in (tree / room).rglob("*.*") if path.suffix in (".c", ".h", ".acsl")):
            digest.update(str(path.relative_to(tree)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def own(goal: Goal) -> bool:
    """The test belongs to the function that it is named after, whatever else a run is about.

    One of a call is named after the function called; one of the memory model's hypotheses hangs on
    who else is proved.
    """
    return goal.smoke and not any(kind in goal.clause for kind in ("wp_smoke_dead_call", "wp_smoke_wp_typed_ref"))


def candidates(names: Iterable[str], seed_text: str) -> list[str]:
    """The functions that a sample is taken of: more of them than fit into it, so that not all must
    be looked at.
    """
    return sorted(names, key=lambda name: _rank(name, seed_text))[:CANDIDATES]


def sample(seconds: Mapping[str, float], seed_text: str, budget_seconds: float = BUDGET_SECONDS) -> list[str]:
    """Functions whose smoke tests, which take so many seconds, fit into the budget; at least one,
    if there is any.
    """
    chosen: list[str] = []
    spent = 0.0
    for name in sorted(seconds, key=lambda name: _rank(name, seed_text)):
        if not chosen or spent + seconds[name] <= budget_seconds:
            chosen.append(name)
            spent += seconds[name]
    return sorted(chosen)


def _rank(name: str, seed_text: str) -> str:
    return hashlib.sha256(f"{seed_text} {name}".encode()).hexdigest()
