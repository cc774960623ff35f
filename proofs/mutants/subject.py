"""What is mutated: a snapshot of the sources, its functions as the gate sees them, and who calls whom."""
from __future__ import annotations

import dataclasses
import functools
import hashlib
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from proofs.gate import claims, configurations, evidence, framac, provers

from . import lexer, structure
from .lexer import Ghost, Item, Note
from .structure import Function
from .surroundings import Surroundings

ROOMS = {"kernel": ("*.c", "*.h"), "proofs": ("*.c", "*.h"), "spec": ("*.acsl",)}


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
            for path in (tree / room).glob(pattern):
                shutil.copyfile(path, to / room / path.name)


class Subject:
    """The sources in a tree that nobody changes."""

    def __init__(self, tree: Path, claims_file: Path) -> None:
        self.tree = tree
        program = framac.parse(tree)
        if not program.complete:
            raise Unusable("Frama-C cannot read the sources:\n" + "\n".join(m.text for m in program.errors))
        self._evidence = evidence.Evidence(
            tree=tree, claims=claims.read(claims_file), program=program, extent=frozenset(), cold=True,
            limit_seconds=framac.LIMIT_SECONDS, configuration=configurations.DEFAULT)
        self.modules = {str(path.relative_to(tree)): self._read(path) for path in self._sources()}

    def _sources(self) -> Iterator[Path]:
        for room in ("kernel", "proofs"):
            for path in sorted((self.tree / room).glob("*.[ch]")):
                # A header without annotations need not be one that can be read alone.
                if path.suffix == ".c" or "/*@" in path.read_text(encoding="utf-8"):
                    yield path

    def _read(self, path: Path) -> Module:
        file = str(path.relative_to(self.tree))
        source = path.read_text(encoding="utf-8")
        try:
            counting = lexer.what_counts(self.tree, file, configurations.DEFAULT.macros)
            return Module(source, tuple(structure.functions(counting, lexer.read(counting))))
        except lexer.BadSource as error:
            raise Unusable(f"{file}: {error}") from error

    @functools.cached_property
    def proved(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The functions that the gate proves: (file of the definition, name) to Frama-C's names for its copies."""
        found: dict[tuple[str, str], list[str]] = {}
        for name in self._evidence.expected:
            found.setdefault((self._evidence.functions[name].file, self._evidence.source_name(name)), []).append(name)
        return {key: tuple(names) for key, names in found.items()}

    def definition(self, file: str, function: Function) -> tuple[str, str] | None:
        """The proved function that a definition or declaration is of; None if the gate does not prove it."""
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

    def source_name(self, name: str) -> str:
        """What the sources call a function."""
        return self._evidence.source_name(name)

    def choices_of_sources(self, name: str) -> list[list[str]]:
        """Sources from which the function might be proved as from all of them, the quickest to read first, all last."""
        file = self._evidence.functions[name].file
        every = framac.all_sources(self.tree)
        if file not in every:
            return [every]  # in a header
        callees = {callee for caller, callee in self._evidence.program.calls if caller == name}
        near = {self._evidence.functions[callee].file for callee in callees if callee in self._evidence.functions}
        choices = [[file], sorted({file, *near} & set(every)), every]
        return [choice for at, choice in enumerate(choices) if choice not in choices[:at]]

    def cheapest_first(self, names: Iterable[str]) -> list[str]:
        """The functions by the length of their text, for want of a better guess which proof is quick."""
        def size(name: str) -> int:
            return sum(map(len, self._texts.get(self._evidence.source_name(name), ())))

        return sorted(names, key=lambda name: (size(name), name))

    # --- Which results of an earlier run still hold -------------------------------------------------------

    @functools.cached_property
    def _surroundings(self) -> Surroundings:
        """Whatever stands outside functions: types, macros, definitions of logic."""
        return Surroundings(map(self._without_functions, sorted(
            path for room, patterns in ROOMS.items() for pattern in patterns for path in (self.tree / room).glob(pattern))))

    def _without_functions(self, path: Path) -> str:
        source = path.read_text(encoding="utf-8")
        module = self.modules.get(str(path.relative_to(self.tree)))
        for function in reversed(module.functions if module else ()):
            source = source[:function.start] + source[function.end:]
        return source

    @functools.cached_property
    def _texts(self) -> dict[str, tuple[str, str]]:
        """By a function's name: its contracts, and its definitions."""
        found: dict[str, tuple[str, str]] = {}
        for file, module in self.modules.items():
            for function in module.functions:
                contract, body = found.get(function.name, ("", ""))
                text = lexer.without_comments(module.source[function.start:function.end])
                note = function.contract
                contract += " " + lexer.without_comments(module.source[note.start:note.end]) if note else ""
                found[function.name] = contract, f"{body} {file} {text}"
        return found

    def fingerprint(self, names: Iterable[str]) -> str:
        """Changes whenever something changes that the goals of these functions depend on: the functions themselves, the
        contracts of what they call, and what these depend on outside functions. Comments and layout do not count."""
        return self._fingerprint(tuple(sorted(names)))

    @functools.cache
    def _fingerprint(self, names: tuple[str, ...]) -> str:
        how = (framac.CHECKS, provers.MATCHING, provers.RACING, framac.LIMIT_SECONDS, configurations.DEFAULT)
        texts = []
        for name in names:
            texts += [" ".join(sorted(self.racing(name))), *self._texts.get(self._evidence.source_name(name), ())]
            for callee in sorted({self._evidence.source_name(d) for c, d in self._evidence.program.calls if c == name}):
                texts.append(f"{callee} {self._texts.get(callee, ('', ''))[0]}")
        what = "\n".join([repr(how), self._surroundings.reached(texts), *texts])
        return hashlib.sha256(what.encode()).hexdigest()[:16]


def words_of_notes(items: Iterable[Item]) -> set[str]:
    """Every word in the annotations of a body."""
    found: set[str] = set()
    for item in items:
        if isinstance(item, Ghost):
            found |= words_of_notes(item.items)
        elif isinstance(item, Note):
            found |= {token.text for token in item.tokens if token.is_word}
    return found
