"""What has been found so far, one JSON object on each line. It is kept with the sources, as a full run takes hours: a
result counts as long as the fingerprint of what was proved is the same. After that the last one still says where to look first.
"""
from __future__ import annotations

import dataclasses
import hashlib
import json
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from .mutant import Mutant
from .subject import Subject
from .trial import Outcome


class BadJournal(Exception):
    """The journal cannot be read."""


class Journal:
    """The results on file. Writing is safe from several threads."""

    def __init__(self, path: Path, subject: Subject) -> None:
        self._path = path
        self._subject = subject
        self._lock = threading.Lock()
        self._entries: dict[tuple[str, str], dict] = {}  # by what it is about, and the fingerprint
        self._last: dict[str, dict] = {}  # by what it is about
        if path.exists():
            self._read()

    def _read(self) -> None:
        text = self._path.read_text(encoding="utf-8")
        if not text.endswith("\n"):
            text = text[:text.rfind("\n") + 1]  # the run was ended while it wrote the last line
            self._path.write_text(text, encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            try:
                entry = json.loads(line)
                name = f"proved {entry['proved']}" if "proved" in entry else entry["mutant"]
                _ = (entry["sources"], entry["seconds"]) if "proved" in entry else _outcome(entry)
                self._entries[name, entry["fingerprint"]] = self._last[name] = entry
            except (ValueError, KeyError, TypeError) as error:
                raise BadJournal(f"{self._path}:{number}: not a result: remove the file, or the line") from error

    def outcome(self, mutant: Mutant) -> Outcome | None:
        """What an earlier run has found of a mutant, if that still holds."""
        entry = self._entries.get(self._key(mutant))
        return _outcome(entry) if entry else None

    def last(self, mutant: Mutant) -> Outcome | None:
        """What the last run has found of a mutant, whether that still holds or not."""
        entry = self._last.get(self._key(mutant)[0])
        return _outcome(entry) if entry else None

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        """Takes down a result."""
        name, fingerprint = self._key(mutant)
        self._add((name, fingerprint), {"mutant": name, "fingerprint": fingerprint, **dataclasses.asdict(outcome)})

    def proved_from(self, name: str) -> tuple[list[str], float] | None:
        """The sources from which an earlier run has proved this function as it is now, and its seconds; None if none has."""
        entry = self._entries.get(self._key_of_function(name))
        return (entry["sources"], entry["seconds"]) if entry else None

    def add_proved(self, name: str, sources: Sequence[str], seconds: float) -> None:
        """Takes down that a function is proved without any mutant."""
        key = self._key_of_function(name)
        self._add(key, {"proved": name, "fingerprint": key[1], "sources": list(sources), "seconds": round(seconds, 1)})

    def keep_only(self, mutants: Iterable[Mutant]) -> None:
        """Drops the results of other mutants, and those of other sources but for the last one of a mutant that has no other."""
        mutants = list(mutants)
        held = {self._key_of_function(step) for mutant in mutants for step in mutant.steps}
        for mutant in mutants:
            name, fingerprint = self._key(mutant)
            last = self._last.get(name, {}).get("fingerprint")
            held.add((name, fingerprint if (name, fingerprint) in self._entries else last))
        self._entries = {key: entry for key, entry in sorted(self._entries.items()) if key in held}
        part = self._path.with_suffix(".part")
        part.write_text("".join(map(_line, self._entries.values())), encoding="utf-8")
        part.replace(self._path)

    def _key(self, mutant: Mutant) -> tuple[str, str]:
        what = repr((mutant.identity, mutant.clauses, mutant.exactly))
        return hashlib.sha256(what.encode()).hexdigest()[:16], self._subject.fingerprint(mutant.steps)

    def _key_of_function(self, name: str) -> tuple[str, str]:
        return f"proved {name}", self._subject.fingerprint([name])

    def _add(self, key: tuple[str, str], entry: dict) -> None:
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            self._entries[key] = self._last[key[0]] = entry
            file.write(_line(entry))


def _outcome(entry: dict) -> Outcome:
    return Outcome(entry["verdict"], tuple(entry["goals"]), entry["seconds"])


def _line(entry: dict) -> str:
    return json.dumps(entry) + "\n"
