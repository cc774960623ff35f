"""Mutants that survive for a reason: justified.toml."""
from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from .mutant import Identity, Mutant

_FIELDS = ("file", "function", "operator", "before", "after", "argument")


class BadJustification(Exception):
    """justified.toml does not fit the mutants."""


def read(path: Path, mutants: Sequence[Mutant]) -> dict[Identity, str]:
    """The arguments by mutant. Every entry must be one of a mutant that there is."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadJustification(f"cannot read {path.name}: {error}") from error
    entries = data.pop("justified", [])
    if data or not isinstance(entries, list):
        raise BadJustification(f"{path.name}: only [[justified]] may stand here")
    known = {mutant.identity for mutant in mutants}
    found: dict[Identity, str] = {}
    problems = []
    for number, entry in enumerate(entries, 1):
        identity = _identity(entry)
        if identity is None:
            problems.append(f"{number}: must have {', '.join(_FIELDS)}, and may have ordinal")
        elif identity not in known:
            problems.append(f"{number}: there is no such mutant (any more): {identity}")
        elif identity in found:
            problems.append(f"{number}: is there twice: {identity}")
        else:
            found[identity] = entry["argument"]
    if problems:
        raise BadJustification("\n".join(f"{path.name}: justification {problem}" for problem in problems))
    return found


def _identity(entry: dict) -> Identity | None:
    ordinal = entry.get("ordinal", 1)
    if set(entry) - {"ordinal"} != set(_FIELDS) or not isinstance(ordinal, int) or not entry["argument"]:
        return None
    return Identity(*(" ".join(str(entry[field]).split()) for field in _FIELDS[:-1]), ordinal)
