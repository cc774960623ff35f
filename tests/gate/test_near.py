"""The sources that some functions are proved from while they are edited: few, and never fewer than
their proofs need.
"""
from __future__ import annotations

import pathlib
import tempfile
import unittest

from tests.gate import planted
from proofs.gate import configurations, near, proof, rules
from proofs.gate.evidence import GOALS

TICKS = """
/*@ requires low: a < 100; assigns \\nothing; ensures next: \\result == a + 1; */
static inline int next(int a)
{
    return a + 1;
}
"""
HEADER = """
/*@ assigns \\nothing; ensures big: \\result > 0; */
int told(int a);
int untold(int a);
/*@ assigns \\nothing; ensures half: \\result >= 0; */
int told_more(int a);
"""
CALLEES = """
#include "callees.h"
int told(int a) { return a > 1 ? a : 1; }
/*@ assigns \\nothing; ensures big: \\result > 0; */
int untold(int a) { return a > 1 ? a : 1; }
"""
CALLERS = """
#include "callees.h"
#include "ticks.h"
/*@ assigns \\nothing; ensures big: \\result > 0; */
int of_told(int a) { return told(a); }
/*@ assigns \\nothing; ensures half: \\result >= 0; */
int of_more(int a) { return told_more(a); }
/*@ ghost
  /@ requires a > 1; assigns \\nothing; ensures big: \\result > 1; @/
  int of_ghost(int a) { return a; }
*/
/*@ requires low: a < 50; assigns \\nothing; ensures next: \\result == a + 1; */
int of_header(int a) { return next(a); }
"""
MORE = """
#include "callees.h"
/*@ requires small: a < 10; */
int told_more(int a) { return a > 1 ? a : 1; }
"""
UNTOLD = """
#include "callees.h"
/*@ assigns \\nothing; ensures big: \\result > 0; */
int of_untold(int a) { return untold(a); }
"""
NOTHING = """
/*@ assigns \\nothing; ensures big: \\result > 0; */
int of_nothing(int a)
{
    int unknown(int);
    return unknown(a);
}
"""
LONE = ("/*@ assigns \\nothing; ensures none: \\result == 0; */\n"
        "#define DEFINED int by_macro(void) { return 0; }\nDEFINED\n")
FILES = {
    "ticks.h": TICKS,
    "callees.h": HEADER,
    "callees.c": CALLEES,
    "callers.c": CALLERS,
    "lone.c": LONE,
    "nothing.c": NOTHING,
    "untold.c": UNTOLD,
    "more.c": MORE,
}
ALL = [f"kernel/{name}" for name in sorted(FILES) if name.endswith(".c")]

class NearTest(unittest.TestCase):
    """A tree of small sources."""

    def setUp(self) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="near-")
        self.addCleanup(self._directory.cleanup)
        self.tree = pathlib.Path(self._directory.name)
        (self.tree / "kernel").mkdir()
        (self.tree / "proofs").mkdir()
        for name, text in FILES.items():
            (self.tree / "kernel" / name).write_text(text, encoding="utf-8")
        (self.tree / "proofs" / "claims.toml").write_text(planted.COMMON_CLAIMS, encoding="utf-8")

    def test_sources(self) -> None:
        for name, files in (
            ("of_told", ["kernel/callers.c"]),
            ("of_untold", ["kernel/callees.c", "kernel/untold.c"]),
            ("of_more", ["kernel/callers.c", "kernel/more.c"]),
            ("of_ghost", ["kernel/callers.c"]),
            ("of_header", ["kernel/callers.c"]),
            ("next", ["kernel/callers.c"]),
            ("told", ["kernel/callees.c"]),
            ("by_macro", ALL),
            ("gone", ALL),
        ):
            with self.subTest(name):
                found, run = near.read(self.tree, configurations.FULL, {name})
                self.assertTrue(run.complete, run.log)
                self.assertEqual(found, files)

    def broken(self, name: str) -> set[str]:
        """The rules that the proof of a function breaks."""
        plan = proof.Plan(
            self.tree,
            self.tree / "proofs/claims.toml",
            frozenset((GOALS,)),
            frozenset((name,)),
            limit_seconds=1,
            jobs=1,
        )
        return {rule for rule, lines in rules.judge(proof.gather(plan, lambda line: None)).items() if lines}

    def test_verdicts(self) -> None:
        for name in ("of_told", "of_untold", "of_header", "next"):
            with self.subTest(name):
                self.assertEqual(self.broken(name), set())
        self.assertIn("proved", self.broken("of_more"))  # of what the definition demands, the header says nothing
        self.assertTrue(self.broken("of_nothing"))
