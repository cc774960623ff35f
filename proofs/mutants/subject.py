"""What is mutated: a snapshot of the sources, its functions as the gate sees them, their calls."""
from __future__ import annotations

import dataclasses
import functools
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from proofs.gate import claims, configurations, evidence, framac, provers

from . import lexer, structure
from .fingerprints import Fingerprints
from .lexer import Ghost, Item, Note
from .structure import Function

ROOMS = {"kernel": ("*.c", "*.h"), "proofs": ("*.c", "*.h"), "spec": ("*.acsl",)}

# The choices of sources that a function is proved from.
ALONE = "its own file"
NEAR = "and those of what it calls"
ALL = "all"


class Unusable(Exception):
    """The sources cannot be mutated."""


@dataclasses.dataclass(frozen=True)
class Module:
    """A source and its functions."""

    source: str
    functions: tuple[Function, ...]


def copy(tree: Path, to: Path) -> None:
    """Copies what takes part in the proof."""
    for room, patterns in ROOMS.items():
        (to / room).mkdir(parents=True)
        for pattern in patterns:
            for path in (tree / room).rglob(pattern):
                copied = to / path.relative_to(tree)
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copied)


class Subject:
    """The sources in a tree that does not change."""

    def __init__(self, tree: Path, claims_file: Path) -> None:
        self.tree = tree
        program = framac.parse(tree)
        if not program.complete:
            raise Unusable("Frama-C cannot read the sources:\n" + "\n".join(m.text for m in program.errors))
        self._evidence = evidence.Evidence(
            tree=tree,
            claims=claims.read(claims_file),
            program=program,
            extent=frozenset(),
            cold=True,
            limit_seconds=framac.LIMIT_SECONDS,
            configuration=configurations.FULL,
        )
        try:
            self.texts = lexer.what_counts(tree, framac.all_sources(tree), configurations.FULL.macros)
        except lexer.BadSource as error:
            raise Unusable(str(error)) from error
        self.modules = {file: self._module(file) for file in self.texts if self._is_module(file)}

    def _is_module(self, file: str) -> bool:
        """The functions of a source can be mutated, and those of a header with annotations."""
        return file.endswith(".c") or file.endswith(".h") and "/*@" in (self.tree / file).read_text(encoding="utf-8")

    def _module(self, file: str) -> Module:
        code = lexer.without_definitions(self.texts[file])
        try:
            return Module(
                (self.tree / file).read_text(encoding="utf-8"), tuple(structure.functions(code, lexer.read(code)))
            )
        except lexer.BadSource as error:
            raise Unusable(f"{file}: {error}") from error

    @functools.cached_property
    def proved(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The functions that the gate proves.

        (File of the definition, name) to Frama-C's names for its copies.
        """
        found: dict[tuple[str, str], list[str]] = {}
        for name in self._evidence.expected:
            found.setdefault((self._evidence.functions[name].file, self._evidence.source_name(name)), []).append(name)
        return {key: tuple(names) for key, names in found.items()}

    def definition(self, file: str, function: Function) -> tuple[str, str] | None:
        """The proved function that a definition or declaration is of; None if there is none."""
        if (file, function.name) in self.proved:
            return file, function.name
        if function.body is not None:
            return None
        found = [key for key in self.proved if key[1] == function.name]
        if len(found) > 1:
            places = " and in ".join(place for place, _ in found)
            raise Unusable(f"{file}: {function.name} is declared here, and defined in {places}")
        return found[0] if found else None

    def parts(self) -> Iterator[tuple[str, Function, tuple[str, str]]]:
        """Every definition and declaration of a proved function: (file, it, key in `proved`)."""
        for file, module in self.modules.items():
            for function in module.functions:
                key = self.definition(file, function)
                if key:
                    yield file, function, key

    def callers(self, names: Iterable[str]) -> set[str]:
        """The proved functions that call one of these; ghost calls count."""
        called = set(names)
        proved = set(self._evidence.expected)
        calls = self._evidence.program.calls
        return {caller for caller, callee in calls if callee in called and caller in proved} - called

    def racing(self, name: str) -> frozenset[str]:
        """The labels of a function's clauses that need more than one prover."""
        return self._evidence.racing.get(name, frozenset())

    @property
    def promises(self) -> frozenset[str]:
        """What functions promise, as goals are named: FUNCTION.ensures_LABEL."""
        return frozenset(
            f"{found.function}.ensures_{'_'.join(found.names)}"
            for found in self._evidence.properties
            if found.kind == "ensures"
        )

    def source_name(self, name: str) -> str:
        """What the sources call a function."""
        return self._evidence.source_name(name)

    def choices_of_sources(self, name: str) -> list[list[str]]:
        """Sources from which the function might be proved as from all of them.

        The quickest to read are first, all sources last.
        """
        file = self._evidence.functions[name].file
        every = framac.all_sources(self.tree)
        if file not in every:
            return [every]  # in a header
        callees = {callee for caller, callee in self._evidence.program.calls if caller == name}
        near = {self._evidence.functions[callee].file for callee in callees if callee in self._evidence.functions}
        choices = [[file], sorted({file, *near} & set(every)), every]
        return [choice for at, choice in enumerate(choices) if choice not in choices[:at]]

    def extent_of(self, sources: Sequence[str]) -> str:
        """What a choice of sources is, in a word that moved files do not change."""
        return ALONE if len(sources) == 1 else ALL if len(sources) == len(framac.all_sources(self.tree)) else NEAR

    def sources_of(self, name: str, extent: str) -> list[str]:
        """The choice of a function's sources that is meant."""
        return next(
            (choice for choice in self.choices_of_sources(name) if self.extent_of(choice) == extent),
            framac.all_sources(self.tree),
        )

    def file_of(self, name: str) -> str:
        """Where a function is defined."""
        return self._evidence.functions[name].file

    def cheapest_first(self, names: Iterable[str]) -> list[str]:
        """The functions by the length of their text, a guess at the time of their proofs."""
        return sorted(names, key=lambda name: (self._sizes[self._evidence.source_name(name)], name))

    @functools.cached_property
    def _sizes(self) -> Counter[str]:
        """By a function's name: the length of all that the sources say of it."""
        sizes: Counter[str] = Counter()
        for module in self.modules.values():
            for function in module.functions:
                sizes[function.name] += function.end - function.start
        return sizes

    @functools.cached_property
    def fingerprints(self) -> Fingerprints:
        """Which results of an earlier run still hold."""
        return Fingerprints(self.texts, self._evidence)


def words_of_notes(items: Iterable[Item]) -> set[str]:
    """Every word in the annotations of a body."""
    found: set[str] = set()
    for item in items:
        if isinstance(item, Ghost):
            found |= words_of_notes(item.items)
        elif isinstance(item, Note):
            found |= {token.text for token in item.tokens if token.is_word}
    return found
