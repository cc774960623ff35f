"""Which results still hold: names, files and order do not count; all else does."""
from __future__ import annotations

import itertools
import pathlib
import re
import tempfile
import types
import unittest
from collections import Counter
from collections.abc import Mapping

from proofs.mutants import catalogue, fingerprints
from proofs.mutants.mutant import Edit
from tests.mutants.kernels import subject

CONFIG = "#define SIZE 4\n#define OTHER 5\n"
HEADER = """typedef int number;
struct s { number n; number m; int unread; };
struct t { struct s s; int at[SIZE]; };
struct other { long m; };
enum e { ONE, TWO = 2 };
/*@ requires big: x > 0; assigns \\nothing; ensures same: \\result == x; */
int callee(int x);
"""
SOURCE = """static int twice(int x)
{
    return x + x;
}
int callee(int x)
{
    return x;
}
/*@ requires there: TABLE(*k);
    SHARED(ensures, one_, k->s)
    ensures deep: Deep(k->s.n) && Between(k->s.n) && \\result < SIZE; */
int caller(struct t *k, int a, int b)
{
    int i = 0;
    /*@ loop invariant range: 0 <= i <= 2; loop assigns i; loop variant 2 - i; */
    for (; i < 2; i++) {
        //@ ghost hint(k);
    }
    return callee(k->s.n) + k->at[i] - a + ONE;
}
/*@ assigns \\nothing; ensures top: \\result == 0; */
int alone(void)
{
    return 0;
}
"""
SHARED = """#define SAY(clause, name, ...) SAY_##clause(name, __VA_ARGS__)
#define SAY_requires(name, ...) requires name: __VA_ARGS__;
#define SAY_ensures(name, ...) ensures name: __VA_ARGS__;
#define SHARED(clause, x, S) \\
    SAY(clause, x##first, (S).n > OTHER) \\
    SAY(clause, x##more, \\forall integer j; 0 <= j < SIZE ==> Far((S).n, j)) \\
    clause x##last: (S).m == 1;
#define TABLE(T) ((T).at[0] == TWO)
/*@ predicate Deep(integer x) = x < Bound;
    logic integer Bound = 7;
    logic integer Top = 8;
    predicate Between(integer x) = Bound < Top && Bound < x;
    predicate Far(integer x, integer y) = x < 9 && y > 1;
    predicate Unused(integer x) = x < 3; */
"""
LEMMA = ("/*@ ghost\n/@ requires valid: \\valid(k); assigns \\nothing; ensures known: Deep(1); @/\n"
         "void hint(struct t *k);\n*/\n")
KERNEL = {
    "kernel/config.h": CONFIG,
    "kernel/a.h": HEADER,
    "kernel/a.c": SOURCE,
    "proofs/lemma.h": LEMMA,
    "spec/a.acsl": SHARED,
}
NAMES = (
    "SIZE",
    "OTHER",
    "number",
    "s",
    "n",
    "m",
    "t",
    "at",
    "e",
    "ONE",
    "TWO",
    "big",
    "same",
    "callee",
    "x",
    "there",
    "TABLE",
    "SHARED",
    "one_",
    "k",
    "deep",
    "Deep",
    "caller",
    "a",
    "b",
    "i",
    "range",
    "hint",
    "alone",
    "top",
    "name",
    "S",
    "first",
    "more",
    "j",
    "last",
    "T",
    "Bound",
    "Far",
    "y",
    "valid",
    "known",
)

class FingerprintTest(unittest.TestCase):
    """A kernel of a few files, and what becomes of its fingerprints."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name)
        (self.tree / "hand_written.toml").touch()

    def of(self, kernel: Mapping[str, str], **evidence: object) -> Counter[tuple[str, str, str]]:
        """All fingerprints of a kernel, of functions and mutants, with what picks a mutant."""
        for file, text in kernel.items():
            (self.tree / file).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / file).write_text(text, encoding="utf-8")
        found = subject(self.tree, kernel, **evidence)
        mutants = catalogue.Catalogue(found, self.tree / "hand_written.toml").mutants
        for file in kernel:
            (self.tree / file).unlink()
        prints = found.fingerprints
        functions = [
            ("function", prints.of_function(name), prints.of_function_alone(name)) for name in found._evidence.expected
        ]
        return Counter([*functions, *(("mutant", prints.of_mutant(one), prints.rank(one)) for one in mutants)])

    def changed(self, old: str, new: str, kernel: Mapping[str, str] = types.MappingProxyType(KERNEL)) -> dict[str, str]:
        """The kernel with a change that occurs exactly once."""
        self.assertEqual(sum(text.count(old) for text in kernel.values()), 1, old)
        return {file: text.replace(old, new) for file, text in kernel.items()}

    def function(self, name: str, kernel: Mapping[str, str], **evidence: object) -> str:
        """The fingerprint of a function."""
        return subject(self.tree, kernel, **evidence).fingerprints.of_function(name)

    def test_names_do_not_count(self) -> None:
        before = self.of(KERNEL)
        self.assertGreater(len(before), 20)
        for name in (*NAMES, "SAY"):
            pattern = r"\bSAY(?=_|\b)" if name == "SAY" else rf"(?<![\w\\]){name}\b"
            renamed = {
                file: re.sub(pattern, "OTHERWISE" if name.isupper() else "otherwise", text)
                for file, text in KERNEL.items()
            }
            self.assertNotEqual(renamed, KERNEL, name)
            self.assertEqual(self.of(renamed), before, name)

    def test_names_do_not_count_in_one_definition(self) -> None:
        for old, new in (
            ("x + x", "y + y"),
            ("int caller(struct t *k, int a, int b)", "int caller(struct t *k, int c, int b)"),
        ):
            kernel = self.changed(old, new)
            kernel = {
                file: text.replace("int twice(int x)", "int twice(int y)")
                if old == "x + x"
                else text.replace("- a +", "- c +")
                for file, text in kernel.items()
            }
            self.assertEqual(self.of(kernel), self.of(KERNEL), old)

    def test_files_and_order_do_not_count(self) -> None:
        before = self.of(KERNEL)
        files = {
            "kernel/config.h": "kernel/z.h",
            "kernel/a.h": "kernel/0.h",
            "kernel/a.c": "kernel/room/b.c",
            "proofs/lemma.h": "proofs/x/y.h",
            "spec/a.acsl": "spec/b/c.acsl",
        }
        self.assertEqual(self.of({files[file]: text for file, text in KERNEL.items()}), before)
        functions = SOURCE.split("}\n/*@")
        turned = "}\n".join(["/*@" + functions[2][:-2], functions[0], "/*@" + functions[1], ""])
        self.assertEqual(self.of(KERNEL | {"kernel/a.c": turned}), before)
        lines = SHARED.split("#define ")
        self.assertEqual(self.of(KERNEL | {"spec/a.acsl": "".join(f"#define {line}" for line in lines[:0:-1])}), before)
        for blocks in itertools.permutations(HEADER.split("\n")[1:5]):
            self.assertEqual(
                self.of(KERNEL | {"kernel/a.h": "\n".join([HEADER.split("\n")[0], *blocks, *HEADER.split("\n")[5:]])}),
                before,
            )

    def test_comments_and_layout_do_not_count(self) -> None:
        before = self.of(KERNEL)
        for old, new in (
            ("    return x;", "/* x */ return\n    x; // y"),
            ("(T).at[0]", "(T).at[ 0 ] /* one */"),
            ("x < Bound;", "// less\n x < Bound;"),
            ("predicate Deep", "predicate\n  Deep"),
            ("x < Bound;\n", "x < Bound; */\n/*@ "),
            ("#define OTHER", "/* another */\n#define OTHER"),
        ):
            self.assertEqual(self.of(self.changed(old, new)), before, old)

    def test_labels_do_not_count(self) -> None:
        for old, new in (
            ("ensures deep: ", "ensures "),
            ("requires there: ", "requires is: there: "),
            ("one_,", ","),
            ("x##last", "last"),
            ("x##more", "more_##x"),
            ("ensures known: ", "ensures "),
        ):
            self.assertEqual(self.of(self.changed(old, new)), self.of(KERNEL), old)

    def test_all_else_counts(self) -> None:
        for old, new in (
            ("+ k->at[i]", "- k->at[i]"),
            ("i < 2", "i <= 2"),
            ("int i = 0", "int i = 1"),
            ("- a + ONE", "- b + ONE"),
            ("- a + ONE", "- a + TWO"),
            ("callee(k->s.n)", "callee(k->s.m)"),
            ("//@ ghost hint(k);", ""),
            ("loop assigns i", "loop assigns a"),
            ("0 <= i <= 2", "0 <= i < 2"),
            ("\\result < SIZE", "\\result < OTHER"),
            ("x > 0;", "x > 1;"),
            ("ensures same: \\result == x; ", ""),
            ("Deep(1)", "Deep(2)"),
            ("TABLE(*k)", "!TABLE(*k)"),
            ("== TWO", "== ONE"),
            ("TWO = 2", "TWO = 3"),
            ("(S).n > OTHER", "(S).m > OTHER"),
            ("OTHER 5", "OTHER 6"),
            ("Far((S).n, j)", "Far(j, (S).n)"),
            ("Bound = 7", "Bound = 8"),
            ("x < Bound", "Bound < x"),
            ("&& Bound < x", "&& Top < x"),
            ("x < 9 && y > 1", "y < 9 && x > 1"),
            ("SHARED(ensures", "SHARED(requires"),
            ("at[SIZE]", "at[OTHER]"),
            ("typedef int number", "typedef long number"),
            ("struct s { number n;", "struct s { int n;"),
            ("SAY_requires(name, ...) requires", "SAY_requires(name, ...) assumes"),
            ("SAY_ensures(name, ...) ensures", "SAY_ensures(name, ...) requires"),
            ("struct t *k, int a, int b", "struct t *k, int b, int a"),
            ("SAY(clause, x##first, (S).n > OTHER) \\\n", ""),
        ):
            self.assertNotEqual(
                self.function("caller", self.changed(old, new)), self.function("caller", KERNEL), (old, new)
            )

    def test_what_is_not_reached_does_not_count(self) -> None:
        for old, new in (
            ("x < 3", "x < 4"),
            ("long m", "short m"),
            ("int unread", "long unread"),
            ("x + x", "x + 1"),
            ("    return x;", "    return 1;"),
            ("\\result == 0", "\\result >= 0"),
        ):
            self.assertEqual(self.function("caller", self.changed(old, new)), self.function("caller", KERNEL), old)
        self.assertNotEqual(
            self.function("callee", self.changed("    return x;", "    return 1;")), self.function("callee", KERNEL)
        )

    def test_two_names_are_never_one(self) -> None:
        # What macros leave to where they are used is not to be mistaken for another name there.
        free = self.changed("(T).at[0] == TWO", "(T).at[0] == a")
        turned = self.changed(
            "struct t *k, int a, int b", "struct t *k, int b, int a", self.changed("- a + ONE", "- b + ONE", free)
        )
        self.assertNotEqual(self.function("caller", turned), self.function("caller", free))
        swapped = self.changed(
            "SAY_requires(name, ...) requires",
            "SAY_requires(name, ...) ensures",
            self.changed("SAY_ensures(name, ...) ensures", "SAY_ensures(name, ...) requires"),
        )
        self.assertNotEqual(self.function("caller", swapped), self.function("caller", KERNEL))
        # The same macros in the same order, but another one is pasted together.
        pasted = self.changed("SAY_ensures(name, ...)", "SAY_assumes(name, ...)")
        pasted = self.changed("SAY_requires(name, ...)", "SAY_ensures(name, ...)", pasted)
        self.assertNotEqual(self.function("caller", pasted), self.function("caller", KERNEL))

    def test_what_says_something_of_others_always_counts(self) -> None:
        for text in (
            "/*@ lemma a: \\forall integer x; x > 5 ==> x > 4; */\n",
            "/*@ axiomatic A { axiom p: \\forall integer x; x > 5 ==> x > 4; } */\n",
        ):
            more = KERNEL | {"proofs/more.h": text}
            self.assertNotEqual(self.function("alone", more), self.function("alone", KERNEL))
            other = text.replace("5", "6")
            self.assertNotEqual(self.function("alone", more), self.function("alone", KERNEL | {"proofs/more.h": other}))
            self.assertEqual(
                self.function("alone", more | {"proofs/other.h": other}),
                self.function("alone", KERNEL | {"proofs/more.h": other, "proofs/other.h": text}),
            )

    def test_racing_clauses_count_by_what_they_say(self) -> None:
        def said(*labels: str, renamed: str = "deep") -> str:
            properties = [
                types.SimpleNamespace(
                    kind="ensures", function="caller", names=(renamed,), text=f"ensures {renamed}: Deep(k->s.n)"
                ),
                types.SimpleNamespace(
                    kind="ensures", function="caller", names=("one_last",), text="ensures one_last: k->s.m == 1"
                ),
            ]
            return self.function(
                "caller", KERNEL, racing={"caller": frozenset(labels)} if labels else {}, properties=properties
            )

        self.assertEqual(said("deep"), said("other", renamed="other"))
        self.assertEqual(
            len({said(), said("deep"), said("one_last"), said("deep", "one_last"), said("*"), said("elsewhere")}), 6
        )

    def test_a_mutant_depends_on_racing_clauses(self) -> None:
        mutant = mutant_of("kernel/a.c", SOURCE.index("- a"), SOURCE.index("- a") + 1, "+")
        found = [
            subject(self.tree, KERNEL, racing).fingerprints.of_mutant(mutant)
            for racing in ({}, {"caller": frozenset("*")})
        ]
        self.assertNotEqual(*found)

    def test_goals_that_must_fail_count_by_what_they_say(self) -> None:
        def key(clause: str, label: str = "deep") -> str:
            found = subject(
                self.tree,
                KERNEL,
                properties=[
                    types.SimpleNamespace(
                        kind="ensures", function="caller", names=(label,), text=f"ensures {label}: Deep(1)"
                    )
                ],
            )
            at = SOURCE.index("- a")
            return found.fingerprints.of_mutant(mutant_of("kernel/a.c", at, at + 1, "+", (clause,)))

        self.assertEqual(key("caller.ensures_deep"), key("caller.ensures_other", "other"))
        self.assertEqual(
            len(
                {
                    key("caller.ensures_deep"),
                    key("caller.assert_deep"),
                    key("caller.ensures_range"),
                    key("caller.call_callee_requires_big"),
                }
            ),
            4,
        )

    def test_a_change_counts_by_where_it_is_and_what(self) -> None:
        at = SOURCE.index("- a")
        prints = subject(self.tree, KERNEL).fingerprints

        def key(start: int, end: int, text: str, steps: tuple[str, ...] = ("caller",)) -> str:
            return prints.of_mutant(mutant_of("kernel/a.c", start, end, text, (), steps))

        changes = [
            key(at, at + 1, "+"),
            key(at, at + 1, "*"),
            key(at - 11, at - 10, "-"),
            key(at, at + 3, ""),
            key(at, at + 3, "- ONE"),
            key(at, at + 3, "- TWO"),
            key(at, at + 3, "- b"),
            key(at, at + 3, "- Unused(1)"),
            key(at, at + 1, "+", ("caller", "alone")),
            key(at, at + 1, "+", ()),
        ]
        self.assertEqual(len(set(changes)), len(changes))
        with self.assertRaisesRegex(fingerprints.NoPlace, "kernel/a.h: line 5"):
            prints.of_mutant(mutant_of("kernel/a.h", HEADER.index("/*@") - 1, HEADER.index("/*@"), ""))


def mutant_of(
    file: str, start: int, end: int, text: str, clauses: tuple[str, ...] = (), steps: tuple[str, ...] = ("caller",)
) -> object:
    """A mutant, as far as its fingerprint looks at it."""
    return types.SimpleNamespace(
        edits=[Edit(file, start, end, text)],
        steps=steps,
        clauses=clauses,
        exactly=False,
        identity=types.SimpleNamespace(operator="hand-written"),
    )
