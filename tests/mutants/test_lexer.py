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
        self.assertEqual(
            texts(note.tokens),
            ["requires", "\\forall", "integer", "i", ";", "0", "..", "n", "<==>", "a", "==>", "b", "^^", "c", ";"])

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


class PreprocessorTest(unittest.TestCase):
    """What the preprocessor leaves out does not count, and nothing moves."""

    def counts(self, source: str, file: str = "a.c", **configuration: str) -> str:
        """The source as far as it counts, or its header."""
        with tempfile.TemporaryDirectory() as directory:
            tree = pathlib.Path(directory)
            (tree / "a.h").write_text("#define FROM_HEADER 1\nint header;\n", encoding="utf-8")
            (tree / "a.c").write_text(source, encoding="utf-8")
            found = lexer.what_counts(tree, ["a.c"], configuration)[file]
        if file == "a.c":
            self.assertEqual((len(found), found.count("\n")), (len(source), source.count("\n")))
        return found

    def test_conditions(self) -> None:
        source = ('#include "a.h"\n#if FROM_HEADER\nint a;\n#else\nint b;\n#endif\n'
                  '#if !WITH\nint c;\n#endif\nint d; /* FROM_HEADER */\n')
        self.assertEqual(self.counts(source, WITH="1").split("\n"),
                         [" " * 14, " " * 15, "int a;", " " * 5, " " * 6, " " * 6, " " * 9, " " * 6, " " * 6,
                          "int d; /* FROM_HEADER */", ""])
        self.assertIn("int c;", self.counts(source, WITH="0"))

    def test_definitions_stay(self) -> None:
        source = ("#define TWICE(x) \\\n    ((x) + (x))\n"
                  "#if 0\n#define NO \\\n    1\n#endif\n/*@ requires TWICE(1) > 0;\n*/\nint f(void);\n")
        left = ["", "", "", "", "/*@ requires TWICE(1) > 0;", "*/", "int f(void);", ""]
        self.assertEqual([line.rstrip() for line in self.counts(source).split("\n")],
                         ["#define TWICE(x) \\", "    ((x) + (x))", *left])
        self.assertEqual([line.rstrip() for line in lexer.without_definitions(self.counts(source)).split("\n")],
                         ["", "", *left])

    def test_headers_count_as_far_as_they_are_read(self) -> None:
        guarded = "#ifndef A_H\n#define A_H\n#ifdef WITH\nint with;\n#endif\nint header;\n#endif\n"
        with tempfile.TemporaryDirectory() as directory:
            tree = pathlib.Path(directory)
            for file, text in (("kernel/a.h", guarded),
                               ("a.c", '#include <limits.h>\n#include "kernel/a.h"\n#include "kernel/a.h"\n'),
                               ("unread.h", "")):
                (tree / file).parent.mkdir(exist_ok=True)
                (tree / file).write_text(text, encoding="utf-8")
            found = lexer.what_counts(tree, ["a.c"], {})
        self.assertEqual({file: text.split() for file, text in found.items()},
                         {"a.c": [], "kernel/a.h": ["#define", "A_H", "int", "header;"]})

    def test_what_cannot_be_preprocessed(self) -> None:
        with self.assertRaisesRegex(lexer.BadSource, "a.c"):
            self.counts("#error no\n")
