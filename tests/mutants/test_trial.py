"""What becomes of a mutant, with provers that say what the test wants."""
from __future__ import annotations

import unittest

from proofs.gate import framac, results
from proofs.gate.results import Goal, Message
from proofs.mutants import sound, trial
from proofs.mutants.mutant import Edit, Identity, Mutant
from tests.mutants.provers import SOURCE, ProversTest, goal

SHORT, WHOLE = trial.SHORT_SECONDS, framac.LIMIT_SECONDS


def mutant(steps: tuple[str, ...] = ("f",), **more: object) -> Mutant:
    """FAULTY as a mutant of SOURCE."""
    at = SOURCE.index("1")
    return Mutant(Identity("kernel/a.c", "f", "constant", "1", "2"), at, at + 1, "2", steps, **more)


class TrialTest(ProversTest):
    """The verdict on a mutant."""

    def setUp(self) -> None:
        super().setUp()
        self.bench = trial.Bench(self.subject, self.sound, [])
        self.addCleanup(self.bench.close)

    def verdict(self, goals: list[Goal], **more: object) -> trial.Outcome:
        """The verdict if the proof with the mutant has these goals."""
        self.answers["f", True] = goals
        return self.bench.outcome(mutant(**more))

    def tried(self) -> list[tuple]:
        """What was proved with a mutant: function, limit and labels."""
        return [(name, *how) for name, faulty, _, *how in self.asked if faulty]

    def test_killed(self) -> None:
        found = self.verdict([goal("ensures_a", results.TIMEOUT), goal("ensures_b", results.UNKNOWN)])
        self.assertEqual((found.verdict, found.goals), (trial.KILLED, ("f.ensures_b",)))
        self.assertEqual(self.tried(), [("f", SHORT)])

    def test_killed_where_provers_race(self) -> None:
        found = self.verdict([
            goal("ensures_a", results.VALID),
            goal("ensures_raced", results.UNKNOWN),
            goal("ensures_c", results.TIMEOUT)
        ])
        self.assertEqual((found.verdict, found.goals), (trial.KILLED, ("f.ensures_raced",)))
        self.assertEqual(self.tried(), [("f", SHORT), ("f", WHOLE, "raced")])

    def test_one_that_gives_up_does_not_kill_where_provers_race(self) -> None:
        self.answers["f", True, 1, WHOLE] = [goal("ensures_raced", results.VALID)]
        self.assertEqual(self.verdict([goal("ensures_raced", results.UNKNOWN)]).verdict, trial.SURVIVED)
        self.assertEqual(self.tried(), [("f", SHORT), ("f", WHOLE, "raced"), ("f", SHORT)])

    def test_a_short_limit_does_not_kill(self) -> None:
        self.answers["f", True, 1, WHOLE] = [goal("ensures_a", results.VALID), goal("ensures_b", results.VALID)]
        found = self.verdict([goal("ensures_a", results.TIMEOUT), goal("ensures_b", results.TIMEOUT)])
        self.assertEqual(found.verdict, trial.SURVIVED)
        self.assertEqual(self.tried(), [("f", SHORT), ("f", WHOLE, "a"), ("f", WHOLE, "b"), ("f", SHORT)])

    def test_by_timeout_only(self) -> None:
        found = self.verdict([goal("ensures_b", results.TIMEOUT), goal("ensures_c", results.TIMEOUT)])
        self.assertEqual((found.verdict, found.goals), (trial.TIMEOUT, ("f.ensures_b",)))
        self.assertEqual(self.tried(), [("f", SHORT), ("f", WHOLE, "b")])

    def test_the_whole_limit_decides(self) -> None:
        self.answers["f", True, 1, WHOLE] = [goal("ensures_b", results.UNKNOWN)]
        found = self.verdict([goal("ensures_b", results.TIMEOUT)])
        self.assertEqual((found.verdict, found.goals), (trial.KILLED, ("f.ensures_b",)))

    def test_a_goal_given_up_counts_more_than_a_timeout(self) -> None:
        self.answers["f", True, 1, WHOLE, "raced"] = [goal("ensures_raced", results.UNKNOWN)]
        found = self.verdict([goal("ensures_b", results.TIMEOUT), goal("ensures_raced", results.UNKNOWN)])
        self.assertEqual((found.verdict, found.goals), (trial.KILLED, ("f.ensures_raced",)))
        self.assertEqual(self.tried(), [("f", SHORT), ("f", WHOLE, "raced")])

    def test_many_timeouts_end_the_search(self) -> None:
        found = self.verdict([goal(f"ensures_{n}", results.TIMEOUT)
                              for n in range(trial.MOST_UNDECIDED)] + [goal("ensures_z", results.UNKNOWN)])
        self.assertEqual((found.verdict, found.goals), (trial.TIMEOUT, ("f.ensures_0",)))

    def test_a_goal_that_its_label_does_not_find(self) -> None:
        self.answers["f", True, 1, WHOLE, "b"] = []
        self.answers["f", True, 1, WHOLE] = [goal("ensures_b", results.TIMEOUT)]
        self.assertEqual(self.verdict([goal("ensures_b", results.TIMEOUT)]).verdict, trial.TIMEOUT)
        self.assertEqual(self.tried(), [("f", SHORT), ("f", WHOLE, "b"), ("f", WHOLE)])

    def test_survived(self) -> None:
        self.assertEqual(self.verdict([goal("ensures_a", results.VALID)]).verdict, trial.SURVIVED)

    def test_nothing_can_notice_it(self) -> None:
        self.assertEqual(self.bench.outcome(mutant(steps=())).verdict, trial.SURVIVED)
        self.assertEqual(self.asked, [])

    def test_invalid(self) -> None:
        self.errors = [Message("kernel", "a.c:1", "error", "syntax error")]
        found = self.verdict([])
        self.assertEqual((found.verdict, found.goals), (trial.INVALID, ("syntax error",)))

    def test_ended_from_outside(self) -> None:
        self.errors, self.status = [Message("kernel", "", "error", "")], -15
        with self.assertRaisesRegex(sound.NotProved, "signal 15"):
            self.verdict([])

    def test_steps_end_with_the_first_failure(self) -> None:
        self.answers["g", True] = [goal("ensures_g", results.UNKNOWN, "g")]
        for expected in (["f", "g"], ["g"]):  # the second time, what has killed comes first
            self.asked.clear()
            found = self.bench.outcome(mutant(steps=("f", "g", "h")))
            self.assertEqual((found.verdict, found.goals), (trial.KILLED, ("g.ensures_g",)))
            self.assertEqual([name for name, *_ in self.tried()], expected)

    def test_first_where_an_earlier_run_has_noticed_one(self) -> None:
        known = [(mutant(), trial.Outcome(trial.KILLED, ("g.ensures_g", ))),
                 (mutant(), trial.Outcome(trial.SURVIVED, ("h.x", )))]
        self.bench = trial.Bench(self.subject, self.sound, known)
        self.bench.outcome(mutant(steps=("f", "h", "g")))
        self.assertEqual([name for name, *_ in self.tried()], ["g", "f", "h"])

    def known(self, verdict: str, *goals: str) -> None:
        """Has the bench know what an earlier run has found of every mutant."""
        self.bench = trial.Bench(self.subject, self.sound, [], lambda mutant: trial.Outcome(verdict, goals))

    def test_first_the_goal_that_has_failed_before(self) -> None:
        self.answers["g", True, 1, WHOLE, "b"] = [
            goal("ensures_b_part1", results.VALID, "g"),
            goal("ensures_b_part2", results.UNKNOWN, "g")
        ]
        for function in ("g_0", "g"):
            self.asked.clear()
            self.known(trial.TIMEOUT, f"{function}.ensures_b_part1")
            found = self.bench.outcome(mutant(steps=("f", "g_0")))
            self.assertEqual((found.verdict, found.goals), (trial.KILLED, ("g.ensures_b_part2",)))
            self.assertEqual(self.tried(), [("g", WHOLE, "b")])

    def test_what_has_failed_before_need_not_fail_again(self) -> None:
        self.answers["f", True] = [goal("ensures_c", results.UNKNOWN)]
        self.answers["f", True, 1, WHOLE, "b"] = [goal("ensures_b", results.VALID)]
        for verdict, goals, tried in ((trial.KILLED, ["f.ensures_b"], [("f", WHOLE, "b")]), (trial.KILLED,
                                                                                             ["gone.ensures_b"], []),
                                      (trial.KILLED, ["f.assigns_part1"], []), (trial.SURVIVED, ["f.ensures_b"], [])):
            with self.subTest(verdict=verdict, goals=goals):
                self.asked.clear()
                self.known(verdict, *goals)
                self.assertEqual(self.bench.outcome(mutant()).goals, ("f.ensures_c",))
                self.assertEqual(self.tried(), [*tried, ("f", SHORT)])

    def test_quick_ones_first(self) -> None:
        self.noted |= {"f": (["kernel/a.c"], 9.0), "h": (["kernel/a.c"], 2.0)}
        self.bench.outcome(mutant(steps=("f", "g", "h")))
        self.assertEqual([name for name, *_ in self.tried()], ["h", "f", "g"])

    def test_sources_are_restored(self) -> None:
        for _ in range(2):
            self.assertEqual(self.bench.outcome(mutant()).verdict, trial.SURVIVED)
        self.assertEqual([faulty for _, faulty, *_ in self.asked], [False, True, True])
        self.assertEqual((self.tree / "kernel" / "a.c").read_text(encoding="utf-8"), SOURCE)

    def test_changed_in_several_places(self) -> None:
        self.bench.outcome(mutant(also=(Edit("kernel/b.c", 0, 0, "int more;"),)))
        self.assertEqual(self.others, ["", "int more;"])
        self.assertEqual((self.tree / "kernel" / "b.c").read_text(encoding="utf-8"), "")

    def test_expected_goals(self) -> None:
        goals = [goal("ensures_a", results.UNKNOWN), goal("ensures_b", results.UNKNOWN)]
        self.assertEqual(self.verdict(goals, clauses=("f.ensures_b",)).verdict, trial.KILLED)
        self.assertEqual(
            self.verdict(goals, clauses=("f.ensures_a", "f.ensures_b"), exactly=True).verdict, trial.KILLED)
        found = self.verdict(goals, clauses=("f.ensures_b",), exactly=True)
        self.assertEqual((found.verdict, found.goals), (trial.SURVIVED, ("f.ensures_a failed",)))
        found = self.verdict(goals, clauses=("f.ensures_c",))
        self.assertEqual((found.verdict, found.goals), (trial.SURVIVED, ("f.ensures_c did not fail",)))
        self.assertEqual({tuple(how) for _, *how in self.tried()}, {(WHOLE,)})

    def test_not_proved_without_a_mutant(self) -> None:
        self.answers["f", False] = [goal("ensures_a", results.TIMEOUT)]
        with self.assertRaisesRegex(sound.NotProved, "ensures_a"):
            self.bench.outcome(mutant())

    def test_no_prover(self) -> None:
        with self.assertRaisesRegex(sound.NotProved, "ensures_a"):
            self.verdict([goal("ensures_a", results.UNTRIED)])
