"""Comments in C sources: which are annotations, and the source without them."""
from __future__ import annotations

import dataclasses
import re

# A comment, or what may hold something that looks like one.
_TOKEN = re.compile(
    r"""
    (?P<comment>/\*.*?\*/|//(?:\\\n|[^\n])*)
  | "(?:\\.|[^"\\])*"
  | '(?:\\.|[^'\\])*'
""",
    re.VERBOSE | re.DOTALL,
)


@dataclasses.dataclass(frozen=True)
class Comment:
    """One comment and where it stands."""

    line: int
    text: str

    @property
    def annotation(self) -> bool:
        """Frama-C reads it."""
        return self.text.startswith(("/*@", "//@"))

    @property
    def nearly_annotation(self) -> bool:
        """It was surely meant for Frama-C, which skips it: something stands between the slash-star
        and the at sign.
        """
        return bool(re.match(r"/[*/][\s*/!]+@", self.text))


def comments(source: str) -> list[Comment]:
    """Every comment of a source."""
    return [
        Comment(source.count("\n", 0, token.start()) + 1, token.group())
        for token in _TOKEN.finditer(source)
        if token.group("comment")
    ]


def _without(source: str, beginnings: tuple[str, ...], instead: str = " ") -> str:
    """The source without the comments that begin so; lines keep their numbers. instead: in the
    place of each.
    """

    def replaced(token: re.Match[str]) -> str:
        comment = token.group("comment")
        return instead + "\n" * comment.count("\n") if comment and comment.startswith(beginnings) else token.group()

    return _TOKEN.sub(replaced, source)


def annotations_as(source: str, mark: str) -> str:
    """The source with a mark in the place of each annotation."""
    return _without(source, ("/*@", "//@"), mark)


def without_annotations(source: str) -> str:
    """The source without its annotations."""
    return _without(source, ("/*@", "//@"))


def without_remarks(source: str) -> str:
    """What compilers and Frama-C read of a source, and comments that are nearly annotations: not
    the other comments, not the space at the ends of lines, no empty lines but behind a line that
    goes on, one space for many. Strings stay as they are.
    """
    text = ""
    end = 0
    for token in (*_TOKEN.finditer(source), None):
        text = _with_one_space(text, source[end : token.start() if token else None])
        if token and token["comment"]:
            comment = Comment(0, token["comment"])
            text = _with_one_space(text, comment.text if comment.annotation or comment.nearly_annotation else " ")
        elif token:
            text += token.group()
        end = token.end() if token else end
    lines = [line.strip(" ") for line in text.split("\n")]
    return "".join(line + "\n" for before, line in zip(["", *lines], lines) if line or before.endswith("\\"))


def _with_one_space(text: str, more: str) -> str:
    """Both, with one space for many in what comes and between the two."""
    more = re.sub(r"[ \t]+", " ", more)
    return text + (more[1:] if text.endswith(" ") and more.startswith(" ") else more)


def without_comments(source: str) -> str:
    """The source without its comments, annotations too."""
    return _without(source, ("/*", "//"))
