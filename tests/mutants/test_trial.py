"""What becomes of a mutant, with provers that say what the test wants."""
from __future__ import annotations

import pathlib
import tempfile
import types
import unittest
from unittest import mock

from proofs.gate import framac, results
from proofs.gate.results import Goal, Message
from proofs.mutants import trial
from proofs.mutants.mutant import Identity, Mutant

SOURCE = "int f(void) { return 1; }\n"
FAULTY = SOURCE.replace("1", "2")


def goal(clause: str, verdict: str, function: str = "f") -> Goal:
    """A goal."""
    return Goal(f"typed_{function}_{clause}", function, clause, verdict)


def mutant(steps: tuple[str, ...] = ("f",), **more: object) -> Mutant:
    """FAULTY as a mutant of SOURCE."""
    at = SOURCE.index("1")
    return Mutant(Identity("kernel/a.c", "f", "constant", "1", "2"), at, at + 1, "2", steps, **more)


class TrialTest(unittest.TestCase):
    """The verdict on a mutant."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name) / "tree"
        (self.tree / "kernel").mkdir(parents=True)
        (self.tree / "kernel" / "a.c").write_text(SOURCE, encoding="utf-8")
        self.asked: list[tuple[str, bool]] = []  # what was proved: function, with the mutant
        self.proved: list[str] = []
        self.answers: dict[tuple[str, bool], list[Goal]] = {}
        self.errors: list[Message] = []
        patcher = mock.patch.object(framac, "prove", self.prove)
        patcher.start()
        self.addCleanup(patcher.stop)
        self.bench = trial.Bench(types.SimpleNamespace(tree=self.tree), lambda name: name in self.proved,
                                 lambda name, seconds: self.proved.append(name))
        self.addCleanup(self.bench.close)

    def prove(self, tree: pathlib.Path, sources: None, functions: list[str], on_goal=None) -> framac.Run:
        """In the place of Frama-C."""
        name, = functions
        source = (tree / "kernel" / "a.c").read_text(encoding="utf-8")
        self.assertIn(source, (SOURCE, FAULTY))
        case = (name, source == FAULTY)
        self.asked.append(case)
        goals = self.answers.get(case, [goal("ensures_a", results.VALID, name)])
        for one in goals:
            if on_goal:
                on_goal(one)
        return framac.Run([], "", 1 if self.errors and case[1] else 0, 0.0, goals, self.errors, None, None)

    def verdict(self, goals: list[Goal], **more: object) -> trial.Outcome:
        """The verdict if the proof with the mutant has these goals."""
        self.answers["f", True] = goals
        return self.bench.outcome(mutant(**more))

    def test_killed(self) -> None:
        found = self.verdict([goal("ensures_a", results.VALID), goal("ensures_b", results.UNKNOWN), goal("ensures_c", results.TIMEOUT)])
        self.assertEqual((found.verdict, found.goals), (trial.KILLED, ("f.ensures_b",)))

    def test_by_timeout_only(self) -> None:
        found = self.verdict([goal("ensures_b", results.TIMEOUT), goal("ensures_c", results.TIMEOUT)])
        self.assertEqual((found.verdict, found.goals), (trial.TIMEOUT, ("f.ensures_b", "f.ensures_c")))

    def test_a_goal_given_up_counts_more_than_a_timeout(self) -> None:
        self.assertEqual(self.verdict([goal("ensures_b", results.TIMEOUT), goal("ensures_c", results.UNKNOWN)]).verdict, trial.KILLED)

    def test_patience_ends(self) -> None:
        with mock.patch.object(trial, "PATIENCE_SECONDS", -1):
            found = self.verdict([goal("ensures_b", results.TIMEOUT), goal("ensures_c", results.UNKNOWN)])
        self.assertEqual((found.verdict, found.goals), (trial.TIMEOUT, ("f.ensures_b",)))

    def test_survived(self) -> None:
        self.assertEqual(self.verdict([goal("ensures_a", results.VALID)]).verdict, trial.SURVIVED)

    def test_nothing_can_notice_it(self) -> None:
        self.assertEqual(self.bench.outcome(mutant(steps=())).verdict, trial.SURVIVED)
        self.assertEqual(self.asked, [])

    def test_invalid(self) -> None:
        self.errors = [Message("kernel", "a.c:1", "error", "syntax error")]
        found = self.verdict([])
        self.assertEqual((found.verdict, found.goals), (trial.INVALID, ("syntax error",)))

    def test_steps_end_with_the_first_failure(self) -> None:
        self.answers["g", True] = [goal("ensures_g", results.UNKNOWN, "g")]
        found = self.bench.outcome(mutant(steps=("f", "g", "h")))
        self.assertEqual((found.verdict, found.goals), (trial.KILLED, ("g.ensures_g",)))
        self.assertEqual(self.asked, [("f", False), ("f", True), ("g", False), ("g", True)])

    def test_sources_are_restored(self) -> None:
        for _ in range(2):
            self.assertEqual(self.bench.outcome(mutant()).verdict, trial.SURVIVED)
        self.assertEqual(self.asked, [("f", False), ("f", True), ("f", True)])
        self.assertEqual((self.tree / "kernel" / "a.c").read_text(encoding="utf-8"), SOURCE)

    def test_expected_goals(self) -> None:
        goals = [goal("ensures_a", results.UNKNOWN), goal("ensures_b", results.UNKNOWN)]
        self.assertEqual(self.verdict(goals, clauses=("f.ensures_b",)).verdict, trial.KILLED)
        self.assertEqual(self.verdict(goals, clauses=("f.ensures_a", "f.ensures_b"), exactly=True).verdict, trial.KILLED)
        found = self.verdict(goals, clauses=("f.ensures_b",), exactly=True)
        self.assertEqual((found.verdict, found.goals), (trial.SURVIVED, ("f.ensures_a failed",)))
        found = self.verdict(goals, clauses=("f.ensures_c",))
        self.assertEqual((found.verdict, found.goals), (trial.SURVIVED, ("f.ensures_c did not fail",)))

    def test_not_proved_without_a_mutant(self) -> None:
        for goals, message in (([goal("ensures_a", results.TIMEOUT)], "f is not proved.*ensures_a"), ([], "no goals")):
            self.answers["f", False] = goals
            with self.subTest(message), self.assertRaisesRegex(trial.NotProved, message):
                self.bench.outcome(mutant())

    def test_proved_by_an_earlier_run(self) -> None:
        self.proved = ["f"]
        self.bench.outcome(mutant())
        self.assertEqual(self.asked, [("f", True)])

    def test_no_prover(self) -> None:
        with self.assertRaisesRegex(trial.NotProved, "ensures_a"):
            self.verdict([goal("ensures_a", results.UNTRIED)])


if __name__ == "__main__":
    unittest.main()
