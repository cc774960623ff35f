"""claims.toml: what is claimed, what is left out, and what is assumed, each with its reason."""
from __future__ import annotations

import dataclasses
import pathlib
import re
import tomllib
from collections.abc import Collection

from .configurations import FULL, SMALLEST, Configuration


# What [callers] calls clauses that speak of pointers among the arguments only: that they do not
# overlap, and are valid,
ARGUMENTS = "arguments"  # unless they are NULL
OBJECTS = "objects"  # in any case


class BadClaims(Exception):
    """claims.toml cannot be read as claims."""


@dataclasses.dataclass(frozen=True)
class File:
    """What the proof of one file shows."""

    claim: str  # in plain English
    floor: int  # fewest goals that its proof may have; 0: it has functions only where parts are left out
    floor_without_runs: int | None = None  # the same where RTMR_WITH_RUNS is 0, if it is another; 0: nothing is left
    floor_smallest: int | None = None  # the same in the smallest build, if it is another

    def least(self, configuration: Configuration) -> int:
        """Fewest goals in a configuration: a fiftieth less than the floor in any but the full one.
        Where types are narrower, WP sees more of what cannot happen. A build that is without some
        part has no fewer than the smallest.
        """
        floor = self.floor
        if not configuration.with_runs and self.floor_without_runs is not None:
            floor = self.floor_without_runs
        if configuration == SMALLEST and self.floor_smallest is not None:
            floor = self.floor_smallest
        elif not configuration.whole and self.floor_smallest is not None:
            floor = min(floor, self.floor_smallest)
        return floor if configuration == FULL else floor - floor // 50


@dataclasses.dataclass(frozen=True)
class Callers:
    """What a caller from outside of the proof owes a function."""

    clauses: tuple[str, ...]  # ARGUMENTS, OBJECTS, names of groups, or a clause each
    reason: str


@dataclasses.dataclass(frozen=True)
class Harmless:
    """A warning of Frama-C that takes nothing from the proof."""

    pattern: re.Pattern[str]
    reason: str


@dataclasses.dataclass(frozen=True)
class Claims:
    """All of claims.toml. Each table but files maps a name to the reason why it is there."""

    files: dict[str, File] = dataclasses.field(default_factory=dict)
    excluded: dict[str, str] = dataclasses.field(default_factory=dict)  # FILE or FILE:FUNCTION
    assumed: dict[str, str] = dataclasses.field(default_factory=dict)  # excluded function that proven ones call
    environment: dict[str, str] = dataclasses.field(default_factory=dict)  # function without a body
    clauses: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)  # groups of clauses
    callers: dict[str, Callers] = dataclasses.field(
        default_factory=dict
    )  # function that is called from outside of the proof
    by_reference_lost: dict[str, str] = dataclasses.field(default_factory=dict)  # FUNCTION or FUNCTION.PARAMETER
    unreachable: dict[str, str] = dataclasses.field(default_factory=dict)  # goal whose code is never reached
    endless: dict[str, str] = dataclasses.field(default_factory=dict)  # function that runs for ever, and says so
    unpruned: dict[str, str] = dataclasses.field(
        default_factory=dict
    )  # function that is quicker to prove with branches that cannot be
    harmless: tuple[Harmless, ...] = ()
    racing: dict[str, frozenset[str]] = dataclasses.field(
        default_factory=dict
    )  # by function: labels of what more than one prover must try

    def is_harmless(self, warning: str) -> bool:
        """The text of a warning that takes nothing from the proof."""
        return any(entry.pattern.search(" ".join(warning.split())) for entry in self.harmless)


def _strings(data: dict, table: str) -> dict[str, str]:
    found = data.pop(table, {})
    if not isinstance(found, dict) or not all(isinstance(value, str) and value for value in found.values()):
        raise BadClaims(f"[{table}] must give each name a reason")
    return found


def _entries(data: dict, table: str, fields: dict[str, type], may: dict[str, type] | None = None) -> dict[str, dict]:
    found = data.pop(table, {})
    known = {**fields, **(may or {})}
    for name, entry in found.items():
        given = entry if isinstance(entry, dict) else {}
        wrong = any(not isinstance(value, known[f]) or value == "" for f, value in given.items() if f in known)
        if not set(fields) <= set(given) <= set(known) or wrong:
            also = f", perhaps {', '.join(may)}" if may else ""
            raise BadClaims(f'[{table}."{name}"] must have {", ".join(fields)}{also}, and nothing else')
    return found


def _files(data: dict) -> dict[str, File]:
    found = _entries(data, "files", {"claim": str, "floor": int}, {"floor_without_runs": int, "floor_smallest": int})
    return {name: File(**entry) for name, entry in found.items()}


def _groups(data: dict) -> dict[str, tuple[str, ...]]:
    found = data.pop("clauses", {})
    if not all(
        isinstance(members, list) and members and all(isinstance(member, str) for member in members)
        for members in found.values()
    ):
        raise BadClaims("[clauses] must give each name a list of clauses")
    for name in {ARGUMENTS, OBJECTS} & set(found):
        raise BadClaims(f"[clauses] {name}: has a meaning of its own")
    return {name: tuple(members) for name, members in found.items()}


def _callers(data: dict, groups: Collection[str]) -> dict[str, Callers]:
    found = {}
    used = set()
    for name, entry in _entries(data, "callers", {"clauses": list, "reason": str}).items():
        for word in entry["clauses"]:
            if not isinstance(word, str) or re.fullmatch(r"\w+", word) and word not in (ARGUMENTS, OBJECTS, *groups):
                raise BadClaims(f"[callers] {name}: {word}: neither a group nor LABEL: PREDICATE")
        found[name] = Callers(tuple(entry["clauses"]), entry["reason"])
        used.update(entry["clauses"])
    if set(groups) - used:
        raise BadClaims(f"[clauses] {', '.join(sorted(set(groups) - used))}: not used")
    return found


def _racing(data: dict) -> dict[str, frozenset[str]]:
    found = data.pop("racing", {})
    if not all(
        isinstance(labels, list) and labels and all(isinstance(label, str) for label in labels)
        for labels in found.values()
    ):
        raise BadClaims("[racing] must give each function a list of labels")
    return {name: frozenset(labels) for name, labels in found.items()}


def read(path: pathlib.Path) -> Claims:
    """Reads claims.toml."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadClaims(f"cannot read {path}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadClaims(f"{path}: {error}") from error
    try:
        harmless = data.pop("harmless", [])
        if not all(isinstance(entry, dict) and set(entry) == {"pattern", "reason"} for entry in harmless):
            raise BadClaims("each [[harmless]] must have pattern and reason, and nothing else")
        groups = _groups(data)
        claims = Claims(
            _files(data),
            *(_strings(data, table) for table in ("excluded", "assumed", "environment")),
            groups,
            _callers(data, groups),
            *(_strings(data, table) for table in ("by_reference_lost", "unreachable", "endless", "unpruned")),
            tuple(Harmless(re.compile(entry["pattern"]), entry["reason"]) for entry in harmless),
            _racing(data),
        )
    except BadClaims as error:
        raise BadClaims(f"{path}: {error}") from error
    except re.error as error:
        raise BadClaims(f"{path}: [[harmless]] pattern: {error}") from error
    if data:
        raise BadClaims(f"{path}: unknown: {', '.join(sorted(data))}")
    return claims


def write_floors(path: pathlib.Path, floors: dict[str, int]) -> list[str]:
    """Replaces the floors of the named files, and leaves everything else as it is. Returns the
    files that have none.
    """
    text = path.read_text(encoding="utf-8")
    missing = []
    for file, floor in sorted(floors.items()):
        header = _entry(file) + r"(floor = )\d+"
        text, replaced = re.subn(header, rf"\g<1>\g<2>{floor}", text, count=1, flags=re.MULTILINE)
        if not replaced:
            missing.append(file)
    path.write_text(text, encoding="utf-8")
    return missing


def write_smallest_floors(path: pathlib.Path, floors: dict[str, int]) -> None:
    """Gives each file its floor in the smallest build, 0 if it has no goals there, where that is
    lower than its floor else, or the only one; and leaves everything else as it is.
    """
    text = path.read_text(encoding="utf-8")
    for name, file in read(path).files.items():
        found = floors.get(name, 0)
        own = f"floor_smallest = {found}\n" if found < file.floor or found and not file.floor else ""
        text = re.sub(_entry(name) + r"floor_smallest = \d+\n", r"\g<1>", text, count=1, flags=re.MULTILINE)
        text = re.sub(
            _entry(name) + r"(floor = \d+\n(?:floor_without_runs = \d+\n)?)",
            rf"\g<1>\g<2>{own}",
            text,
            count=1,
            flags=re.MULTILINE,
        )
    path.write_text(text, encoding="utf-8")


def _entry(file: str) -> str:
    """A pattern for the beginning of a file's entry."""
    return r'(^\[files\."' + re.escape(file) + r'"\]\n(?:(?!\[).*\n)*?)'
