"""What has been found so far, one JSON object on each line: a run that was interrupted can be resumed.

A result counts as long as the fingerprint of what was proved is the same.
"""
from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Sequence
from pathlib import Path

from .mutant import Mutant
from .subject import Subject
from .trial import Outcome


class BadJournal(Exception):
    """The journal cannot be read."""


class Journal:
    """The results on file. Writing is safe from several threads."""

    def __init__(self, path: Path, subject: Subject, resume: bool) -> None:
        self._path = path
        self._subject = subject
        self._lock = threading.Lock()
        self._outcomes: dict[tuple[str, str, str], Outcome] = {}
        self._proved: dict[tuple[str, str], list[str]] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if resume and path.exists():
            self._read()
        elif path.exists():
            path.replace(path.with_suffix(".previous.jsonl"))  # a full run takes hours

    def _read(self) -> None:
        text = self._path.read_text(encoding="utf-8")
        if not text.endswith("\n"):
            text = text[:text.rfind("\n") + 1]  # the run was ended while it wrote the last line
            self._path.write_text(text, encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            try:
                entry = json.loads(line)
                if "proved" in entry:
                    self._proved[entry["proved"], entry["fingerprint"]] = entry["sources"]
                else:
                    outcome = Outcome(entry["verdict"], tuple(entry["goals"]), entry["seconds"])
                    self._outcomes[entry["mutant"], entry["change"], entry["fingerprint"]] = outcome
            except (ValueError, KeyError, TypeError) as error:
                raise BadJournal(f"{self._path}:{number}: not a result: remove the file, or the line") from error

    def outcome(self, mutant: Mutant) -> Outcome | None:
        """What an earlier run has found of a mutant, if that still holds."""
        return self._outcomes.get(self._key(mutant))

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        """Takes down a result."""
        name, change, fingerprint = self._key(mutant)
        self._outcomes[name, change, fingerprint] = outcome
        self._write({"mutant": name, "change": change, "fingerprint": fingerprint, **dataclasses.asdict(outcome)})

    def proved_from(self, name: str) -> list[str] | None:
        """The sources from which an earlier run has proved this function as it is now; None if none has."""
        return self._proved.get((name, self._subject.fingerprint([name])))

    def add_proved(self, name: str, sources: Sequence[str], seconds: float) -> None:
        """Takes down that a function is proved without any mutant."""
        self._write({"proved": name, "fingerprint": self._subject.fingerprint([name]), "sources": list(sources),
                     "seconds": round(seconds, 1)})

    def _key(self, mutant: Mutant) -> tuple[str, str, str]:
        what = repr((mutant.identity, mutant.clauses, mutant.exactly, mutant.steps))
        return str(mutant.identity), what, self._subject.fingerprint(mutant.steps)

    def _write(self, entry: dict) -> None:
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
