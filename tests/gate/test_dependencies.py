"""What the proof of a function sees, of programs as Frama-C prints them."""
from __future__ import annotations

import pathlib
import tempfile
import unittest

from proofs.gate import configurations, framac
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


def dependencies(text: str, machine: str = "x86_64") -> Dependencies:
    """Those of a program."""
    with tempfile.TemporaryDirectory(prefix="planted-") as directory:
        tree = pathlib.Path(directory)
        (tree / "kernel").mkdir()
        (tree / "kernel" / "program.c").write_text(text, encoding="utf-8")
        run = framac.parse(tree, configurations.Configuration("as given", machine))
        assert run.complete, run.log
        return Dependencies(run.printed, machine)


class DependenciesTest(unittest.TestCase):
    """What changes with a change, and what does not."""

    def hashes(self, text: str, machine: str = "x86_64") -> dict[str, str]:
        """That of each function."""
        found = dependencies(text, machine)
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

    def test_machines(self) -> None:
        """Only types that the machine decides about make a difference between two."""
        self.assertEqual(self.altered(self.hashes(PROGRAM), self.hashes(PROGRAM, "x86_32")), {"wide"})

    def test_what_is_not_read(self) -> None:
        with self.assertRaisesRegex(Unreadable, "absent has no body"):
            dependencies(PROGRAM).of("absent")
        with self.assertRaisesRegex(Unreadable, "middle of: void f"):
            Dependencies("void f(void)\n{\n")
        with self.assertRaisesRegex(Unreadable, "f is defined twice"):
            Dependencies("void f(void)\n{\n}\nvoid f(void)\n{\n}\n")
