"""The command behind `make mutants`.

usage, in the root of the repository:
    python3 -m proofs.mutants [--sample N [--seed S] | --function F | --everything]
                              [--operator O] [--seconds T] [--afresh] [--list | --table]
"""
from __future__ import annotations

import argparse
import concurrent.futures
import datetime
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from proofs.gate import provers
from proofs.gate.claims import BadClaims
from proofs.gate.results import Unreadable

from . import executed, justified, sound, subject, table, trial
from .catalogue import Catalogue, the_list, without_mutants
from .fingerprints import NoPlace
from .hand_written import BadHandWritten
from .journal import BadJournal, Journal
from .justified import BadJustification, Justified
from .mutant import Identity, Mutant
from .trial import Outcome

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "mutants"
RESULTS = HERE / "results"

# What to expect, on the average.
SECONDS_OF_A_MUTANT = 15
SECONDS_OF_A_FUNCTION = 10


def _arguments() -> argparse.Namespace:
    about = "Changes the kernel and its contracts; each change must make a goal fail."
    parser = argparse.ArgumentParser(prog="proofs.mutants", description=about)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--sample", type=int, metavar="N", help="only so many, chosen at random, whatever results are kept"
    )
    chosen.add_argument("--function", metavar="F", help="only those of this function, or of this macro of spec/")
    chosen.add_argument("--everything", action="store_true", help="beyond the list: every mutant that there is")
    parser.add_argument("--seed", type=int, help="of the sample (default: the day, so that the sample rotates)")
    parser.add_argument(
        "--seconds", type=int, metavar="T", help="end after so long; what is under way then is not counted"
    )
    parser.add_argument("--operator", metavar="O", help="only those of this operator")
    parser.add_argument("--afresh", action="store_true", help="forget the results that are kept")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--list", action="store_true", help="list the mutants, prove nothing")
    shown.add_argument(
        "--table", action="store_true", help="print what is known of each function's mutants, prove nothing"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs of Frama-C at the same time")
    options = parser.parse_args()
    if options.sample is not None and options.sample < 1:
        parser.error(f"--sample {options.sample}: expected at least 1")
    if options.afresh and (options.list or options.table):
        parser.error("--afresh: nothing is tried with --list or --table")
    if options.afresh and options.sample is not None:
        parser.error("--afresh: a sample neither uses nor changes the results that are kept")
    return options


def main() -> int:
    """Runs the command; 0 if every mutant is killed or justified."""
    options = _arguments()
    trial.limit_runs()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
    try:
        with tempfile.TemporaryDirectory(prefix="mutants-") as directory:
            # No edit may reach the sources while mutants are tried.
            tree = Path(directory) / "tree"
            subject.copy(ROOT, tree)
            return _run(options, subject.Subject(tree, ROOT / "proofs" / "claims.toml"))
    except (
        subject.Unusable,
        BadClaims,
        BadHandWritten,
        BadJustification,
        BadJournal,
        sound.NotProved,
        provers.NotInstalled,
        Unreadable,
        NoPlace,
        OSError,
    ) as error:
        sys.exit(f"proofs.mutants: {error}")


def _run(options: argparse.Namespace, sources: subject.Subject) -> int:
    catalogue = Catalogue(sources, HERE / "hand_written.toml")
    reasons = justified.read(HERE / "justified.toml", catalogue.mutants)
    if options.afresh:
        shutil.rmtree(RESULTS, ignore_errors=True)
    journal = Journal(RESULTS, sources)
    chosen = _choose(options, catalogue.mutants, reasons, journal)
    if options.list:
        for mutant in chosen:
            print(mutant.identity)
        print(f"{len(chosen)} mutants")
        return 0
    if options.table:
        known = [(mutant, outcome) for mutant in chosen if (outcome := journal.outcome(mutant))]
        tried = {mutant.identity for mutant, _ in known}
        untried = [mutant for mutant in chosen if mutant.identity not in tried]
        print(
            table.text(known, untried, reasons, without_mutants(sources, catalogue.mutants), catalogue.claims), end=""
        )
        by_timeout = [mutant for mutant, outcome in known if outcome.verdict == trial.TIMEOUT]
        by_runs = executed.refuted().keys() & {sources.fingerprints.of_mutant(mutant) for mutant in by_timeout}
        print(f"\nOf {len(by_timeout)} by timeout only, runs refute {len(by_runs)} (make mutants-executed).")
        return 0
    outcomes = _outcomes(options, sources, journal, chosen, reasons)
    found = [(mutant, outcomes[mutant.identity]) for mutant in chosen if mutant.identity in outcomes]
    if _is_the_list(options):
        journal.keep_only(catalogue.mutants)
    return _report(found, len(chosen), reasons, is_sample=options.sample is not None)


def _is_the_list(options: argparse.Namespace) -> bool:
    return not any((options.sample, options.function, options.operator, options.everything))


def _choose(
    options: argparse.Namespace, mutants: Sequence[Mutant], reasons: Justified, journal: Journal
) -> list[Mutant]:
    listed = (
        mutants if options.everything or options.function else the_list(mutants, reasons.is_of_a_kind, journal.rank)
    )
    chosen = [
        mutant
        for mutant in listed
        if options.function in (None, mutant.identity.function) and options.operator in (None, mutant.identity.operator)
    ]
    if not chosen:
        sys.exit("proofs.mutants: there is no such mutant; --list shows all")
    if options.sample is not None:
        seed = datetime.date.today().toordinal() if options.seed is None else options.seed
        print(f"a sample of {options.sample} of {len(chosen)} mutants, seed {seed}")
        chosen = random.Random(seed).sample(chosen, min(options.sample, len(chosen)))
    return chosen


def _outcomes(
    options: argparse.Namespace,
    sources: subject.Subject,
    journal: Journal,
    chosen: Sequence[Mutant],
    reasons: Justified,
) -> dict[Identity, Outcome]:
    """Tries the mutants of which nothing is known yet."""
    looked_up = [] if options.sample else [(mutant, journal.outcome(mutant)) for mutant in chosen]
    known = [(mutant, outcome) for mutant, outcome in looked_up if outcome]
    outcomes = {mutant.identity: outcome for mutant, outcome in known}
    left = [mutant for mutant in chosen if mutant.identity not in outcomes]
    random.Random(len(left)).shuffle(left)  # a run that is ended has seen a sample
    # First where it is known where to look. A mutant of what many functions use may take an hour.
    left.sort(key=lambda mutant: (not trial.is_noticed(journal.last(mutant)), len(mutant.steps)))
    steps = {name for mutant in left for name in mutant.steps}
    about = (len(left) * SECONDS_OF_A_MUTANT + len(steps) * SECONDS_OF_A_FUNCTION) / options.jobs
    print(
        f"{len(chosen)} mutants, {len(outcomes)} known from an earlier run; the rest takes about "
        f"{datetime.timedelta(seconds=round(about, -1))}",
        flush=True,
    )
    keep = not options.sample  # a sample leaves no trace in the sources
    proofs = sound.Sound(sources, BUILD, journal.proved_from, journal.add_proved if keep else lambda *_: None)
    bench = trial.Bench(sources, proofs, known, journal.last)
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    alarm = threading.Timer(options.seconds or 0, proofs.close)

    def outcome_of(mutant: Mutant) -> Outcome | None:
        try:
            return bench.outcome(mutant)
        except sound.Closed:
            return None

    try:
        if options.seconds:
            alarm.start()
        proofs.survey(steps)
        tried = {pool.submit(outcome_of, mutant): mutant for mutant in left}
        for number, future in enumerate(concurrent.futures.as_completed(tried), 1):
            mutant, outcome = tried[future], future.result()
            if outcome is None:
                continue
            if keep:
                journal.add(mutant, outcome)
            outcomes[mutant.identity] = outcome
            said = table.verdict(mutant, outcome, reasons)
            by = f"  by {outcome.goals[0]}" if outcome.goals and said in (trial.KILLED, trial.TIMEOUT) else ""
            count = f"{number:{len(str(len(left)))}}/{len(left)}"
            print(f"[{count}] {said:9} {outcome.seconds:6.1f} s  {mutant.identity}{by}", flush=True)
    except sound.Closed:
        pass  # time is up before anything has been tried
    finally:
        alarm.cancel()
        pool.shutdown(wait=False, cancel_futures=True)
        bench.close()
    return outcomes


def _report(found: Sequence[tuple[Mutant, Outcome]], number: int, reasons: Justified, *, is_sample: bool) -> int:
    """Tells what became of the mutants. A sample of which less than half was tried fails."""
    said = [table.verdict(mutant, outcome, reasons) for mutant, outcome in found]
    counts = Counter(said)
    survivors = [result for result, word in zip(found, said) if word == trial.SURVIVED]
    unneeded = [
        mutant for mutant, outcome in found if mutant.identity in reasons.single and outcome.verdict != trial.SURVIVED
    ]
    for mutant, outcome in survivors:
        print(f"survived: {mutant.identity}" + "".join(f"\n    {goal}" for goal in outcome.goals))
    for mutant in unneeded:
        print(f"justified, but does not survive: {mutant.identity}")
    if len(found) < number:
        print(f"not tried, as time was up: {number - len(found)}")
    too_few = is_sample and 2 * len(found) < number
    if too_few:
        print(f"fewer than half of the sample were tried: {len(found)} of {number}")
    if counts[trial.INVALID]:
        print(f"no longer a program with a contract, not counted: {counts[trial.INVALID]}")
    print(
        f"{counts[trial.KILLED]} killed, {counts[trial.TIMEOUT]} by timeout only, {counts[table.JUSTIFIED]} justified"
    )
    passed = counts[trial.KILLED] + counts[trial.TIMEOUT] + counts[table.JUSTIFIED]
    failed = len(survivors) + len(unneeded) + too_few
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted")
