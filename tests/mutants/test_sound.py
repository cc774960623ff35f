"""What is proved without mutants, and from which sources."""
from __future__ import annotations

import unittest

from proofs.gate import framac, results
from proofs.mutants import sound
from tests.mutants.provers import ProversTest, goal

LIMIT = framac.LIMIT_SECONDS


class SoundTest(ProversTest):
    """Functions without a mutant."""

    def test_from_its_file_alone(self) -> None:
        self.sound.prove("f")
        self.sound.prove("f")
        self.assertEqual(self.asked, [("f", False, 1, LIMIT)])
        self.assertEqual(self.noted, {"f": (["kernel/a.c"], 1.0)})

    def test_from_all_sources_if_goals_are_missing(self) -> None:
        self.answers["f", False] = [goal("ensures_a", results.VALID), goal("call_g_requires_b", results.VALID)]
        self.answers["f", False, 1] = [goal("ensures_a", results.TIMEOUT)]
        self.sound.prove("f")
        self.assertEqual(self.asked, [("f", False, "all", LIMIT)])  # nothing is tried from the others
        self.assertEqual(self.noted, {"f": (["kernel/a.c", "kernel/b.c"], 1.0)})

    def test_not_proved(self) -> None:
        for goals, message in (([goal("ensures_a", results.TIMEOUT)], "f is not proved.*ensures_a"), ([], "no goals")):
            self.answers["f", False] = goals
            self.sound = sound.Sound(self.subject, self.tree, self.noted.get, lambda *_: None)
            with self.subTest(message), self.assertRaisesRegex(sound.NotProved, message):
                self.sound.prove("f")

    def test_proved_by_an_earlier_run(self) -> None:
        self.noted["f"] = ["kernel/a.c"], 2.5
        self.assertEqual(self.sound.seconds("f"), 2.5)
        self.sound.survey(["f"])
        self.sound.prove("f")
        self.assertEqual(self.asked, [])
        self.sound.run(self.tree, "f", 1, lambda goal: False)
        self.assertEqual(self.asked, [("f", False, 1, 1)])

    def test_only_what_is_labelled_so(self) -> None:
        self.answers["f", False] = [goal("ensures_a", results.VALID), goal("ensures_b", results.TIMEOUT)]
        self.answers["f", False, 1, LIMIT, "a"] = [goal("ensures_a", results.VALID)]
        for _ in range(2):
            self.sound.prove_labelled("f", "a")
        self.assertEqual(self.asked, [("f", False, 1, LIMIT, "a")])
        self.assertEqual(self.noted, {})  # the function is not proved
        self.sound.run(self.tree, "f", 1, lambda goal: False, "a")
        self.assertEqual(self.asked[-1], ("f", False, 1, 1, "a"))
        for prove in (lambda: self.sound.prove_labelled("f", "b"), lambda: self.sound.prove("f")):
            with self.assertRaisesRegex(sound.NotProved, "ensures_b"):
                prove()

    def test_what_is_labelled_so_is_proved_with_the_function(self) -> None:
        for proved in (lambda: self.sound.prove("f"), lambda: self.noted.update(g=(["kernel/a.c"], 2.5))):
            proved()
        self.asked.clear()
        self.sound.prove_labelled("f", "a")
        self.sound.prove_labelled("g", "a")
        self.assertEqual(self.asked, [])

    def test_numbered_names(self) -> None:
        self.answers["f_0", False] = self.answers["f", False] = [goal("ensures_a", results.VALID, "f_0")]
        self.sound.prove("f_0")
        self.assertEqual(self.asked, [("f", False, 1, LIMIT)])

    def test_closed(self) -> None:
        self.sound.prove("f")
        self.sound.close()
        for wait in (lambda: self.sound.prove("g"), lambda: self.sound.survey(["g"]),
                     lambda: self.sound.run(self.tree, "f", 1, lambda goal: False)):
            self.assertRaises(sound.Closed, wait)

    def test_closed_while_it_runs(self) -> None:
        self.sound.prove("f")
        with self.assertRaises(sound.Closed):
            self.sound.run(self.tree, "f", 1, lambda goal: self.sound.close())
