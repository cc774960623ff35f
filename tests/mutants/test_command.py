"""What the command tells in the end, and when it fails."""
from __future__ import annotations

import argparse
import contextlib
import io
import pathlib
import types
import unittest
from collections.abc import Sequence
from unittest import mock

from proofs.mutants import __main__ as command
from proofs.mutants import justified
from proofs.mutants.mutant import Identity, Mutant
from proofs.mutants.trial import Outcome

KILLED, TIMEOUT, SURVIVED, INVALID = (Outcome(verdict, ("f.ensures_e", ))
                                      for verdict in ("killed", "timeout", "survived", "invalid"))


def a_mutant(number: int) -> Mutant:
    """The only mutant of a function."""
    return Mutant(Identity("kernel/a.c", f"f{number}", "arithmetic", "a = b + 1;", "a = b - 1;"),
                  0,
                  0,
                  "",
                  steps=("f", ))


class CommandTest(unittest.TestCase):
    """A run over mutants that are tried until time is up."""

    def run_over(self,
                 number: int,
                 tried: Sequence[Outcome],
                 reasons: justified.Justified = justified.Justified({}, {}),
                 **options: object) -> tuple[int, list[str]]:
        """The status of a run and what it says: only the first mutants are tried."""
        everything = {
            "sample": None, "function": None, "operator": None, "everything": True, "afresh": False, "list": False,
            "table": False, "seed": 1
        }
        mutants = [a_mutant(n) for n in range(number)]
        known = {mutant.identity: outcome for mutant, outcome in zip(mutants, tried)}

        def outcomes(*given: object) -> dict[Identity, Outcome]:
            return {mutant.identity: outcome for mutant, outcome in zip(given[3], tried)}

        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.ExitStack() as stack:
            stack.enter_context(
                mock.patch.object(command, "Catalogue", lambda *_: types.SimpleNamespace(mutants=mutants, claims={})))
            stack.enter_context(mock.patch.object(command, "Journal", lambda *_: types.SimpleNamespace(
                outcome=lambda mutant: known.get(mutant.identity), rank=lambda mutant: mutant.identity.function)))
            stack.enter_context(mock.patch.object(command, "_outcomes", outcomes))
            stack.enter_context(mock.patch.object(justified, "read", lambda *_: reasons))
            status = command._run(argparse.Namespace(**(everything | options)), types.SimpleNamespace())
        return status, said.getvalue().splitlines()

    def test_table(self) -> None:
        with mock.patch.object(command, "without_mutants", lambda *_: []):
            status, said = self.run_over(4, [KILLED, TIMEOUT], table=True)
        self.assertEqual(status, 0)
        self.assertIn("| f1 |  | 0 / 1 / 0 / 0 |" + "  |" * 8, said)
        self.assertIn(f"- `{a_mutant(3).identity}`", said)

    def test_counts_apart(self) -> None:
        reasons = justified.Justified({a_mutant(4).identity: "speed only"}, {})
        status, said = self.run_over(6, [KILLED, KILLED, KILLED, TIMEOUT, SURVIVED, INVALID], reasons)
        self.assertEqual(said, [
            "no longer a program with a contract, not counted: 1", "3 killed, 1 by timeout only, 1 justified",
            "5 passed, 0 failed"
        ])
        self.assertEqual(status, 0)

    def test_survivor(self) -> None:
        status, said = self.run_over(2, [KILLED, SURVIVED])
        self.assertIn(f"survived: {a_mutant(1).identity}", said)
        self.assertEqual((status, said[-2:]), (1, ["1 killed, 0 by timeout only, 0 justified", "1 passed, 1 failed"]))

    def test_sample_of_which_too_few_were_tried(self) -> None:
        for number, tried in ((20, 9), (5, 2), (3, 1), (1, 0)):
            with self.subTest(number=number, tried=tried):
                status, said = self.run_over(30, [KILLED] * tried, sample=number, everything=False)
                self.assertIn(f"fewer than half of the sample were tried: {tried} of {number}", said)
                self.assertEqual((status, said[-1]), (1, f"{tried} passed, 1 failed"))

    def test_sample_of_which_half_were_tried(self) -> None:
        for number, tried in ((20, 10), (20, 20), (5, 3), (1, 1)):
            with self.subTest(number=number, tried=tried):
                status, said = self.run_over(30, [TIMEOUT] * tried, sample=number, everything=False)
                self.assertFalse([line for line in said if "half" in line])
                self.assertEqual((status, said[-1]), (0, f"{tried} passed, 0 failed"))

    def test_another_run_may_try_few(self) -> None:
        status, said = self.run_over(30, [KILLED])
        self.assertEqual(
            (status, said),
            (0, ["not tried, as time was up: 29", "1 killed, 0 by timeout only, 0 justified", "1 passed, 0 failed"]))


class TargetTest(unittest.TestCase):
    """The make target of the sample."""

    def test_it_says_how_long_it_takes(self) -> None:
        text = (pathlib.Path(command.__file__).parent / "mutants.mk").read_text(encoding="utf-8")
        self.assertRegex(text, r"mutants-sample:.* in ten minutes.*\n.* --seconds 600 ")
