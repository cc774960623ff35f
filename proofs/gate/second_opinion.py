"""The command behind `make prove-second-opinion`: asks other provers about goals that are proved.

usage, in the root of the repository: python3 -m proofs.gate.second_opinion [--config C]
[--functions a,b | --sample N --seed S] [--seconds T] [--time T]

The gate takes the word of one prover for each goal, mostly that of Qed, WP's own simplifier, or of
Z3. Here each goal is made again, with those simplifications switched off that can be, and must be
proved by a prover of another family: CVC4 or cvc5 for what Qed or Z3 proved first. A clause that
more than one prover tries (claims.toml, [racing]) may have been proved by CVC4 first, so Z3 must
prove it too. It is no gate: what is not agreed on is proved all the same, by one prover.
"""
from __future__ import annotations

import argparse
import collections
import math
import pathlib
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence

from . import claims, configurations, framac, near, proof, provers
from .evidence import GOALS, Evidence, Shard
from .framac import Run, Turn
from .results import Goal

AGREED = "agreed"
NOT_AGREED = "not agreed"
QED = "Qed again"

SECONDS = 10  # of processor time, for one prover on one goal
GOALS_OF_A_PART = 200
SHOWN = 40  # goals that are named in the end

OTHERS = (provers.CVC4, provers.CVC5)
FIRST = (provers.MATCHING, provers.NEWER, provers.SEEKING)


def opinion(goal: Goal, again: Goal | None, races: bool) -> tuple[str, str]:
    """Whether the others agree on a goal, and who says so. again: what the family of Z3 says, if it
    was asked. races: who proved the goal first may be of either family.
    """
    if not goal.proved:
        return NOT_AGREED, goal.verdict
    if goal.prover in ("Qed", "CFG"):
        return QED, goal.prover
    if races and (again is None or not again.proved):
        return NOT_AGREED, again.verdict if again else "not asked"
    return AGREED, goal.prover


def _turns(shard: Shard) -> tuple[Turn, Turn | None]:
    """Who is asked about all goals of these functions, and who about those that race."""
    racing = () if provers.ALL in shard.racing else tuple(sorted(shard.racing))
    other = Turn(shard.functions, OTHERS, simplified=False)
    return other, Turn(shard.functions, FIRST, racing, simplified=False) if shard.racing else None


def judge(shard: Shard, evidence: Evidence, first: Run, second: Run | None) -> list[tuple[Goal, str, str]]:
    """Every goal of these functions, with the opinion on it and who gave it."""
    again = {goal.id: goal for goal in second.goals} if second else {}
    return [
        (
            goal,
            *opinion(
                goal,
                again.get(goal.id),
                provers.are_racing(goal.label, evidence.racing.get(goal.function, ())),
            ),
        )
        for goal in first.goals
        if goal.function in shard.functions
    ]


def ask(
    evidence: Evidence, source: framac.Sources, jobs: int, most_seconds: float = math.inf
) -> list[tuple[Goal, str, str]]:
    """Asks about the functions of the evidence, part by part, and tells of the progress. Begins no
    further part after so many seconds. Returns every goal, with the opinion on it and who gave it.
    """
    found = []
    began = time.monotonic()
    shards = proof.deal(evidence, proof.estimates(evidence), GOALS_OF_A_PART)
    random.Random(len(shards)).shuffle(shards)  # a run that is ended early has seen a sample
    for number, shard in enumerate(shards, 1):
        if time.monotonic() - began > most_seconds:
            print(f"time is up: parts {number} to {len(shards)} were not asked about")
            break
        runs = []
        for turn in _turns(shard):
            runs.append(
                framac.prove(
                    evidence.tree,
                    source,
                    (turn,),
                    evidence.limit_seconds,
                    parallel=jobs,
                    configuration=evidence.configuration,
                    known=evidence.expected,
                )
                if turn
                else None
            )
            if runs[-1] and not runs[-1].complete:
                sys.exit(f"second opinion: Frama-C ended with {runs[-1].status}:\n{runs[-1].log[-2000:]}")
        found += judge(shard, evidence, *runs)
        counts = collections.Counter(what for _, what, _ in found)
        print(f"[{number}/{len(shards)}] {shard.title}: {', '.join(shard.functions)}; so far "
              f"{_counted(counts)}", flush=True)
    return found


def _counted(counts: collections.Counter) -> str:
    return ", ".join(f"{what} {counts[what]}" for what in (AGREED, QED, NOT_AGREED))


def table(found: Sequence[tuple[Goal, str, str]], seconds: int) -> list[str]:
    """What became of the goals, for people."""
    counts = collections.Counter(what for _, what, _ in found)
    by_prover = collections.Counter(who for _, what, who in found if what == AGREED)
    open_goals = [(goal, why) for goal, what, why in found if what == NOT_AGREED]
    asked = counts[AGREED] + counts[NOT_AGREED]
    lines = [
        f"{len(found)} goals of {len({goal.function for goal, _, _ in found})} functions, simplification reduced, "
        f"{seconds} s for each prover:"
    ]
    lines += [f"  {counts[QED]:6}  {_share(counts[QED], len(found))}  are true as they are made: no prover sees them"]
    lines += [f"  {count:6}  {_share(count, len(found))}  {who} agrees" for who, count in by_prover.most_common()]
    lines += [f"  {len(open_goals):6}  {_share(len(open_goals), len(found))}  not agreed on within the limit"]
    agreed = _share(counts[AGREED], asked).strip()
    lines += [f"Of {asked} goals that another prover was asked about, {agreed} are agreed on."]
    lines += [f"    {goal.function}: {goal.clause}: {why}" for goal, why in open_goals[:SHOWN]]
    if len(open_goals) > SHOWN:
        lines.append(f"    and {len(open_goals) - SHOWN} more")
    return lines


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f} %" if whole else "  0.0 %"


def _names(text: str) -> frozenset[str]:
    return frozenset(text.replace(",", " ").split())


def _chosen(evidence: Evidence, options: argparse.Namespace) -> frozenset[str] | None:
    """The functions to ask about: None is all."""
    if not options.sample:
        return None
    names: Iterable[str] = sorted(evidence.all_expected)
    return frozenset(random.Random(options.seed).sample(names, min(options.sample, len(names))))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="proofs.gate.second_opinion", description="Asks other provers about goals that are proved."
    )
    parser.add_argument("--config", default="default", metavar="C", help="as proofs.gate has it")
    parser.add_argument("--functions", default="", help="only these, separated by commas")
    parser.add_argument("--sample", type=int, default=0, help="so many functions, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="of the choice")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for one prover on one goal")
    parser.add_argument("--time", type=float, default=math.inf, help="begin no further part after so many seconds")
    parser.add_argument("--jobs", type=int, default=proof.PROCESSORS, help="provers at the same time")
    return parser.parse_args()


def main() -> int:
    """Asks, and tells."""
    options = _arguments()
    tree = pathlib.Path(".").resolve()
    configuration = configurations.read(options.config)
    names = _names(options.functions) or None
    with tempfile.TemporaryDirectory(prefix="second-") as directory:
        source: framac.Sources = pathlib.Path(directory) / "program"
        if names:
            source, program = near.read(tree, configuration, names)
        else:
            program = framac.parse(tree, configuration, source)
        known = claims.read(tree / "proofs/claims.toml")
        evidence = Evidence(
            tree, known, program, frozenset((GOALS,)), True, options.seconds, configuration, names
        )
        if not names:
            evidence.selected = _chosen(evidence, options)
        if not evidence.expected:
            sys.exit("second opinion: no function of these names is proved")
        found = ask(evidence, source, options.jobs, options.time)
    which = f"a sample of {options.sample}, seed {options.seed}" if options.sample and not names else options.functions
    print(f"\nConfiguration {configuration}; functions: {which or 'all'}")
    print("\n".join(table(found, options.seconds)))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        framac.stop_all()
        sys.exit("interrupted")
