"""The operators: what is changed in a function, one change for each mutant."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from . import structure
from .lexer import Item, Token
from .structure import Clause, Function

# What a mutant of an operator can be noticed by.
ITSELF = "itself"  # the proof of the function
CALLERS = "callers"  # the proofs of the functions that call it
BOTH = "both"

RELATIONAL = "relational"
ARITHMETIC = "arithmetic"
CONSTANT = "constant"
LOGICAL = "logical"
NEGATED = "negated condition"
DROPPED = "dropped statement"
GHOST = "dropped ghost statement"
DROPPED_CLAUSE = {"requires": "dropped requires", "ensures": "dropped ensures", "invariant": "dropped invariant"}
WEAKENED_CLAUSE = {"requires": "weakened requires", "ensures": "weakened ensures", "invariant": "weakened invariant"}

# Operators that change a part of a function in much the same way.
CONDITION = "condition"
KIND = {operator: CONDITION for operator in (RELATIONAL, LOGICAL, NEGATED)}
KIND |= {operator: kind for operators in (DROPPED_CLAUSE, WEAKENED_CLAUSE) for kind, operator in operators.items()}

_REPLACED = {
    "<": (RELATIONAL, "<="),
    "<=": (RELATIONAL, "<"),
    ">": (RELATIONAL, ">="),
    ">=": (RELATIONAL, ">"),
    "==": (RELATIONAL, "!="),
    "!=": (RELATIONAL, "=="),
    "++": (ARITHMETIC, "--"),
    "--": (ARITHMETIC, "++"),
    "+=": (ARITHMETIC, "-="),
    "-=": (ARITHMETIC, "+="),
    "&&": (LOGICAL, "||"),
    "||": (LOGICAL, "&&"),
}
_WEAKER = {"<": "<=", ">": ">=", "==": "<=", "<==>": "==>"}

# What is compared with this is a pointer, and pointers are not ordered.
_NULL = ("NULL", "\\null")


@dataclasses.dataclass(frozen=True)
class Change:
    """Text that replaces a part of a source."""

    operator: str
    start: int
    end: int
    text: str
    noticed: str = ITSELF


def of_code(source: str, function: Function) -> Iterator[Change]:
    """The changes of what is compiled."""
    if function.body is None or function.is_ghost:
        return
    yield from _tokens(function.body)
    for condition in structure.conditions(source, function.body):
        # The relational mutant of an equation is its negation.
        if not _is_equation(function.body, condition):
            yield Change(NEGATED, condition.start, condition.end, f"!({source[condition.start:condition.end]})")
    for statement in structure.expression_statements(function.body):
        yield Change(DROPPED, statement.start, statement.end, "")


def of_ghost_code(source: str, function: Function) -> Iterator[Change]:
    """The changes of ghost statements, and of the invariants of loops."""
    if function.body is None:
        return
    if function.is_ghost:
        yield from _ghost_statements(source, function.body)
    for ghost in structure.ghost_code(function.body):
        dropped = list(_ghost_statements(source, ghost.items))
        if len(dropped) == 1 and _is_all_of(dropped[0], ghost.items):
            yield Change(GHOST, ghost.start, ghost.end, "")
        else:
            yield from dropped
    for clause in structure.loop_clauses(function.body):
        if clause.kind == "invariant":
            yield from _clause(clause, ITSELF, ITSELF)


def of_contract(function: Function) -> Iterator[Change]:
    """The changes of a function's contract."""
    for clause in structure.clauses(function.contract) if function.contract else ():
        if clause.kind == "requires":
            # Without a precondition callers owe less: only the function itself can notice.
            yield from _clause(clause, ITSELF, ITSELF)
        elif clause.kind == "ensures":
            # A promise that is gone need not be shown: only callers can notice. One that is
            # changed may also be wrong.
            yield from _clause(clause, CALLERS, BOTH)


def _is_equation(items: Sequence[Item], condition: structure.Span) -> bool:
    """The condition is one == or !=."""
    texts = [item.text for item in items if isinstance(item, Token) and condition.start <= item.start < condition.end]
    return sum(text in _REPLACED or text == "!" for text in texts) == 1 and ("==" in texts or "!=" in texts)


def _is_all_of(change: Change, items: Sequence[Item]) -> bool:
    """The rest is a condition at most.

    Frama-C may take an `if` without a statement for no ghost code.
    """
    rest = [item for item in items if item.end <= change.start or item.start >= change.end]
    if all(isinstance(item, Token) for item in rest) and [item.text for item in rest[:2]] == ["if", "("]:
        rest = rest[structure.matching("", rest, 1) + 1 :]
    return all(isinstance(item, Token) and item.text == ";" for item in rest)


def _tokens(body: Sequence[Item]) -> Iterator[Change]:
    """Changes of single tokens outside ghost code."""
    tokens = [item for item in body if isinstance(item, Token)]
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None]):
        if token.text in _REPLACED:
            operator, text = _REPLACED[token.text]
            yield Change(operator, token.start, token.end, text)
        elif (
            token.text in ("+", "-")
            and before
            and (before.is_word and before.text != "return" or before.is_number or before.text in (")", "]"))
        ):
            yield Change(ARITHMETIC, token.start, token.end, "-" if token.text == "+" else "+")
        elif token.text.isdecimal():
            value = int(token.text)
            for other in [1 - value] if value in (0, 1) else [value - 1, value + 1]:
                yield Change(CONSTANT, token.start, token.end, str(other))
        elif before and before.text == "return" and after.text == ";" and token.is_word and token.text.isupper():
            yield Change(CONSTANT, token.start, token.end, f"{token.text} - 1")


def _ghost_statements(source: str, items: Sequence[Item]) -> Iterator[Change]:
    loops = list(structure.loops(source, items))
    for loop in loops:
        yield Change(GHOST, loop.start, loop.end, ";")
    for statement in structure.expression_statements(items):
        yield Change(GHOST, statement.start, statement.end, "")


def _clause(clause: Clause, dropped: str, weakened: str) -> Iterator[Change]:
    yield Change(DROPPED_CLAUSE[clause.kind], clause.start, clause.end, "", dropped)
    weaker_relation = None if clause.is_macro else weaker(clause.tokens)
    if weaker_relation:
        token, text = weaker_relation
        yield Change(WEAKENED_CLAUSE[clause.kind], token.start, token.end, text, weakened)


def weaker(tokens: Sequence[Token]) -> tuple[Token, str] | None:
    """The relation to weaken, and what it becomes.

    It is the first in a clause's conclusion, an equivalence before others.
    """
    implied = max((at for at, token in enumerate(tokens) if token.text == "==>"), default=-1)
    conclusion = [
        (token, after)
        for token, after in zip(tokens[implied + 1 :], [*tokens[implied + 2 :], None])
        if token.text in _WEAKER and not (after and after.text in _NULL)
    ]
    chosen = min(conclusion, key=lambda pair: pair[0].text != "<==>", default=None)
    if chosen is None:
        return None
    token, after = chosen
    # What is never negative is <= 0 if it is 0.
    return token, ">=" if token.text == "==" and after and _is_least(after) else _WEAKER[token.text]


def _is_least(token: Token) -> bool:
    return token.text == "0" or token.text.endswith("_NONE")
