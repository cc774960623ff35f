"""The parts of a proof that are done, for a proof that is interrupted: build/prove/kept/ has a file
for each. `make prove RESUME=1` goes on from them; without it they are removed first.

A part counts only for the same sources, functions, settings, limits, gate and programs, and only if
all of it was proved.
"""
from __future__ import annotations

import contextlib
import gzip
import hashlib
import pathlib
import pickle
import shutil
import tempfile
import zlib
from collections.abc import Sequence

from . import framac, provers, record, results
from .configurations import Configuration
from .evidence import Shard
from .framac import Run

FOLDER = pathlib.Path("build/prove/kept")

# This gate, as it was when it was started.
_GATE = tuple(
    path.read_bytes()
    for path in sorted(pathlib.Path(__file__).parent.iterdir())
    if path.suffix in (".py", ".sh") and not path.name.startswith(".")
)

# What reading a file may say that was cut off, or that another program wrote.
_UNREADABLE = (OSError, EOFError, zlib.error, pickle.PickleError, AttributeError, ImportError, IndexError, ValueError)


def _folder(tree: pathlib.Path, configuration: Configuration) -> pathlib.Path:
    return tree / FOLDER / hashlib.sha256(repr(configuration).encode()).hexdigest()[:16]


def forget(tree: pathlib.Path, configuration: Configuration) -> None:
    """Removes the parts of a configuration."""
    shutil.rmtree(_folder(tree, configuration), ignore_errors=True)


class Kept:
    """The parts of the proof of one configuration. To be made before the sources are read."""

    def __init__(self, tree: pathlib.Path, configuration: Configuration, limit_seconds: int) -> None:
        self._tree = tree
        self._folder = _folder(tree, configuration)
        self._sources = record.sources_digest(tree)
        self._how = (
            _GATE,
            provers.registered().read_text(encoding="utf-8"),
            framac.versions(),
            configuration,
            limit_seconds,
        )
        self._of = ""
        self.taken: list[str] = []  # titles of parts that were done before

    def were_read(self, functions: Sequence[str]) -> bool:
        """To be told when the sources have been read, and which functions are to be proved. False:
        they changed meanwhile, so it is not known what was read.
        """
        self._of = hashlib.sha256(repr((self._sources, *functions, self._how)).encode()).hexdigest()
        return record.sources_digest(self._tree) == self._sources

    def read(self, what: str, shard: Shard) -> Run | None:
        """The run of a part, if it was done before."""
        try:
            found = pickle.loads(gzip.decompress(self._path(what, shard).read_bytes()))
        except _UNREADABLE:
            return None
        self.taken.append(shard.title)
        return found

    def write(self, what: str, shard: Shard, run: Run) -> Run:
        """Keeps the run of a part, if all of it was proved and there is room. Returns the run."""
        if run.complete and all(goal.proved or goal.verdict == results.SMOKE_PASSED for goal in run.goals):
            with contextlib.suppress(OSError):
                self._write(self._path(what, shard), gzip.compress(pickle.dumps(run), 1))
        return run

    def _write(self, path: pathlib.Path, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as part:
            part.write(data)
        pathlib.Path(part.name).replace(path)

    def _path(self, what: str, shard: Shard) -> pathlib.Path:
        described = (self._of, what, shard.functions, sorted(shard.racing), shard.pruned)
        return self._folder / hashlib.sha256(repr(described).encode()).hexdigest()
