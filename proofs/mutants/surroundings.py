"""What stands outside functions, and which of it a text can depend on: macros, definitions of logic, structures and enumerations
by their names, everything else always."""
from __future__ import annotations

import re
from collections.abc import Iterable

from . import lexer

_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_LOGIC = re.compile(r"/\*@.*?\*/|//@[^\n]*", re.DOTALL)
_LOGIC_NAME = re.compile(r"\b(?:predicate|inductive|logic(?:\s+struct)?\s+\w+)\s+(\w+)")
_STRUCT = re.compile(r"\bstruct\s+(\w+)\s*\{[^{}]*\}\s*;")
_ENUM = re.compile(r"\benum\s+(\w+)\s*\{([^{}]*)\}\s*;")
_ENUMERATOR = re.compile(r"(?:^|,)\s*(\w+)")
_WORD = re.compile(r"\w+")
_EMPTY = re.compile(r'/\*@ ghost \*/|#include (?:"[^"]*"|<[^>]*>)')  # where a ghost function stood; files are all here anyway
_PASTED = re.compile(r"(\w+)\s*##|##\s*(\w+)")


class Surroundings:
    """The definitions of some sources whose functions have been taken out."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._texts: dict[str, list[str]] = {}  # by name: its definitions
        rest = "\n".join(_LOGIC.sub(self._take_logic, _MACRO.sub(self._take_macro, source)) for source in sources)
        rest = _ENUM.sub(self._take_enum, _STRUCT.sub(self._take_struct, lexer.without_comments(rest)))
        self._always = " ".join(_EMPTY.sub(" ", rest).split())
        # The annotations that are left are other functions': what they name does not matter.
        self._types = _LOGIC.sub("", rest)

    def _take_macro(self, found: re.Match[str]) -> str:
        self._define([found.group(1)], found.group())
        return ""

    def _take_logic(self, found: re.Match[str]) -> str:
        names = _LOGIC_NAME.findall(found.group())
        self._define(names, found.group())
        return "" if names else found.group()

    def _take_struct(self, found: re.Match[str]) -> str:
        self._define([found.group(1)], found.group())
        return ""

    def _take_enum(self, found: re.Match[str]) -> str:
        self._define([found.group(1), *_ENUMERATOR.findall(found.group(2))], found.group())
        return ""

    def _define(self, names: Iterable[str], text: str) -> None:
        for name in names:
            self._texts.setdefault(name, []).append(lexer.without_comments(text))

    def reached(self, texts: Iterable[str]) -> str:
        """All that texts can depend on, in an order that does not hang on where it stands."""
        found: dict[str, list[str]] = {}
        left = [self._types, *texts]
        while left:
            text = left.pop()
            for name in self._named(text) - found.keys():
                found[name] = self._texts[name]
                left += found[name]
        return "\n".join([self._always, *(line for name in sorted(found) for line in found[name])])

    def _named(self, text: str) -> set[str]:
        named = self._texts.keys() & set(_WORD.findall(text))
        for first, last in _PASTED.findall(text):
            named |= {name for name in self._texts if first and name.startswith(first) or last and name.endswith(last)}
        return named
