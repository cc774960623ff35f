"""The parts of a proof that are done: build/prove/kept/ has a file for each. `make prove RESUME=1`
goes on from them; without it they are removed first.

A part counts only if all of it was proved, and only for the same sources, functions, settings,
limits, gate and programs. Of functions that it is not about, the bodies do not count: their
contracts are all that a proof sees of them.
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

from . import framac, provers, record, results, sources
from .configurations import Configuration
from .evidence import Evidence, Shard
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


def _load(path: pathlib.Path) -> tuple[Shard, Run]:
    return pickle.loads(gzip.decompress(path.read_bytes()))


def forget(tree: pathlib.Path, configuration: Configuration) -> None:
    """Removes the parts of a configuration."""
    shutil.rmtree(_folder(tree, configuration), ignore_errors=True)


def _proved_so(shard: Shard, evidence: Evidence) -> bool:
    """The claims have its functions proved as they were."""
    racing = frozenset().union(*(evidence.racing.get(name, frozenset()) for name in shard.functions))
    return shard.racing == racing and {name not in evidence.unpruned for name in shard.functions} == {shard.pruned}


class Kept:
    """The parts of the proof of one configuration. To be made before the sources are read."""

    def __init__(self, tree: pathlib.Path, configuration: Configuration, limit_seconds: int) -> None:
        self._tree = tree
        self._folder = _folder(tree, configuration)
        self._texts = record.texts(tree)
        self._how = (
            _GATE,
            provers.registered().read_text(encoding="utf-8"),
            framac.versions(),
            configuration,
            limit_seconds,
        )
        self._of = ""  # all that counts of every part
        self._bodies: dict[str, str] = {}  # what counts of some, by Frama-C's names of functions
        self.taken: list[str] = []  # titles of parts that were done before

    def were_read(self, evidence: Evidence) -> bool:
        """To be told when the sources have been read. False: they changed meanwhile, so it is not
        known what was read.
        """
        found = {file: sources.bodies(text) for file, text in self._texts.items()}
        proved: dict[str, set[str]] = {file: set() for file in self._texts}
        for name in evidence.expected:
            file, called = evidence.functions[name].file, evidence.source_name(name)
            if called in found.get(file, ()):
                proved[file].add(called)
                self._bodies[name] = sources.without_remarks(found[file][called])
        outside = record.digest(
            {file: sources.without_bodies(text, proved[file]) for file, text in self._texts.items()}
        )
        self._of = hashlib.sha256(repr((outside, *evidence.expected, self._how)).encode()).hexdigest()
        return record.sources_digest(self._tree) == record.digest(self._texts)

    def shards(self, what: str, evidence: Evidence) -> list[Shard]:
        """What of the proof was done before."""
        found: list[Shard] = []
        left = set(evidence.expected)
        for path in sorted(self._folder.glob("*")):
            with contextlib.suppress(*_UNREADABLE):
                shard, _ = _load(path)
                known = left.issuperset(shard.functions) and path == self._path(what, shard)
                if shard.functions and known and _proved_so(shard, evidence):
                    found.append(shard)
                    left.difference_update(shard.functions)
        return found

    def read(self, what: str, shard: Shard) -> Run | None:
        """The run of a part, if it was done before."""
        try:
            _, run = _load(self._path(what, shard))
        except _UNREADABLE:
            return None
        self.taken.append(shard.title)
        return run

    def write(self, what: str, shard: Shard, run: Run) -> Run:
        """Keeps the run of a part, if all of it was proved and there is room. Returns the run."""
        if run.complete and all(goal.proved or goal.verdict == results.SMOKE_PASSED for goal in run.goals):
            with contextlib.suppress(OSError):
                self._write(self._path(what, shard), gzip.compress(pickle.dumps((shard, run)), 1))
        return run

    def _write(self, path: pathlib.Path, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as part:
            part.write(data)
        pathlib.Path(part.name).replace(path)

    def _path(self, what: str, shard: Shard) -> pathlib.Path:
        bodies = [self._bodies.get(name, "") for name in shard.functions]
        described = (self._of, what, shard.functions, bodies, sorted(shard.racing), shard.pruned)
        return self._folder / hashlib.sha256(repr(described).encode()).hexdigest()
