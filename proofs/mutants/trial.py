"""Proves a mutant until a goal fails."""
from __future__ import annotations

import dataclasses
import resource
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from proofs.gate import framac, results
from proofs.gate.results import Goal

from .mutant import Mutant
from .subject import Subject

KILLED = "killed"  # a goal failed, and a prover gave up on it before the time limit
TIMEOUT = "timeout"  # goals failed, but every prover ran into its time limit on each
SURVIVED = "survived"
INVALID = "invalid"  # no longer a program with a contract: says nothing about the proof

# Most that one run of Frama-C may compute before its provers start: a mutant can make simplification explode.
MOST_SECONDS = 3600

# How long a run goes on after a goal that failed by timeout only, in search of one on which a prover gives up.
PATIENCE_SECONDS = 3 * framac.LIMIT_SECONDS


class NotProved(Exception):
    """Something is not proved without any mutant, or cannot be proved for want of a prover."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    verdict: str
    goals: tuple[str, ...] = ()  # that failed, FUNCTION.CLAUSE; of an invalid mutant: the complaint
    seconds: float = 0.0


class _Enough(Exception):
    """A run need not go on."""


class _Closed(Exception):
    """The bench is closed: nobody waits for this run."""


def limit_runs() -> None:
    """Ends whatever run computes for too long. The limit is on each process, this one included."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    mine = MOST_SECONDS if most == resource.RLIM_INFINITY else min(MOST_SECONDS, most)
    resource.setrlimit(resource.RLIMIT_CPU, (mine, most))


class Bench:
    """Copies of the sources in which mutants are tried."""

    def __init__(self, subject: Subject, proved: Callable[[str], bool],
                 note_proved: Callable[[str, float], None]) -> None:
        self._subject = subject
        self._proved = proved  # an earlier run has proved this function as it is now
        self._note_proved = note_proved
        self._sound: set[str] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._directory = Path(tempfile.mkdtemp(prefix="mutants-"))
        self._of_thread = threading.local()

    def close(self) -> None:
        """Ends all runs and removes the copies."""
        self._closed = True
        framac.stop_all()
        shutil.rmtree(self._directory, ignore_errors=True)

    def baseline(self, name: str) -> None:
        """Proves a function without any mutant, once; without that a failed goal would say nothing."""
        with self._lock:
            if name in self._sound:
                return
            if not self._proved(name):
                began = time.monotonic()
                run = self._prove(self._subject.tree, name)
                if not run.complete:
                    said = "; ".join(message.text for message in run.errors)
                    raise NotProved(f"{name}: Frama-C ended with status {run.status}: {said}")
                if run.failed or not run.goals:
                    failed = ", ".join(goal.clause for goal in run.failed) or "it has no goals"
                    raise NotProved(f"{name} is not proved without any mutant: {failed}")
                self._note_proved(name, time.monotonic() - began)
            self._sound.add(name)

    def outcome(self, mutant: Mutant) -> Outcome:
        """Tries a mutant."""
        began = time.monotonic()
        tree = self._tree()
        file = tree / mutant.identity.file
        source = file.read_text(encoding="utf-8")
        file.write_text(mutant.applied(source), encoding="utf-8")
        try:
            verdict, goals = self._try(mutant, tree)
        finally:
            file.write_text(source, encoding="utf-8")
        return Outcome(verdict, tuple(goals), round(time.monotonic() - began, 1))

    def _prove(self, tree: Path, name: str, on_goal: Callable[[Goal], None] | None = None) -> framac.Run:
        if self._closed:
            raise _Closed
        return framac.prove(tree, None, [name], on_goal=on_goal)

    def _tree(self) -> Path:
        """This thread's copy."""
        if not hasattr(self._of_thread, "tree"):
            self._of_thread.tree = Path(tempfile.mkdtemp(dir=self._directory)) / "tree"
            shutil.copytree(self._subject.tree, self._of_thread.tree)
        return self._of_thread.tree

    def _try(self, mutant: Mutant, tree: Path) -> tuple[str, list[str]]:
        failed: list[Goal] = []
        for name in mutant.steps:
            self.baseline(name)
            search = _Search(mutant)
            try:
                run = self._prove(tree, name, search.tell)
                if run.status == -signal.SIGXCPU:
                    return TIMEOUT, [f"{name}: Frama-C has computed for {MOST_SECONDS} s"]
                if not run.complete:
                    return INVALID, [message.text for message in run.errors] or [f"status {run.status}"]
                untried = [goal.clause for goal in run.goals if goal.verdict == results.UNTRIED]
                if untried:
                    raise NotProved(f"{name}: no prover was tried on {', '.join(untried)}")
            except _Enough:
                pass
            failed += search.failed
            if failed and not mutant.clauses:
                break
        goals = [named(goal) for goal in failed]
        if mutant.clauses:
            missing = [clause for clause in mutant.clauses if clause not in goals]
            others = [goal for goal in goals if goal not in mutant.clauses] if mutant.exactly else []
            if missing or others:
                wrong = [f"{clause} did not fail" for clause in missing] + [f"{goal} failed" for goal in others]
                return SURVIVED, wrong
        if not failed:
            return SURVIVED, []
        given_up = any(goal.verdict != results.TIMEOUT for goal in failed)
        return KILLED if given_up else TIMEOUT, goals


def named(goal: Goal) -> str:
    """A goal as FUNCTION.CLAUSE."""
    return f"{goal.function}.{goal.clause}"


class _Search:
    """Watches a run for what ends it."""

    def __init__(self, mutant: Mutant) -> None:
        self.failed: list[Goal] = []
        self._mutant = mutant
        self._first = 0.0

    def tell(self, goal: Goal) -> None:
        """Takes note of a goal; ends the run if that is enough."""
        if goal.verdict in (results.UNKNOWN, results.TIMEOUT):
            self.failed.append(goal)
            self._first = self._first or time.monotonic()
        if self._mutant.clauses or not self.failed:
            return
        waited = time.monotonic() - self._first
        if self.failed[-1].verdict == results.UNKNOWN or waited > PATIENCE_SECONDS:
            raise _Enough
