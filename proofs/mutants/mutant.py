"""A mutant, and what tells it from others."""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence

from .operators import Change

HAND_WRITTEN = "hand-written"

# How a change is shown.
_BECOMES = "  ->  "
_NOTHING = "(nothing)"
_MORE = "..."
_LAST_WORD = re.compile(r"\\?\w*$")


@dataclasses.dataclass(frozen=True)
class Identity:
    """What tells a mutant from others.

    It does not change with edits elsewhere: no line number is part of it.
    """

    file: str
    function: str  # of a macro of spec/: the macro
    operator: str
    before: str  # the lines that change, layout aside
    after: str
    ordinal: int = 1  # among those that agree in all else

    def __str__(self) -> str:
        return f"{self.file}: {self.shown}"

    @property
    def shown(self) -> str:
        """The mutant as it is shown, wherever it stands."""
        number = f" (#{self.ordinal})" if self.ordinal > 1 else ""
        change = f"{_short(self.before)}{_BECOMES}{_short(self.after) or _NOTHING}"
        return f"{self.function}: {self.operator}{number}: {change}"

    def is_shown_as(self, text: str) -> bool:
        """The text shows this mutant, with its file or without.

        It may cut a long change short at any place.
        """
        shown = self.shown
        head = shown[: len(shown) - len(shown.partition(": ")[2].partition(": ")[2])]
        found = text.removeprefix(f"{self.file}: ")
        if not found.startswith(head):
            return False
        before, becomes, after = found[len(head) :].partition(_BECOMES)
        return bool(becomes) and _begins(self.before, before) and _begins(self.after or _NOTHING, after)


@dataclasses.dataclass(frozen=True)
class Edit:
    """Text that replaces a part of a file."""

    file: str
    start: int
    end: int
    text: str


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One change of one file, or several that belong together, and what has to be proved again."""

    identity: Identity
    start: int
    end: int
    text: str
    steps: tuple[str, ...]  # functions, as Frama-C names them, the likely killer first; none: nothing can notice it
    clauses: tuple[str, ...] = ()  # goals, FUNCTION.CLAUSE, that must fail; without any, some goal must
    exactly: bool = False  # and no other goal may fail
    also: tuple[Edit, ...] = ()  # what else is changed; no two changes overlap

    @property
    def edits(self) -> list[Edit]:
        """Everything that is changed."""
        return [Edit(self.identity.file, self.start, self.end, self.text), *self.also]

    @property
    def files(self) -> list[str]:
        """The files that are changed."""
        return sorted({edit.file for edit in self.edits})

    def applied(self, source: str, file: str | None = None) -> str:
        """The source of a file, by default the first, with its changes."""
        here = [edit for edit in self.edits if edit.file == (file or self.identity.file)]
        for edit in sorted(here, key=lambda edit: edit.start, reverse=True):
            source = source[: edit.start] + edit.text + source[edit.end :]
        return source


def _begins(text: str, shown: str) -> bool:
    return text.startswith(shown.removesuffix(_MORE)) if shown.endswith(_MORE) else text == shown


def _short(text: str, most: int = 100) -> str:
    """The beginning of a text, in whole words."""
    return text if len(text) <= most else _LAST_WORD.sub("", text[: most - len(_MORE)]) + _MORE


def _lines(source: str, start: int, end: int) -> tuple[int, int]:
    """The whole lines that a part of a source stands in."""
    line_end = source.find("\n", end)
    return source.rfind("\n", 0, start) + 1, len(source) if line_end < 0 else line_end


def identity(source: str, file: str, function: str, change: Change) -> Identity:
    """The identity of a change, the first of its kind."""
    first, last = _lines(source, change.start, change.end)
    before = " ".join(source[first:last].split())
    after = " ".join((source[first : change.start] + change.text + source[change.end : last]).split())
    return Identity(file, function, change.operator, before, after)


def numbered(mutants: Iterable[Mutant]) -> list[Mutant]:
    """The mutants with ordinals, so that no two have the same identity."""
    seen: dict[Identity, int] = {}
    found = []
    for mutant in mutants:
        seen[mutant.identity] = seen.get(mutant.identity, 0) + 1
        different = dataclasses.replace(mutant.identity, ordinal=seen[mutant.identity])
        found.append(dataclasses.replace(mutant, identity=different))
    return found


def of_changes(source: str, file: str, function: str, changes: Iterable[tuple[Change, Sequence[str]]]) -> list[Mutant]:
    """The mutants of some changes, each with the functions to prove again."""
    return [
        Mutant(identity(source, file, function, change), change.start, change.end, change.text, tuple(steps))
        for change, steps in changes
    ]
