"""The lexer: annotations, ghost code, comments and preprocessor lines."""
from __future__ import annotations

import pathlib
import tempfile
import unittest

from proofs.mutants import lexer
from proofs.mutants.lexer import Ghost, Note, Token


def texts(items) -> list[str]:
    """The texts of the tokens among some items."""
    return [item.text for item in items if isinstance(item, Token)]


class LexerTest(unittest.TestCase):
    """What stands where."""

    def test_tokens_know_their_place(self) -> None:
        source = "a->b <= 0x1F; /* c */ // d\n x++ ;"
        items = lexer.read(source)
        self.assertEqual(texts(items), ["a", "->", "b", "<=", "0x1F", ";", "x", "++", ";"])
        self.assertTrue(all(source[item.start:item.end] == item.text for item in items))

    def test_acsl_operators_are_whole(self) -> None:
        note, = lexer.read("/*@ requires \\forall integer i; 0 .. n <==> a ==> b ^^ c; */")
        self.assertEqual(texts(note.tokens), ["requires", "\\forall", "integer", "i", ";", "0", "..", "n", "<==>", "a", "==>", "b",
                                              "^^", "c", ";"])

    def test_strings_hide_nothing(self) -> None:
        self.assertEqual(texts(lexer.read('s = "/*@ no */ // x"; c = \'"\'; t;')),
                         ["s", "=", '"/*@ no */ // x"', ";", "c", "=", "'\"'", ";", "t", ";"])

    def test_annotations_and_ghost_code(self) -> None:
        source = "/*@ requires a; */ void f(int x) /*@ ghost (int g) */ { //@ ghost g = 1;\n //@ assert b;\n }"
        kinds = [type(item).__name__ for item in lexer.read(source)]
        self.assertEqual([kind for kind in kinds if kind != "Token"], ["Note", "Ghost", "Ghost", "Note"])

    def test_annotation_in_ghost_code(self) -> None:
        source = "/*@ ghost\n @ /@ loop invariant range: 0 <= m; @/\n @ for (;;) { // c\n @ }\n @*/"
        ghost, = lexer.read(source)
        self.assertIsInstance(ghost, Ghost)
        self.assertEqual((ghost.start, ghost.end), (0, len(source)))
        note = ghost.items[0]
        self.assertIsInstance(note, Note)
        self.assertEqual(source[note.start:note.end], "/@ loop invariant range: 0 <= m; @/")
        self.assertEqual(texts(ghost.items), ["for", "(", ";", ";", ")", "{", "}"])

    def test_unreadable(self) -> None:
        for source, line in (("a;\nb ` c;", 2), ("/@ assert x; @/", 1), ('"open', 1)):
            with self.subTest(source), self.assertRaisesRegex(lexer.BadSource, f"line {line}"):
                lexer.read(source)

    def test_without_comments(self) -> None:
        self.assertEqual(lexer.without_comments('a /* x */ b; // y\n/*@ c; */ "/* z */" //@ d;'), 'a b; /*@ c; */ "/* z */" //@ d;')
        self.assertEqual(lexer.without_comments("/*@ // says c\n c; // d\n e */ //@ f; // g\nh"), "/*@ c; e */ //@ f; h")


class PreprocessorTest(unittest.TestCase):
    """What the preprocessor leaves out does not count, and nothing moves."""

    def counts(self, source: str, **configuration: str) -> str:
        """The source as far as it counts."""
        with tempfile.TemporaryDirectory() as directory:
            tree = pathlib.Path(directory)
            (tree / "a.h").write_text("#define FROM_HEADER 1\nint header;\n", encoding="utf-8")
            (tree / "a.c").write_text(source, encoding="utf-8")
            found = lexer.what_counts(tree, "a.c", configuration)
        self.assertEqual(len(found), len(source))
        self.assertEqual(found.count("\n"), source.count("\n"))
        return found

    def test_conditions(self) -> None:
        source = '#include "a.h"\n#if FROM_HEADER\nint a;\n#else\nint b;\n#endif\n#if !WITH\nint c;\n#endif\nint d; /* FROM_HEADER */\n'
        self.assertEqual(self.counts(source, WITH="1").split("\n"),
                         [" " * 14, " " * 15, "int a;", " " * 5, " " * 6, " " * 6, " " * 9, " " * 6, " " * 6,
                          "int d; /* FROM_HEADER */", ""])
        self.assertIn("int c;", self.counts(source, WITH="0"))

    def test_macros_stay(self) -> None:
        source = "#define TWICE(x) \\\n    ((x) + (x))\n/*@ requires TWICE(1) > 0;\n*/\nint f(void);\n"
        self.assertEqual(self.counts(source).split("\n")[2:], ["/*@ requires TWICE(1) > 0;", "*/", "int f(void);", ""])
        self.assertEqual(self.counts(source).split("\n")[:2], [" " * 18, " " * 15])

    def test_what_cannot_be_preprocessed(self) -> None:
        with self.assertRaisesRegex(lexer.BadSource, "a.c"):
            self.counts("#error no\n")


if __name__ == "__main__":
    unittest.main()
