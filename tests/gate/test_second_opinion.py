"""The second opinion: who has to agree on a goal, and that nothing false is agreed on."""
from __future__ import annotations

import pathlib
import tempfile
import unittest

from tests.gate import planted
from proofs.gate import claims, configurations, framac, second_opinion
from proofs.gate.evidence import GOALS, Evidence
from proofs.gate.results import TIMEOUT, UNKNOWN, VALID, Goal
from proofs.gate.second_opinion import AGREED, NOT_AGREED, QED, opinion

HARD = """
/*@ requires a * a == b * b && 0 <= a <= 1000 && 0 <= b <= 1000;
    assigns \\nothing;
    ensures root:  \\result == b;
    ensures wrong: \\result == b + 1;
*/
int hard(int a, int b) { return a; }
"""


def goal(verdict=VALID, prover="cvc4"):
    return Goal("typed_f_ensures_x", "f", "ensures_x", verdict, prover)


def asked(text):
    """The opinions on the goals of a file: (clause, opinion)."""
    with tempfile.TemporaryDirectory(prefix="planted-") as directory:
        tree = pathlib.Path(directory)
        (tree / "kernel").mkdir()
        (tree / "proofs").mkdir()
        (tree / "kernel/planted.c").write_text(text, encoding="utf-8")
        (tree / "proofs/claims.toml").write_text(planted.COMMON_CLAIMS, encoding="utf-8")
        source = tree / "program"
        program = framac.parse(tree, configurations.FULL, source)
        known = claims.read(tree / "proofs/claims.toml")
        evidence = Evidence(tree, known, program, frozenset((GOALS,)), True, 2, configurations.FULL)
        return {found.clause: what for found, what, _ in second_opinion.ask(evidence, source, 1)}


class Opinion(unittest.TestCase):
    def test_another_prover_agrees(self):
        self.assertEqual(opinion(goal(), None, False), (AGREED, "cvc4"))

    def test_what_the_simplifier_decides_again_is_no_other_opinion(self):
        self.assertEqual(opinion(goal(prover="Qed"), None, False), (QED, "Qed"))

    def test_what_is_not_proved_is_not_agreed_on(self):
        for verdict in (UNKNOWN, TIMEOUT):
            self.assertEqual(opinion(goal(verdict, ""), None, False), (NOT_AGREED, verdict))

    def test_what_may_have_been_proved_by_the_same_family_needs_the_other(self):
        self.assertEqual(opinion(goal(), None, True), (NOT_AGREED, "not asked"))
        self.assertEqual(opinion(goal(), goal(TIMEOUT, ""), True), (NOT_AGREED, TIMEOUT))
        self.assertEqual(opinion(goal(), goal(VALID, "z3"), True), (AGREED, "cvc4"))

    def test_planted(self):
        """of a function with a true and a false clause"""
        opinions = asked(HARD)
        self.assertEqual(opinions["ensures_root"], AGREED, opinions)
        self.assertEqual(opinions["ensures_wrong"], NOT_AGREED, opinions)

    def test_table(self):
        found = [(goal(), AGREED, "cvc4"), (goal(), AGREED, "cvc5"), (goal(prover="Qed"), QED, "Qed"),
                 (goal(TIMEOUT, ""), NOT_AGREED, TIMEOUT)]
        text = "\n".join(second_opinion.table(found, 10))
        self.assertIn("Of 3 goals that another prover was asked about, 66.7 % are agreed on.", text)
        self.assertIn("1   25.0 %  cvc5 agrees", text)


if __name__ == "__main__":
    unittest.main()
