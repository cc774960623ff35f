"""Every mutant of a subject, and what each has to be proved again for."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from . import hand_written, operators, shared_clauses, structure
from .mutant import HAND_WRITTEN, Identity, Mutant, numbered, of_changes
from .operators import Change
from .structure import Function
from .subject import Subject, Unusable, words_of_notes

DROPPED_SHARED = "dropped shared clause"
WEAKENED_SHARED = "weakened shared clause"


class Catalogue:
    """The mutants of a subject."""

    def __init__(self, subject: Subject, hand_written_file: Path) -> None:
        self._subject = subject
        # By function that no proven one calls: how many clauses it promises. Nothing can notice
        # their loss.
        self.claims: Counter[str] = Counter()
        found = [mutant for file, function, key in subject.parts() for mutant in self._of_function(file, function, key)]
        found += self._of_shared_clauses()
        found += hand_written.read(hand_written_file, subject)
        self.mutants = numbered(found)

    def _of_function(self, file: str, function: Function, key: tuple[str, str]) -> list[Mutant]:
        source = self._subject.modules[file].source
        copies = self._subject.proved[key]
        callers = self._subject.cheapest_first(self._subject.callers(copies))
        # Code in proofs/ is not the kernel's: it stands for who calls the kernel.
        changes = list(operators.of_code(source, function)) if file.startswith("kernel/") else []
        changes += operators.of_ghost_code(source, function)
        for change in operators.of_contract(function):
            if change.noticed != operators.ITSELF and not callers:
                self.claims[key[1]] += change.operator == operators.DROPPED_CLAUSE["ensures"]
            else:
                changes.append(change)
        # Copies of a function in a header are the same: one of them stands for all.
        steps = {operators.ITSELF: copies[:1], operators.CALLERS: callers, operators.BOTH: [*copies[:1], *callers]}
        return of_changes(source, file, key[1], ((change, steps[change.noticed]) for change in changes))

    def _of_shared_clauses(self) -> Iterator[Mutant]:
        sources = {file: text for file, text in self._subject.texts.items() if file.endswith(".acsl")}
        steps = self._users(sources)
        said_by = shared_clauses.sayers(sources.values())
        known: set[str] = set()
        for file, source in sources.items():
            whole = (self._subject.tree / file).read_text(encoding="utf-8")
            for clause in shared_clauses.clauses(source, said_by):
                known.add(clause.macro)
                changes = [Change(DROPPED_SHARED, clause.start, clause.end, "")]
                weaker = operators.weaker(clause.tokens)
                if weaker:
                    token, text = weaker
                    changes.append(Change(WEAKENED_SHARED, token.start, token.end, text))
                yield from of_changes(whole, file, clause.macro, ((change, steps[clause.macro]) for change in changes))
        for file, function, _ in self._subject.parts():
            for clause in structure.clauses(function.contract) if function.contract else ():
                if clause.kind == structure.OPAQUE and clause.label not in known:
                    raise Unusable(
                        f"{file}: {function.name}: no file of spec/ says in clauses what {clause.label} stands for"
                    )

    def _users(self, sources: Mapping[str, str]) -> dict[str, list[str]]:
        """By macro: functions whose annotations use it, and callers of those whose contracts do."""
        in_contracts: dict[str, set[str]] = {}
        anywhere: dict[str, set[str]] = {}
        for _, function, key in self._subject.parts():
            for word in {token.text for token in function.contract.tokens} if function.contract else ():
                in_contracts.setdefault(word, set()).update(self._subject.proved[key][:1])
            for word in words_of_notes(function.body or ()):
                anywhere.setdefault(word, set()).update(self._subject.proved[key][:1])
        found = {}
        for macro, uses in shared_clauses.users(sources).items():
            promised = set().union(*(in_contracts.get(word, set()) for word in uses))
            here = promised.union(*(anywhere.get(word, set()) for word in uses))
            found[macro] = self._subject.cheapest_first(here | self._subject.callers(promised))
        return found


def the_list(
    mutants: Iterable[Mutant], known: Callable[[Identity], bool], rank: Callable[[Mutant], tuple[object, ...]]
) -> list[Mutant]:
    """The mutants that are tried unless more are asked for; all would cost days.

    These are one of each kind in each function of the kernel and each macro of spec/, one in each
    function of proofs/, which does not ship, and all that were written by hand. The rank picks
    them. A mutant that is known to survive for a reason that many share is not tried.
    """
    unknown = [mutant for mutant in mutants if not known(mutant.identity)]
    alike: dict[tuple[str, ...], list[Mutant]] = {}
    for mutant in unknown:
        one = mutant.identity
        if one.file.startswith("proofs/"):
            alike.setdefault((one.function,), []).append(mutant)
        else:
            alike.setdefault((one.file, one.function, operators.KIND.get(one.operator, one.operator)), []).append(
                mutant
            )
    chosen = {min(some, key=rank).identity for some in alike.values()}
    return [mutant for mutant in unknown if mutant.identity in chosen or mutant.identity.operator == HAND_WRITTEN]


def without_mutants(subject: Subject, mutants: list[Mutant]) -> list[str]:
    """The proved functions that no mutant is of."""
    mutated = {mutant.identity.function for mutant in mutants}
    return sorted(name for _, name in subject.proved if name not in mutated)
