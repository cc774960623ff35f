"""The comparison of the pair of files with the modules: the pair passes, and each planted change is
found."""
from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from proofs.gate import configurations, erasure, framac, pair

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Changes of the pair: file, what is replaced, by what. Each pattern must be found.
CHANGED_PAIR = {
    "a statement is left out": ("rtmr.c", r"\n    k->now = [^\n]*;", ""),
    "a constant is another": ("rtmr.c", r"\breturn -1;", "return -2;"),
    "a comparison is another": ("rtmr.c", r"(while \([^)\n]*) < ", r"\1 <= "),
    "two operators are one": ("rtmr.c", r"\+\+;", "+ +;"),
    "two statements change places": ("rtmr.c", r"\n(    k->\w+ = [^\n]*;)\n(    k->\w+ = [^\n]*;)", r"\n\2\n\1"),
    "a statement comes twice": ("rtmr.c", r"\n(    k->\w+ = [^\n]*;)", r"\n\1\n\1"),
    "two modules change places":
    ("rtmr.c", r"(/\* clock\.c \*/.*?)(/\* dispatch\.c \*/.*?)(?=/\* job_plan\.c)", r"\2\1"),
    "a module is left out": ("rtmr.c", r"/\* stage_jobs\.c \*/.*?(?=/\* stage_plan\.c)", ""),
    "code is added": ("rtmr.c", r"\Z", "\nint rtmr_added(void) { return 0; }\n"),
    "a condition is another": ("rtmr.c", r"#if RTMR_WITH_TOKENS\n", "#if RTMR_WITH_RESTORE\n"),
    "a condition is the opposite": ("rtmr.c", r"#if RTMR_WITH_WHAT_IF\n", "#if !RTMR_WITH_WHAT_IF\n"),
    "a variable in a function is static": ("rtmr.c", r"\n    int32_t (\w+ = )", r"\n    static int32_t \1"),
    "a definition of a macro is another": ("rtmr.h", r"\(rtmr_ticks\)1 << 60", "(rtmr_ticks)1 << 59"),
    "a macro that the kernel does not use is another": ("rtmr.h", r"RTMR_NEVER INT32_MAX", "RTMR_NEVER INT32_MIN"),
    "a macro is left out": ("rtmr.h", r"#define rtmr_init\(\.\.\.\)[^\n]*", ""),
    "a default is another": ("rtmr.h", r"#define RTMR_JOBS \d+", "#define RTMR_JOBS 8"),
    "a declaration is left out": ("rtmr.h", r"\nrtmr_ticks rtmr_now\([^;]*;", ""),
    "C++ sees something else": ("rtmr.h", r'extern "C" \{', ""),
    "a type is another": ("rtmr.h", r"int32_t map_slots;", "int64_t map_slots;"),
    "only some compilers see it": ("rtmr.c", r"\Z", "\n#ifndef __GNUC__\nint rtmr_added;\n#endif\n"),
}

# Changes of a module that show only when all are one source: a file of kernel/, and what is put
# behind its headers.
CHANGED_MODULES = {
    "a macro reaches the next module": ("admission.c", "#define stage 0\n"),
    "a macro is undefined for the next module": ("admission.c", "#undef RTMR_NO_JOB\n#define RTMR_NO_JOB 1\n"),
}

# What the program that writes the pair gets wrong: its source, what is replaced, by what.
CHANGED_WRITER = {
    "a statement is tidied away": (r"^TIDY = \(", r'TIDY = ((re.compile(r"\n *k->now = [^;]*;"), ""),'),
    "the modules stand in another order":
    (r'sorted\(KERNEL\.glob\("\*\.c"\)\)', 'sorted(KERNEL.glob("*.c"), reverse=True)'),
    "a module is passed over": (r'KERNEL\.glob\("\*\.c"\)', 'KERNEL.glob("[!t]*.c")'),
    "the end of a file is lost": (r"inlined\(path\.name, seen\)", "inlined(path.name, seen)[:-20]"),
}


def write(tree: pathlib.Path, directory: pathlib.Path) -> None:
    """Writes the pair of a tree."""
    subprocess.run([sys.executable, "-B", tree / "kernel/dist/amalgamate.py", directory], check=True)


def found(tree: pathlib.Path, directory: pathlib.Path) -> bool:
    """Whether the comparison finds a difference in one of the settings that matter here: the
    cheapest first."""
    settings = [(*pair.COMPILER, *one) for one in pair.all_settings(tree)]
    chosen = [*settings[:4], *settings[-6:]]
    try:
        return (
            any(pair.differences(tree, directory, one) for one in chosen)
            or any(pair.header_differences(tree, directory, one, "c") for one in chosen[:2])
            or bool(pair.header_differences(tree, directory, (), "c++"))
            or bool(pair.leaks(tree, settings[0]))
        )
    except pair.CannotPreprocess:
        return True


def copy(directory: pathlib.Path) -> pathlib.Path:
    """The kernel in a tree of its own, with what writes the pair."""
    for room in ("kernel", "proofs/gate"):
        shutil.copytree(ROOT / room, directory / room, ignore=shutil.ignore_patterns("__pycache__"))
    return directory


class PairTest(unittest.TestCase):
    """build/dist/rtmr.h and rtmr.c."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory(prefix="pair-")  # pylint: disable=consider-using-with
        self.addCleanup(holder.cleanup)
        self.directory = pathlib.Path(holder.name)

    def test_as_compilers_see_it(self) -> None:
        write(ROOT, self.directory)
        self.assertEqual(pair.compare(ROOT, self.directory), [])

    def test_as_framac_parses_it(self) -> None:
        """the pair has the very tokens that are proven"""
        write(ROOT, self.directory)
        macros = tuple(f"-D{name}={value}" for name, value in configurations.DEFAULT.macros.items())
        options = (*erasure.as_framac(erasure.libc_of_framac(ROOT)), *macros)
        self.assertEqual(pair.differences(ROOT, self.directory, options), [])
        self.assertEqual(pair.leaks(ROOT, options), [])

    def test_changed_pair(self) -> None:
        write(ROOT, self.directory)
        texts = {name: (self.directory / name).read_text() for name in ("rtmr.h", "rtmr.c")}
        for title, (name, pattern, instead) in CHANGED_PAIR.items():
            with self.subTest(title):
                changed, times = re.subn(pattern, instead, texts[name], count=1, flags=re.DOTALL)
                self.assertEqual(times, 1)
                (self.directory / name).write_text(changed)
                self.assertTrue(found(ROOT, self.directory))
                (self.directory / name).write_text(texts[name])

    def test_changed_modules(self) -> None:
        for title, (name, added) in CHANGED_MODULES.items():
            with self.subTest(title), tempfile.TemporaryDirectory(dir=self.directory) as folder:
                tree = copy(pathlib.Path(folder))
                path = tree / "kernel" / name
                path.write_text(path.read_text() + added)
                write(tree, tree / "pair")
                self.assertTrue(found(tree, tree / "pair"))

    def test_changed_writer(self) -> None:
        for title, (pattern, instead) in CHANGED_WRITER.items():
            with self.subTest(title), tempfile.TemporaryDirectory(dir=self.directory) as folder:
                tree = copy(pathlib.Path(folder))
                path = tree / "kernel/dist/amalgamate.py"
                changed, times = re.subn(pattern, lambda found, instead=instead: instead, path.read_text(),
                                        flags=re.MULTILINE)
                self.assertEqual(times, 1)
                path.write_text(changed)
                write(tree, tree / "pair")
                self.assertTrue(found(tree, tree / "pair"))

    def test_examples(self) -> None:
        """programs in kernel/dist are no part of the kernel; a source in any other folder is"""
        for name in ("kernel/a.c", "kernel/dist/b.c", "kernel/dist/examples/c.c", "kernel/distant/d.c", "kernel/e/f.c"):
            path = self.directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        self.assertEqual(framac.all_sources(self.directory), ["kernel/a.c", "kernel/distant/d.c", "kernel/e/f.c"])
        for path in (ROOT / "kernel").glob("*.[ch]"):
            self.assertNotIn("#include \"dist", path.read_text())


if __name__ == "__main__":
    unittest.main()
