"""The results so far: for each source a file in results/, one JSON object on each line.

They are kept with the sources, as a full run takes hours. A result holds as long as its fingerprint
is the same. After that, the last result of a mutant that looks the same still tells where to look
first.
"""
from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath

from .mutant import HAND_WRITTEN, Mutant
from .subject import Subject
from .trial import SURVIVED, Outcome


class BadJournal(Exception):
    """The journal cannot be read."""


class Journal:
    """The results on file. Writing is safe from several threads."""

    def __init__(self, directory: Path, subject: Subject) -> None:
        self._directory = directory
        self._subject = subject
        self._lock = threading.Lock()
        self._entries: dict[str, dict] = {}  # by the fingerprint
        self._last: dict[str, dict] = {}  # by what a mutant looks like
        for path in sorted(directory.glob("*.jsonl")):
            self._read(path)

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        if not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]  # the run was ended while it wrote the last line
            path.write_text(text, encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            try:
                entry = json.loads(line)
                self._entries[entry["fingerprint"]] = entry
                if "sources" in entry:
                    _ = entry["proved"], entry["seconds"]
                else:
                    _ = entry["function"], entry["operator"], _outcome(entry)
                    self._last[entry["mutant"]] = entry
            except (ValueError, KeyError, TypeError) as error:
                raise BadJournal(f"{path}:{number}: not a result: remove the file, or the line") from error

    def outcome(self, mutant: Mutant) -> Outcome | None:
        """What an earlier run has found of a mutant, if that still holds."""
        entry = self._entries.get(self._subject.fingerprints.of_mutant(mutant))
        return _outcome(entry) if entry else None

    def last(self, mutant: Mutant) -> Outcome | None:
        """What the last run has found of a mutant, whether that still holds or not."""
        entry = self._entries.get(self._subject.fingerprints.of_mutant(mutant)) or self._last.get(look(mutant))
        return _outcome(entry) if entry else None

    def rank(self, mutant: Mutant) -> tuple[object, ...]:
        """Of some mutants the one with the least rank is tried.

        It is one of which a result holds, a survivor first; else one that has been tried before;
        else one as if by chance. So the choice depends neither on edits elsewhere nor on names.
        """
        outcome = self.outcome(mutant)
        return (
            outcome is None,
            outcome is not None and outcome.verdict != SURVIVED,
            self.last(mutant) is None,
            mutant.identity.operator == HAND_WRITTEN,
            self._subject.fingerprints.rank(mutant),
        )

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        """Takes down a result."""
        entry = _entry(mutant, self._subject.fingerprints.of_mutant(mutant), outcome)
        self._add(mutant.identity.file, entry)
        self._last[entry["mutant"]] = entry

    def proved_from(self, name: str) -> tuple[list[str], float] | None:
        """The sources from which a function has been proved as it is now, and its seconds.

        None if there is no such run.
        """
        entry = self._entries.get(self._subject.fingerprints.of_function_alone(name))
        return (self._subject.sources_of(name, entry["sources"]), entry["seconds"]) if entry else None

    def add_proved(self, name: str, sources: Sequence[str], seconds: float) -> None:
        """Takes down that a function is proved without any mutant."""
        self._add(
            self._subject.file_of(name),
            {
                "proved": name,
                "fingerprint": self._subject.fingerprints.of_function_alone(name),
                "sources": self._subject.extent_of(sources),
                "seconds": _rough(seconds),
            },
        )

    def keep_only(self, mutants: Iterable[Mutant]) -> None:
        """Keeps of each of these mutants the result that holds, or else the last one.

        The names of today are written.
        """
        fingerprints = self._subject.fingerprints
        files: dict[Path, list[dict]] = {}
        mutants = list(mutants)
        for name in sorted({step for mutant in mutants for step in mutant.steps}):
            entry = self._entries.get(fingerprints.of_function_alone(name))
            if entry:
                files.setdefault(self._file(self._subject.file_of(name)), []).append({**entry, "proved": name})
        for mutant in mutants:
            entry = self._entries.get(fingerprints.of_mutant(mutant)) or self._last.get(look(mutant))
            if entry:
                found = _entry(mutant, entry["fingerprint"], _outcome(entry))
                files.setdefault(self._file(mutant.identity.file), []).append(found)
        self._directory.mkdir(exist_ok=True)
        for path, entries in files.items():
            part = path.with_suffix(".part")
            part.write_text("".join(sorted(map(_line, entries), key=_order)), encoding="utf-8")
            part.replace(path)
        for path in set(self._directory.glob("*.jsonl")) - files.keys():
            path.unlink()

    def _file(self, source: str) -> Path:
        """The file for the results of a source: ROOM-NAME, so that a header shares its source's."""
        path = PurePath(source)
        return self._directory / f"{path.parts[0]}-{path.stem}.jsonl"

    def _add(self, source: str, entry: dict) -> None:
        with self._lock:
            self._directory.mkdir(exist_ok=True)
            self._entries[entry["fingerprint"]] = entry
            with self._file(source).open("a", encoding="utf-8") as file:
                file.write(_line(entry))


def look(mutant: Mutant) -> str:
    """What a mutant looks like, wherever it stands."""
    one = mutant.identity
    what = repr((one.function, one.operator, one.before, one.after, one.ordinal, mutant.clauses, mutant.exactly))
    return hashlib.sha256(what.encode()).hexdigest()[:16]


def _entry(mutant: Mutant, fingerprint: str, outcome: Outcome) -> dict:
    return {
        "function": mutant.identity.function,
        "operator": mutant.identity.operator,
        "mutant": look(mutant),
        "fingerprint": fingerprint,
        "verdict": outcome.verdict,
        "goals": list(outcome.goals),
        "seconds": _rough(outcome.seconds),
    }


def _rough(seconds: float) -> float:
    """Seconds, as exactly as they come out alike when a mutant is tried twice."""
    return float(f"{seconds:.1g}")


def _outcome(entry: dict) -> Outcome:
    return Outcome(entry["verdict"], tuple(entry["goals"]), entry["seconds"])


def _line(entry: dict) -> str:
    return json.dumps(entry) + "\n"


def _order(line: str) -> tuple[bool, str]:
    return line.startswith('{"proved"'), line
