"""Functions, clauses and statements are found where they are."""
from __future__ import annotations

import unittest

from proofs.mutants import lexer, structure
from tests.mutants.snippets import cut, function, functions

SOURCE = """
#define_not_here;
typedef int (*handler)(int);
struct pair { int a; int b[2]; };
enum kind { ONE = 1, TWO };
static const struct pair table[] = {{1, {2, 3}}};
/*@ predicate P(integer x) = x > 0; */
/* plain */
/*@ requires range: 0 <= x; assigns \\nothing; */
int declared(int x);
/*@ assigns \\nothing; ensures one: \\result == 1; */
static int defined(int x) /*@ ghost (int \\ghost *g) */
{
    struct pair p = {1, {2, 3}};
    return 1;
}
/*@ ghost
  /@ requires valid: \\true; assigns \\nothing; @/
  void lemma(int n)
  {
      /@ loop invariant range: 0 <= m; loop assigns m; loop variant n - m; @/
      for (int m = 0; m < n; m++) { }
  }
  /@ assigns \\nothing; @/
  void other(void);
*/
const char *text(void)
{
    return "}";
}
"""[1:].replace("#define_not_here;\n", "")


class FunctionTest(unittest.TestCase):
    """Definitions, declarations, ghost functions."""

    def test_all_are_found(self) -> None:
        found = functions(SOURCE)
        self.assertEqual({name: (f.is_ghost, f.body is not None, f.contract is not None) for name, f in found.items()},
                         {"declared": (False, False, True), "defined": (False, True, True), "lemma": (True, True, True),
                          "other": (True, False, True), "text": (False, True, False)})

    def test_extent(self) -> None:
        found = functions(SOURCE)
        self.assertTrue(SOURCE[found["defined"].start:].startswith("/*@ assigns"))
        self.assertTrue(SOURCE[:found["defined"].end].endswith("return 1;\n}"))
        self.assertTrue(SOURCE[found["declared"].start:found["declared"].end].endswith("int declared(int x);"))

    def test_open_brace(self) -> None:
        with self.assertRaisesRegex(lexer.BadSource, "line 2"):
            functions("\nvoid f(void) { if (x) { }")

    def test_an_annotation_without_clauses_that_can_be_read(self) -> None:
        for annotated in ("/*@ requires a: x; SHAPE(*p) && y; */ int f(int x);",
                          "/*@ ensure a: x; */ int f(int x) { return x; }", "/*@ */ int f(void);",
                          "int f(int x) { /*@ invariants a: x; */ while (x) { } }",
                          "/*@ ghost /@ SHAPE @/ void f(void); */",
                          "/*@ ghost void f(int x) { /@ loop x; @/ while (x) { } } */"):
            with self.subTest(annotated), self.assertRaisesRegex(lexer.BadSource, "line 3: f: no clause"):
                functions("int a;\n\n" + annotated)
        for definition in ("predicate P(integer x) = x > 0;", "logic integer f(integer x) = x;", "lemma a: \\true;",
                           "axiomatic A { type t; }"):
            self.assertIsNone(function(f"/*@ {definition} */ int f(int x);").contract)


class ClauseTest(unittest.TestCase):
    """Clauses of contracts and loops."""

    def clauses(self, text: str) -> list[tuple[str, str, str]]:
        """(kind, label, text) of the clauses of a contract."""
        note, = lexer.read(text)
        return [(c.kind, c.label, text[c.start:c.end]) for c in structure.clauses(note)]

    def test_a_bound_variable_ends_no_clause(self) -> None:
        self.assertEqual(
            self.clauses(
                "/*@ ensures all: \\forall integer i; 0 <= i ==> \\exists integer j; i < j;\n assigns \\nothing; */"),
            [("ensures", "all", "ensures all: \\forall integer i; 0 <= i ==> \\exists integer j; i < j;"),
             ("assigns", "", "assigns \\nothing;")])

    def test_a_bound_variable_in_brackets(self) -> None:
        self.assertEqual([
            kind for kind, _, _ in self.clauses(
                "/*@ requires (\\forall integer i; i < 0) && (\\let x = 1; x > 0); ensures b; */")
        ], ["requires", "ensures"])

    def test_macros(self) -> None:
        self.assertEqual(self.clauses("/*@ requires a: x;\n STATE(requires, *k, (g))\n SHAPE(*p) && y; */"), [])
        self.assertEqual(
            self.clauses("/*@ requires a: x;\n STATE(requires, *k, (g))\n POOL(ensures, , *p)\n assigns \\nothing; */"),
            [("requires", "a", "requires a: x;"), ("requires", "STATE", "STATE(requires, *k, (g))"),
             ("ensures", "POOL", "POOL(ensures, , *p)"), ("assigns", "", "assigns \\nothing;")])

    def test_a_macro_that_does_not_say_what_it_stands_for(self) -> None:
        self.assertEqual(
            self.clauses("/*@ requires a: x;\n ABSENT(k)\n behavior b:\n ensures c: y;\n"
                         " ABSENT(\\forall integer i; i < 0)\n complete behaviors; */"),
            [("requires", "a", "requires a: x;"), (structure.OPAQUE, "ABSENT", "ABSENT(k)"),
             ("behavior", "b", "behavior b:"), ("ensures", "c", "ensures c: y;"),
             (structure.OPAQUE, "ABSENT", "ABSENT(\\forall integer i; i < 0)"),
             ("complete", "", "complete behaviors;")])

    def test_clauses_that_stand_together(self) -> None:
        self.assertEqual(
            self.clauses("/*@ TOGETHER(requires, given, CLAUSE(conjunct, a, \\forall integer i; f(i, x))\n"
                         " STATE(conjunct, *k, (g))) assigns \\nothing;\n"
                         " TOGETHER(ensures, done, CLAUSE(conjunct, b, y)) */"),
            [("requires", "a", "CLAUSE(conjunct, a, \\forall integer i; f(i, x))"),
             ("requires", "STATE", "STATE(conjunct, *k, (g))"), ("assigns", "", "assigns \\nothing;"),
             ("ensures", "b", "CLAUSE(conjunct, b, y)")])

    def test_loops(self) -> None:
        self.assertEqual([
            c[:2] for c in self.clauses(
                "/*@ STATE(loop invariant, *k)\n loop invariant range: a ? b : c; loop assigns i; loop variant n; */")
        ], [("invariant", "STATE"), ("invariant", "range"), ("assigns", ""), ("variant", "")])

    def test_no_label(self) -> None:
        self.assertEqual(self.clauses("/*@ requires a ? b : c; */"), [("requires", "", "requires a ? b : c;")])

    def test_behaviors(self) -> None:
        self.assertEqual([
            c[0] for c in self.clauses(
                "/*@ behavior empty: assumes n == 0; ensures none: \\result == 0; complete behaviors; */")
        ], ["behavior", "assumes", "ensures", "complete"])

    def test_definitions_have_no_clauses(self) -> None:
        self.assertEqual(self.clauses("/*@ predicate P(integer x) = x > 0; logic integer f(integer x) = x; */"), [])


class StatementTest(unittest.TestCase):
    """Statements, conditions, ghost code."""

    def test_expression_statements(self) -> None:
        source = """void f(int n) {
            int a = g(1); struct pair p = {1, 2}; const int *q; rtmr_ticks *r = s; unsigned u;
            a = 2; p.x++; --a; *q = 3; h(a) /*@ ghost (b) */;
            for (int i = 0; i < n; i++) { if (a) continue; else a -= 1; }
            switch (a) { case ONE: g(2); break; default: break; }
            do g(3); while (a);
            /*@ ghost c = 1; */
            return a;
        }"""
        body = function(source).body
        self.assertEqual(cut(source, structure.expression_statements(body)), [
            "a = 2", "p.x++", "--a", "*q = 3", "h(a) /*@ ghost (b) */", "continue", "a -= 1", "g(2)", "break", "break",
            "g(3)"
        ])

    def test_conditions(self) -> None:
        source = """int f(int n) {
            if (a > (b)) { } else if (c) { }
            for (;;) { } for (i = 0; i < n; i++) { }
            while (d) { } do { } while (e);
            x = g(h ? 1 : 2, i) ; y = j == 1 && k ? l : m ? n : o;
            return p[q] > 0 ? r : (s ? t : u);
        }"""
        body = function(source).body
        self.assertEqual(cut(source, structure.conditions(source, body)),
                         ["a > (b)", "c", "i < n", "d", "e", "h", "j == 1 && k", "m", "p[q] > 0", "s"])

    def test_ghost_code(self) -> None:
        source = """void f(void) {
            g(1) /*@ ghost (x) */;
            //@ ghost lemma(2);
            //@ assert y;
            /*@ ghost
              z = 3;
              /@ loop invariant r: \\true; loop assigns m; loop variant n - m; @/
              for (int m = 0; m < n; m++) { }
              /@ loop invariant s: \\true; loop assigns m; loop variant m; @/
              while (m > 0) m--;
            */
        }"""
        first, second = structure.ghost_code(function(source).body)
        self.assertEqual(cut(source, structure.expression_statements(first.items)), ["lemma(2)"])
        loops = cut(source, structure.loops(source, second.items))
        self.assertEqual([(loop[:21], loop[-16:]) for loop in loops],
                         [("/@ loop invariant r: ", " m < n; m++) { }"), ("/@ loop invariant s: ", "ile (m > 0) m--;")])

    def test_loop_clauses(self) -> None:
        source = """void f(void) {
            /*@ loop invariant a: \\true; loop assigns i; loop variant n - i; */
            for (;;) { }
            /*@ ghost /@ loop invariant b: \\true; loop assigns m; @/ for (;;) { } */
            //@ assert c;
        }"""
        found = structure.loop_clauses(function(source).body)
        self.assertEqual([(clause.kind, clause.label) for clause in found], [("invariant", "a"), ("variant", ""),
                                                                             ("invariant", "b")])
