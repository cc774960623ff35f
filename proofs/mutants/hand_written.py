"""Mutants that somebody has thought of: hand_written.toml."""
from __future__ import annotations

import dataclasses
import itertools
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from .mutant import HAND_WRITTEN, Edit, Identity, Mutant, identity
from .operators import Change
from .subject import Subject

_PLACE = {"file": str, "function": str, "find": str, "replace": str}
_REQUIRED = _PLACE | {"why": str}
_OPTIONAL = {"prove": list, "fails": list, "exactly": bool, "also": list}


class BadHandWritten(Exception):
    """hand_written.toml does not fit the sources."""


def read(path: Path, subject: Subject) -> list[Mutant]:
    """The mutants of hand_written.toml.

    Every one must fit: its snippet stands exactly once where it is looked for.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadHandWritten(f"cannot read {path.name}: {error}") from error
    entries = data.pop("mutant", [])
    if data or not isinstance(entries, list):
        raise BadHandWritten(f"{path.name}: only [[mutant]] may stand here")
    mutants, problems = [], []
    for number, entry in enumerate(entries, 1):
        try:
            mutants.append(_mutant(entry, subject))
        except BadHandWritten as error:
            problems.append(f"{path.name}: mutant {number}: {error}")
    if problems:
        raise BadHandWritten("\n".join(problems))
    return mutants


def _mutant(entry: dict, subject: Subject) -> Mutant:
    known = _REQUIRED | _OPTIONAL
    if not _REQUIRED.keys() <= entry.keys() or not entry.keys() <= known.keys():
        raise BadHandWritten(f"must have {', '.join(_REQUIRED)}; may have {', '.join(_OPTIONAL)}")
    if not all(isinstance(value, known[name]) for name, value in entry.items()):
        raise BadHandWritten("a value has the wrong type")
    places = [_edit(entry, subject), *(_also(other, subject) for other in entry.get("also", []))]
    edits = [edit for edit, _ in places]
    for one, other in itertools.combinations(edits, 2):
        if one.file == other.file and one.start < other.end and other.start < one.end:
            raise BadHandWritten(f"{one.file}: two of its changes overlap")
    steps = _names(entry.get("prove", [entry["function"]]), subject)
    clauses = tuple(entry.get("fails", []))
    if entry.get("exactly") and not clauses:
        raise BadHandWritten("`exactly` says that nothing but `fails` fails, which is missing")
    wrong = [clause for clause in clauses if clause.split(".")[0] not in steps]
    if wrong:
        raise BadHandWritten(f"not a goal of a function that is proved again: {', '.join(wrong)}")
    first, *also = edits
    return Mutant(
        _joined([found for _, found in places]),
        first.start,
        first.end,
        first.text,
        steps,
        clauses,
        entry.get("exactly", False),
        tuple(also),
    )


def _also(entry: object, subject: Subject) -> tuple[Edit, Identity]:
    if (
        not isinstance(entry, dict)
        or entry.keys() != _PLACE.keys()
        or not all(isinstance(text, str) for text in entry.values())
    ):
        raise BadHandWritten(f"also: must have {', '.join(_PLACE)}, and nothing else")
    return _edit(entry, subject)


def _edit(entry: dict, subject: Subject) -> tuple[Edit, Identity]:
    """What an entry replaces, and what the change is by itself."""
    file, name = entry["file"], entry["function"]
    source, start, end = _place(file, name, subject)
    found = source.count(entry["find"], start, end)
    if found != 1:
        raise BadHandWritten(f"{file}: {name}: {entry['find']!r} stands there {found} times, not once")
    at = source.index(entry["find"], start, end)
    change = Change(HAND_WRITTEN, at, at + len(entry["find"]), entry["replace"])
    return Edit(file, change.start, change.end, change.text), identity(source, file, name, change)


def _joined(changes: Sequence[Identity]) -> Identity:
    """Changes that belong together as one: the first's, with what becomes of all of their lines."""
    return dataclasses.replace(
        changes[0], before=" | ".join(one.before for one in changes), after=" | ".join(one.after for one in changes)
    )


def _place(file: str, name: str, subject: Subject) -> tuple[str, int, int]:
    """A source, and where to look in it.

    That is the function with its contract; in spec/, and where the file defines a macro or a
    predicate of that name, it is the whole file.
    """
    if file.startswith("spec/") and (subject.tree / file).is_file():
        source = (subject.tree / file).read_text(encoding="utf-8")
        return source, 0, len(source)
    module = subject.modules.get(file)
    if module is not None and re.search(rf"#define {re.escape(name)}\(|\bpredicate {re.escape(name)}\(", module.source):
        return module.source, 0, len(module.source)
    if module is None:
        raise BadHandWritten(f"{file}: there is no such source")
    functions = [function for function in module.functions if function.name == name]
    if len(functions) != 1:
        raise BadHandWritten(f"{file}: there is no function {name}")
    return module.source, functions[0].start, functions[0].end


def _names(names: list[str], subject: Subject) -> tuple[str, ...]:
    """Frama-C's names for proved functions."""
    steps = []
    for name in names:
        found = [copies[0] for key, copies in subject.proved.items() if name in (key[1], f"{key[0]}:{key[1]}")]
        if len(found) != 1:
            raise BadHandWritten(f"{name} is not the name of one function that is proved: FUNCTION or FILE:FUNCTION")
        steps.append(found[0])
    return tuple(steps)
