"""Fingerprints tell whether the result of an earlier run still holds.

They do not depend on names, places and order: canonical.py tells how far.
"""
from __future__ import annotations

import dataclasses
import functools
import hashlib
import re
from collections.abc import Mapping, Sequence

from proofs.gate import configurations, framac, provers, results
from proofs.gate.evidence import Evidence

from . import lexer
from .canonical import Form, Shape, Sources
from .definitions import Definition
from .lexer import Token
from .mutant import Edit, Mutant

_HOW = (framac.CHECKS, provers.MATCHING, provers.RACING, framac.LIMIT_SECONDS, configurations.FULL)

# Between statements and clauses.
_ENDS = (";", "{", "}", "/*@", "*/")

_CALL = re.compile(r"call_(.+?)_(?=(?:\d+_)?requires_)")


class NoPlace(Exception):
    """A change is of nothing that the sources define."""


@dataclasses.dataclass(frozen=True)
class _Change:
    """A change of a definition: tokens in the place of some of its own."""

    definition: Definition
    first: int  # of its tokens that is replaced
    end: int  # the one behind those that are
    tokens: tuple[Token, ...]
    addition: Shape  # these tokens by themselves

    def into(self, form: Form) -> tuple[int, int, int, list[str]] | None:
        """The change as one of a normal form; None if what is changed is not there."""
        place = form.place_of(self.definition)
        return None if place is None else (place, self.first, self.end, form.words(self.tokens, self.definition))


class Fingerprints:
    """The fingerprints of functions and mutants."""

    def __init__(self, texts: Mapping[str, str], evidence: Evidence) -> None:
        self._sources = Sources(texts)
        self._evidence = evidence
        self._callees: dict[str, list[str]] = {}
        for caller, callee in sorted(evidence.program.calls):
            self._callees.setdefault(caller, []).append(callee)
        self._forms: dict[tuple, Form] = {}

    def of_function(self, name: str) -> str:
        """Changes when something changes that the goals of a function depend on.

        That is the function, the contracts of the functions that it calls, what these use, and the
        way to prove.
        """
        return _digest(_HOW, self._form(name).digest, self._raced(name))

    def of_function_alone(self, name: str) -> str:
        """Changes as well when a function that it calls moves into its file, or out of it."""
        functions, form = self._evidence.functions, self._form(name)
        near = {
            self._evidence.source_name(callee)
            for callee in self._callees.get(name, ())
            if callee in functions and functions[callee].file == functions[name].file
        }
        return _digest(self.of_function(name), sorted(form.number.get(callee, -1) for callee in near))

    def of_mutant(self, mutant: Mutant) -> str:
        """Changes with the change, with what must fail, and with what the proofs depend on.

        The proofs are those of the functions that are proved again.
        """
        changes = [self._change(edit) for edit in mutant.edits]
        parts = [self._of_changes(changes, step, mutant.clauses) for step in mutant.steps]
        if not parts:  # nothing can notice it
            form = self._sources.form_of(changes[0].definition)
            parts = [_digest(form.digest, [change.into(form) for change in changes])]
        return _digest(_HOW, mutant.identity.operator, mutant.exactly, sorted(parts))

    def rank(self, mutant: Mutant) -> str:
        """A number as if by chance.

        It depends only on the statement or clause that is changed, and on the change.
        """
        change = self._change(mutant.edits[0])
        tokens = change.definition.tokens
        first = next((at + 1 for at in range(change.first - 1, -1, -1) if tokens[at].text in _ENDS), 0)
        last = next((at for at in range(change.end, len(tokens)) if tokens[at].text in _ENDS), len(tokens))
        said = self._sources.nameless(change.definition, [*tokens[first:last], *change.tokens])
        return _digest(mutant.identity.operator, said, change.first - first, change.end - first)

    def _of_changes(self, changes: Sequence[_Change], step: str, clauses: Sequence[str]) -> str:
        form = self._form(step)
        here = [change for change in changes if form.place_of(change.definition) is not None]
        if any(name not in form.number for change in here for name in change.addition.names):
            form = self._form(step, tuple(change.addition for change in here))
        expected = [
            self._said(step, form, clause.partition(".")[2]) for clause in clauses if clause.partition(".")[0] == step
        ]
        return _digest(form.digest, self._raced(step), [change.into(form) for change in changes], sorted(expected))

    @functools.cache
    def _change(self, edit: Edit) -> _Change:
        definition = self._sources.definition_at(edit.file, edit.start)
        if definition is None or edit.end > definition.end:
            line = lexer.line_of(self._sources.texts[edit.file], edit.start)
            raise NoPlace(f"{edit.file}: line {line}: nothing is defined here")
        starts = [token.start for token in definition.tokens]
        tokens, addition = self._sources.addition(edit.text, definition)
        return _Change(
            definition,
            sum(start < edit.start for start in starts),
            sum(start < edit.end for start in starts),
            tokens,
            addition,
        )

    def _form(self, name: str, more: tuple[Shape, ...] = ()) -> Form:
        key = name, tuple((shape.text, shape.names) for shape in more)
        if key not in self._forms:
            called = {self._evidence.source_name(callee) for callee in self._callees.get(name, ())}
            self._forms[key] = self._sources.form(
                self._evidence.source_name(name), self._evidence.functions[name].file, called, more
            )
        return self._forms[key]

    @functools.cache
    def _raced(self, name: str) -> tuple[object, ...]:
        """What more than one prover tries: all, or what these clauses say."""
        labels = self._evidence.racing.get(name, frozenset())
        if provers.ALL in labels:
            return (provers.ALL,)
        return tuple(sorted(clause for label in labels for clause in self._said_by(name, self._form(name), label)))

    def _said(self, name: str, form: Form, clause: str) -> tuple[str, list[str]]:
        """What a goal's clause is, apart from names: its kind, and what it says."""
        label = results.label_of(clause)
        call = _CALL.match(clause)
        kind = f"call {form.number.get(call.group(1), call.group(1))} {clause[call.end():]}" if call else clause
        return (kind.replace(label, "", 1), self._said_by(name, form, label)) if label else (kind, [])

    def _said_by(self, name: str, form: Form, label: str) -> list[str]:
        """What clauses say that have a label, of a function and of what it calls."""
        near = {name, *self._callees.get(name, ())}
        return sorted(
            f"{found.kind} {form.said(found.text)}"
            for found in self._properties.get(label, ())
            if found.function in near
        ) or [label]

    @functools.cached_property
    def _properties(self) -> dict[str, list[results.Property]]:
        found: dict[str, list[results.Property]] = {}
        for clause in self._evidence.properties:
            for label in clause.names:
                found.setdefault(label, []).append(clause)
        return found


def _digest(*what: object) -> str:
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]
