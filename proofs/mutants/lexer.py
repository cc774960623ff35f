"""Tokens of C sources with ACSL annotations.

A source is a sequence of tokens, annotations and pieces of ghost code. Comments, blank lines, preprocessor lines and
what the preprocessor leaves out do not show. Every item knows where it stands, so that an edit changes nothing else.
"""
from __future__ import annotations

import dataclasses
import re
import subprocess
from collections.abc import Mapping, Sequence
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
    """An annotation that is not ghost code: a contract, a loop annotation, an assertion, definitions."""

    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclasses.dataclass(frozen=True)
class Ghost:
    """Ghost code from its comment's start to its end: statements, functions, parameters or arguments."""

    start: int
    end: int
    items: tuple[Item, ...]


Item = Token | Note | Ghost

_OPERATORS = ("<==>", "==>", "<<=", ">>=", "...", "<=", ">=", "==", "!=", "&&", "||", "^^", "->", "++", "--", "+=",
              "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "..")
_ANY_OPERATOR = "|".join(map(re.escape, _OPERATORS)) + r"|[-+*/%&|^~!<>=?:;,.(){}\[\]]"
_STRING = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
_TOKEN = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<annotation>/\*@.*?\*/|//@[^\n]*)"
    r"|(?P<inner>/@.*?@/)"
    r"|(?P<comment>/\*.*?\*/|//[^\n]*)"
    rf"|(?P<text>{_STRING})"
    rf"|(?P<token>\\?[A-Za-z_]\w*|0[xX][0-9a-fA-F]+\w*|\d\w*|{_ANY_OPERATOR})"
    r"|(?P<at>@)", re.DOTALL)
_GHOST = re.compile(r"[\s@]*ghost\b")


def read(source: str) -> tuple[Item, ...]:
    """The items of a source without preprocessor lines."""
    return _read(source, 0, len(source), "code")


def _read(source: str, start: int, end: int, layer: str) -> tuple[Item, ...]:
    """The items of a part; `layer` is code, ghost (annotations are /@ ... @/ there) or note (there are none)."""
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


_COMMENT = re.compile(rf"(?P<plain>/\*(?!@).*?\*/|//(?!@)[^\n]*)|(?P<note>/\*@.*?\*/|//@[^\n]*)|{_STRING}", re.DOTALL)
_COMMENT_OF_NOTE = re.compile(r"//(?!@)[^\n]*")


def without_comments(source: str) -> str:
    """The words of a source, one space between them: what is left when comments and layout do not count."""
    def kept(found: re.Match[str]) -> str:
        return " " if found["plain"] else _COMMENT_OF_NOTE.sub(" ", found["note"]) if found["note"] else found.group()

    return " ".join(_COMMENT.sub(kept, source).split())


def what_counts(tree: Path, file: str, configuration: Mapping[str, str]) -> str:
    """The source as it is, but for preprocessor lines and the lines that they leave out: those are blank."""
    command = ["gcc", "-E", "-fdirectives-only", "-std=c11", "-I.", "-Ikernel", "-D__FRAMAC__",
               *(f"-D{name}={value}" for name, value in sorted(configuration.items())), file]
    try:
        done = subprocess.run(command, cwd=tree, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BadSource(f"cannot run gcc: {error.strerror}") from error
    if done.returncode != 0:
        raise BadSource(f"{file}: {done.stderr.strip()}")
    source = (tree / file).read_text(encoding="utf-8")
    kept = _kept_lines(done.stdout.splitlines(), file)
    lines = source.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if number not in kept:
            lines[number - 1] = " " * (len(line) - 1) + "\n"
    return _blank_directives("".join(lines))


_MARKER = re.compile(r'# (\d+) "([^"]*)"')


def _kept_lines(output: Sequence[str], file: str) -> set[int]:
    """The numbers of the lines of a file that the preprocessor has kept."""
    kept = set()
    here, number = False, 0
    for line in output:
        marker = _MARKER.match(line)
        if marker:
            here, number = marker.group(2) == file, int(marker.group(1))
        else:
            if here and line.strip():
                kept.add(number)
            number += 1
    return kept


_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)


def _blank_directives(source: str) -> str:
    return _DIRECTIVE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)
