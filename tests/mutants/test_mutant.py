"""The identity of a mutant, and the clauses that contracts share."""
from __future__ import annotations

import dataclasses
import unittest

from proofs.mutants import mutant, operators, shared_clauses
from proofs.mutants.operators import Change
from tests.mutants.snippets import cut, function

SOURCE = """int f(int a)
{
    if (a   < 1) {
        return 0;
    }
    a = a + 1; a = a + 1;
    return 0;
}
"""


def mutants(source: str) -> list[mutant.Mutant]:
    """The mutants of the only function of a source."""
    changes = operators.of_code(source, function(source))
    return mutant.numbered(mutant.of_changes(source, "kernel/a.c", "f", ((change, ["f"]) for change in changes)))


class IdentityTest(unittest.TestCase):
    """What tells mutants apart, and what does not."""

    def test_lines_before_and_after(self) -> None:
        found = mutants(SOURCE)[0].identity
        self.assertEqual((found.operator, found.before, found.after), ("relational", "if (a < 1) {", "if (a <= 1) {"))

    def test_no_two_are_alike(self) -> None:
        found = [m.identity for m in mutants(SOURCE)]
        self.assertEqual(len(found), len(set(found)))
        self.assertEqual([i.ordinal for i in found if i.before == "return 0;"], [1, 2])

    def test_edits_elsewhere_change_nothing(self) -> None:
        moved = "/* More above,\n and more. */\nint other;\n" + SOURCE.replace("    ", "  ").replace(
            "return 0;\n}", "return 0; // here\n}")
        before = [m.identity for m in mutants(SOURCE)]
        after = [m.identity for m in mutants(moved)]
        # Only the line with the new comment has changed.
        self.assertEqual([i for i in before if i not in after],
                         [i for i in before if i.before == "return 0;" and i.ordinal == 2])

    def test_applied(self) -> None:
        self.assertEqual(mutants(SOURCE)[0].applied(SOURCE), SOURCE.replace("<", "<="))

    def test_applied_in_several_places(self) -> None:
        at = SOURCE.index("a + 1")
        more = (mutant.Edit("kernel/a.c", at, at + 5,
                            "2"), mutant.Edit("spec/b.acsl", 0, 1, "c"), mutant.Edit("kernel/a.c", 0, 0, "static "))
        several = dataclasses.replace(mutants(SOURCE)[0], also=more)
        self.assertEqual(several.files, ["kernel/a.c", "spec/b.acsl"])
        self.assertEqual(several.applied(SOURCE), "static " + SOURCE.replace("<", "<=").replace("a + 1", "2", 1))
        self.assertEqual(several.applied("b;", "spec/b.acsl"), "c;")

    def test_shown(self) -> None:
        long = mutant.Identity("kernel/a.c", "f", "constant", "first(" + "second + " * 12 + "1);", "", 2)
        self.assertEqual(str(long), f"kernel/a.c: {long.shown}")
        self.assertTrue(long.shown.endswith("second + ...  ->  (nothing)"), long.shown)
        for text in (str(long), long.shown, "f: constant (#2): first(...  ->  ..."):
            self.assertTrue(long.is_shown_as(text), text)
        for text in ("kernel/b.c: " + long.shown, long.shown.replace("constant", "relational"),
                     long.shown.replace("(#2)", "(#1)"), long.shown.replace("f:", "g:"), long.shown.replace("...", ""),
                     long.shown.replace("(nothing)", "0;"), "f: constant (#2)", ""):
            self.assertFalse(long.is_shown_as(text), text)

    def test_several_lines(self) -> None:
        source = "a\n  b b\n  c\nd"
        found = mutant.identity(source, "x", "f", Change("dropped", source.index("b"), source.index("c"), ""))
        self.assertEqual((found.before, found.after), ("b b c", "c"))


MACROS = """#define RUNS(state) ((state) == 1)
/* One stage. */
#define TABLE(clause, x, P) \\
    clause x##table: P.n == 0; \\
    clause x##all:   \\forall integer s; 0 <= s < P.n ==> \\
                     RUNS(P.at[s]);
#define STATE(clause, K) \\
    TABLE(clause, map_, (K).map) \\
    clause now: (K).now > 0;
#define SHAPE(P) RUNS(P)
#define LISTED(clause, K) \\
    SAY(clause, now, (K).now > 0 && \\
                     Sound(K)) \\
    SAY(clause, shape, SHAPE((K).map))
#define SAY_ensures(name, ...) ensures name: __VA_ARGS__;
#define ABSENT(K) \\
    behavior absent: \\
      assumes K == \\null; \\
      requires more: \\true; \\
      assigns \\nothing; \\
      ensures absent: \\result < 0; \\
      ensures all: \\forall integer s; 0 < s ==> \\
                   s > 0;
/*@ predicate Whole(struct s k) = LISTED(conjunct, k) \\true;
    predicate Sound(struct s k) = \\forall integer i; SHAPE(k.at[i]);
    predicate Odd(integer i) = i % 2 == 1; */
"""


class SharedClauseTest(unittest.TestCase):
    """Macros that stand for clauses."""

    def test_clauses(self) -> None:
        found = list(shared_clauses.clauses(MACROS, {"SAY"}))
        self.assertEqual([clause.macro for clause in found],
                         ["TABLE", "TABLE", "STATE", "LISTED", "LISTED", "ABSENT", "ABSENT", "ABSENT"])
        self.assertEqual(cut(MACROS, found), ["clause x##table: P.n == 0;",
                                              "clause x##all: \\forall integer s; 0 <= s < P.n ==> \\ RUNS(P.at[s]);",
                                              "clause now: (K).now > 0;",
                                              "SAY(clause, now, (K).now > 0 && \\ Sound(K))",
                                              "SAY(clause, shape, SHAPE((K).map))",
                                              "requires more: \\true;", "ensures absent: \\result < 0;",
                                              "ensures all: \\forall integer s; 0 < s ==> \\ s > 0;"])

    def test_statements_that_stand_together(self) -> None:
        source = "#define BOTH(clause, x) SAY(clause, both, SAY(conjunct, one, x > 0) SAY(conjunct, two, x < 9))\n"
        found = [source[shared.start : shared.end] for shared in shared_clauses.clauses(source, {"SAY"})]
        self.assertEqual(found, ["SAY(conjunct, one, x > 0)", "SAY(conjunct, two, x < 9)"])

    def test_a_dropped_clause_leaves_a_macro(self) -> None:
        table, _, now, *_ = shared_clauses.clauses(MACROS, {"SAY"})
        self.assertIn("#define TABLE(clause, x, P) \\\n     \\\n    clause x##all:",
                      MACROS[:table.start] + MACROS[table.end:])
        self.assertIn("(K).map) \\\n    \n#define SHAPE", MACROS[:now.start] + MACROS[now.end:])

    def test_the_macros_that_say_a_clause_are_found(self) -> None:
        self.assertEqual(shared_clauses.sayers([MACROS]), set())
        for name in ("SAY", "CLAUSE"):
            self.assertEqual(
                shared_clauses.sayers([MACROS, f"#define {name}(kind, name, ...) {name}_##kind(name, __VA_ARGS__)\n"]),
                {name})

    def test_users(self) -> None:
        self.assertEqual(
            shared_clauses.users({"a": MACROS}), {
                "RUNS": {"RUNS", "TABLE", "STATE", "SHAPE", "LISTED", "Whole", "Sound"}, "TABLE": {"TABLE", "STATE"},
                "STATE": {"STATE"}, "SHAPE": {"SHAPE", "LISTED", "Whole", "Sound"
                                              }, "LISTED": {"LISTED", "Whole"}, "SAY_ensures": {"SAY_ensures"},
                "ABSENT": {"ABSENT"}, "Whole": {"Whole"}, "Sound": {"Sound", "LISTED", "Whole"}, "Odd": {"Odd"}
            })
