"""Gathers the evidence: reads the sources, deals the functions out, proves them."""
from __future__ import annotations

import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from . import claims, configurations, dependencies, erasure, framac, near, results, smoke
from .configurations import Configuration
from .evidence import ERASURE, EVERYTHING, GOALS, PROGRAM, SMOKE, WHOLE, Evidence, Proof, Shard
from .framac import Run, Sources, Turn
from .kept import Kept
from .provers import RACING, are_racing

PROCESSORS = os.cpu_count() or 1

# Runs of Frama-C at the same time: one more than there are processors, as a run waits for its
# provers a third of its time.
RUNS = PROCESSORS + 1

# Parts that the shards are dealt to, when only one part is proved.
PARTS = 8

# A file with more goals than this is dealt out in parts, so that no processor waits for the last
# one.
MOST_GOALS_OF_A_SHARD = 1500

# Some minutes, so that a run of all of them tells of its progress.
MOST_TESTS_OF_A_PILE = 200


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is to be run, and how."""

    tree: pathlib.Path
    claims: pathlib.Path
    extent: frozenset[str] = WHOLE
    functions: frozenset[str] | None = None  # as named in the sources; None: all that are not excluded
    part: int | None = None  # the number of a part, any number: only the shards that belong to it
    smoke_all: bool = False
    cache: pathlib.Path | None = None
    limit_seconds: int = framac.LIMIT_SECONDS
    jobs: int = RUNS
    parallel: int = 2  # provers of each at the same time
    configuration: Configuration = configurations.FULL
    resume: bool = False  # takes the proofs of functions that were made before


class NoSuchFunction(Exception):
    """A selected function is not among those that can be proved."""


# Goals of each function, about: how many have which label.
Counts = Mapping[str, collections.Counter]


def deal(
    evidence: Evidence, goals: Counts, most: int = MOST_GOALS_OF_A_SHARD, done: Collection[str] = ()
) -> list[Shard]:
    """The functions to prove that are not done, in shards, the costliest first, so that none of
    these begins when the others end: those whose goals are not pruned, then those of large
    functions, as a goal of a function with many goals has many hypotheses. No clause is tried by
    more than one prover that does not need it. What little there is of one file stands with others:
    every shard takes seconds before its first goal.
    """

    def order(shard: Shard) -> tuple[bool, int, tuple[str, ...]]:
        return shard.pruned, -sum(goals[name].total() ** 2 for name in shard.functions), shard.functions

    def merged(shards: Iterable[Shard], fit: Callable[[Shard], bool]) -> list[Shard]:
        found: list[Shard] = []
        for shard in shards:
            both = next((pair for other in found for pair in [(other, _merged([other, shard]))] if fit(pair[1])), None)
            if both:
                found.remove(both[0])
            found.append(both[1] if both else shard)
        return found

    def apart(shard: Shard) -> bool:
        """More than one prover tries a clause only because another function has one of that name
        that needs it.
        """
        return any(
            count and are_racing(label, shard.racing) and not are_racing(label, evidence.racing.get(name, ()))
            for name in shard.functions
            for label, count in goals[name].items()
        )

    def small(shard: Shard) -> bool:
        return shard.goals <= most

    dealt: list[Shard] = []
    left = [name for name in evidence.expected if name not in done]
    for pruned in (False, True):
        racing, matching = [], []
        for name in left:
            if (name not in evidence.unpruned) == pruned:
                labels = evidence.racing.get(name, frozenset())
                shard = Shard(evidence.functions[name].file, (name,), goals[name].total(), labels, pruned)
                (racing if labels else matching).append(shard)
        files = {shard.file: [] for shard in matching}
        for shard in matching:
            files[shard.file].append(shard)
        of_files = [part for file in files.values() for part in merged(file, small)]
        for shards, fit in ((racing, lambda shard: small(shard) and not apart(shard)), (of_files, small)):
            dealt += merged(sorted(shards, key=_size), fit)
    return sorted(dealt, key=order)


def _size(shard: Shard) -> tuple[int, tuple[str, ...]]:
    return -shard.goals, shard.functions


def _merged(shards: Sequence[Shard]) -> Shard:
    files = sorted({file for shard in shards for file in shard.file.split(", ")})
    return Shard(
        ", ".join(files),
        tuple(name for shard in shards for name in shard.functions),
        sum(shard.goals for shard in shards),
        frozenset().union(*(shard.racing for shard in shards)),
        shards[0].pruned,
    )


def gather(plan: Plan, tell: Callable[[str], None]) -> Evidence:
    """Runs everything that the plan names, and tells of the progress."""
    began = time.monotonic()
    known = claims.read(plan.claims)
    with (
        concurrent.futures.ThreadPoolExecutor(1) as beside,  # one processor reads the sources, the other compiles them
        tempfile.TemporaryDirectory(prefix="gate-") as directory,
    ):
        compared = beside.submit(_differences, plan)
        source: Sources = pathlib.Path(directory) / "program"
        if PROGRAM in plan.extent or plan.functions is None:
            program = framac.parse(plan.tree, plan.configuration, source)
        else:
            source, program = near.read(plan.tree, plan.configuration, plan.functions)
        evidence = Evidence(
            plan.tree.resolve(),
            known,
            program,
            plan.extent,
            plan.cache is None,
            plan.limit_seconds,
            plan.configuration,
            plan.functions,
        )
        if program.complete:
            _gather(plan, evidence, source, tell)
            evidence.erasure = compared.result()
    evidence.seconds = time.monotonic() - began
    return evidence


def _differences(plan: Plan) -> list[str]:
    """What compiles differently with annotations, if that is asked for."""
    return erasure.compare(plan.tree.resolve(), plan.configuration) if ERASURE in plan.extent else []


def _gather(plan: Plan, evidence: Evidence, program: Sources, tell: Callable[[str], None]) -> None:
    """Runs what needs the program, which is read from where it was saved, so that the sources are
    read only once.
    """
    provable = {*evidence.expected, *map(evidence.source_name, evidence.expected)}
    missing = (plan.functions or frozenset()) - provable
    if missing:
        raise NoSuchFunction(f"not a function that is proved: {', '.join(sorted(missing))}")
    kept = _kept(plan, evidence, tell)
    proofs = kept.proofs() if kept else []
    shards = _shards(plan, evidence, proofs, tell) if GOALS in plan.extent else []
    tests = _tests(plan, evidence, program, tell) if SMOKE in plan.extent else []
    smoke_tests = kept.tests(tests) if kept else []
    evidence.kept = len(proofs)
    made = _run_all(plan, evidence, program, shards, _piles(plan, _without(tests, smoke_tests)), kept, tell)
    evidence.proofs, evidence.smoke = [*proofs, *made[0]], [*smoke_tests, *made[1]]


def estimates(evidence: Evidence) -> Counts:
    """About the goals that each function has: one for each of its clauses, two for an invariant,
    one for each precondition of what it calls; and as many without a label as the floor of its
    file has beyond these. Only how the work is dealt hangs on them.
    """
    own: dict[str, collections.Counter] = {name: collections.Counter() for name in evidence.functions}
    owed = {name: collections.Counter() for name in evidence.functions}
    for found in evidence.properties:
        label = "_".join(found.names) or None
        if found.kind == "requires" and not found.statement and found.function in owed:
            owed[found.function][label] += 1
        elif found.function in own:
            own[found.function][label] += 2 if found.kind == "loop_invariant" else 1
    for caller, callee in evidence.program.calls:
        if caller in own and callee in owed:
            own[caller] += owed[callee]
    of_file: collections.Counter = collections.Counter()
    for name in evidence.all_expected:
        of_file[evidence.functions[name].file] += own[name].total()
    for name in evidence.all_expected:
        file = evidence.functions[name].file
        floor = evidence.claims.files[file].floor if file in evidence.claims.files else 0
        own[name][None] += max(0, floor * own[name].total() // max(1, of_file[file]) - own[name].total())
    return {name: own[name] for name in evidence.expected}


def _kept(plan: Plan, evidence: Evidence, tell: Callable[[str], None]) -> Kept | None:
    """The proofs that were made before, if this is whole and cold."""
    if plan.extent != WHOLE or plan.cache:
        return None
    try:
        return Kept(plan.tree, evidence, plan.resume)
    except dependencies.Unreadable as error:
        tell(f"no proof is taken from before, and none is kept: {error}")
        return None


def _without(shards: Iterable[Shard], done: Iterable[Proof]) -> list[Shard]:
    """The shards of one function each that are not done."""
    names = {proof.shard.functions for proof in done}
    return [shard for shard in shards if shard.functions not in names]


def _shards(plan: Plan, evidence: Evidence, done: Sequence[Proof], tell: Callable[[str], None]) -> list[Shard]:
    """What is to be proved."""
    known = {name for proof in done for name in proof.shard.functions}
    shards = deal(evidence, estimates(evidence), done=known)
    if plan.part is not None:
        shards = [shard for number, shard in enumerate(shards) if number % PARTS == plan.part % PARTS]
        evidence.selected = frozenset(name for shard in shards for name in shard.functions)
        del evidence.expected
    if evidence.lemmas and EVERYTHING in plan.extent:
        shards.append(Shard("", (), len(evidence.lemmas)))
    tell(
        f"about {sum(shard.goals for shard in shards)} goals of {len(evidence.expected) - len(known)} functions, "
        f"parts: {len(shards)}" + (f"; {len(known)} functions are as they were proved" if known else "")
    )
    return shards


def _tests(plan: Plan, evidence: Evidence, program: Sources, tell: Callable[[str], None]) -> list[Shard]:
    """The functions whose smoke tests are to be run, each alone."""
    seed = smoke.seed(evidence.tree)
    candidates = evidence.expected if plan.smoke_all else smoke.candidates(evidence.expected, seed)
    tests = _survey(plan, evidence, program, candidates)
    if plan.smoke_all:
        chosen, evidence.smoke_choice = candidates, "all functions" if plan.functions is None else "those asked for"
    else:
        calls = collections.Counter(caller for caller, _ in evidence.program.calls)
        seconds = {name: (tests[name] + calls[name]) * framac.SMOKE_LIMIT_SECONDS / PROCESSORS for name in candidates}
        chosen = smoke.sample(seconds, seed)
        evidence.smoke_choice = f"a sample for {smoke.BUDGET_SECONDS} s, chosen by a hash of the sources ({seed[:12]})"
    tell(f"smoke tests of {len(chosen)} functions: {evidence.smoke_choice}")
    return [Shard(evidence.functions[name].file, (name,), tests[name]) for name in chosen]


def _survey(plan: Plan, evidence: Evidence, program: Sources, names: Sequence[str]) -> collections.Counter[str]:
    """How many smoke tests of its own each of these functions has."""
    with concurrent.futures.ThreadPoolExecutor(plan.jobs) as pool:  # in pieces, for every processor to have some of it
        runs = [
            pool.submit(
                framac.survey, plan.tree, program, some, plan.configuration, smoke=True, known=evidence.expected
            )
            for piece in range(PROCESSORS)
            if (some := names[piece::PROCESSORS])
        ]
    evidence.surveys = [run.result() for run in runs]
    # Frama-C takes a static function's copies with the function, so two runs may tell of the same
    # test.
    goals = {goal.id: goal for run in evidence.surveys for goal in run.goals}
    return collections.Counter(goal.function for goal in goals.values() if smoke.own(goal))


def _piles(plan: Plan, shards: Sequence[Shard]) -> list[Shard]:
    """The shards merged into a few of about the same size: to load the program again for each would
    cost more than it is worth.
    """
    number = max(plan.jobs, sum(shard.goals for shard in shards) // MOST_TESTS_OF_A_PILE)
    piles: list[list[Shard]] = [[] for _ in range(number)]
    for shard in sorted(shards, key=lambda s: -s.goals):
        min(piles, key=lambda pile: sum(s.goals for s in pile)).append(shard)
    return [_merged(pile) for pile in piles if pile]


def _run_all(
    plan: Plan,
    evidence: Evidence,
    program: Sources,
    shards: Sequence[Shard],
    tests: Sequence[Shard],
    kept: Kept | None,
    tell: Callable[[str], None],
) -> tuple[list[Proof], list[Proof]]:
    """Proves the shards and runs the smoke tests, `jobs` at a time, in the order given; the results
    are in that order too. kept: where they are put; None: nowhere.
    """

    def done(what: str, shard: Shard, run: Run) -> Proof:
        return kept.write(what, Proof(shard, run)) if kept else Proof(shard, run)

    def prove(shard: Shard) -> Proof:
        how = framac.turns(shard.functions, shard.racing, shard.pruned) if shard.functions else (Turn((), RACING),)
        return done(
            GOALS,
            shard,
            framac.prove(
                plan.tree,
                program,
                how,
                plan.limit_seconds,
                parallel=plan.parallel,
                cache=plan.cache,
                configuration=plan.configuration,
                known=evidence.expected,
                again=True,
            ),
        )

    def test(shard: Shard) -> Proof:
        return done(
            SMOKE,
            shard,
            framac.smoke(
                plan.tree, program, shard.functions, plan.configuration, parallel=plan.parallel, known=evidence.expected
            ),
        )

    pool = concurrent.futures.ThreadPoolExecutor(plan.jobs)
    proving = [pool.submit(prove, shard) for shard in shards]
    testing = [pool.submit(test, shard) for shard in tests]
    futures = [*proving, *testing]
    try:
        for number, future in enumerate(concurrent.futures.as_completed(futures), 1):
            proof = future.result()
            tell(f"[{number:{len(str(len(futures)))}}/{len(futures)}] " + _summary(proof, future in testing))
            for line in _failures(proof.run.goals):
                tell("    " + line)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        framac.stop_all()
        raise
    pool.shutdown()
    return [future.result() for future in proving], [future.result() for future in testing]


def _summary(proof: Proof, is_smoke: bool) -> str:
    good = results.SMOKE_PASSED if is_smoke else results.VALID
    fine = sum(goal.verdict == good for goal in proof.run.goals)
    unreachable = sum(goal.verdict == results.UNREACHABLE for goal in proof.run.goals)
    word = (
        "smoke tests passed" if is_smoke else "goals proved" + (f", {unreachable} unreachable" if unreachable else "")
    )
    ended = "" if proof.run.complete else f"; Frama-C ended with status {proof.run.status}"
    return f"{proof.run.seconds:6.1f} s  {fine:4} of {len(proof.run.goals):4} {word}  {proof.shard.title}{ended}"


def _failures(goals: Iterable[results.Goal]) -> list[str]:
    bad = (results.UNKNOWN, results.TIMEOUT, results.SMOKE_FAILED)
    return [f"{goal.function or 'lemma'}: {goal.clause}: {goal.verdict}" for goal in goals if goal.verdict in bad]
