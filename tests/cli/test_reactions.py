"""How rtmr reacts to faults: --on-overrun, --renew, --at-risk."""
import json

import pytest

from tests.cli.command import HEADER, contains, equal, good, rtmr, write

FAULTS = "time,event,node,job,stage,number,factor"
RUN = ("run", "jobs.csv", "--scheduler", "rtmr", "--map-slots", 1, "--reduce-slots", 1, "--faults", "faults.csv",
       "--check")


def counts(directory, *options):
    """Jobs accepted, in time, flagged and renewed, and attempts that were run again."""
    good(directory, *RUN, *options, "--json", "out.json")
    metrics = json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]
    return [metrics[name] for name in ("accepted", "met", "flagged", "renewed", "reruns")]


def overrun(directory, deadline, factor=1.5):
    """A job of two maps, each of 10; the first takes longer."""
    write(directory, "jobs.csv", HEADER, f"a,0,{deadline},10,,10;10,")
    write(directory, "faults.csv", FAULTS, f"0,task_overruns,,a,map,0,{factor}")


@pytest.mark.parametrize("options, expected", (
    ((), [8, 8, 1, 1, 0]),
    (("--at-risk", "off"), [8, 8, 1, 1, 0]),
    (("--renew", "off"), [1, 1, 1, 0, 0]),
))
def test_overruns_are_contained(directory, options, expected):
    """One slot, and a job all of whose tasks take 15 instead of 10: none of the seven jobs that
    come later loses its promise. Where the kernel counts on the slots of flagged jobs, all do."""
    honest = [f"honest-{i},{16 + 30 * i},{40 + 30 * i},10,,10," for i in range(7)]
    write(directory, "jobs.csv", HEADER, f"long,0,2000,10,,{';'.join(['10'] * 40)},", *honest)
    write(directory, "faults.csv", FAULTS, *(f"0,task_overruns,,long,map,{task},1.5" for task in range(40)))
    equal(counts(directory, *options), expected)


def test_flagged_jobs_are_renewed(directory):
    """The first map ends at 15, the second at 25."""
    overrun(directory, 30)
    equal(counts(directory), [1, 1, 1, 1, 0])
    equal(counts(directory, "--renew", "off"), [1, 1, 1, 0, 0])
    overrun(directory, 24)
    equal(counts(directory), [1, 0, 1, 0, 0])


def test_bounds_are_extended(directory):
    """By 5 at 10: that leaves time for the second map until 25."""
    overrun(directory, 25)
    equal(counts(directory, "--on-overrun", "extend", "--renew", "off"), [1, 1, 0, 0, 0])
    overrun(directory, 24)
    equal(counts(directory, "--on-overrun", "extend", "--renew", "off"), [1, 0, 1, 0, 0])


def test_overruns_are_killed(directory):
    """A task is killed at its bound; of a stage as many attempts as it has tasks, the next one is
    flagged."""
    overrun(directory, 100)
    equal(counts(directory, "--on-overrun", "kill", "--renew", "off"), [1, 1, 1, 0, 2])
    equal(counts(directory, "--on-overrun", "kill"), [1, 1, 1, 1, 2])


def failure(directory):
    """Tasks of 5 that may take 10. The first attempt of a's fails at 4; b comes at 5, while the
    second runs and may take until 14. Both deadlines are 20: if both tasks take 10, no schedule has
    both jobs in time."""
    write(directory, "jobs.csv", HEADER, "a,0,20,10,,5,", "b,5,20,10,,5,")
    write(directory, "faults.csv", FAULTS, "0,task_fails,,a,map,0,0.8")


def test_smallest_rejection_after_a_fault(directory):
    """No test that keeps its promises may promise b, and no scheduler needs to reject it: without
    the failure a is done at 5."""
    failure(directory)
    equal(counts(directory, "--at-risk", "off"), [1, 1, 0, 0, 1])
    write(directory, "faults.csv", FAULTS)
    equal(counts(directory), [2, 2, 0, 0, 0])


def test_jobs_are_accepted_at_a_risk(directory):
    """b would be late by 4, two fifths of 10; when a is done at 9, it is promised."""
    failure(directory)
    equal(counts(directory), [2, 2, 1, 1, 1])
    write(directory, "jobs.csv", HEADER, "a,0,20,10,,5,", "b,5,19,10,,5,")
    equal(counts(directory), [1, 1, 0, 0, 1])


def test_study_shows_each_reaction(directory):
    """The row rtmr is as the options say."""
    failure(directory)
    study = ("faults", "jobs.csv", "--map-slots", 1, "--reduce-slots", 1, "--faults", "faults.csv", "--seeds", 1)
    for options, accepted in (((), "2.0"), (("--at-risk", "off"), "1.0"), (("--renew", "off"), "1.0")):
        rows = [line[len("as given  "):] for line in good(directory, *study, *options).splitlines()[3:]]
        equal([row.split("  ")[0] for row in rows], [
            "rtmr", "rtmr, no risk", "rtmr, no renewal", "rtmr, extend", "rtmr, kill", "rtmr-unaware", "dc", "edf"
        ])
        equal(rows[0].split()[1], accepted)
        equal(rows[1].split()[3], "1.0")
        equal(rows[5].split()[1], "2.0")


def test_options_are_recorded(directory):
    failure(directory)
    good(directory, *RUN, "--json", "out.json")
    options = json.loads((directory / "out.json").read_text())["options"]
    equal([options[name] for name in ("on_overrun", "renew", "at_risk")], ["flag", "on", "on"])


def test_options_without_effect(directory):
    failure(directory)
    plain = ("run", "jobs.csv", "--map-slots", 1, "--reduce-slots", 1)
    outcome = rtmr(directory, *plain, "--scheduler", "rtmr", "--renew", "off")
    equal(outcome.err, "rtmr: warning: --renew has no effect: nothing goes wrong in this run\n")
    outcome = rtmr(directory, *plain, "--scheduler", "edf", "--on-overrun", "kill", "--faults", "faults.csv")
    equal(outcome.err, "rtmr: warning: --on-overrun has no effect: it is for rtmr\n")
    outcome = rtmr(directory, *RUN, "--renew", "off", "--at-risk", "on")
    equal(outcome.err, "rtmr: warning: --at-risk has no effect: it needs --renew on\n")
    contains(rtmr(directory, *plain, "--renew", "yes").err, "off")
