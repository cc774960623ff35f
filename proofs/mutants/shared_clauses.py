"""Clauses that several contracts share.

They stand in macros of spec/ that have the keyword as their first parameter, `clause`, or say it
themselves.
"""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from . import lexer
from .lexer import Token
from .structure import BINDERS, clauses_of

_PREDICATE = re.compile(r"\bpredicate (\w+)(.*?)(?=\bpredicate\b|\blogic\b|\binductive\b|\*/)", re.DOTALL)
_DEFINITION = re.compile(r"^#define (\w+)\(((?:clause\b)?[^)]*)\)((?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE)
_SAYER = re.compile(r"^#define (\w+)\((\w+),[^)]*\) *\w+ ?## ?\2\(", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Shared:
    """One clause in the definition of a macro."""

    macro: str
    start: int
    end: int
    tokens: tuple[Token, ...]


def sayers(sources: Iterable[str]) -> set[str]:
    """The macros that say a clause, as CLAUSE(clause, name, what) does.

    Each pastes the keyword to the name of the macro that knows how.
    """
    return {found.group(1) for source in sources for found in _SAYER.finditer(source)}


def clauses(source: str, said_by: Collection[str]) -> Iterator[Shared]:
    """The clauses in the macros of a file, those too that macros like CLAUSE say."""
    for definition in _DEFINITION.finditer(source):
        macro, parameters, _ = definition.groups()
        tokens = _tokens(source, definition.start(3), definition.end(3))
        if not parameters.startswith("clause"):
            if "..." in parameters:
                continue  # it passes on what it is given
            yield from (
                Shared(macro, clause.start, clause.end, clause.tokens)
                for clause in clauses_of(tokens)
                if clause.kind in ("requires", "ensures")
            )
            continue
        yield from _said(macro, tokens, said_by)
        clause: list[Token] = []
        binders = 0
        for token in tokens:
            if token.text == "clause" or clause:
                clause.append(token)
            binders += token.text in BINDERS
            if token.text == ";" and binders:
                binders -= 1
            elif token.text == ";" and clause:
                yield Shared(macro, clause[0].start, token.end, tuple(clause))
                clause = []
            elif token.text == ")" and _is_inner_macro(clause):
                clause = []


def _said(macro: str, tokens: Sequence[Token], said_by: Collection[str]) -> Iterator[Shared]:
    """The clauses of the form CLAUSE(clause, name, what); of those that stand together, each."""
    said: list[Token] = []
    depth = 0
    for token in tokens:
        if token.text in said_by or said:
            said.append(token)
            depth += (token.text == "(") - (token.text == ")")
            if token.text == ")" and depth == 0:
                together = list(_said(macro, said[1:], said_by))
                yield from together or [Shared(macro, said[0].start, token.end, tuple(said))]
                said = []


def _is_inner_macro(clause: list[Token]) -> bool:
    """`clause` was the argument of a macro that is used here, whose brackets may still be open."""
    return len(clause) > 1 and clause[1].text == ","


def _tokens(source: str, start: int, end: int) -> list[Token]:
    """The tokens of a macro, with continued lines as one and pasted words as one."""
    text = source[start:end].replace("\\\n", " \n").replace("##", "__")
    return [
        Token(item.text, start + item.start, start + item.end) for item in lexer.read(text) if isinstance(item, Token)
    ]


def users(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """By macro: itself and every macro or predicate that is defined by it."""
    words = {}
    for source in sources.values():
        for definition in _DEFINITION.finditer(source):
            words[definition.group(1)] = set(re.findall(r"\w+", definition.group(3)))
        for predicate in _PREDICATE.finditer(source):
            words.setdefault(predicate.group(1), set()).update(re.findall(r"\w+", predicate.group(2)))
    found = {macro: {macro} for macro in words}
    grown = True
    while grown:
        grown = False
        for reached in found.values():
            more = {other for other, used in words.items() if used & reached} - reached
            grown = grown or bool(more)
            reached |= more
    return found
