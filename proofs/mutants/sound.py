"""Proves functions without any mutant, and finds the sources from which that is quick."""
from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from proofs.gate import framac
from proofs.gate.framac import Turn
from proofs.gate.provers import MATCHING, RACING, are_racing
from proofs.gate.results import Goal

from .subject import Subject


class NotProved(Exception):
    """Something is not proved without any mutant, or cannot be proved for want of a prover."""


class Closed(Exception):
    """The result is no longer needed."""


class Sound:
    """The functions without mutants.

    Without their proofs a goal that fails would say nothing. Where only the goals of one label are
    looked at, they are all that need be proved.

    Frama-C takes ten seconds to read all sources and a fraction of one for the file that a function
    stands in, whose headers have the contracts of what it calls. A function is proved from that
    file alone if its goals are the same as those from all sources. (They are not where a hypothesis
    of the memory model comes from the body of a callee.)

    Goals are always pruned, also where the gate does without: the results on file hold whatever is
    quicker.

    Goals are proved with a cache of WP's, which cannot hide a failure. It is keyed by a digest of
    all that a prover is given for a goal, axioms and hypotheses included: a mutant that changes
    anything in a goal misses it, and one that does not cannot make the goal fail. The answer of a
    prover stands; a prover that has run into its limit is asked again with a longer one.
    """

    def __init__(
        self,
        subject: Subject,
        build: Path,
        known: Callable[[str], tuple[list[str], float] | None],
        note: Callable[[str, Sequence[str], float], None],
    ) -> None:
        self._subject = subject
        # The sources from which an earlier run has proved a function as it is now, and its seconds.
        self._known = known
        self._note = note
        self._cache = build / "cache"
        self._goals: dict[str, Counter[str]] = {}  # of a function, from all sources: its clauses
        self._sources: dict[str, Sequence[str]] = {}
        # Of a function and sources: whether these make all of its goals.
        self._enough: dict[tuple[str, tuple[str, ...]], bool] = {}
        self._labelled: dict[tuple[str, str], Sequence[str]] = {}  # of functions that are not proved as a whole
        self._locks: dict[tuple[str, ...], threading.Lock] = {}
        self._lock = threading.Lock()
        self._closed = False

    def close(self) -> None:
        """Ends all runs; there will be no other. Closed is raised where one is awaited."""
        self._closed = True
        framac.stop_all()

    def survey(self, names: Iterable[str]) -> None:
        """Finds out what goals functions have; at once is quicker than one by one."""
        unknown = sorted({name for name in names if name not in self._goals and self._known(name) is None})
        if unknown:
            run = framac.survey(self._subject.tree, None, unknown)
            self._check_open()
            if not run.complete:
                raise NotProved(f"Frama-C ended with status {run.status}: {'; '.join(m.text for m in run.errors)}")
            self._goals |= {name: _clauses(goal for goal in run.goals if goal.function == name) for name in unknown}

    def prove(self, name: str) -> None:
        """Proves a function, once."""
        self._check_open()
        with self._lock_of(name):
            if name in self._sources:
                return
            known = self._known(name)
            if known is None:
                began = time.monotonic()
                self.survey([name])
                sources = next(
                    choice for choice in self._subject.choices_of_sources(name) if self._is_proved(name, choice)
                )
                self._note(name, sources, time.monotonic() - began)
            else:
                sources, _ = known
            self._sources[name] = sources

    def prove_labelled(self, name: str, label: str) -> None:
        """Proves what is labelled so of a function, once; it takes a fraction of the time."""
        self._check_open()
        with self._lock_of(name, label):
            if name in self._sources or (name, label) in self._labelled:
                return
            if self._known(name) is not None:
                self.prove(name)
                return
            self.survey([name])
            self._labelled[name, label] = next(
                choice for choice in self._subject.choices_of_sources(name) if self._is_proved(name, choice, label)
            )

    def _lock_of(self, *what: str) -> threading.Lock:
        with self._lock:
            return self._locks.setdefault(what, threading.Lock())

    def seconds(self, name: str) -> float:
        """How long it has taken to prove a function as it is now, if that has been done."""
        known = self._known(name)
        return known[1] if known else math.inf

    def _is_proved(self, name: str, sources: Sequence[str], label: str | None = None) -> bool:
        """The function, or what is labelled so, is proved from these sources, with all goals."""
        if not self._has_all_goals(name, sources):
            return False
        run = self._run(self._subject.tree, name, sources, framac.LIMIT_SECONDS, label=label)
        if not run.complete:
            raise NotProved(f"{name}: Frama-C ended with status {run.status}: {'; '.join(m.text for m in run.errors)}")
        found = _clauses(run.goals)
        goals = self._goals[name]
        if found != goals if label is None else any(goals[clause] != found[clause] for clause in found):
            return False
        if run.failed or not (run.goals or label):
            failed = ", ".join(goal.clause for goal in run.failed) or "it has no goals"
            raise NotProved(f"{name} is not proved without any mutant: {failed}")
        return True

    def _has_all_goals(self, name: str, sources: Sequence[str]) -> bool:
        """The sources make all goals of the function.

        To see that they do not takes a second; goals that lack a hypothesis take minutes to fail.
        """
        key = name, tuple(sources)
        if key not in self._enough:
            function, alone = self._as_linked(name, sources)
            self._enough[key] = (
                alone is None
                or _clauses(framac.survey(self._subject.tree, alone, [function]).goals) == self._goals[name]
            )
        return self._enough[key]

    def run(
        self, tree: Path, name: str, limit_seconds: int, enough: Callable[[Goal], bool], label: str | None = None
    ) -> framac.Run:
        """Proves a function, or what is labelled so, in a copy of the tree that may have a mutant.

        Without mutants it has been proved.
        """
        sources = self._sources[name] if name in self._sources else self._labelled[name, label or ""]
        return self._run(tree, name, sources, limit_seconds, enough, label)

    def _run(
        self,
        tree: Path,
        name: str,
        sources: Sequence[str],
        limit_seconds: int,
        enough: Callable[[Goal], bool] | None = None,
        label: str | None = None,
    ) -> framac.Run:
        self._check_open()
        function, alone = self._as_linked(name, sources)
        # Mutants are tried side by side: one prover at a time for each.
        run = framac.prove(
            tree,
            alone,
            _turns(function, self._subject.racing(name), label),
            limit_seconds,
            parallel=1,
            cache=self._cache,
            enough=enough,
        )
        self._check_open()
        return run

    def _check_open(self) -> None:
        if self._closed:
            raise Closed

    def _as_linked(self, name: str, sources: Sequence[str]) -> tuple[str, Sequence[str] | None]:
        """The function's name in Frama-C's reading of these sources, and they; None for all."""
        if len(sources) == len(framac.all_sources(self._subject.tree)):
            return name, None
        # Frama-C numbers static functions of the same name that are linked together.
        return self._subject.source_name(name), sources


def _turns(function: str, racing: Collection[str], label: str | None) -> Sequence[Turn]:
    """How a function is proved, or only what is labelled so."""
    if label:
        return (Turn((function,), RACING if are_racing(label, racing) else (MATCHING,), (label,)),)
    return framac.turns([function], racing)


def _clauses(goals: Iterable[Goal]) -> Counter[str]:
    return Counter(goal.clause for goal in goals)
