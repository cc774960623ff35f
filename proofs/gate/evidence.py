"""What the rules judge: the program, the claims about it, and every run of Frama-C."""
from __future__ import annotations

import dataclasses
import functools
import pathlib
import re
from collections.abc import Iterator

from .claims import Claims
from .configurations import Configuration
from .framac import Run
from .results import Function, Goal, Property

# What a gate run may leave out, and what the rules may need.
GOALS = "goals"
EVERYTHING = "everything"  # goals of all functions that are not excluded, and of the lemmas
SMOKE = "smoke"
ERASURE = "erasure"
PROGRAM = "program"  # all sources were read, so that what has no body here has none
WHOLE = frozenset((GOALS, EVERYTHING, SMOKE, ERASURE, PROGRAM))

LEMMAS = ("lemma", "check_lemma")  # as Frama-C calls their kinds


@dataclasses.dataclass(frozen=True)
class Shard:
    """A part of the proof: some functions. A shard without functions is that of the lemmas."""

    file: str  # that the functions stand in, or several, separated by commas
    functions: tuple[str, ...]
    goals: int  # that WP announces
    racing: frozenset[str] = frozenset()  # labels of what more than one prover tries
    pruned: bool = True  # as Turn has it

    @property
    def title(self) -> str:
        """What a reader is told that it is."""
        return self.file or "lemmas"


@dataclasses.dataclass(frozen=True)
class Proof:
    """A shard and what became of it."""

    shard: Shard
    run: Run


@dataclasses.dataclass
class Evidence:
    """Everything that the rules look at."""

    tree: pathlib.Path
    claims: Claims
    program: Run  # the sources were read, nothing was tried
    extent: frozenset[str]  # of WHOLE
    cold: bool  # no verdict may come from a cache
    limit_seconds: int
    configuration: Configuration
    selected: frozenset[str] | None = None  # functions; None: all that are not excluded
    surveys: list[Run] = dataclasses.field(default_factory=list)  # goals were made, none was tried
    proofs: list[Proof] = dataclasses.field(default_factory=list)
    smoke: list[Proof] = dataclasses.field(default_factory=list)
    smoke_choice: str = ""  # how the functions were chosen
    erasure: list[str] = dataclasses.field(default_factory=list)  # what compiles differently with annotations
    kept: int = 0  # functions whose proofs were taken from before
    seconds: float = 0.0

    @functools.cached_property
    def functions(self) -> dict[str, Function]:
        """Every function of the program by Frama-C's name for it."""
        return {function.name: function for function in self.program.facts.functions} if self.program.facts else {}

    @property
    def properties(self) -> tuple[Property, ...]:
        """Every annotation in the sources."""
        return self.program.facts.properties if self.program.facts else ()

    def source_name(self, name: str) -> str:
        """The name in the source: Frama-C numbers static functions of the same name. One that ends
        so in its own file is called so.
        """
        base = re.sub(r"_\d+$", "", name)
        if base == name or base not in self.functions:
            return name
        return name if re.search(rf"\b{name}\b", self._code[self.functions[name].file]) else base

    @functools.cached_property
    def _code(self) -> dict[str, str]:
        paths = {function.file: self.tree / function.file for function in self.functions.values()}
        return {
            file: path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
            for file, path in paths.items()
        }

    def left_out(self, source_name: str) -> bool:
        """A file of the program defines the function for builds with other parts than this one."""
        here = {self.source_name(name) for name in self.functions}
        return source_name not in here and any(
            re.search(rf"^ *(?!return\b)\w[\w *]*\b{source_name}\(", code, re.MULTILINE) for code in self._code.values()
        )

    def excluded(self, name: str) -> bool:
        """claims.toml leaves the function out."""
        file = self.functions[name].file
        return file in self.claims.excluded or f"{file}:{self.source_name(name)}" in self.claims.excluded

    @functools.cached_property
    def racing(self) -> dict[str, frozenset[str]]:
        """The functions some of whose clauses need more than one prover, as claims.toml says: the
        labels of these clauses.
        """
        found = {name: self.claims.racing.get(self.source_name(name)) for name in self.functions}
        return {name: labels for name, labels in found.items() if labels}

    @functools.cached_property
    def unpruned(self) -> frozenset[str]:
        """The functions whose goals may keep the branches that cannot be, as claims.toml says."""
        return frozenset(name for name in self.functions if self.source_name(name) in self.claims.unpruned)

    @functools.cached_property
    def all_expected(self) -> list[str]:
        """The functions that the proof of everything must cover, in the order of the sources."""
        names = [name for name, function in self.functions.items() if function.has_body and not self.excluded(name)]
        return sorted(names, key=lambda name: (self.functions[name].file, self.functions[name].line, name))

    @functools.cached_property
    def expected(self) -> list[str]:
        """Of these the ones that this proof must cover."""
        return [
            name
            for name in self.all_expected
            if self.selected is None or {name, self.source_name(name)} & self.selected
        ]

    @functools.cached_property
    def contracts(self) -> dict[str, list[Property]]:
        """The clauses of each function's contract."""
        found: dict[str, list[Property]] = {name: [] for name in self.functions}
        for clause in self.properties:
            if clause.function in found and not clause.statement and clause.kind not in ("behavior", "reachable"):
                found[clause.function].append(clause)
        return found

    @property
    def lemmas(self) -> list[Property]:
        """The lemmas in the sources."""
        return [found for found in self.properties if found.kind in LEMMAS]

    @property
    def goals(self) -> Iterator[Goal]:
        """Every goal of the proof."""
        return (goal for proof in self.proofs for goal in proof.run.goals)

    @property
    def goals_of_file(self) -> dict[str, list[Goal]]:
        """The goals by the file that the function stands in."""
        found: dict[str, list[Goal]] = {}
        for proof in self.proofs:
            for goal in proof.run.goals:
                known = self.functions.get(goal.function)
                found.setdefault(known.file if known else proof.shard.title, []).append(goal)
        return found
