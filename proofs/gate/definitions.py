"""Logic definitions as Frama-C prints them, and whether each defines something.

WP believes whatever a definition says, and Frama-C does not look whether one that calls itself
comes to an end: `f(n) = f(n) + 1` would prove anything.
"""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence

_DEFINITION = re.compile(r"/\*@\s*((?:logic|predicate|inductive)\b.*?)\*/", re.DOTALL)
_HEAD = re.compile(r"(\w+)\s+(?:[^(=<{]*?[\s*])??(\w+)\s*(?:\{[^}]*\})?\s*(?:\(([^)]*)\)\s*)?=", re.DOTALL)
_TOKEN = re.compile(r"\\?\w+|[<>=!]=|<?==>|&&|\|\||\S")
_OPENING, _CLOSING = "([{", ")]}"
_BINDERS = {"\\forall", "\\exists", "\\let", "\\lambda"}


# What does not look like a definition.
UNREAD = "unread"


@dataclasses.dataclass(frozen=True)
class Definition:
    """A logic function or a predicate."""

    kind: str  # logic, predicate, inductive, or UNREAD
    name: str
    parameters: tuple[str, ...]
    body: tuple[str, ...]  # its tokens


def read(program: str) -> Iterator[Definition]:
    """The definitions in a program that Frama-C has printed, each in an annotation of its own."""
    for annotation in _DEFINITION.findall(program):
        head = _HEAD.match(annotation)
        if head:
            kind, name, parameters = head.groups()
            names = tuple(
                re.findall(r"\w+", re.sub(r"\[.*", "", parameter))[-1]
                for parameter in (parameters or "").split(",")
                if parameter
            )
            yield Definition(
                kind, name, names, tuple(_TOKEN.findall(annotation[head.end() :].rstrip().removesuffix(";")))
            )
        else:
            words = re.findall(r"\w+", annotation.split("(")[0])
            yield Definition("inductive", words[1], (), ()) if words[0] == "inductive" else Definition(
                UNREAD, words[-1], (), ()
            )


def groundless(definitions: Iterable[Definition]) -> list[str]:
    """What is wrong with definitions: none may be inductive, and what calls itself says `p <= 0 ?
    BASE : STEP`, with no call in BASE, and each in STEP with `p - 1` in the place of its
    parameter p. (Nothing calls what is defined after it: Frama-C refuses that.)
    """
    broken = []
    for definition in definitions:
        if definition.kind == "inductive":
            broken.append(f"{definition.name}: is defined inductively")
        elif definition.kind == UNREAD:
            broken.append(f"{definition.name}: no definition can be read")
        elif definition.name in definition.body and not _descends(definition):
            broken.append(f"{definition.name}: calls itself, and is not seen to end")
    return broken


def _descends(definition: Definition) -> bool:
    body = definition.body
    parameter, *test = body[:4]
    if parameter not in definition.parameters or test != ["<=", "0", "?"] or _BINDERS & set(body):
        return False
    at = _otherwise(body, 4)
    position = definition.parameters.index(parameter)
    calls = [index for index, word in enumerate(body) if word == definition.name]
    return all(index > at and _argument(body, index, position) == (parameter, "-", "1") for index in calls)


def _otherwise(body: Sequence[str], start: int) -> int:
    """The index of the colon that belongs to the question mark before an index."""
    depth = questions = 0
    for at in range(start, len(body)):
        depth += (body[at] in _OPENING) - (body[at] in _CLOSING)
        if depth == 0 and body[at] == "?":
            questions += 1
        elif depth == 0 and body[at] == ":":
            if questions == 0:
                return at
            questions -= 1
    return len(body)


def _argument(body: Sequence[str], call: int, position: int) -> tuple[str, ...]:
    """The tokens of one argument of the call at an index, without labels; none if it is no call."""
    at = call + 1
    if body[at : at + 1] == ("{",):
        at = body.index("}", at) + 1
    if body[at : at + 1] != ("(",):
        return ()
    depth = 0
    arguments: list[list[str]] = [[]]
    for word in body[at + 1 :]:
        if depth == 0 and word == ")":
            break
        depth += (word in _OPENING) - (word in _CLOSING)
        if depth == 0 and word == ",":
            arguments.append([])
        else:
            arguments[-1].append(word)
    return tuple(arguments[position]) if position < len(arguments) else ()
