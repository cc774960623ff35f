"""Mutants that survive for a reason: justified.toml."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from .mutant import Identity, Mutant

_RULE_FIELDS = ("file", "function", "operator", "before", "argument")


class BadJustification(Exception):
    """justified.toml does not fit the mutants."""


class Justified:
    """The arguments: of single mutants, and of kinds of mutants."""

    def __init__(self, single: Mapping[Identity, str], of_kinds: Mapping[Identity, str]) -> None:
        self.single = single
        self._of_kinds = of_kinds

    def is_of_a_kind(self, identity: Identity) -> bool:
        """There is an argument for its kind."""
        return identity in self._of_kinds

    def argument(self, identity: Identity) -> str | None:
        """Why the mutant may survive."""
        return self.single.get(identity) or self._of_kinds.get(identity)


def read(path: Path, mutants: Sequence[Mutant]) -> Justified:
    """The arguments in justified.toml. Every entry must fit a mutant that there is."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadJustification(f"cannot read {path.name}: {error}") from error
    entries, rules = data.pop("justified", []), data.pop("kind", [])
    if data or not isinstance(entries, list) or not isinstance(rules, list):
        raise BadJustification(f"{path.name}: only [[justified]] and [[kind]] may stand here")
    identities = [mutant.identity for mutant in mutants]
    of_function: dict[str, list[Identity]] = {}
    for identity in identities:
        of_function.setdefault(identity.function, []).append(identity)
    problems: list[str] = []
    single: dict[Identity, str] = {}
    for number, entry in enumerate(entries, 1):
        if not _is_entry(entry):
            problems.append(f"justification {number}: must have argument and a list of mutants, and nothing else")
            continue
        for text in entry["mutants"]:
            named = [identity for name in re.findall(r"\w+(?=: )", text) for identity in of_function.get(name, ())]
            found = list(dict.fromkeys(identity for identity in named if identity.is_shown_as(text)))
            if len(found) != 1:
                problems.append(
                    f"justification {number}: {'more than one' if found else 'no'} mutant is shown so: {text}"
                )
            elif found[0] in single:
                problems.append(f"justification {number}: is there twice: {text}")
            else:
                single[found[0]] = entry["argument"]
    of_kinds: dict[Identity, str] = {}
    for number, rule in enumerate(rules, 1):
        found = _of_kind(rule, identities)
        if not found:
            problems.append(f"kind {number}: must have {', '.join(_RULE_FIELDS)}, and fit a mutant")
        of_kinds.update(dict.fromkeys(found, rule.get("argument", "")))
    if problems:
        raise BadJustification("\n".join(f"{path.name}: {problem}" for problem in problems))
    return Justified(single, of_kinds)


def _is_text(found: object) -> bool:
    return isinstance(found, str) and found != ""


def _is_entry(entry: object) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) == {"argument", "mutants"}
        and _is_text(entry["argument"])
        and isinstance(entry["mutants"], list)
        and all(map(_is_text, entry["mutants"]))
        and entry["mutants"] != []
    )


def _of_kind(rule: dict, identities: Sequence[Identity]) -> list[Identity]:
    """The mutants of which every field matches the regular expression as a whole."""
    if set(rule) != set(_RULE_FIELDS) or not all(_is_text(rule[field]) for field in _RULE_FIELDS):
        return []
    try:
        return [
            identity
            for identity in identities
            if all(re.fullmatch(rule[field], getattr(identity, field)) for field in _RULE_FIELDS[:-1])
        ]
    except re.error as error:
        raise BadJustification(f"not a regular expression: {error}") from error
