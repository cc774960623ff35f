"""The pair of files that `make dist` writes is the proven code: its tokens are the modules'.

    python3 -m proofs.gate.pair DIRECTORY

compares DIRECTORY/rtmr.h and rtmr.c with kernel/, and says where they differ. Both are preprocessed
by the compiler, so comments and layout do not count and everything else does. Nothing of the
program that writes the pair is used.

    - Each file of kernel/ has the same tokens in every module that includes it, and when all of
      kernel/ is one source: no macro of one module reaches another.
    - The pair has the tokens of that one source, in the same order. It may have more of one kind: a
      function that only the kernel calls is static, and may be unused.
    - Its header has the tokens and the macros of the public headers, in C and in C++.

Code stands under conditions: all_settings() has every combination of two parts.
"""
from __future__ import annotations

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

PUBLIC = ("rtmr.h", "rtmr_estimator.h")
COMPILER = ("-std=c11", "-ffreestanding")

# What the pair puts between `static` and a function that only the kernel calls.
_UNUSED = ["__attribute__", "(", "(", "unused", ")", ")"]

_TOKEN = re.compile(
    r"""
    "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*'
  | \.?\d(?:[eEpP][+-]|[\w.])* | \w+
  | <<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#
  | [^\w\s]
""",
    re.VERBOSE,
)
_MARKER = re.compile(r'# \d+ "((?:\\.|[^"\\])*)"')
_PART = re.compile(r"^#ifndef (RTMR_WITH_\w+)", re.MULTILINE)


class CannotPreprocess(Exception):
    """The compiler refused a source."""


class Token(NamedTuple):
    """A token, and the file that it comes from."""

    text: str
    file: str


@dataclasses.dataclass(frozen=True)
class Preprocessor:
    """The compiler's preprocessor with some options, run in a folder."""

    folder: pathlib.Path
    options: tuple[str, ...]

    def run(self, *arguments: str, text: str = "") -> str:
        """What it makes of a text on its standard input."""
        command = ("gcc", "-E", *self.options, *arguments, "-")
        done = subprocess.run(command, cwd=self.folder, input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0 or done.stderr:
            raise CannotPreprocess(f"{' '.join(command)} <<< {text.strip()!r}:\n{done.stderr}")
        return done.stdout

    def tokens(self, *files: str, language: str = "c") -> list[Token]:
        """The tokens of files that are included one after the other, without those of headers
        outside the folder."""
        found = []
        own = ""
        for line in self.run("-x", language, text=_including(files)).splitlines():
            marker = _MARKER.match(line)
            if marker:
                path = pathlib.Path(marker.group(1))
                own = "" if path.is_absolute() or path.name.startswith("<") else str(path)
            elif own and not line.startswith("#pragma"):
                found += [Token(text, own) for text in _TOKEN.findall(line)]
        return found

    def macros(self, file: str, language: str = "c") -> dict[str, str]:
        """The macros of the project that a file leaves defined."""
        lines = self.run("-x", language, "-dM", text=_including((file,))).splitlines()
        split = (re.match(r"#define (RTMR_\w+|rtmr_\w+)(.*)", line) for line in lines)
        return {found.group(1): found.group(2) for found in split if found}


def _including(files: tuple[str, ...]) -> str:
    return "".join(f'#include "{file}"\n' for file in files)


def _by_file(tokens: list[Token]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for token in tokens:
        found.setdefault(token.file, []).append(token.text)
    return found


def _difference(want: list[str], have: list[str]) -> str:
    """The first place at which two lists of tokens differ; "" if they do not."""
    if want == have:
        return ""
    at = next((i for i, (a, b) in enumerate(zip(want, have)) if a != b), min(len(want), len(have)))
    return f"`{' '.join(want[max(0, at - 6):at + 6])}` against `{' '.join(have[max(0, at - 6):at + 6])}`"


def _beginnings(tokens: list[str]) -> set[int]:
    """Where declarations begin that are in no other."""
    found = {0}
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token in "({[") - (token in ")}]")
        if depth == 0 and token in ";}":
            found.add(at + 1)
    return found


def without_added_static(tokens: list[str], model: list[str]) -> list[str]:
    """The tokens of a pair without each `static` in front of a declaration that has none in the
    model, and without that it may be unused."""
    beginnings = _beginnings(model)
    found: list[str] = []
    at = 0
    while at < len(tokens):
        if len(found) in beginnings and tokens[at] == "static":
            if model[len(found) : len(found) + 1] == ["static"]:
                found.append("static")
            at += len(_UNUSED) if tokens[at + 1 : at + len(_UNUSED) + 1] == _UNUSED else 0
        else:
            found.append(tokens[at])
        at += 1
    return found


def _files(tree: pathlib.Path) -> tuple[list[str], list[str]]:
    """The headers of kernel/, the public ones first, and its modules."""
    headers = sorted(path.name for path in (tree / "kernel").glob("*.h") if path.name not in PUBLIC)
    modules = sorted(path.name for path in (tree / "kernel").glob("*.c"))
    return [f"kernel/{name}" for name in (*PUBLIC, *headers)], [f"kernel/{name}" for name in modules]


def _preprocessors(
    tree: pathlib.Path, pair: pathlib.Path, options: tuple[str, ...]
) -> tuple[Preprocessor, Preprocessor]:
    """That of the modules, and that of the pair."""
    return Preprocessor(tree, (*options, "-I.", "-Ikernel")), Preprocessor(pair, (*options, "-I."))


def differences(tree: pathlib.Path, pair: pathlib.Path, options: tuple[str, ...]) -> list[str]:
    """Where the pair has other tokens than all of kernel/ as one source, one line each."""
    there, here = _preprocessors(tree, pair, options)
    headers, modules = _files(tree)
    everything = there.tokens(*headers, *modules)
    model = [token.text for token in everything if token.file.startswith("kernel/")]
    # Frama-C reads more than is compiled: the types of ghost state, in spec/ and proofs/.
    foreign = len(model) != len(everything) and "-D__FRAMAC__" not in options
    complaints = ["kernel/ includes code from elsewhere"] if foreign else []
    how = _difference(model, without_added_static([token.text for token in here.tokens("rtmr.c")], model))
    return complaints + ([f"rtmr.c: {how}"] if how else [])


def leaks(tree: pathlib.Path, options: tuple[str, ...]) -> list[str]:
    """Which file of kernel/ has other tokens in a module than in all of kernel/ as one source."""
    there = Preprocessor(tree, (*options, "-I.", "-Ikernel"))
    headers, modules = _files(tree)
    together = _by_file(there.tokens(*headers, *modules))
    complaints = []
    for module in modules:
        for file, tokens in _by_file(there.tokens(module)).items():
            how = _difference(tokens, together.get(file, [])) if file.startswith("kernel/") else ""
            complaints += [f"{file}: not the same in {module} as in one source: {how}"] if how else []
    return complaints


def header_differences(tree: pathlib.Path, pair: pathlib.Path, options: tuple[str, ...], language: str) -> list[str]:
    """Where rtmr.h alone has other tokens, or leaves other macros, than the public headers."""
    there, here = _preprocessors(tree, pair, options)
    public = tuple(f"kernel/{name}" for name in PUBLIC)
    want, have = (
        [token.text for token in one.tokens(*files, language=language)]
        for one, files in ((there, public), (here, ("rtmr.h",)))
    )
    how = _difference(want, have)
    complaints = [f"rtmr.h, {language}: {how}"] if how else []
    want_macros = {name: text for file in public for name, text in there.macros(file, language).items()}
    have_macros = here.macros("rtmr.h", language)
    for name in sorted(want_macros.keys() | have_macros.keys()):
        if want_macros.get(name) != have_macros.get(name):
            complaints.append(f"rtmr.h, {language}: {name}: {want_macros.get(name)!r}, {have_macros.get(name)!r}")
    return complaints


def all_settings(tree: pathlib.Path) -> list[tuple[str, ...]]:
    """Builds with all parts and with none, each without one part and each with one only: of any two
    parts there are all four cases. Ticks of 32 bits, and a compiler without attributes, besides."""
    parts = _PART.findall((tree / "kernel/rtmr_config.h").read_text(encoding="utf-8"))
    chosen = [dict.fromkeys(parts, 1), dict.fromkeys(parts, 0)]
    for part in parts:
        chosen += [{name: int((name == part) == alone) for name in parts} for alone in (True, False)]
    flags = [tuple(f"-D{name}={value}" for name, value in one.items()) for one in chosen]
    return [(), ("-DRTMR_TICK_BITS=32",), (*flags[1], "-DRTMR_TICK_BITS=32"), ("-U__GNUC__",), *flags]


def compare(tree: pathlib.Path, pair: pathlib.Path) -> list[str]:
    """What differs in any of the settings. Only some of them matter to a header's macros and to
    what may leak, which no part decides."""
    settings = all_settings(tree)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tasks = [pool.submit(differences, tree, pair, (*COMPILER, *one)) for one in settings]
        tasks += [pool.submit(leaks, tree, (*COMPILER, *one)) for one in (settings[0], settings[2])]
        for one in settings[:6]:
            tasks.append(pool.submit(header_differences, tree, pair, (*COMPILER, *one), "c"))
            tasks.append(pool.submit(header_differences, tree, pair, one, "c++"))
        try:
            return list(dict.fromkeys(line for task in tasks for line in task.result()))
        except CannotPreprocess as error:
            return [str(error)]


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python3 -m proofs.gate.pair DIRECTORY", file=sys.stderr)
        return 2
    tree = pathlib.Path(__file__).resolve().parents[2]
    complaints = compare(tree, pathlib.Path(sys.argv[1]))
    for line in complaints:
        print(line, file=sys.stderr)
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main())
