"""spec/traceability.md names only what exists, and the check of that can fail."""
from __future__ import annotations

import itertools
import pathlib
import re
import tempfile
import unittest

from tests.traceability import annotated
from tests.traceability import page
from tests.traceability.tree import Tree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOUNDNESS = ROOT / "proofs/SOUNDNESS.md"

# A tree as small as possible with one of each kind of name.
FILES = {
    "spec/room.acsl": """
/*@
  // Enough.
  predicate Enough(integer n) = n > 0;
  logic integer Twice(integer n) = 2 * n;
*/
#define KEEPS(clause, x, P) \\
    clause x##enough: Enough((P).n); \\
    clause x##small:  (P).n <= 9;
#define JOINED(clause, name, ...) clause name: __VA_ARGS__ \\true;
#define SEVERAL(clause, x, P) JOINED(clause, x##several, (x##some: (1 <= (P).n)) && (x##few: ((P).n <= 2)) &&)
""",
    "kernel/room.h": """
#ifdef __cplusplus
extern "C" {
#endif
enum state { EMPTY, FULL };
/* Makes room; promises nothing: f(1); */
/*@ requires valid: \\valid(p);
    assigns p->n;
    SEVERAL(requires, was_, *p)
    KEEPS(ensures, old_, *p)
    SEVERAL(ensures, , *p)
    ensures once: p->n == 1;
*/
void make(struct room *p) /*@ ghost (int \\ghost *g) */;
/*@ ensures any: \\result > 0; */
int world(void);
""",
    "kernel/room.c": """
#include "room.h"
#define MOST 9
static const char *text = "} void none(void) {";
/*@ ghost
  /@ ensures later: \\true; @/
  void lemma(struct room *p) { /@ assert half: 1 + 1 == 2; @/ }
*/
void make(struct room *p) /*@ ghost (int \\ghost *g) */
{
    /*@ loop invariant range: 0 <= p->n;
        KEEPS(loop invariant, , *p) */
    while (p->n != 1) {
        if (p->n > MOST) { p->n = 1; }
    }
    //@ assert one: p->n == 1;
}
""",
    "kernel/left_out.c": """
/*@ ensures done: 1 == 1; */
void left_out(void) { }
/*@ ensures twin: 1 == 1; */
static void twin(void) { }
""",
    "kernel/twin.c": "/*@ ensures twin: 1 == 1; */ static void twin(void) { }\n",
    "proofs/claims.toml": '[excluded]\n"kernel/left_out.c" = "not in the core"\n',
    "tests/test_room.c": "static void fits(void **s) { }\nstatic void idle(void **s) { }\n"
                         "int main(void) { struct CMUnitTest t[] = {cmocka_unit_test(fits)}; }\n",
    "tests/test_room.py": """
class Base(TestCase):
    def check(self): pass
class Room(Base):
    def test_room(self): pass
class Many(Base):
    pass
setattr(Many, "test_one", None)
def test_alone(): pass
def helper(): pass
""",
}
RIGHT = (
    "spec/room.acsl", "spec/room.acsl:Enough", "spec/room.acsl:Twice", "spec/room.acsl:KEEPS",
    "spec/room.acsl:SEVERAL",
    "kernel/room.h:make", "kernel/room.h:world", "kernel/room.c:make", "kernel/room.c:lemma", "kernel/room.c:MOST",
    "make.old_enough", "make.old_small", "make.several", "make.some", "make.few", "make.once",
    "make.range", "make.enough", "make.small", "make.one", "lemma.later", "lemma.half",
    "tests/test_room.c:fits", "tests/test_room.py:Room", "tests/test_room.py:Room.test_room", "tests/test_room.py:Many",
    "tests/test_room.py:test_alone",
)
WRONG = {
    "spec/rooms.acsl": "there is no spec/rooms.acsl",
    "spec/rooms.acsl:Enough": "there is no spec/rooms.acsl",
    "spec/room.acsl:Enouhg":
        "spec/room.acsl defines no predicate, logic function or macro Enouhg; did you mean Enough?",
    "kernel/room.c:mkae": "kernel/room.c defines no function or macro mkae; did you mean make?",
    "kernel/room.c:world": "kernel/room.c defines no function or macro world",
    "kernel/room.c:none": "kernel/room.c defines no function or macro none",
    "kernel/room.h:f": "kernel/room.h defines no function or macro f",
    "kernel/room.h:state": "kernel/room.h defines no function or macro state",
    "made.once": "no function made in kernel/ or proofs/; did you mean make?",
    "make.rang": "make promises no clause rang; did you mean range?",
    "make.valid": "make only demands valid of its caller",
    "make.was_several": "make only demands was_several of its caller",
    "make.was_few": "make only demands was_few of its caller",
    "make.later": "make promises no clause later",
    "world.any": "world has no body: its contract is assumed, not proven",
    "left_out.done": "kernel/left_out.c is excluded from the proof by proofs/claims.toml",
    "twin.twin": "twin is the name of several functions: in kernel/left_out.c, kernel/twin.c",
    "tests/test_room.c:idle": "tests/test_room.c runs no test idle",
    "tests/test_room.py:Base": "tests/test_room.py has no test Base",
    "tests/test_room.py:helper": "tests/test_room.py has no test helper",
    "tests/test_room.py:Room.check": "tests/test_room.py has no test Room.check",
    "proofs/claims.toml:excluded": "nothing is known of names in proofs/claims.toml",
    "make": "neither FILE, FILE:NAME nor FUNCTION.CLAUSE",
    "make.": "neither FILE, FILE:NAME nor FUNCTION.CLAUSE",
}

HEAD = "| In the papers | Specification | Kernel | Proof | Test |\n|---|---|---|---|---|\n"
GOOD_ROW = ("| Definition 1 | `spec/room.acsl:Enough` | `kernel/room.c:make` | `make.once` "
            "| `tests/test_room.c:fits` |\n")
WRONG_ROWS = {
    GOOD_ROW.replace("make.once", "make.rang"): "`make.rang`: make promises no clause rang; did you mean range?",
    GOOD_ROW.replace("`make.once`", "yes"): 'names no clause, and does not say "not proven"',
    GOOD_ROW.replace("make.once", "kernel/room.c"): "`kernel/room.c` stands in the column Proof",
    GOOD_ROW.replace("spec/room.acsl:Enough", "kernel/room.c"): "`kernel/room.c` stands in the column Specification",
    GOOD_ROW.replace("`tests/test_room.c:fits`", "`tests/test_room.c`"): "names no test",
    GOOD_ROW.replace("`kernel/room.c:make`", "-"): "names nothing in the kernel",
    GOOD_ROW.replace("| `make.once` ", ""): "4 cells, expected 5",
}


class Page(unittest.TestCase):
    """The page of this repository."""

    def test_page(self) -> None:
        """every name exists, every row is whole, every item has a row"""
        self.assertEqual(page.problems((ROOT / page.PAGE).read_text(encoding="utf-8"), Tree(ROOT)), [])

    def test_goals_that_soundness_names(self) -> None:
        """each FUNCTION.CLAUSE of proofs/SOUNDNESS.md is a promise of that function"""
        names = re.findall(r"`([a-z]\w+\.[a-z]\w+)`", SOUNDNESS.read_text(encoding="utf-8"))
        names = [name for name in names if not name.endswith((".c", ".h", ".acsl", ".md", ".toml"))]
        self.assertGreater(len(names), 10)
        tree = Tree(ROOT)
        self.assertEqual([problem for name in names if (problem := tree.problem_with(name))], [])

    def test_policies_of_soundness(self) -> None:
        """the table of proofs/SOUNDNESS.md has every policy in every order, and each operation of
        it names a goal, or says why it needs none"""
        text = SOUNDNESS.read_text(encoding="utf-8")
        self.assertEqual(text.count("| policy, order | submit, what-if | dispatch | finish | withdraw | fault |"), 1)
        pairs = []
        for row in page.rows(text):
            names, semicolon, orders = row.cells[0].partition("; ")
            if semicolon and len(row.cells) == 6:
                pairs += [(policy, order) for policy in names.split(", ") for order in orders.split(", ")]
                for cell in row.cells[1:]:
                    self.assertTrue(
                        cell.startswith(("the same", "refused")) or page.NAME.search(cell), (row.line, cell))
        self.assertEqual(sorted(pairs), sorted(itertools.product(("exact", "none", "satu"), ("floor", "edf", "fifo"))))

    def test_specification(self) -> None:
        """each file of spec/ names its source, each predicate and logic function has a sentence of
        its own"""
        self.assertEqual(Tree(ROOT).unexplained(), [])

    def test_every_name_matters(self) -> None:
        """each name of the page, misspelt, is reported in its line"""
        lines = (ROOT / page.PAGE).read_text(encoding="utf-8").splitlines()
        tree = Tree(ROOT)
        names = [(line, name) for line, text in enumerate(lines, 1) for name in page.NAME.finditer(text)]
        self.assertGreater(len(names), 100)
        for line, name in names:
            planted = f"{name.string[:name.end(1)]}_{name.string[name.end(1):]}"
            with self.subTest(name=name.group(1), line=line):
                # Alone in its line: to look at all other names again would take half a minute.
                found = page.problems("\n" * (line - 1) + planted, tree)
                self.assertTrue(any(one.startswith(f"{page.PAGE}:{line}: `{name.group(1)}_`: ") for one in found))

    def test_every_item_matters(self) -> None:
        """without the rows of an item its absence is reported"""
        text = (ROOT / page.PAGE).read_text(encoding="utf-8")
        chains = [row for row in page.rows(text) if row.chain]
        tree = Tree(ROOT)
        for item in page.ITEMS:
            lines = text.splitlines()
            for row in chains:
                if page.is_about(row, item):
                    lines[row.line - 1] = "| x | | | | |"
            with self.subTest(item=item):
                self.assertIn(f"{page.PAGE}: no row for {item}", page.problems("\n".join(lines), tree))


class SmallTree(unittest.TestCase):
    """The check, on a small tree."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        root = pathlib.Path(directory.name)
        for file, text in FILES.items():
            (root / file).parent.mkdir(exist_ok=True)
            (root / file).write_text(text, encoding="utf-8")
        self.tree = Tree(root)

    def test_right_names(self) -> None:
        for name in RIGHT:
            with self.subTest(name=name):
                self.assertEqual(self.tree.problem_with(name), "")

    def test_wrong_names(self) -> None:
        for name, problem in WRONG.items():
            with self.subTest(name=name):
                self.assertEqual(self.tree.problem_with(name), problem)

    def test_right_row(self) -> None:
        for row in (GOOD_ROW, GOOD_ROW.replace("`make.once`", "not proven: tested by")):
            self.assertEqual([found for found in page.problems(HEAD + row, self.tree) if "no row for" not in found], [])

    def test_wrong_rows(self) -> None:
        for row, problem in WRONG_ROWS.items():
            with self.subTest(row=row):
                self.assertIn(f"{page.PAGE}:3: {problem}", page.problems(HEAD + row, self.tree))

    def test_unexplained(self) -> None:
        self.assertEqual(self.tree.unexplained(),
                         ["spec/room.acsl: names no source", "spec/room.acsl: Twice: no sentence says what it means"])

    def test_names_outside_tables(self) -> None:
        self.assertIn(f"{page.PAGE}:1: `made.once`: no function made in kernel/ or proofs/; did you mean make?",
                      page.problems("See `made.once`.\n", self.tree))


class Macros(unittest.TestCase):
    """Clauses that macros write."""

    def test_nested(self) -> None:
        macros = annotated.defined_macros("""
#define BOTH(clause, x, P) \\
    ONE(clause, x##a_, f(P, 1)) \\
    ONE(clause, x, P)
#define ONE(clause, y, Q) clause y##one: Q;
#define PLAIN 1
""")
        self.assertEqual(annotated.expanded("BOTH(ensures, m_, g[1, 2]) OTHER(x)", macros).split(),
                         "ensures m_a_one: f(g[1, 2], 1); ensures m_one: g[1, 2]; OTHER(x)".split())
        self.assertIn("ensures one: p;", annotated.expanded("ONE(ensures, , p)", macros))
