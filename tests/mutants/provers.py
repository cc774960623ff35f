"""Provers that say what a test wants, in the place of Frama-C."""
from __future__ import annotations

import pathlib
import tempfile
import types
import unittest
from collections.abc import Callable, Sequence
from unittest import mock

from proofs.gate import framac, results
from proofs.gate.framac import Turn
from proofs.gate.results import Goal, Message
from proofs.mutants import sound

SOURCE = "int f(void) { return 1; }\n"
FAULTY = SOURCE.replace("1", "2")


def goal(clause: str, verdict: str, function: str = "f") -> Goal:
    """A goal."""
    return Goal(f"typed_{function}_{clause}", function, clause, verdict)


class ProversTest(unittest.TestCase):
    """A kernel of two sources, what is proved of it and what not."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name) / "tree"
        (self.tree / "kernel").mkdir(parents=True)
        (self.tree / "kernel" / "a.c").write_text(SOURCE, encoding="utf-8")
        (self.tree / "kernel" / "b.c").write_text("", encoding="utf-8")
        self.asked: list[tuple] = []  # what was proved: function, with the mutant, and whatever else was asked
        self.others: list[str] = []  # the other source, each time
        self.noted: dict[str, tuple[Sequence[str], float]] = {}
        self.errors: list[Message] = []
        self.status = 1  # of Frama-C if there are errors
        self.answers: dict[tuple, list[Goal]] = {}  # by the beginning of what was asked
        for name, stand_in in (("prove", self.prove), ("survey", self.survey)):
            patcher = mock.patch.object(framac, name, stand_in)
            patcher.start()
            self.addCleanup(patcher.stop)
        choices = [["kernel/a.c"], ["kernel/a.c", "kernel/b.c"]]
        self.subject = types.SimpleNamespace(tree=self.tree,
                                             choices_of_sources=lambda name: choices,
                                             source_name=lambda name: name.removesuffix("_0"),
                                             racing=lambda name: frozenset(["raced"]))
        self.sound = sound.Sound(self.subject, pathlib.Path(directory.name), self.noted.get,
                                 lambda name, sources, seconds: self.noted.update({name: (sources, 1.0)}))

    def answer(self, case: tuple) -> list[Goal]:
        """The goals of what is asked."""
        return next((self.answers[case[:n]] for n in range(len(case), 1, -1) if case[:n] in self.answers),
                    [goal("ensures_a", results.VALID, case[0])])

    def survey(self, tree: pathlib.Path, sources: Sequence[str] | None, functions: Sequence[str]) -> framac.Run:
        """In the place of Frama-C: which goals there are."""
        del tree
        where = "all" if sources is None else len(sources)
        told = [found for name in functions for found in self.answer((name, False, where, framac.LIMIT_SECONDS))]
        return framac.Run([], "", 0, 0.0, told, [], None, None)

    def prove(self,
              tree: pathlib.Path,
              sources: Sequence[str] | None,
              how: Sequence[Turn],
              limit: int = framac.LIMIT_SECONDS,
              *,
              parallel: int = 2,
              cache: pathlib.Path | None = None,
              enough: Callable[[Goal], bool] | None = None) -> framac.Run:
        """In the place of Frama-C: answers with all goals in the whole, or until it is enough."""
        source = (tree / "kernel" / "a.c").read_text(encoding="utf-8")
        self.assertIn(source, (SOURCE, FAULTY))
        self.others.append((tree / "kernel" / "b.c").read_text(encoding="utf-8"))
        told: list[Goal] = []
        status: int | None = self.status if self.errors and source == FAULTY else 0
        for name in how[0].functions:
            case = (name, source == FAULTY, "all" if sources is None else len(sources), limit, *how[0].labels)
            goals = self.answer(case)
            self.assertIsNotNone(cache)
            self.asked.append(case)
            for one in goals:
                told.append(one)
                if enough and enough(one):
                    status = None
                    break
        return framac.Run([], "", status, 0.0, told, self.errors, None, None)
