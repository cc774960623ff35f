"""What has been proved so far: fingerprints of functions, one a line. Only these provers count, and
only this way to run them: other programs have a file of their own.
"""
from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from proofs.gate import framac


class Journal:
    """The fingerprints in a directory."""

    def __init__(self, directory: Path) -> None:
        programs = hashlib.sha256(repr(sorted(framac.versions().items())).encode()).hexdigest()[:16]
        self._path = directory / f"proved-{programs}.txt"

    def read(self) -> frozenset[str]:
        """All of them. A line that was not written whole is none."""
        if not self._path.exists():
            return frozenset()
        lines = self._path.read_text(encoding="utf-8").split("\n")[:-1]
        return frozenset(line for line in lines if re.fullmatch(r"[0-9a-f]{16}", line))

    def add(self, fingerprints: Iterable[str]) -> None:
        """Takes down what is proved now."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write("".join(f"{one}\n" for one in sorted(set(fingerprints) - self.read())))
