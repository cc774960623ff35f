"""What the proof of a function sees of a program: its own text and contract, the contracts of what
it calls, the types, variables and definitions that these name, and so on. Where this is the same,
word for word, Frama-C makes the same goals, whatever else the program has.

It is read off the program as Frama-C prints it, so conditions and macros are gone. What is more
than is needed does no harm: then some functions are proved again.
"""
from __future__ import annotations

import dataclasses
import functools
import hashlib
import re
from collections.abc import Iterator, Sequence

_TOKEN = re.compile(
    r"""
    /\*.*?\*/ | //[^\n]* | ^[ ]*\#[^\n]* | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])+' | \w+ | -> | \S
""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_WORD = re.compile(r"[A-Za-z_]\w*")
# A word, or what is none of another definition's: labels of clauses, members.
_MENTION = re.compile(
    r"""
    (?:\b(?:requires|ensures|exits|assumes|invariant|assert|check|behavior)\b|\()\s*(?:[A-Za-z_]\w*:\s+)+
  | (?:->|(?<!\.)\.)\s*[A-Za-z_]\w*
  | (?P<word>[A-Za-z_]\w*)
""",
    re.VERBOSE,
)
_MEMBER = re.compile(r"\w+ (?=[;\[])")  # where a struct defines it
_LOGIC = re.compile(r"/\*@\s*(?:logic|predicate)\b")
_GHOST = re.compile(r"/\*@\s*ghost\b(.*)\*/", re.DOTALL)
_NOT_LOGIC_NAMES = re.compile(r"\{[^}]*\}|[({=].*", re.DOTALL)
# Types whose widths are the machine's. char, int and enumerations are the same on all that the gate
# knows, and every conversion is printed.
_OF_THE_MACHINE = re.compile(r"\b(?:long|s?size_t|u?intptr_t|ptrdiff_t|u?intmax_t|wchar_t|sizeof|_Alignof)\b")
_TAGS = ("struct", "union", "enum")
_IN_PARENTHESES = re.compile(r"\( (\w+) \) \(")  # a name that is to be no macro's
_ATTRIBUTE = re.compile(r"__attribute__ \( \(.*?\) \) ")


class Unreadable(Exception):
    """A program does not look as Frama-C prints it."""


@dataclasses.dataclass
class _Item:
    """One definition or declaration outside of functions, with the annotation before it."""

    tokens: list[str]  # an annotation is one

    @property
    def text(self) -> str:
        """Its words, without its layout."""
        return _ATTRIBUTE.sub("", "".join(" ".join(token.split()) + " " for token in self.tokens))


def _items(program: str) -> Iterator[_Item]:
    """The program's, in its order; what is ghost as if it were not."""
    item: list[str] = []
    depth = 0
    for found in _TOKEN.finditer(program):
        token = found.group()
        if token.startswith(("/*", "//", "#")) and not token.startswith(("/*@", "//@")):
            continue
        ghost = _GHOST.fullmatch(token) if not item else None
        if ghost:
            yield from _items(ghost.group(1).replace("/@", "/*@").replace("@/", "*/"))
            continue
        item.append(token)
        depth += (token in "({") - (token in ")}")
        ended = token == ";" or token == "}" and _is_function(item) or len(item) == 1 and _is_global(token)
        if depth == 0 and ended:
            yield _Item(item)
            item = []
    if item or depth:
        raise Unreadable(f"ends in the middle of: {' '.join(item)[:80]}")


def _is_global(token: str) -> bool:
    """An annotation that stands alone: not a contract."""
    return token.startswith("/*@") and not re.match(
        r"/\*@\s*(?:requires|terminates|decreases|assigns|ensures|exits|allocates|frees|behavior|check|admit|assumes"
        r"|complete|disjoint)\b",
        token,
    )


def _head(item: Sequence[str]) -> list[str]:
    """What stands before the body or the value, without attributes."""
    end = next((at for at, token in enumerate(item) if token in ("{", "=", ";")), len(item))
    words = "".join(token + " " for token in item[:end] if not token.startswith("/*@"))
    return _IN_PARENTHESES.sub(r"\1 (", _ATTRIBUTE.sub("", words)).split()


def _is_function(item: Sequence[str]) -> bool:
    return "(" in _head(item)


class Dependencies:
    """Those of the functions of one program."""

    def __init__(self, printed: str, machine: str = "") -> None:
        """machine: counts for functions that see a type whose width is the machine's."""
        self._machine = machine
        self._seen: dict[str, list[str]] = {}  # what others see of a name: texts
        self._bodies: dict[str, str] = {}
        self._everywhere: list[str] = []  # what every proof may see
        for item in _items(printed):
            self._add(item)

    def _add(self, item: _Item) -> None:
        first = item.tokens[0]
        if len(item.tokens) == 1 and first.startswith("/*@"):
            names = _WORD.findall(_NOT_LOGIC_NAMES.sub("", first[3:-2])) if _LOGIC.match(first) else []
            self._define(names[-1:], item.text)
            return
        head = _head(item.tokens)
        if head and head[0] == "typedef":
            self._define(_WORD.findall(" ".join(head))[-1:], item.text)
        elif "(" in head:
            name = head[head.index("(") - 1]
            before, brace, body = item.text.partition("{ ") if "{" in item.tokens else (item.text, "", "")
            if brace and first.startswith("/*@"):  # the contract has braces too
                at = item.tokens.index("{")
                before, body = (_Item(item.tokens[:at]).text, _Item(item.tokens[at:]).text)
            if brace:
                if name in self._bodies:
                    raise Unreadable(f"{name} is defined twice")
                self._bodies[name] = body
            self._define([name], before.removesuffix("; "))
        elif head and head[0] in _TAGS and len(head) <= 2:
            enumerators = self._enumerators(item.tokens) if head[0] == "enum" else {}
            for name, text in enumerators.items():
                self._define([name], text)
            self._define(head[1:], " ".join(head) if head[1:] and head[1].startswith("__anonenum") else item.text)
        else:
            self._define([], item.text)  # variables: there are few

    def _enumerators(self, tokens: Sequence[str]) -> dict[str, str]:
        """Each with its value."""
        inside = " ".join(tokens[tokens.index("{") + 1 : len(tokens) - tokens[::-1].index("}") - 1])
        return {part.split()[0]: part for part in inside.split(",") if part.split()}

    def _define(self, names: Sequence[str], text: str) -> None:
        if names:
            self._seen.setdefault(names[0], []).append(text)
        else:
            self._everywhere.append(text)

    @functools.cached_property
    def _texts(self) -> dict[str, str]:
        return {name: "\n".join(sorted(set(texts))) for name, texts in self._seen.items()}

    @functools.cached_property
    def _named(self) -> dict[str, frozenset[str]]:
        return {name: self._names_in(text) for name, text in self._texts.items()}

    def _names_in(self, text: str) -> frozenset[str]:
        if text.startswith(("struct ", "union ")) and text.endswith("} ; "):
            text = _MEMBER.sub("", text)
        return frozenset(found["word"] for found in _MENTION.finditer(text) if found["word"] in self._texts)

    def of(self, function: str) -> str:
        """A hash of all that the proof of a function with a body sees."""
        if function not in self._bodies:
            raise Unreadable(f"{function} has no body")
        reached: set[str] = set()
        left = {function, *self._names_in(self._bodies[function]), *self._names_in(" ".join(self._everywhere))}
        while left:
            name = left.pop()
            reached.add(name)
            left |= self._named[name] - reached
        seen = [(name, self._texts[name]) for name in sorted(reached)]
        everything = repr((self._bodies[function], seen, self._everywhere))
        machine = self._machine if _OF_THE_MACHINE.search(everything) else ""
        return hashlib.sha256(f"{machine}\0{everything}".encode()).hexdigest()
