"""Small C sources and what the operators make of them."""
from __future__ import annotations

from collections.abc import Iterable
from proofs.mutants import lexer, structure
from proofs.mutants.operators import Change
from proofs.mutants.structure import Function


def functions(source: str) -> dict[str, Function]:
    """The functions of a source by name."""
    return {function.name: function for function in structure.functions(source, lexer.read(source))}


def function(source: str) -> Function:
    """The only function of a source."""
    found, = functions(source).values()
    return found


def applied(source: str, change: Change) -> str:
    """The source after a change, layout aside."""
    return " ".join((source[:change.start] + change.text + source[change.end:]).split())


def after(source: str, changes: Iterable[Change], operator: str) -> list[str]:
    """What the changes of one operator make of a source."""
    return [applied(source, change) for change in changes if change.operator == operator]


def cut(source: str, spans: Iterable) -> list[str]:
    """The parts of a source."""
    return [" ".join(source[span.start:span.end].split()) for span in spans]
