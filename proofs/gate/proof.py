"""Gathers the evidence: reads the sources, has Frama-C make the goals, deals them out, proves them."""
from __future__ import annotations

import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from . import claims, configurations, erasure, framac, provers, results, smoke
from .configurations import Configuration
from .evidence import ERASURE, EVERYTHING, SMOKE, Evidence, Proof, Shard

# Runs of Frama-C at the same time: one more than there are processors, as a run waits for its provers a third of its time.
RUNS = (os.cpu_count() or 1) + 1

# Parts that the shards are dealt to, when only one part is proved.
PARTS = 4

# A file with more goals than this is dealt out in parts, so that no processor waits for the last one.
MOST_GOALS_OF_A_SHARD = 700


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is to be run, and how."""

    tree: pathlib.Path
    claims: pathlib.Path
    extent: frozenset[str] = frozenset((EVERYTHING, SMOKE, ERASURE))
    functions: frozenset[str] | None = None  # as named in the sources; None: all that are not excluded
    part: int | None = None  # the number of a part, any number: only the shards that belong to it
    smoke_all: bool = False
    cache: pathlib.Path | None = None
    limit_seconds: int = framac.LIMIT_SECONDS
    jobs: int = RUNS
    parallel: int = 2  # provers of each at the same time
    configuration: Configuration = configurations.DEFAULT


class NoSuchFunction(Exception):
    """A selected function is not among those that can be proved."""


def deal(evidence: Evidence, goals: Mapping[str, int], most: int = MOST_GOALS_OF_A_SHARD) -> list[Shard]:
    """The functions to prove in shards of one team of provers each, the slowest first. What little there is of one file stands
    with others: reading the sources takes every shard ten seconds."""
    alike: dict[tuple[str, bool], list[str]] = {}
    for name in evidence.expected:
        alike.setdefault((evidence.functions[name].file, evidence.is_racing(name)), []).append(name)
    shards = []
    for (file, racing), names in alike.items():
        parts: list[list[str]] = [[]]
        for name in names:
            if parts[-1] and sum(goals.get(n, 0) for n in parts[-1]) + goals.get(name, 0) > most:
                parts.append([])
            parts[-1].append(name)
        shards += [Shard(file, tuple(part), sum(goals.get(n, 0) for n in part), racing) for part in parts]
    merged: list[Shard] = []
    for shard in sorted(shards, key=lambda shard: (-shard.goals, shard.functions)):
        room = next((other for other in merged if other.racing == shard.racing and other.goals + shard.goals <= most), None)
        if room:
            merged.remove(room)
            shard = _merged([room, shard])
        merged.append(shard)
    return sorted(merged, key=lambda shard: (not shard.racing, -shard.goals, shard.functions))


def _merged(shards: Sequence[Shard]) -> Shard:
    files = sorted({file for shard in shards for file in shard.file.split(", ")})
    return Shard(", ".join(files), tuple(name for shard in shards for name in shard.functions),
                 sum(shard.goals for shard in shards), shards[0].racing)


def gather(plan: Plan, tell: Callable[[str], None]) -> Evidence:
    """Runs everything that the plan names, and tells of the progress."""
    began = time.monotonic()
    known = claims.read(plan.claims)
    program = framac.parse(plan.tree, configuration=plan.configuration)
    evidence = Evidence(plan.tree.resolve(), known, program, plan.extent, plan.cache is None, plan.limit_seconds,
                        plan.configuration, plan.functions)
    if evidence.program.complete:
        provable = {*evidence.expected, *map(evidence.source_name, evidence.expected)}
        missing = (plan.functions or frozenset()) - provable
        if missing:
            raise NoSuchFunction(f"not a function that is proved: {', '.join(sorted(missing))}")
        _prove(plan, evidence, tell)
        if SMOKE in plan.extent:
            _smoke(plan, evidence, tell)
        if ERASURE in plan.extent:
            tell("comparing objects with and without annotations")
            evidence.erasure = erasure.compare(evidence.tree, plan.configuration)
    evidence.seconds = time.monotonic() - began
    return evidence


def _survey(plan: Plan, evidence: Evidence, is_smoke: bool) -> dict[str, int]:
    """How many goals, or own smoke tests, each function has."""
    if not evidence.expected:
        return {}
    run = framac.prove(plan.tree, None, evidence.expected, untried=True, configuration=plan.configuration,
                       smoke=is_smoke)
    evidence.surveys.append(run)
    return dict(collections.Counter(goal.function for goal in run.goals if smoke.own(goal) or not is_smoke))


def _prove(plan: Plan, evidence: Evidence, tell: Callable[[str], None]) -> None:
    goals = _survey(plan, evidence, False)
    shards = deal(evidence, goals)
    if plan.part is not None:
        shards = [shard for number, shard in enumerate(shards) if number % PARTS == plan.part % PARTS]
        evidence.selected = frozenset(name for shard in shards for name in shard.functions)
        del evidence.expected
    if evidence.lemmas and EVERYTHING in plan.extent:
        shards.append(Shard("", (), len(evidence.lemmas), True))
    tell(f"{sum(shard.goals for shard in shards)} goals of {len(evidence.expected)} functions, parts: {len(shards)}")
    evidence.proofs = _run_all(plan, evidence, shards, False, tell)


def _smoke(plan: Plan, evidence: Evidence, tell: Callable[[str], None]) -> None:
    tests = _survey(plan, evidence, True)
    if plan.smoke_all:
        chosen, evidence.smoke_choice = evidence.expected, "all functions"
    else:
        seed = smoke.seed(evidence.tree)
        calls = collections.Counter(caller for caller, _ in evidence.program.calls)
        seconds = {name: (tests.get(name, 0) + calls[name]) * framac.SMOKE_LIMIT_SECONDS / (RUNS * plan.parallel)
                   for name in evidence.expected}
        chosen = smoke.sample(seconds, seed)
        evidence.smoke_choice = f"a sample for {smoke.BUDGET_SECONDS} s, chosen by a hash of the sources ({seed[:12]})"
    # Reading the sources anew for each function would cost more than it is worth.
    shards = _piles([Shard(evidence.functions[name].file, (name,), tests.get(name, 0)) for name in chosen], plan.jobs)
    tell(f"smoke tests of {len(chosen)} functions: {evidence.smoke_choice}")
    evidence.smoke = _run_all(plan, evidence, shards, True, tell)


def _piles(shards: Sequence[Shard], number: int) -> list[Shard]:
    """The shards merged into so many of about the same size."""
    piles: list[list[Shard]] = [[] for _ in range(number)]
    for shard in sorted(shards, key=lambda s: -s.goals):
        min(piles, key=lambda pile: sum(s.goals for s in pile)).append(shard)
    return [_merged(pile) for pile in piles if pile]


def _run_all(plan: Plan, evidence: Evidence, shards: Sequence[Shard], is_smoke: bool,
             tell: Callable[[str], None]) -> list[Proof]:
    """Runs the shards, `jobs` at a time, in the order given; the result is in that order too."""
    def prove(shard: Shard) -> Proof:
        team = provers.SEEKING if is_smoke else provers.RACING if shard.racing else provers.MATCHING
        run = framac.prove(plan.tree, None, shard.functions, plan.limit_seconds, parallel=plan.parallel,
                           cache=plan.cache, configuration=plan.configuration, lemmas=not shard.functions,
                           known=evidence.expected, team=team, smoke=is_smoke)
        return Proof(shard, run)

    pool = concurrent.futures.ThreadPoolExecutor(plan.jobs)
    futures = [pool.submit(prove, shard) for shard in shards]
    try:
        for number, future in enumerate(concurrent.futures.as_completed(futures), 1):
            proof = future.result()
            tell(f"[{number:{len(str(len(shards)))}}/{len(shards)}] " + _summary(proof, is_smoke))
            for line in _failures(proof.run.goals):
                tell("    " + line)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        framac.stop_all()
        raise
    pool.shutdown()
    return [future.result() for future in futures]


def _summary(proof: Proof, is_smoke: bool) -> str:
    good = results.SMOKE_PASSED if is_smoke else results.VALID
    fine = sum(goal.verdict == good for goal in proof.run.goals)
    word = "smoke tests passed" if is_smoke else "goals proved"
    ended = "" if proof.run.complete else f"; Frama-C ended with status {proof.run.status}"
    return f"{proof.run.seconds:6.1f} s  {fine:4} of {len(proof.run.goals):4} {word}  {proof.shard.title}{ended}"


def _failures(goals: Iterable[results.Goal]) -> list[str]:
    bad = (results.UNKNOWN, results.TIMEOUT, results.SMOKE_FAILED)
    return [f"{goal.function or 'lemma'}: {goal.clause}: {goal.verdict}" for goal in goals if goal.verdict in bad]
