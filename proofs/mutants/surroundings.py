"""What stands outside functions, and which of it a text can depend on: macros, definitions of logic and enumerations by their
names, structures by the fields that are named, everything else always."""
from __future__ import annotations

import re
from collections.abc import Iterable

from . import lexer

_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_LOGIC = re.compile(r"/\*@.*?\*/|//@[^\n]*", re.DOTALL)
_LOGIC_NAME = re.compile(r"\b(?:predicate|inductive|logic(?:\s+struct)?\s+\w+)\s+(\w+)")
_IS_LOGIC = re.compile(r"(?:/\*@|//@) ?(?:predicate|inductive|logic)\b")  # what begins otherwise is a contract, or counts always
_OTHER_LOGIC = re.compile(r"\b(?:axiomatic|axiom|lemma|type)\b")  # can say something about what it does not define
_STRUCT = re.compile(r"\bstruct\s+(\w+)\s*\{([^{}]*)\}\s*;")
_FIELD = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?:,|$)")
_ENUM = re.compile(r"\benum\s+(\w+)\s*\{([^{}]*)\}\s*;")
_ENUMERATOR = re.compile(r"(?:^|,)\s*(\w+)")
_WORD = re.compile(r"\w+")
_EMPTY = re.compile(r'/\*@ ghost \*/|#include (?:"[^"]*"|<[^>]*>)')  # where a ghost function stood; files are all here anyway
_GUARD = re.compile(r"\A((?:\s|/\*.*?\*/)*)#ifndef (\w+)\n#define \2\n(.*)#endif\s*\Z", re.DOTALL)  # what is read twice counts once
_PASTED = re.compile(r"(\w+)\s*##|##\s*(\w+)")


class Surroundings:
    """The definitions of some sources whose functions have been taken out."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._texts: dict[str, list[str]] = {}  # by name: its definitions
        self._fields: dict[str, list[str]] = {}  # by the name of a structure: its fields, as they are declared
        unguarded = (_GUARD.sub(r"\1\3", source) for source in sources)
        rest = "\n".join(_LOGIC.sub(self._take_logic, _MACRO.sub(self._take_macro, source)) for source in unguarded)
        rest = _ENUM.sub(self._take_enum, _STRUCT.sub(self._take_struct, lexer.without_comments(rest)))
        rest = _EMPTY.sub(" ", rest)  # the name of a file is no name of a field
        self._always = " ".join(rest.split())
        # The annotations that are left are other functions': what they name does not matter.
        self._types = _LOGIC.sub("", rest)

    def _take_macro(self, found: re.Match[str]) -> str:
        self._define([found.group(1)], found.group())
        return ""

    def _take_logic(self, found: re.Match[str]) -> str:
        text = lexer.without_comments(found.group())
        heads = list(_LOGIC_NAME.finditer(text))
        if not heads or not _IS_LOGIC.match(text) or _OTHER_LOGIC.search(text):
            return found.group()
        ends = [head.start() for head in heads[1:]] + [len(text)]
        for head, end in zip(heads, ends):
            self._define([head.group(1)], text[head.start():end].rstrip().removesuffix("*/").rstrip())
        return ""

    def _take_struct(self, found: re.Match[str]) -> str:
        fields = [" ".join(field.split()) for field in lexer.without_comments(found.group(2)).split(";") if field.strip()]
        self._fields.setdefault(found.group(1), []).extend(fields)
        return ""

    def _take_enum(self, found: re.Match[str]) -> str:
        self._define([found.group(1), *_ENUMERATOR.findall(found.group(2))], found.group())
        return ""

    def _define(self, names: Iterable[str], text: str) -> None:
        for name in names:
            self._texts.setdefault(name, []).append(lexer.without_comments(text))

    def reached(self, texts: Iterable[str]) -> str:
        """All that texts can depend on, in an order that does not hang on where it stands. A field that none of it names says
        nothing that could matter, even where whole structures are copied or compared."""
        texts = [self._types, *texts]
        while True:
            found = self._definitions(texts)
            named = _Names([*texts, *(line for lines in found.values() for line in lines)])
            fields = [f"struct {name} {field}" for name in sorted(named.among(self._fields)) for field in self._fields[name]
                      if named.among(_FIELD.findall(field))]
            if all(field in texts for field in fields):
                return "\n".join([self._always, *fields, *(line for name in sorted(found) for line in found[name])])
            texts += [field for field in fields if field not in texts]

    def _definitions(self, texts: Iterable[str]) -> dict[str, list[str]]:
        """What texts name, and what that names in turn."""
        found: dict[str, list[str]] = {}
        left = list(texts)
        while left:
            for name in _Names([left.pop()]).among(self._texts) - found.keys():
                found[name] = self._texts[name]
                left += found[name]
        return found


class _Names:
    """The names in some texts: those that stand there, and those that the preprocessor may paste together."""

    def __init__(self, texts: Iterable[str]) -> None:
        text = "\n".join(texts)
        self._words = set(_WORD.findall(text))
        pasted = _PASTED.findall(text)
        self._firsts = tuple({first for first, _ in pasted if first})
        self._lasts = tuple({last for _, last in pasted if last})

    def among(self, names: Iterable[str]) -> set[str]:
        """Those of these names that stand there."""
        found = self._words.intersection(names)
        if self._firsts or self._lasts:
            found |= {name for name in names if name.startswith(self._firsts) or name.endswith(self._lasts)}
        return found
