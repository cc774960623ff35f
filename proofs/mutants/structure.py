"""Functions, contracts, clauses and statements in the items of a source."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from .lexer import BadSource, Ghost, Item, Note, Token, line_of

# With what a clause begins. What stands behind `loop` is a clause, too.
_CLAUSES = set(
    (
        "requires ensures assigns terminates exits decreases assumes behavior complete disjoint frees allocates "
        "invariant variant assert check admit"
    ).split()
)
# With what an annotation begins that defines something.
_DEFINITIONS = {"predicate", "logic", "inductive", "lemma", "axiomatic", "axiom", "type", "global"}
# What is bound ends with a semicolon of its own.
BINDERS = {"\\forall", "\\exists", "\\let"}
_HEADERS = {"if", "for", "while", "switch"}
_NOT_EXPRESSIONS = set(
    "return goto const static struct enum union register volatile unsigned signed typedef sizeof extern inline".split()
)
# Macros of spec/clauses.acsl, and how many tokens stand before what they say: TOGETHER ( kind ,
# name , and CLAUSE ( conjunct , before the name.
_TOGETHER, _IN_FRONT = "TOGETHER", 6
_CLAUSE, _LABEL = "CLAUSE", 4
_CLOSING = {"(": ")", "[": "]", "{": "}"}
OPAQUE = ""


@dataclasses.dataclass(frozen=True)
class Clause:
    """One clause, or a macro that stands for several."""

    # requires, ensures, invariant, ...; of a macro: of the clauses that it stands for, OPAQUE if it
    # does not say
    kind: str
    label: str  # its name; of a macro: the macro's
    start: int
    end: int
    tokens: tuple[Token, ...]  # all of it, keyword and semicolon included
    is_macro: bool = False


@dataclasses.dataclass(frozen=True)
class Function:
    """A function's definition, or a declaration of it."""

    name: str
    is_ghost: bool
    start: int  # of its contract, if it has one here
    end: int
    contract: Note | None
    body: tuple[Item, ...] | None  # between its braces; None: only declared


@dataclasses.dataclass(frozen=True)
class Span:
    """A part of a source."""

    start: int
    end: int


# --- Functions ------------------------------------------------------------------------------------


def functions(source: str, items: Sequence[Item], is_ghost: bool = False) -> Iterator[Function]:
    """The functions that are declared or defined on file level, ghost ones too."""
    declaration: list[Item] = []
    at = 0
    while at < len(items):
        item = items[at]
        at += 1
        if isinstance(item, Ghost) and not any(isinstance(found, Token) for found in declaration):
            yield from functions(source, item.items, True)
            declaration = []
            continue
        declaration.append(item)
        if not isinstance(item, Token):
            continue
        if item.text == "{":
            end = matching(source, items, at - 1)
            tokens = _words(declaration[:-1])
            if tokens and tokens[-1].text == ")":
                yield _function(source, declaration[:-1], items[at:end], items[end].end, is_ghost)
                declaration = []
            at = end + 1
        elif item.text == ";":
            tokens = _words(declaration[:-1])
            is_value = any(token.text in ("typedef", "=") for token in tokens)
            if tokens and tokens[-1].text == ")" and not is_value:
                yield _function(source, declaration[:-1], None, item.end, is_ghost)
            declaration = []


def matching(source: str, items: Sequence[Item], opening: int) -> int:
    """The index of the item that closes the bracket at an index."""
    bracket = items[opening].text
    depth = 0
    for at in range(opening, len(items)):
        if isinstance(items[at], Token):
            depth += (items[at].text == bracket) - (items[at].text == _CLOSING[bracket])
            if depth == 0:
                return at
    raise BadSource(f"line {line_of(source, items[opening].start)}: {bracket} is not closed")


def _text(item: Item) -> str:
    return item.text if isinstance(item, Token) else ""


def _words(items: Sequence[Item]) -> list[Token]:
    return [item for item in items if isinstance(item, Token)]


def _function(
    source: str, declaration: Sequence[Item], body: Sequence[Item] | None, end: int, is_ghost: bool
) -> Function:
    tokens = _words(declaration)
    name = next(before.text for before, token in zip(tokens, tokens[1:]) if token.text == "(")
    for note in _notes([*declaration, *(body or ())]):
        if not clauses(note) and not _defines(note):
            raise BadSource(f"line {line_of(source, note.start)}: {name}: no clause can be read of this annotation")
    notes = [item for item in declaration if isinstance(item, Note) and clauses(item)]
    contract = notes[-1] if notes else None
    start = min(contract.start, tokens[0].start) if contract else tokens[0].start
    return Function(name, is_ghost, start, end, contract, None if body is None else tuple(body))


def _notes(items: Sequence[Item]) -> Iterator[Note]:
    """The annotations among some items, those of ghost code too."""
    for item in items:
        if isinstance(item, Ghost):
            yield from _notes(item.items)
        elif isinstance(item, Note):
            yield item


def _defines(note: Note) -> bool:
    return bool(note.tokens) and note.tokens[0].text in _DEFINITIONS


# --- Clauses --------------------------------------------------------------------------------------


def clauses(note: Note) -> list[Clause]:
    """The clauses of a contract or of a loop annotation; none in other annotations."""
    return clauses_of(note.tokens)


def clauses_of(tokens: Sequence[Token]) -> list[Clause]:
    """The clauses that these tokens are; none if they are not clauses throughout."""
    found = []
    at = 0
    while at < len(tokens):
        end = _clause_end(tokens, at)
        clause = _clause(tokens[at:end])
        if clause is None:
            return []
        found += _that_stand_together(clause) or [clause]
        at = end
    return found


def _that_stand_together(clause: Clause) -> list[Clause]:
    """The clauses in TOGETHER(kind, name, ...): each is CLAUSE(conjunct, name, what), or a macro
    that says some.
    """
    if clause.label != _TOGETHER:
        return []
    tokens = clause.tokens[_IN_FRONT:-1]
    found = []
    at = 0
    while at < len(tokens):
        end = _clause_end(tokens, at)
        words = tokens[at:end]
        one = words[0].text == _CLAUSE
        label = words[_LABEL].text if one else words[0].text
        found.append(Clause(clause.kind, label, words[0].start, words[-1].end, words, not one))
        at = end
    return found


def _clause_end(tokens: Sequence[Token], at: int) -> int:
    """The index behind a clause: behind its semicolon, or behind a macro's last bracket."""
    is_macro = _is_macro(tokens[at:])
    depth = binders = 0
    for index in range(at, len(tokens)):
        text = tokens[index].text
        depth += (text in _CLOSING) - (text in _CLOSING.values())
        if text in BINDERS:
            binders += 1
        elif text == ";" and binders > 0:
            binders -= 1
        elif depth == 0 and (text == ";" or is_macro and text == ")" or text == ":" and tokens[at].text == "behavior"):
            return index + 1
    return len(tokens)


def _keyword(tokens: Sequence[Token]) -> int:
    """The index of the word that says what kind of clause begins here; -1 if none does."""
    at = 1 if tokens and tokens[0].text == "loop" else 0
    return at if at < len(tokens) and tokens[at].text in _CLAUSES else -1


def _is_macro(tokens: Sequence[Token]) -> bool:
    return len(tokens) > 2 and _keyword(tokens) < 0 and tokens[0].is_word and tokens[1].text == "("


def _clause(tokens: Sequence[Token]) -> Clause | None:
    start, end = tokens[0].start, tokens[-1].end
    if _is_macro(tokens):
        at = _keyword(tokens[2:])
        return Clause(OPAQUE if at < 0 else tokens[2 + at].text, tokens[0].text, start, end, tuple(tokens), True)
    at = _keyword(tokens)
    if at < 0:
        return None
    labelled = len(tokens) > at + 2 and tokens[at + 1].is_word and tokens[at + 2].text == ":"
    return Clause(tokens[at].text, tokens[at + 1].text if labelled else "", start, end, tuple(tokens))


def loop_clauses(items: Sequence[Item]) -> Iterator[Clause]:
    """The clauses of the loops in a body, ghost loops too."""
    for item in items:
        if isinstance(item, Ghost):
            yield from loop_clauses(item.items)
        elif isinstance(item, Note):
            yield from (clause for clause in clauses(item) if clause.kind in ("invariant", "variant"))


# --- Statements -----------------------------------------------------------------------------------


def expression_statements(items: Sequence[Item]) -> Iterator[Span]:
    """The statements that are expressions, `break` and `continue`, all without semicolon.

    Those in ghost code are left out.
    """
    statement: list[Token] = []
    depth = 0
    begins = True  # a statement may begin here
    for token in _words(items):
        text = token.text
        if begins and text in ("{", "}", ";", "else", "do"):
            continue
        if begins:
            begins = False
            statement = []
        statement.append(token)
        depth += (text in _CLOSING) - (text in _CLOSING.values())
        first = statement[0].text
        if depth > 0:
            continue
        if first in _HEADERS:
            begins = text == ")"
        elif first in ("case", "default"):
            begins = text == ":"
        elif text == ";":
            begins = True
            if _is_expression(statement):
                yield Span(statement[0].start, token.start)


def _is_expression(statement: Sequence[Token]) -> bool:
    """Not a declaration, and not a jump with a value."""
    texts = [token.text for token in statement]
    if texts[0] in ("break", "continue"):
        return True
    if texts[0] in _NOT_EXPRESSIONS or not (statement[0].is_word or texts[0] in ("++", "--", "*", "(")):
        return False
    declares_value = len(statement) > 1 and statement[0].is_word and statement[1].is_word
    declares_pointer = len(statement) > 3 and texts[1] == "*" and statement[2].is_word and texts[3] in ("=", ";", ",")
    return not declares_value and not declares_pointer


def ghost_code(items: Sequence[Item]) -> Iterator[Ghost]:
    """The ghost statements in the body of a function; not ghost arguments."""
    for item in items:
        if isinstance(item, Ghost) and item.items and _text(item.items[0]) != "(":
            yield item


def loops(source: str, items: Sequence[Item]) -> Iterator[Span]:
    """The annotated loops, each with its annotation."""
    for at, item in enumerate(items):
        if isinstance(item, Note) and clauses(item) and at + 1 < len(items):
            follows = items[at + 1]
            if isinstance(follows, Token) and follows.text in ("for", "while"):
                end = matching(source, items, at + 2) + 1
                if _text(items[end]) == "{":
                    end = matching(source, items, end)
                while _text(items[end]) not in ("}", ";"):
                    end += 1
                yield Span(item.start, items[end].end)


def conditions(source: str, items: Sequence[Item]) -> Iterator[Span]:
    """The conditions of if, while, for and ?:, outside ghost code."""
    tokens = _words(items)
    for at, token in enumerate(tokens):
        if token.text in ("if", "while"):
            yield Span(tokens[at + 2].start, tokens[matching(source, tokens, at + 1) - 1].end)
        elif token.text == "for":
            end = matching(source, tokens, at + 1)
            first, second = (i for i in range(at, end) if tokens[i].text == ";")
            if second > first + 1:
                yield Span(tokens[first + 1].start, tokens[second - 1].end)
        elif token.text == "?":
            yield Span(tokens[_condition_start(tokens, at)].start, tokens[at - 1].end)


def _condition_start(tokens: Sequence[Token], question: int) -> int:
    """Where the condition in front of a question mark begins."""
    depth = 0
    for at in range(question - 1, -1, -1):
        text = tokens[at].text
        depth += (text in _CLOSING.values()) - (text in _CLOSING)
        if depth < 0 or depth == 0 and text in ("=", "+=", "-=", "return", ",", ";", "?", ":", "{", "}"):
            return at + 1
    return 0
