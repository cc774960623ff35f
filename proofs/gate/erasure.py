"""Ghost code is erased: the kernel compiles to the same objects with and without its annotations.

Three variants of every source: as it is, without annotations, and the very tokens that Frama-C
parses, preprocessed with its macros and its headers. The last shows that the proof is about the
code that ships. What neither sees, a macro that only another compiler or machine defines, may not
be asked for: see conditions().
"""
from __future__ import annotations

import concurrent.futures
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping

from . import sources
from .configurations import Configuration

COMPILERS = ("gcc", "clang")
LEVELS = ("-O2", "-Os")
FLAGS = ("-std=c11", "-ffreestanding", "-w", "-I.", "-Ikernel")


# What a condition of the preprocessor in kernel/ may ask for, beside the project's own settings:
# the proof and every compiler see the same of these. (Its headers make the last four of the
# machine.)
ASKED_FOR = frozenset(
    ("defined", "__FRAMAC__", "__cplusplus", "INT_MAX", "UINTPTR_MAX", "UINT32_MAX", "UINT64_MAX")
)
_OWN = re.compile(r"RTMR_\w+")

# The questions to the compiler: whether it knows two attributes that change no result. The first
# macro stands in front of declarations of the interface and nowhere else.
NODISCARD = """#if defined(__GNUC__)
#define RTMR_NODISCARD __attribute__((warn_unused_result))
#else
#define RTMR_NODISCARD
#endif
"""
# The other stands in the head of a function.
NOINLINE = """#if defined(__GNUC__)
#define RTMR_NOINLINE __attribute__((noinline))
#else
#define RTMR_NOINLINE
#endif
"""
_MARKED = re.compile(
    r"^RTMR_NODISCARD (?=enum rtmr_\w+\s+rtmr_\w+\()|(?<=^static )RTMR_NOINLINE (?=void \w+\()"
    r"|(?<=^int32_t )RTMR_NOINLINE (?=\w+\()",
    re.MULTILINE,
)
_DIRECTIVE = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?P<name>\w*)(?P<rest>.*)$", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_]\w*")


class CannotCompile(Exception):
    """A compiler refused a source."""


def conditions(name: str, source: str) -> list[str]:
    """What a source asks the preprocessor that may be answered otherwise elsewhere, one line
    each."""
    complaints = []
    text = sources.without_comments(source.replace("\\\n", ""))
    for own in (NODISCARD, NOINLINE):
        text = text.replace(own, "", 1)
    text = _MARKED.sub("", text)
    if "RTMR_NODISCARD" in text:
        complaints.append(f"{name}: RTMR_NODISCARD: elsewhere than in front of a function of the interface")
    if "RTMR_NOINLINE" in text:
        complaints.append(f"{name}: RTMR_NOINLINE: elsewhere than in the head of a function")
    for found in _DIRECTIVE.finditer(text):
        directive, rest = found.group("name"), found.group("rest")
        words = _NAME.findall(rest)
        if directive in ("if", "ifdef", "ifndef", "elif"):
            foreign = [word for word in words if word not in ASKED_FOR and not _OWN.fullmatch(word)]
        elif directive == "define":
            foreign = [word for word in words[1:] if word.startswith("__") and word != "__VA_ARGS__"]
        elif directive == "include":
            foreign = [] if rest.strip().startswith(('"', "<")) else words
        else:
            foreign = [] if directive in ("else", "endif", "error", "undef") else ["#" + directive]
        complaints += [f"{name}: `{found.group().strip()}`: {word}" for word in foreign]
    return complaints


def _run(tree: pathlib.Path, *command: str) -> str:
    done = subprocess.run(
        command,
        cwd=tree,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise CannotCompile(f"{' '.join(command)}:\n{done.stdout}")
    return done.stdout


def _compile(tree: pathlib.Path, source: str, compiler: str, options: tuple[str, ...], target: pathlib.Path) -> bytes:
    """The stripped object of a source."""
    _run(tree, compiler, *FLAGS, *options, "-c", source, "-o", str(target))
    _run(tree, "strip", "--strip-unneeded", str(target))
    return target.read_bytes()


def as_framac(libc: str) -> tuple[str, ...]:
    """How Frama-C has a source preprocessed on x86_64. libc: the folder of its headers."""
    return ("-D__FRAMAC__", "-D__FC_MACHDEP_X86_64", "-nostdinc", "-m64", f"-I{libc}", "-std=c11")


def libc_of_framac(tree: pathlib.Path) -> str:
    """The folder of Frama-C's headers."""
    return _run(tree, "frama-c", "-print-share-path").strip() + "/libc"


def _tokens(tree: pathlib.Path, source: str, macros: tuple[str, ...], libc: str, target: pathlib.Path) -> None:
    """Preprocesses a source as Frama-C has it done on x86_64, but for comments and its pragmas."""
    text = _run(tree, "gcc", "-E", *as_framac(libc), "-I.", "-Ikernel", *macros, source)
    target.write_text(re.sub(r"^[ \t]*#pragma fc_stdlib.*$", "", text, flags=re.MULTILINE), encoding="utf-8")


def _bare_copy(tree: pathlib.Path, copy: pathlib.Path) -> None:
    """Copies the kernel without its annotations."""
    shutil.copytree(tree / "kernel", copy / "kernel")
    for path in (copy / "kernel").glob("*.[ch]"):
        path.write_text(sources.without_annotations(path.read_text(encoding="utf-8")), encoding="utf-8")


def _defined(macros: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"-D{name}={value}" for name, value in sorted(macros.items()))


def compare(tree: pathlib.Path, configuration: Configuration) -> list[str]:
    """What compiles differently: one line for each source, compiler and level."""
    names = sorted(str(path.relative_to(tree)) for path in (tree / "kernel").glob("*.c"))
    shipped_with = _defined(configuration.shipped)
    libc = libc_of_framac(tree)
    with tempfile.TemporaryDirectory(prefix="gate-") as directory:
        work = pathlib.Path(directory)
        _bare_copy(tree, work / "bare")

        def check(case: tuple[int, tuple[str, str, str]]) -> list[str]:
            number, (source, compiler, level) = case
            target = work / f"{number}.o"
            parsed = work / f"{number}.i"
            try:
                shipped = _compile(tree, source, compiler, (level, *shipped_with), target)
                bare = _compile(work / "bare", source, compiler, (level, *shipped_with), target)
                _tokens(tree, source, _defined(configuration.macros), libc, parsed)
                seen = _compile(tree, str(parsed), compiler, (level, "-x", "cpp-output"), target)
            except CannotCompile as error:
                return [str(error)]
            differs = {"without annotations": shipped != bare, "as Frama-C parses it": shipped != seen}
            return [f"{source}, {compiler} {level}: differs {how}" for how, yes in differs.items() if yes]

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            cases = enumerate(itertools.product(names, COMPILERS, LEVELS))
            return [line for lines in pool.map(check, cases) for line in lines]
