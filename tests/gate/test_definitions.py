"""Which logic definitions the gate takes for well-founded."""
from __future__ import annotations

import unittest

from proofs.gate import definitions


class DefinitionTest(unittest.TestCase):
    """Definitions as Frama-C prints them."""

    def broken(self, *annotations: str) -> list[str]:
        """What is wrong with a program that has these annotations."""
        program = "int x;\n" + "".join(f"/*@\n{annotation}\n */\n" for annotation in annotations)
        found = list(definitions.read(program))
        self.assertEqual(len(found), len(annotations))
        return definitions.groundless(found)

    def test_read(self) -> None:
        text = ("/*@\nlogic struct r *f{L}\n(struct p *q, int32_t at[64], integer n) =\n"
                "  n <= 0? q: f(q, at, n - 1); */\n/*@ requires x; */")
        (found,) = definitions.read(text)
        self.assertEqual(
            (found.kind, found.name, found.parameters, found.body[:3]),
            ("logic", "f", ("q", "at", "n"), ("n", "<=", "0")),
        )

    def test_that_ends(self) -> None:
        for annotation in (
            "logic integer f(integer n) = n + 1;",
            "predicate f(integer n) = n > 0;",
            "logic integer f(integer x, integer n) = n <= 0? x: f(x + 1, n - 1) + (f(g(x, 1), n - 1) > 0? 1: 0);",
            "logic integer f(integer x, integer n) = n <= 0? (x > 0? x: 1): x > 1? f(x, n - 1): f(x, n - 1) + 1;",
            "logic integer f(integer x, integer n) = n <= 0? x > 0? x: 1: f(x, n - 1);",
            "logic integer f{L}(int *x, integer n) = n <= 0? 0: f{L}(x, n - 1) + *(x + n);",
        ):
            with self.subTest(annotation):
                self.assertEqual(self.broken(annotation), [])

    def test_that_does_not(self) -> None:
        for annotation in (
            "logic integer f = f + 1;",
            "logic integer f(integer n) = f(n - 1);",
            "logic integer f(integer n) = n <= 0? 0: f(n);",
            "logic integer f(integer n) = n <= 0? 0: f(n + 1);",
            "logic integer f(integer n) = n <= 0? 0: f(n - 1 + 1);",
            "logic integer f(integer n) = n <= 0? f(n - 1): 0;",
            "logic integer f(integer n) = n < 0? 0: n == 5? 1: f(n - 1);",
            "logic integer f(integer n) = n <= x? 0: f(n - 1);",
            "logic integer f(integer n) = x <= 0? 0: f(n - 1);",
            "logic integer f(integer x, integer n) = n <= 0? 0: f(n - 1, x);",
            "logic integer f(integer x, integer n) = n <= 0? 0: f(f(x, n), n - 1);",
            "logic integer f(integer x, integer n) = x <= 0? 0: f(x, n - 1);",
            "logic integer f(integer n) = n <= 0? 0: (\\let n = n + 2; f(n - 1));",
            "predicate f(integer n) = n <= 0? \\true: (\\forall integer n; f(n - 1));",
        ):
            with self.subTest(annotation):
                self.assertEqual(self.broken(annotation), ["f: calls itself, and is not seen to end"])

    def test_unread(self) -> None:
        self.assertEqual(self.broken("predicate f(integer n) reads n;"), ["f: no definition can be read"])

    def test_inductive(self) -> None:
        self.assertEqual(
            self.broken("inductive f(integer n) {\n  case c: \\forall integer n; f(n);\n  }"),
            ["f: is defined inductively"],
        )
