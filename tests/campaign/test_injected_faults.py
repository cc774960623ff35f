"""Every planted fault is found by the campaign under the name of its clause, and every clause
finds one."""
import pathlib
import re
import subprocess
import tempfile

import pytest

from tests.campaign.injected_faults import FAULTS, Fault, Stale
from tests.campaign.planted import CAMPAIGN, Broken, built_with, clauses, run

# Runs that a fault gets: most are found in few.
FEW_RUNS = 2000
MANY_RUNS = 20000


def problem_of(fault: Fault) -> str:
    """What is wrong with how the campaign deals with the fault; empty if nothing."""
    with tempfile.TemporaryDirectory() as directory:
        try:
            binary = built_with(str(fault.file()), fault.source(), pathlib.Path(directory))
            for runs in (FEW_RUNS, MANY_RUNS):
                done = run(binary, "--runs", runs, "--failures", runs)
                broken = {name: count for name, count in clauses(done.stdout).items() if count > 0}
                if fault.clause in broken:
                    break
            if done.returncode != 1:
                return f"the campaign ended with status {done.returncode}, expected 1\n{done.stdout}{done.stderr}"
            if fault.clause not in broken:
                return f"expected {fault.clause}, found {broken or 'nothing'}"
            return problem_of_report(fault, binary, done.stdout)
        except (Stale, Broken, subprocess.TimeoutExpired) as error:
            return str(error)


def problem_of_report(fault: Fault, binary: pathlib.Path, report: str) -> str:
    """The run that is shown for the clause fails again by its name, in the same few calls."""
    shown = [part for part in report.split("\n\n") if f"\n{fault.clause} is broken at " in part]
    if len(shown) != 1:
        return f"{len(shown)} runs that break {fault.clause} are shown, expected one"
    name = re.match(r"run (\d+:\d+) ", shown[0])
    again = run(binary, "--run", name.group(1) if name else "")
    if again.returncode != 1 or again.stdout.strip() != shown[0].strip():
        return f"shown was\n{shown[0]}\nbut alone it is\n{again.stdout}{again.stderr}"
    return ""


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_fault_is_found(fault: Fault) -> None:
    assert not problem_of(fault)


def test_every_clause_finds_a_fault() -> None:
    known = set(clauses(run(CAMPAIGN, "--runs", 1000).stdout))
    assert known
    assert not known - {fault.clause for fault in FAULTS}
