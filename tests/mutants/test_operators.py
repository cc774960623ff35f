"""What each operator makes of a function."""
from __future__ import annotations

import unittest

from proofs.mutants import operators
from tests.mutants.snippets import after, function


class CodeTest(unittest.TestCase):
    """Changes of what is compiled."""

    def made(self, body: str, operator: str) -> list[str]:
        """The bodies that an operator makes of a body."""
        source = f"int f(int a, int b) {{ {body} }}"
        begin, end = source.index("{"), -1
        return [
            text[begin + 2:end - 1] for text in after(source, operators.of_code(source, function(source)), operator)
        ]

    def test_relational(self) -> None:
        for old, new in (("<", "<="), ("<=", "<"), (">", ">="), (">=", ">"), ("==", "!="), ("!=", "==")):
            self.assertEqual(self.made(f"if (a {old} b) {{ }}", operators.RELATIONAL), [f"if (a {new} b) {{ }}"])

    def test_one_change_each(self) -> None:
        self.assertEqual(self.made("if (a < b && b < a) { }", operators.RELATIONAL),
                         ["if (a <= b && b < a) { }", "if (a < b && b <= a) { }"])

    def test_arithmetic(self) -> None:
        self.assertEqual(self.made("a = b + c[d] - (e);", operators.ARITHMETIC),
                         ["a = b - c[d] - (e);", "a = b + c[d] + (e);"])
        self.assertEqual(self.made("a++; --b; a += b; b -= a;", operators.ARITHMETIC), [
            "a--; --b; a += b; b -= a;", "a++; ++b; a += b; b -= a;", "a++; --b; a -= b; b -= a;",
            "a++; --b; a += b; b += a;"
        ])

    def test_a_sign_is_no_subtraction(self) -> None:
        self.assertEqual(self.made("f(-a); a = -b; return -a;", operators.ARITHMETIC), [])

    def test_constants(self) -> None:
        self.assertEqual(self.made("a = 0;", operators.CONSTANT), ["a = 1;"])
        self.assertEqual(self.made("return -1;", operators.CONSTANT), ["return -0;"])
        self.assertEqual(self.made("a = b / 2;", operators.CONSTANT), ["a = b / 1;", "a = b / 3;"])
        self.assertEqual(self.made("return RTMR_NEVER;", operators.CONSTANT), ["return RTMR_NEVER - 1;"])
        self.assertEqual(self.made('a = RTMR_NEVER; g("0", 0x10);', operators.CONSTANT), [])

    def test_logical(self) -> None:
        self.assertEqual(self.made("return a && b || c;", operators.LOGICAL),
                         ["return a || b || c;", "return a && b && c;"])

    def test_negated(self) -> None:
        self.assertEqual(self.made("if (a) { } while (a > b) { } return a < b ? a : b;", operators.NEGATED), [
            "if (!(a)) { } while (a > b) { } return a < b ? a : b;",
            "if (a) { } while (!(a > b)) { } return a < b ? a : b;",
            "if (a) { } while (a > b) { } return !(a < b) ? a : b;"
        ])

    def test_the_negation_of_an_equation_is_its_relational_mutant(self) -> None:
        self.assertEqual(self.made("if (a == b) { } if (a != b) { }", operators.NEGATED), [])
        self.assertEqual(len(self.made("if (!(a == b)) { } if (a == b && c) { }", operators.NEGATED)), 2)

    def test_dropped(self) -> None:
        self.assertEqual(self.made("int c = 1; a = 2; g(a); b++; break; return a;", operators.DROPPED),
                         ["int c = 1; ; g(a); b++; break; return a;", "int c = 1; a = 2; ; b++; break; return a;",
                          "int c = 1; a = 2; g(a); ; break; return a;", "int c = 1; a = 2; g(a); b++; ; return a;"])

    def test_a_call_goes_with_its_ghost_arguments(self) -> None:
        self.assertEqual(self.made("g(a) /*@ ghost (b) */;", operators.DROPPED), [";"])

    def test_comments_annotations_and_ghost_code_are_not_code(self) -> None:
        source = ("int f(int a) /*@ ghost (int b) */ { /* a < 1 + 0; */ "
                  "//@ assert a < 1 + 0;\n //@ ghost b = 0;\n return a; }")
        self.assertEqual(list(operators.of_code(source, function(source))), [])

    def test_declarations_and_ghost_functions_have_no_code(self) -> None:
        for source in ("int f(int a);", "/*@ ghost void f(int a) { a = 1; } */"):
            self.assertEqual(list(operators.of_code(source, function(source))), [])


class GhostTest(unittest.TestCase):
    """Changes of ghost code and of invariants."""

    def made(self, source: str, operator: str) -> list[str]:
        """The sources that an operator makes."""
        return after(source, operators.of_ghost_code(source, function(source)), operator)

    def test_the_only_statement_goes_with_its_comment(self) -> None:
        self.assertEqual(self.made("void f(void) { //@ ghost g = 1;\n }", operators.GHOST), ["void f(void) { }"])

    def test_one_of_several(self) -> None:
        self.assertEqual(
            self.made("void f(void) { /*@ ghost g = 1; int h = 2; l(g); */ }", operators.GHOST),
            ["void f(void) { /*@ ghost ; int h = 2; l(g); */ }", "void f(void) { /*@ ghost g = 1; int h = 2; ; */ }"])

    def test_the_only_statement_goes_with_its_condition(self) -> None:
        self.assertEqual(self.made("void f(int a) { //@ ghost if (a > (1)) l(a);\n }", operators.GHOST),
                         ["void f(int a) { }"])

    def test_one_of_several_under_conditions(self) -> None:
        self.assertEqual(self.made("void f(int a) { /*@ ghost if (a) l(a); else m(a); */ }", operators.GHOST), [
            "void f(int a) { /*@ ghost if (a) ; else m(a); */ }", "void f(int a) { /*@ ghost if (a) l(a); else ; */ }"
        ])

    def test_a_loop_goes_with_its_annotation(self) -> None:
        source = ("/*@ ghost void f(int n) { l(n); "
                  "/@ loop invariant r: 0 <= m; loop assigns m; @/ for (int m = 0; m < n; m++) { } } */")
        self.assertEqual(self.made(source, operators.GHOST),
                         ["/*@ ghost void f(int n) { l(n); ; } */", source.replace("l(n)", "")])

    def test_invariants(self) -> None:
        source = ("void f(int n) { /*@ loop invariant r: 0 <= i < n; "
                  "loop invariant s: p(i); loop assigns i; loop variant n; */ while (n) { } }")
        self.assertEqual(self.made(source, "dropped invariant"),
                         [source.replace("loop invariant r: 0 <= i < n;", "").replace("*@  ", "*@ "),
                          source.replace("loop invariant s: p(i); ", "")])
        self.assertEqual(self.made(source, "weakened invariant"), [source.replace("i < n", "i <= n")])

    def test_invariants_of_ghost_loops(self) -> None:
        source = "void f(int n) { /*@ ghost /@ loop invariant r: \\true; loop assigns n; @/ while (n) { } */ }"
        self.assertEqual(self.made(source, "dropped invariant"), [source.replace("loop invariant r: \\true; ", "")])


class ContractTest(unittest.TestCase):
    """Changes of contracts, and who can notice them."""

    def made(self, clause: str) -> list[tuple[str, str, str]]:
        """(operator, what becomes of the clause, who can notice it)"""
        source = f"/*@ {clause} */ int f(int a);"
        return [(change.operator, (source[:change.start] + change.text + source[change.end:])[4:-17].strip(),
                 change.noticed) for change in operators.of_contract(function(source))]

    def test_requires(self) -> None:
        self.assertEqual(self.made("requires range: 0 < a;"),
                         [("dropped requires", "", operators.ITSELF),
                          ("weakened requires", "requires range: 0 <= a;", operators.ITSELF)])

    def test_ensures(self) -> None:
        self.assertEqual(self.made("ensures same: \\result == a;"),
                         [("dropped ensures", "", operators.CALLERS),
                          ("weakened ensures", "ensures same: \\result <= a;", operators.BOTH)])

    def test_one_of_those_that_stand_together(self) -> None:
        self.assertEqual(self.made("TOGETHER(ensures, done, CLAUSE(conjunct, more, \\result > a))"),
                         [("dropped ensures", "TOGETHER(ensures, done, )", operators.CALLERS),
                          ("weakened ensures", "TOGETHER(ensures, done, CLAUSE(conjunct, more, \\result >= a))",
                           operators.BOTH)])

    def test_the_conclusion_is_weakened(self) -> None:
        self.assertEqual(self.made("ensures e: \\forall integer i; 0 < i ==> a > i && a == 0;")[1][1],
                         "ensures e: \\forall integer i; 0 < i ==> a >= i && a == 0;")

    def test_what_is_never_negative(self) -> None:
        for least in ("0", "RTMR_REASON_NONE"):
            self.assertEqual(self.made(f"ensures e: a == {least};")[1][1], f"ensures e: a >= {least};")

    def test_pointers_are_not_ordered(self) -> None:
        for null in ("NULL", "\\null"):
            self.assertEqual(
                self.made(f"requires r: p == {null} || 0 < a;")[1][1], f"requires r: p == {null} || 0 <= a;")

    def test_an_equivalence_before_a_relation(self) -> None:
        self.assertEqual(self.made("ensures e: \\result == 0 <==> a > 0;")[1][1], "ensures e: \\result == 0 ==> a > 0;")

    def test_nothing_to_weaken(self) -> None:
        self.assertEqual([operator for operator, _, _ in self.made("ensures e: a == 0 ==> P(a);")], ["dropped ensures"])

    def test_a_macro_goes_as_a_whole(self) -> None:
        self.assertEqual(self.made("STATE(requires, *k, a == 0)"), [("dropped requires", "", operators.ITSELF)])

    def test_a_macro_that_does_not_say_what_it_stands_for_stays(self) -> None:
        self.assertEqual(self.made("ABSENT(a) behavior b: assumes a > 0; ensures c: P(a);"),
                         [("dropped ensures", "ABSENT(a) behavior b: assumes a > 0;", operators.CALLERS)])

    def test_assigns_stay(self) -> None:
        self.assertEqual(self.made("assigns a; terminates a > 0;"), [])
