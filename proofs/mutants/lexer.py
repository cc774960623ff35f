"""Tokens of C sources with ACSL annotations.

A source is a sequence of tokens, annotations and pieces of ghost code. Comments, blank lines,
preprocessor lines and what the preprocessor leaves out do not show. Every item knows where it
stands, so that an edit changes nothing else.
"""
from __future__ import annotations

import dataclasses
import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path


class BadSource(Exception):
    """A source that cannot be read."""


@dataclasses.dataclass(frozen=True)
class Token:
    """A word, a number, a string or an operator."""

    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """An identifier or a keyword; ACSL's begin with a backslash."""
        return self.text[0].isalpha() or self.text[0] in "_\\"

    @property
    def is_number(self) -> bool:
        """An integer constant."""
        return self.text[0].isdigit()


@dataclasses.dataclass(frozen=True)
class Note:
    """An annotation other than ghost code: a contract, loop annotation, assertion, definitions."""

    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclasses.dataclass(frozen=True)
class Ghost:
    """Ghost code with its comment: statements, functions, parameters or arguments."""

    start: int
    end: int
    items: tuple[Item, ...]


Item = Token | Note | Ghost

_OPERATORS = tuple("<==> ==> <<= >>= ... <= >= == != && || ^^ -> ++ -- += -= *= /= %= &= |= ^= << >> .. ##".split())
_ANY_OPERATOR = "|".join(map(re.escape, _OPERATORS)) + r"|[-+*/%&|^~!<>=?:;,.(){}\[\]]"
_STRING = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
_TOKEN = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<annotation>/\*@.*?\*/|//@[^\n]*)"
    r"|(?P<inner>/@.*?@/)"
    r"|(?P<comment>/\*.*?\*/|//[^\n]*)"
    rf"|(?P<text>{_STRING})"
    rf"|(?P<token>\\?[A-Za-z_]\w*|0[xX][0-9a-fA-F]+\w*|\d\w*|{_ANY_OPERATOR})"
    r"|(?P<at>@)",
    re.DOTALL,
)
_GHOST = re.compile(r"[\s@]*ghost\b")


def read(source: str) -> tuple[Item, ...]:
    """The items of a source without preprocessor lines."""
    return _read(source, 0, len(source), "code")


def read_part(source: str, start: int, end: int, *, is_ghost: bool) -> tuple[Item, ...]:
    """The items of a part of a source, of ghost code perhaps."""
    return _read(source, start, end, "ghost" if is_ghost else "code")


def words(source: str, start: int, end: int) -> tuple[Token, ...]:
    """The tokens of a macro, whose lines may be continued, or of a part of an annotation."""
    text = source[start:end].replace("\\\n", " \n")
    return tuple(
        Token(item.text, item.start + start, item.end + start)
        for item in _read(text, 0, len(text), "note")
        if isinstance(item, Token)
    )


def _read(source: str, start: int, end: int, layer: str) -> tuple[Item, ...]:
    """The items of a part.

    `layer` is code, ghost (annotations are /@ ... @/ there) or note (there are none).
    """
    items: list[Item] = []
    at = start
    while at < end:
        found = _TOKEN.match(source, at, end)
        if not found:
            raise BadSource(f"line {line_of(source, at)}: cannot read {source[at:at + 20]!r}")
        kind = found.lastgroup
        if kind in ("token", "text"):
            items.append(Token(found.group(), found.start(), found.end()))
        elif kind == "annotation" and layer == "code":
            inner_end = found.end() - 2 if found.group().startswith("/*") else found.end()
            items.append(_annotation(source, found.start(), found.end(), found.start() + 3, inner_end))
        elif kind == "inner" and layer == "ghost":
            items.append(_annotation(source, found.start(), found.end(), found.start() + 2, found.end() - 2))
        elif kind in ("annotation", "inner") or kind == "at" and layer == "code":
            raise BadSource(f"line {line_of(source, at)}: an annotation has no place here")
        at = found.end()
    return tuple(items)


def _annotation(source: str, start: int, end: int, inner: int, inner_end: int) -> Note | Ghost:
    ghost = _GHOST.match(source, inner, inner_end)
    if ghost:
        return Ghost(start, end, _read(source, ghost.end(), inner_end, "ghost"))
    tokens = _read(source, inner, inner_end, "note")
    return Note(start, end, tuple(item for item in tokens if isinstance(item, Token)))


def line_of(source: str, position: int) -> int:
    """The number of the line that a position stands in."""
    return source.count("\n", 0, position) + 1


def what_counts(tree: Path, sources: Iterable[str], configuration: Mapping[str, str]) -> dict[str, str]:
    """The files of a tree that these sources consist of.

    Lines that the preprocessor leaves out are blank, and directives are, but for definitions.
    Nothing moves.
    """
    options = [
        "gcc",
        "-E",
        "-fdirectives-only",
        "-std=c11",
        "-I.",
        "-Ikernel",
        "-D__FRAMAC__",
        *(f"-D{name}={value}" for name, value in sorted(configuration.items())),
    ]
    kept: dict[str, set[int]] = {}
    for file in sources:
        try:
            done = subprocess.run(
                [*options, file], cwd=tree, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise BadSource(f"cannot run gcc: {error.strerror}") from error
        if done.returncode != 0:
            raise BadSource(f"{file}: {done.stderr.strip()}")
        _note_kept_lines(done.stdout.splitlines(), kept)
    found = {
        file: (tree / file).read_text(encoding="utf-8")
        for file in sorted(kept)
        if not os.path.isabs(file) and (tree / file).is_file()
    }
    return {file: _what_counts(source, kept[file]) for file, source in found.items()}


def _what_counts(source: str, kept: set[int]) -> str:
    lines = source.splitlines(keepends=True)
    continues = False
    for number, line in enumerate(lines, 1):
        if number not in kept and not continues:
            lines[number - 1] = _blank(line)
        # A definition is kept as one line.
        continues = (continues or _DEFINES.match(lines[number - 1]) is not None) and line.endswith("\\\n")
    return _OTHER_DIRECTIVE.sub(lambda found: _blank(found.group()), "".join(lines))


def without_definitions(source: str) -> str:
    """The source with blanks in the place of preprocessor lines."""
    return _DIRECTIVE.sub(lambda found: _blank(found.group()), source)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


_MARKER = re.compile(r'# (\d+) "([^"]*)"')


def _note_kept_lines(output: Sequence[str], kept: dict[str, set[int]]) -> None:
    """Notes the numbers of the lines that the preprocessor has kept, by file."""
    here: set[int] = set()
    number = 0
    for line in output:
        marker = _MARKER.match(line)
        if marker:
            here, number = kept.setdefault(os.path.normpath(marker.group(2)), set()), int(marker.group(1))
        else:
            if line.strip():
                here.add(number)
            number += 1


_DEFINES = re.compile(r"[ \t]*#[ \t]*define\b")
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_OTHER_DIRECTIVE = re.compile(r"^[ \t]*#(?![ \t]*define\b)(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
