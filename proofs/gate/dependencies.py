"""What the proof of a function sees of a program: its own text and contract, the contracts of what
it calls, the types, variables and definitions that these name, and so on. Where this is the same,
word for word, Frama-C makes the same goals, whatever else the program has.

It is read off the program as Frama-C prints it, so conditions and macros are gone. What is more
than is needed does no harm: then some functions are proved again. What goals have of other
functions' bodies is judged by rules: `recursion` and `hypotheses`.
"""
from __future__ import annotations

import dataclasses
import functools
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

_TOKEN = re.compile(
    r"""
    /\*.*?\*/ | //[^\n]* | ^[ ]*\#[^\n]* | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])+' | \w+ | -> | \S
""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_WORD = re.compile(r"\b[A-Za-z_]\w*")
# A word, or what is none of another definition's: labels of clauses, members.
_MENTION = re.compile(
    r"""
    (?:\b(?:requires|ensures|exits|assumes|invariant|assert|check|behavior)\b|\()\s*(?:[A-Za-z_]\w*:\s+)+
  | (?:->|(?<!\.)\.)\s*[A-Za-z_]\w*
  | \b(?P<word>[A-Za-z_]\w*)
""",
    re.VERBOSE,
)
_MEMBER = re.compile(r"\w+ (?=[;\[])")  # where a struct defines it
_LOGIC = re.compile(r"/\*@\s*(?:logic|predicate)\b")
_GHOST = re.compile(r"/\*@\s*ghost\b(.*)\*/", re.DOTALL)
_CONTRACT = re.compile(
    r"/\*@\s*(?:requires|terminates|decreases|assigns|ensures|exits|allocates|frees|behavior|assumes|complete"
    r"|disjoint|(?:check|admit)(?!\s+lemma\b))\b"
)
_NOT_LOGIC_NAMES = re.compile(r"\{[^}]*\}|<[^>]*>|[({=].*", re.DOTALL)
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
        return "".join(" ".join(token.split()) + " " for token in self.tokens)


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
        if depth == 0 and _is_whole(item):
            yield _Item(item)
            item = []
    if item or depth:
        raise Unreadable(f"ends in the middle of: {' '.join(item)[:80]}")


def _is_whole(item: Sequence[str]) -> bool:
    """It ends with its last token: as a declaration, a function, or an annotation that stands alone
    and is no contract.
    """
    last = item[-1]
    return (
        last == ";"
        or last == "}" and _function(_head(item)) is not None
        or len(item) == 1 and last.startswith("/*@") and not _CONTRACT.match(last)
    )


def _head(item: Sequence[str]) -> list[str]:
    """What stands before the body or the value, without attributes."""
    end = next((at for at, token in enumerate(item) if token in ("{", "=", ";")), len(item))
    words = "".join(token + " " for token in item[:end] if not token.startswith("/*@"))
    return _IN_PARENTHESES.sub(r"\1 (", _ATTRIBUTE.sub("", words)).split()


def _function(head: Sequence[str]) -> str | None:
    """The name of the function that a head is of; none of what else has parentheses there: a
    pointer to functions, an array whose length is written with some.
    """
    if "(" not in head or head[0] == "typedef":
        return None
    at = head.index("(")
    before, behind = head[:at], head[at + 1 :]
    return before[-1] if before and _WORD.fullmatch(before[-1]) and "[" not in before and behind[:1] != ["*"] else None


@dataclasses.dataclass(frozen=True)
class _Text:
    """What a program says of a name."""

    words: str
    members: bool = False  # it is the definition of a struct or union

    def mentions(self, names: Collection[str]) -> frozenset[str]:
        """Those of these names that it has."""
        words = _MEMBER.sub("", self.words) if self.members else self.words
        return frozenset(found["word"] for found in _MENTION.finditer(words) if found["word"] in names)


class Dependencies:
    """Those of the functions of one program."""

    def __init__(self, printed: str) -> None:
        self._seen: dict[str, set[_Text]] = {}  # what others see of a name
        self._bodies: dict[str, _Text] = {}
        self._everywhere: list[_Text] = []  # what every proof may see
        for item in _items(printed):
            self._add(item)

    def _add(self, item: _Item) -> None:
        first = item.tokens[0]
        head = _head(item.tokens)
        function = _function(head)
        text = _Text(item.text)
        if len(item.tokens) == 1 and _LOGIC.match(first):
            self._seen.setdefault(_WORD.findall(_NOT_LOGIC_NAMES.sub("", first[3:-2]))[-1], set()).add(text)
        elif function:
            self._add_function(function, item.tokens)
        elif head and head[0] == "typedef" and "(" not in head:
            self._seen.setdefault(_WORD.findall(" ".join(head).partition("[")[0])[-1], set()).add(text)
        elif head and head[0] in _TAGS and len(head) <= 2:
            for name in head[1:]:
                self._seen.setdefault(name, set()).add(_Text(item.text, head[0] != "enum"))
            if head[0] == "enum":
                for name, value in _enumerators(item.tokens).items():
                    self._seen.setdefault(name, set()).add(_Text(value))
        else:
            self._everywhere.append(text)  # variables: there are few

    def _add_function(self, name: str, tokens: list[str]) -> None:
        """Others see its contract, how it is declared, and that it has a body."""
        declared = tokens
        if "{" in tokens:
            if name in self._bodies:
                raise Unreadable(f"{name} is defined twice")
            at = tokens.index("{")
            self._bodies[name] = _Text(_Item(tokens[at:]).text)
            declared = [*tokens[:at], "{}"]
        self._seen.setdefault(name, set()).add(_Text(_Item(declared).text.removesuffix("; ")))

    @functools.cached_property
    def _named(self) -> dict[str, frozenset[str]]:
        return {name: self._names_in(texts) for name, texts in self._seen.items()}

    def _names_in(self, texts: Iterable[_Text]) -> frozenset[str]:
        return frozenset().union(*(text.mentions(self._seen.keys()) for text in texts))

    def of(self, function: str) -> str:
        """A hash of all that the proof of a function with a body sees."""
        if function not in self._bodies:
            raise Unreadable(f"{function} has no body")
        reached: set[str] = set()
        left = {function, *self._names_in([self._bodies[function], *self._everywhere])}
        while left:
            name = left.pop()
            reached.add(name)
            left |= self._named[name] - reached
        seen = [(name, sorted(text.words for text in self._seen[name])) for name in sorted(reached)]
        everything = (self._bodies[function].words, seen, [text.words for text in self._everywhere])
        return hashlib.sha256(repr(everything).encode()).hexdigest()


def _enumerators(tokens: Sequence[str]) -> dict[str, str]:
    """Each with its value."""
    if "{" not in tokens:
        return {}
    inside = " ".join(tokens[tokens.index("{") + 1 : len(tokens) - tokens[::-1].index("}") - 1])
    return {part.split()[0]: part for part in inside.split(",") if part.split()}
