"""What the proof of a function sees, of programs as Frama-C prints them."""
from __future__ import annotations

import pathlib
import tempfile
import unittest

from proofs.gate import framac
from proofs.gate.dependencies import Dependencies, Unreadable

PROGRAM = """
#include <stdint.h>
#include <stddef.h>

typedef int32_t number;
struct inner;
struct inner {
    number held;
};
struct outer {
    struct inner in;
    int32_t callee;
};
struct other {
    int32_t value;
};
enum { LEAST = 1, MOST = 5 };
int32_t limit = 3;

/*@ predicate Small(integer n) = n < 100;
    predicate Held(struct inner *p) = Small(p->held);
    logic integer Twice(integer n) = 2 * n;
    predicate Apart = \\true;
*/

//@ ghost /@ assigns \\nothing; ensures is: \\result == n; @/ int hinted(int n) { return n; }

/*@ assigns \\nothing; ensures same: \\result == n; */
static int32_t (callee)(int32_t n)
{
    return n;
}

/*@ requires valid: \\valid(o); requires callee: Held(&o->in);
    assigns o->in.held;
*/
void caller(struct outer *o)
{
    //@ ghost hinted(3);
    if (o->callee < MOST) {
        //@ assert twice: Twice(2) == 4;
        o->in.held = callee(1);
    }
}

/*@ assigns \\nothing; ensures callee: \\result == LEAST; */
int32_t alone(struct other *o)
{
    return o->value > 0 ? LEAST : LEAST;
}

/*@ assigns \\nothing; */
size_t wide(void)
{
    return 1;
}
"""
FUNCTIONS = ("hinted", "callee", "caller", "alone", "wide")

# A change, and the functions whose proofs it can alter.
CHANGES = (
    ("typedef int32_t number;", "typedef int16_t number;", {"caller"}),
    ("number held;", "number held; number more;", {"caller"}),
    ("int32_t value;", "int16_t value;", {"alone"}),
    ("MOST = 5", "MOST = 6", {"caller"}),
    ("LEAST = 1", "LEAST = 0", {"alone"}),
    ("limit = 3", "limit = 4", set(FUNCTIONS)),  # a variable may be anybody's
    ("n < 100", "n < 101", {"caller"}),
    ("2 * n", "n + n", {"caller"}),
    ("Apart = \\true", "Apart = \\false", set()),
    ("ensures is: \\result == n", "ensures is: n == \\result", {"hinted", "caller"}),
    ("ensures same: \\result == n", "ensures kept: \\result == n", {"callee", "caller"}),
    ("    return n;\n", "    return n + 0;\n", {"callee"}),
    ("assert twice", "assert thrice", {"caller"}),
    ("ensures callee:", "ensures least:", {"alone"}),
    ("    return 1;", "    /* A remark. */ return 1;", set()),
)


def dependencies(text: str) -> Dependencies:
    """Those of a program."""
    with tempfile.TemporaryDirectory(prefix="planted-") as directory:
        tree = pathlib.Path(directory)
        (tree / "kernel").mkdir()
        (tree / "kernel" / "program.c").write_text(text, encoding="utf-8")
        run = framac.parse(tree)
        assert run.complete, run.log
        return Dependencies(run.printed)


class DependenciesTest(unittest.TestCase):
    """What changes with a change, and what does not."""

    def hashes(self, text: str) -> dict[str, str]:
        """That of each function."""
        found = dependencies(text)
        return {name: found.of(name) for name in FUNCTIONS}

    def altered(self, before: dict[str, str], after: dict[str, str]) -> set[str]:
        """The functions whose hash is another."""
        return {name for name in FUNCTIONS if before[name] != after[name]}

    def test_changes(self) -> None:
        before = self.hashes(PROGRAM)
        self.assertEqual(len(set(before.values())), len(FUNCTIONS))
        for old, new, altered in CHANGES:
            with self.subTest(new=new):
                self.assertEqual(PROGRAM.count(old), 1)
                self.assertEqual(self.altered(before, self.hashes(PROGRAM.replace(old, new))), altered)

    def test_what_is_not_read(self) -> None:
        with self.assertRaisesRegex(Unreadable, "absent has no body"):
            dependencies(PROGRAM).of("absent")
        with self.assertRaisesRegex(Unreadable, "middle of: void f"):
            Dependencies("void f(void)\n{\n")
        with self.assertRaisesRegex(Unreadable, "f is defined twice"):
            Dependencies("void f(void)\n{\n}\nvoid f(void)\n{\n}\n")

    def test_what_is_easily_missed(self) -> None:
        """Each change alters what the proof of f sees."""
        for text, old, new in (
            ("typedef enum { A, B } k; /*@ assigns \\nothing; */ int f(k n) { return n; }", "B }", "B, C = -1 }"),
            ("int32_t a(int32_t n) { return n; } int32_t b(int32_t n) { return n; }"
             "int32_t (*const t[1])(int32_t) = {&a};"
             "/*@ ensures is: t[0] == &a; */ int f(void) { return 0; }", "{&a}", "{&b}"),
            ("int32_t const t[sizeof(int32_t)] = {1, 2, 3, 4}; int f(void) { return t[3]; }", ", 4", ", 5"),
            ("struct s { int a; }; enum { L = 3 }; struct s first; int const y = L; struct s const last = {.a = 1};"
             "int f(void) { return y; }", "L = 3", "L = 4"),
            ("typedef int32_t row[4U]; row r; int f(int n) { return r[n]; }", "[4U]", "[3U]"),
            ("/*@ check lemma none: \\true; */ /*@ predicate P(integer n) = n > 0; */ struct z { int a; };"
             "/*@ ensures p: P(1); */ int f(void) { return 0; }", "n > 0", "n >= 0"),
            ("/*@ predicate Same<T>(T a, T b) = a == b; */ /*@ ensures is: Same(1, 1); */ int f(void) { return 0; }",
             "a == b", "b == a"),
            ("struct s { uint8_t a; int32_t b; }; unsigned f(void) { return sizeof(struct s); }",
             "b; };", "b; } __attribute__((packed));"),
            ("/*@ assigns \\nothing; */ void g(void) { } void f(void) { g(); }", "{ } void f", "; void f"),
            ("/*@ predicate P = \\true; */ int f(void) { int r = 1 ? 2 : 3; /*@ assert p: r == 2 ==> P; */ return r; }",
             "P = \\true", "P = \\false"),
            ("/*@ logic integer N = 4; */ /*@ ensures all: \\forall integer i; 0 <= i <= N ==> i < 9; */"
             "int f(void) { return 0; }", "N = 4", "N = 5"),
        ):
            text = "#include <stdint.h>\n" + text
            with self.subTest(text):
                self.assertEqual(text.count(old), 1)
                self.assertNotEqual(dependencies(text).of("f"), dependencies(text.replace(old, new)).of("f"))
