#!/usr/bin/python3
"""Every planted fault is found by the campaign under the name of its clause, and every clause finds one."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from mutants import MUTANTS, Mutant, Stale
from planted import CAMPAIGN, Broken, built_with, clauses, run

# Runs that a fault gets: most are found in few.
FEW_RUNS = 2000
MANY_RUNS = 20000


def problem_of(mutant: Mutant) -> str:
    """What is wrong with how the campaign deals with the fault; empty if nothing."""
    with tempfile.TemporaryDirectory() as directory:
        try:
            binary = built_with(str(mutant.file()), mutant.source(), pathlib.Path(directory))
            for runs in (FEW_RUNS, MANY_RUNS):
                done = run(binary, "--runs", runs, "--failures", runs)
                broken = {name: count for name, count in clauses(done.stdout).items() if count > 0}
                if mutant.clause in broken:
                    break
            if done.returncode != 1:
                return f"the campaign ended with status {done.returncode}, expected 1\n{done.stdout}{done.stderr}"
            if mutant.clause not in broken:
                return f"expected {mutant.clause}, found {broken or 'nothing'}"
            return problem_of_report(mutant, binary, done.stdout)
        except (Stale, Broken, subprocess.TimeoutExpired) as error:
            return str(error)


def problem_of_report(mutant: Mutant, binary: pathlib.Path, report: str) -> str:
    """The run that is shown for the clause fails again by its name, in the same few calls."""
    shown = [part for part in report.split("\n\n") if f"\n{mutant.clause} is broken at " in part]
    if len(shown) != 1:
        return f"{len(shown)} runs that break {mutant.clause} are shown, expected one"
    name = re.match(r"run (\d+:\d+) ", shown[0])
    again = run(binary, "--run", name.group(1) if name else "")
    if again.returncode != 1 or again.stdout.strip() != shown[0].strip():
        return f"shown was\n{shown[0]}\nbut alone it is\n{again.stdout}{again.stderr}"
    return ""


def main() -> int:
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, problem in zip(MUTANTS, pool.map(problem_of, MUTANTS)):
            if problem:
                failed += 1
                print(f"{mutant.name}: {problem}")
    known = set(clauses(run(CAMPAIGN, "--runs", 1000).stdout))
    unused = known - {mutant.clause for mutant in MUTANTS}
    if unused or not known:
        failed += 1
        print(f"no mutant is found by {', '.join(sorted(unused)) or 'any clause'}")
    print(f"{len(MUTANTS) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
