"""What stands outside functions, and which of it a text depends on."""
from __future__ import annotations

import unittest

from proofs.mutants.surroundings import Surroundings

SOURCE = """#define SIZE 4
typedef int list[SIZE];
struct s { int at[WIDTH]; }; /* of } */
#define WIDTH 8
struct t { struct s s; };
enum e { ONE, TWO = 2 };
#define SAID_one(x) INNER(x) && \\
    Deep(x)
#define SAY(kind, x) SAID_##kind(x)
#define INNER(x) ((x) > 0)
/*@ predicate Deep(integer x) = x < Bound; */
//@ logic integer Bound = 7;
/*@ predicate Far(integer x) = x < 9; */
/*@ requires Far(x); */
"""


class SurroundingsTest(unittest.TestCase):
    def reached(self, text: str, source: str = SOURCE) -> str:
        return Surroundings([source]).reached([text])

    def test_what_is_not_named_does_not_count(self) -> None:
        self.assertEqual(self.reached("INNER(y)"), self.reached("INNER(y)", SOURCE.replace("< 9", "< 10").replace("7", "8")))

    def test_definitions_of_one_block_count_one_by_one(self) -> None:
        block = """/*@
  // One, // and another.
  predicate One(integer x) = x > 0;
  logic integer Two(integer x) = Three(x) + 1;
  predicate inductive_not(integer x) = x > 3; // predicate No(integer x)
  logic integer Three(integer x) = x > 0 ? Three(x - 1) : 4;
*/
"""
        for old, new, named in (("> 0;", "> 1;", "One"), (": 4", ": 5", "Two Three"), ("+ 1", "+ 2", "Two"), ("> 3", "> 4", "inductive_not")):
            changed = block.replace(old, new)
            for text in ("One", "Two", "Three", "inductive_not"):
                same = self.reached(text, block) == self.reached(text, changed)
                self.assertEqual(same, text not in named.split(), (text, new))

    def test_where_a_block_ends_does_not_count(self) -> None:
        one, two = "  predicate One(integer x) = x > 0;\n", "  predicate Two(integer x) = One(x);\n"
        for text in ("One", "Two"):
            self.assertEqual(self.reached(text, f"/*@\n{one}{two}*/\n"), self.reached(text, f"/*@\n{one}*/\n/*@\n{two}*/\n"))

    def test_what_says_something_of_others_always_counts(self) -> None:
        for block in ("/*@ predicate A(integer x) = x > 0; lemma a: \\forall integer x; x > 5 ==> A(x); */\n",
                      "/*@ axiomatic A { predicate P(integer x); axiom p: \\forall integer x; x > 5 ==> P(x); } */\n"):
            self.assertNotEqual(self.reached("f()", block), self.reached("f()", block.replace("5", "6")))

    def test_what_is_named_counts_through_others(self) -> None:
        for old, new in (("= 7", "= 8"), ("x < Bound", "x > Bound"), ("> 0", ">= 0"), ("SAID_##kind(x)", "SAID_##kind(y)")):
            self.assertNotEqual(self.reached("SAY(one, y)"), self.reached("SAY(one, y)", SOURCE.replace(old, new)), old)

    def test_what_has_no_name_always_counts(self) -> None:
        for old, new in (("SIZE 4", "SIZE 5"), ("int list", "long list")):
            self.assertNotEqual(self.reached("f()"), self.reached("f()", SOURCE.replace(old, new)), old)

    def test_structures_and_enumerations_count_where_they_are_named(self) -> None:
        at = "struct t x; x.s.at[0]"
        for text, old, new in ((at, "int at", "long at"), (at, "WIDTH 8", "WIDTH 9"), ("x == ONE", "= 2", "= 3")):
            self.assertNotEqual(self.reached(text), self.reached(text, SOURCE.replace(old, new)), old)
            self.assertEqual(self.reached("f()"), self.reached("f()", SOURCE.replace(old, new)), old)

    def test_fields_that_are_not_named_do_not_count(self) -> None:
        more = SOURCE.replace("struct t { struct s s; };", "struct t { struct s s; int more[WIDTH], most; };")
        for text in ("struct t x;", "struct t x; x.s.at[0]"):
            self.assertEqual(self.reached(text), self.reached(text, more))
        for text in ("struct t x; x.more[0]", "struct t x; x.most", "struct t x; x.mo##st"):
            self.assertNotEqual(self.reached(text), self.reached(text, more), text)

    def test_comments_and_order_do_not_count(self) -> None:
        moved = "#define INNER(x) /* of x */ ((x) > 0)\n" + SOURCE.replace("#define INNER(x) ((x) > 0)\n", "")
        self.assertEqual(self.reached("SAY(one, y)"), self.reached("SAY(one, y)", moved))

    def test_where_functions_stood_does_not_count(self) -> None:
        self.assertEqual(self.reached("f()"), self.reached("f()", '#include "more.h"\n' + SOURCE + "/*@ ghost\n*/\n"))

    def test_the_name_of_a_header_is_no_name_of_a_field(self) -> None:
        more = SOURCE.replace("struct t { struct s s; };", "struct t { struct s s; int more; };")
        self.assertEqual(self.reached("struct t x;", more), self.reached("struct t x;", '#include "more.h"\n' + more))

    def test_that_a_header_is_read_once_does_not_count(self) -> None:
        guarded = "/*\n * What it is.\n */\n#ifndef S_H\n#define S_H\n\n" + SOURCE + "\n#endif\n"
        self.assertEqual(self.reached("SAY(one, y)"), self.reached("SAY(one, y)", guarded))
        self.assertNotEqual(self.reached("f()"), self.reached("f()", guarded.replace("#ifndef S_H", "#ifndef T_H")))


if __name__ == "__main__":
    unittest.main()
