"""The parts of a proof that are done, for a proof that is interrupted: build/prove/kept/ has a file
for each. `make prove RESUME=1` goes on from them; without it they are removed first.

A part counts only for the same sources, claims, settings, limits, gate and programs, and only if
all of it was proved.
"""
from __future__ import annotations

import gzip
import hashlib
import pathlib
import pickle
import shutil
import zlib

from . import framac, provers, record, results
from .configurations import Configuration
from .evidence import Shard
from .framac import Run

FOLDER = pathlib.Path("build/prove/kept")

# What reading a file may say that was cut off, or that another program wrote.
_UNREADABLE = (OSError, EOFError, zlib.error, pickle.PickleError, AttributeError, ImportError, IndexError, ValueError)


def _folder(tree: pathlib.Path, configuration: Configuration) -> pathlib.Path:
    return tree / FOLDER / configuration.name.replace(" ", "-")


def forget(tree: pathlib.Path, configuration: Configuration) -> None:
    """Removes the parts of a configuration."""
    shutil.rmtree(_folder(tree, configuration), ignore_errors=True)


class Kept:
    """The parts of the proof of one configuration."""

    def __init__(self, tree: pathlib.Path, configuration: Configuration, limit_seconds: int) -> None:
        gate = [path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(__file__).parent.glob("*.*"))]
        self._folder = _folder(tree, configuration)
        self._of = (
            record.sources_digest(tree),
            gate,
            provers.registered().read_text(encoding="utf-8"),
            framac.versions(),
            configuration,
            limit_seconds,
        )
        self.taken: list[str] = []  # parts that were done before

    def read(self, what: str, shard: Shard) -> Run | None:
        """The run of a part, if it was done before."""
        try:
            found = pickle.loads(gzip.decompress(self._path(what, shard).read_bytes()))
        except _UNREADABLE:
            return None
        self.taken.append(shard.title)
        return found

    def write(self, what: str, shard: Shard, run: Run) -> Run:
        """Keeps the run of a part, if all of it was proved. Returns the run."""
        if run.complete and all(goal.proved or goal.verdict == results.SMOKE_PASSED for goal in run.goals):
            path = self._path(what, shard)
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            part.write_bytes(gzip.compress(pickle.dumps(run), 1))
            part.replace(path)
        return run

    def _path(self, what: str, shard: Shard) -> pathlib.Path:
        described = (what, shard.functions, sorted(shard.racing), shard.pruned)
        return self._folder / hashlib.sha256(repr((self._of, described)).encode()).hexdigest()
