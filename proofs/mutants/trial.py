"""Proves a mutant until a goal fails."""
from __future__ import annotations

import dataclasses
import resource
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from proofs.gate import framac, results
from proofs.gate.provers import are_racing
from proofs.gate.results import Goal

from .mutant import Mutant
from .sound import NotProved, Sound
from .subject import Subject

KILLED = "killed"  # a goal failed, and a prover gave up on it before the time limit
TIMEOUT = "timeout"  # a goal failed, and every prover ran into its time limit on it
SURVIVED = "survived"
INVALID = "invalid"  # no longer a program with a contract: says nothing about the proof

# Most that one run of Frama-C may compute before its provers start: a mutant can make
# simplification explode.
MOST_SECONDS = 3600

# Goals are first tried with this limit: few that hold need it. Those that are not proved by then
# get the whole one: where several provers race, one that gives up says nothing about the others,
# which may need longer.
SHORT_SECONDS = 2

# After so many goals that the short limit has not decided, or one that a prover gives up on, they
# are tried with the whole.
MOST_UNDECIDED = 2


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    verdict: str
    goals: tuple[str, ...] = ()  # that failed, FUNCTION.CLAUSE; of an invalid mutant: the complaint
    seconds: float = 0.0


def is_noticed(outcome: Outcome | None) -> bool:
    """A goal is known that fails."""
    return outcome is not None and outcome.verdict in (KILLED, TIMEOUT)


class _Odd(Exception):
    """A run of Frama-C came to no end, and that decides."""

    def __init__(self, verdict: str, said: Sequence[str]) -> None:
        super().__init__(verdict)
        self.verdict, self.said = verdict, list(said)


def limit_runs() -> None:
    """Ends whatever run computes for too long. The limit is on each process, this one included."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    mine = MOST_SECONDS if most == resource.RLIM_INFINITY else min(MOST_SECONDS, most)
    resource.setrlimit(resource.RLIMIT_CPU, (mine, most))


class Bench:
    """Copies of the sources in which mutants are tried."""

    def __init__(
        self,
        subject: Subject,
        sound: Sound,
        known: Iterable[tuple[Mutant, Outcome]],
        last: Callable[[Mutant], Outcome | None] = lambda mutant: None,
    ) -> None:
        self._subject = subject
        self._sound = sound
        self._last = last  # what an earlier run has found of a mutant, of other sources perhaps
        # By what is mutated and the function whose goal failed: how often.
        self._kills = Counter(
            (mutant.identity.function, goal.partition(".")[0])
            for mutant, outcome in known
            if is_noticed(outcome)
            for goal in outcome.goals
        )
        self._directory = Path(tempfile.mkdtemp(prefix="mutants-"))
        self._of_thread = threading.local()

    def close(self) -> None:
        """Ends all runs and removes the copies."""
        self._sound.close()
        shutil.rmtree(self._directory, ignore_errors=True)

    def outcome(self, mutant: Mutant) -> Outcome:
        """Tries a mutant."""
        began = time.monotonic()
        tree = self._tree()
        sources = {file: (tree / file).read_text(encoding="utf-8") for file in mutant.files}
        for file, source in sources.items():
            (tree / file).write_text(mutant.applied(source, file), encoding="utf-8")
        try:
            verdict, goals = self._expect(mutant, tree) if mutant.clauses else self._search(mutant, tree)
        except _Odd as odd:
            verdict, goals = odd.verdict, odd.said
        finally:
            for file, source in sources.items():
                (tree / file).write_text(source, encoding="utf-8")
        return Outcome(verdict, tuple(goals), round(time.monotonic() - began, 1))

    def _tree(self) -> Path:
        """This thread's copy."""
        if not hasattr(self._of_thread, "tree"):
            self._of_thread.tree = Path(tempfile.mkdtemp(dir=self._directory)) / "tree"
            shutil.copytree(self._subject.tree, self._of_thread.tree)
        return self._of_thread.tree

    def _expect(self, mutant: Mutant, tree: Path) -> tuple[str, list[str]]:
        """Proves all with the whole limit; what fails must be what the mutant says."""
        failed = [
            goal for name in mutant.steps for goal in self._run(tree, name, framac.LIMIT_SECONDS) if not goal.proved
        ]
        goals = [named(goal) for goal in failed]
        wrong = [f"{clause} did not fail" for clause in mutant.clauses if clause not in goals]
        if mutant.exactly:
            wrong += [f"{goal} failed" for goal in goals if goal not in mutant.clauses]
        return (SURVIVED, wrong) if wrong else (_verdict(failed), goals)

    def _search(self, mutant: Mutant, tree: Path) -> tuple[str, list[str]]:
        """Looks for a goal that fails.

        It looks first where this mutant has been noticed by an earlier run, then where others of
        the same function have been, then where it is quick.
        """
        failed = self._fails_again(mutant, tree)
        if failed:
            return _verdict([failed]), [named(failed)]

        def cost(step: str) -> tuple[int, float]:
            return -self._kills[mutant.identity.function, step], self._sound.seconds(step)

        for name in sorted(mutant.steps, key=cost):
            failed = self._first_failure(tree, name)
            if failed:
                self._kills[mutant.identity.function, name] += 1
                return _verdict([failed]), [named(failed)]
        return SURVIVED, []

    def _fails_again(self, mutant: Mutant, tree: Path) -> Goal | None:
        """A goal that fails where one has failed before."""
        last = self._last(mutant)
        for goal in last.goals if is_noticed(last) else ():
            function, _, clause = goal.partition(".")
            label = results.label_of(clause)
            step = next((step for step in mutant.steps if function in (step, self._subject.source_name(step))), None)
            if step and label:
                tried = self._run(tree, step, framac.LIMIT_SECONDS, lambda goal: not goal.proved, label)
                failed = next((goal for goal in tried if not goal.proved), None)
                if failed:
                    return failed
        return None

    def _first_failure(self, tree: Path, name: str) -> Goal | None:
        """A goal of a function that fails with the whole limit, if there is one."""
        proved: set[str] = set()  # of those that the short limit does not decide
        while True:
            undecided: dict[str, Goal] = {}

            def enough(goal: Goal) -> bool:
                if goal.verdict not in (results.UNKNOWN, results.TIMEOUT) or goal.id in proved:
                    return False
                undecided[goal.id] = goal
                return goal.verdict == results.UNKNOWN or len(undecided) >= MOST_UNDECIDED

            self._run(tree, name, SHORT_SECONDS, enough)
            if not undecided:
                return None
            for goal in sorted(undecided.values(), key=lambda goal: goal.verdict != results.UNKNOWN):
                given_up = goal.verdict == results.UNKNOWN and not are_racing(goal.label, self._subject.racing(name))
                failed = goal if given_up else self._with_whole_limit(tree, name, goal)
                if failed:
                    return failed
                proved.add(goal.id)

    def _with_whole_limit(self, tree: Path, name: str, goal: Goal) -> Goal | None:
        """The goal if it fails, or another that does."""
        for label in [goal.label, None] if goal.label else [None]:
            goals = self._run(tree, name, framac.LIMIT_SECONDS, lambda tried: not tried.proved, label)
            failed = [tried for tried in goals if not tried.proved]
            if failed or goal.id in (tried.id for tried in goals):
                break
        return failed[0] if failed else None

    def _run(
        self,
        tree: Path,
        name: str,
        limit_seconds: int,
        enough: Callable[[Goal], bool] = lambda goal: False,
        label: str | None = None,
    ) -> list[Goal]:
        """The goals of a function, until it is enough."""
        if label:
            self._sound.prove_labelled(name, label)
        else:
            self._sound.prove(name)
        run = self._sound.run(tree, name, limit_seconds, enough, label)
        if run.status == -signal.SIGXCPU:
            raise _Odd(TIMEOUT, [f"{name}: Frama-C has computed for {MOST_SECONDS} s"])
        if run.status is not None and run.status < 0:
            raise NotProved(f"{name}: Frama-C was ended by signal {-run.status}")
        if run.status is not None and not run.complete:
            raise _Odd(INVALID, [message.text for message in run.errors] or [f"status {run.status}"])
        untried = [goal.clause for goal in run.goals if goal.verdict == results.UNTRIED]
        if untried:
            raise NotProved(f"{name}: no prover was tried on {', '.join(untried)}")
        return run.goals


def named(goal: Goal) -> str:
    """A goal as FUNCTION.CLAUSE."""
    return f"{goal.function}.{goal.clause}"


def _verdict(failed: Sequence[Goal]) -> str:
    return TIMEOUT if all(goal.verdict == results.TIMEOUT for goal in failed) else KILLED
