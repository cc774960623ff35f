"""The proofs that are done, function by function: build/prove/kept/ has a file for each. `make
prove RESUME=1` takes them; without it every function is proved again.

The proof of a function counts wherever everything that it sees is the same (dependencies.py),
whatever else has changed and in whatever configuration it was made, if it was made in the same way:
the same clauses for more than one prover, limits, provers and way to run them. It is kept only from
a run to which no rule objects.
"""
from __future__ import annotations

import contextlib
import dataclasses
import gzip
import hashlib
import os
import pathlib
import pickle
import tempfile
import time
import zlib
from collections.abc import Collection, Iterable

from . import framac, provers, results, smoke
from .dependencies import Dependencies
from .evidence import GOALS, SMOKE, Evidence, Proof, Shard
from .framac import Run
from .results import Facts, Message

FOLDER = pathlib.Path("build/prove/kept")

# What no proof took for so long is removed.
DAYS = 60

_ROOM = pathlib.Path(__file__).resolve().parent

# What makes a proof, reads what came of it and keeps it, as it was when it was started. The rules
# are not among it: they judge what was taken like all the rest.
_MAKING = tuple(
    (_ROOM / name).read_bytes()
    for name in ("dependencies.py", "framac.py", "kept.py", "limited.sh", "provers.py", "results.py")
)

# What reading a file may say that was cut off, or that another program wrote.
_UNREADABLE = (OSError, EOFError, zlib.error, pickle.PickleError, AttributeError, ImportError, IndexError, ValueError)


class Kept:
    """The proofs that hold for a program, and where those that are made are put."""

    def __init__(self, tree: pathlib.Path, evidence: Evidence, take: bool) -> None:
        """take: whether a proof may be taken from there."""
        self._folder = tree / FOLDER
        self._evidence = evidence
        seen = Dependencies(evidence.program.printed)
        self._sees = {name: seen.of(name) for name in evidence.expected}
        self._near = {name: {name} for name in self._sees}  # with what it calls
        for caller, callee in evidence.program.calls:
            self._near.setdefault(caller, {caller}).add(callee)
        self._take = take
        self._how = (
            _MAKING,
            provers.registered().read_text(encoding="utf-8").replace(str(_ROOM.parents[1]), ""),
            framac.versions(),
            evidence.configuration.machine,
            evidence.limit_seconds,
        )
        self._remove_old()

    def proofs(self) -> list[Proof]:
        """What is known already."""
        return [
            Proof(Shard(self._evidence.functions[name].file, (name,), len(run.goals), *self._asked(name)), run)
            for name in self._evidence.expected
            if (run := self._read(GOALS, name))
        ]

    def tests(self, shards: Iterable[Shard]) -> list[Proof]:
        """The smoke tests of one function each that were run already, all of them."""
        return [
            Proof(shard, run)
            for shard in shards
            if (run := self._read(SMOKE, *shard.functions)) and sum(map(smoke.own, run.goals)) == shard.goals
        ]

    def _read(self, what: str, name: str) -> Run | None:
        path = self._path(what, name)
        try:
            run = pickle.loads(gzip.decompress(path.read_bytes())) if self._take else None
            os.utime(path)
        except _UNREADABLE:
            return None
        return None if run is None or any(map(self._is_bad, run.messages)) else run

    def write(self, what: str, proof: Proof) -> Proof:
        """Keeps what a run has shown, if there is room. Returns the proof."""
        if self._without_objection(proof):
            for name in proof.shard.functions:
                run = _of_function(proof.run, name, self._near[name])
                if run.goals:
                    with contextlib.suppress(OSError):
                        self._write(self._path(what, name), gzip.compress(pickle.dumps(run), 1))
        return proof

    def _without_objection(self, proof: Proof) -> bool:
        """No rule that looks at one run would have anything to say of this one: no warning, every
        goal that was announced is there and shown, and WP counts as many, and every annotation of
        its functions is shown. (How many smoke tests there are is known when they are taken.)
        """
        run, names = proof.run, proof.shard.functions
        good = all(goal.verdict == results.SMOKE_PASSED if goal.smoke else goal.proved for goal in run.goals)
        if not run.complete or run.errors or run.facts is None or not good or any(map(self._is_bad, run.messages)):
            return False
        if any(goal.smoke for goal in run.goals):
            return True
        announced = sum(goal.prover != "CFG" for goal in run.goals)
        return (
            run.totals == (len(run.goals), len(run.goals))
            and run.announced == announced
            and all(found.status in results.SHOWN for found in run.facts.properties if _is_owed(found, names))
        )

    def _is_bad(self, message: Message) -> bool:
        said = message.text
        harmless = self._evidence.claims.is_harmless(said) or results.MEMORY_HYPOTHESES.match(said)
        return message.severity == "warning" and not harmless

    def _write(self, path: pathlib.Path, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as part:
            part.write(data)
        pathlib.Path(part.name).replace(path)

    def _asked(self, name: str) -> tuple[frozenset[str], bool]:
        """How the claims have a function proved."""
        return self._evidence.racing.get(name, frozenset()), name not in self._evidence.unpruned

    def _path(self, what: str, name: str) -> pathlib.Path:
        racing, pruned = self._asked(name)
        described = (self._how, what, name, self._sees[name], sorted(racing), pruned)
        return self._folder / hashlib.sha256(repr(described).encode()).hexdigest()

    def _remove_old(self) -> None:
        with contextlib.suppress(OSError):
            for path in self._folder.iterdir():
                if path.stat().st_mtime < time.time() - DAYS * 86400:
                    path.unlink()


def _is_owed(found: results.Property, names: Collection[str]) -> bool:
    return found.function in names and found.kind not in results.NOT_OWED


def _of_function(run: Run, name: str, near: Collection[str]) -> Run:
    """What a run says of one function, as a run that was about nothing else. near: the function and
    what it calls.
    """
    goals = [goal for goal in run.goals if goal.function == name]
    announced = sum(goal.prover != "CFG" for goal in goals)
    return dataclasses.replace(
        run,
        log=f"[wp] {announced} goals scheduled\n",
        seconds=sum(goal.seconds for goal in goals),
        goals=goals,
        messages=[message for message in run.messages if _counts(message, near)],
        totals=(len(goals), len(goals)),
        facts=Facts((), tuple(found for found in run.facts.properties if found.function == name)),
    )


def _counts(message: Message, near: Collection[str]) -> bool:
    """A warning, if it is not about the pointers of a function that is not near."""
    about = results.MEMORY_HYPOTHESES.match(message.text)
    return message.severity == "warning" and (not about or about[1] in near)
