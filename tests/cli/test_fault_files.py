"""Fault files: what they do to a run, and what is said of wrong ones."""
import json

from tests.cli import command
from tests.cli.command import HEADER, contains, equal, good, rtmr, write
from tests.cli.test_bad_input import refused

FAULTS = "time,event,node,job,stage,number,factor"
TRACE = (HEADER, "a,0,100,10,10,10;10,5", "b,3,100,10,10,10,5")
RUN = ("run", "--trace", "jobs.csv", "--map-slots", 2, "--reduce-slots", 1, "--faults", "faults.csv")


def refused_faults(directory, line, *rows, header=FAULTS):
    """A fault file of these rows must be refused, with every output asked for."""
    write(directory, "jobs.csv", *TRACE)
    write(directory, "faults.csv", *([header] if header else []), *rows)
    refused(directory, line, *RUN, "--scheduler", "rtmr", "--jobs-csv", "out.csv", "--json", "out.json")


def test_header(directory):
    refused_faults(directory, "faults.csv:1: expected a header line, found an empty file", header="")
    refused_faults(directory, "faults.csv:1: expected the header time,event,node,job,stage,number,factor, found "
                   '"time,event"', header="time,event")
    refused_faults(directory, "faults.csv:2: expected 7 fields, found 3", "1,node_lost,0")
    refused_faults(directory, "faults.csv:2: expected 7 fields, found 8", "1,node_lost,0,,,,,")


def test_times(directory):
    for value in ("-1", "1.5", "x", str(2**60 + 1)):
        refused_faults(directory, f'faults.csv:2: time: expected an integer from 0 to {2**60}, found "{value}"',
                       f"{value},node_lost,0,,,,")
    refused_faults(directory, f'faults.csv:3: time: expected an integer from 5 to {2**60}, found "4"',
                   "5,node_slow,0,,,,2", "4,node_slow,0,,,,1")


def test_events_and_their_fields(directory):
    refused_faults(directory, "faults.csv:2: event: expected node_lost, node_back, node_slow, slot_lost, slot_back, "
                   'slot_fails, slot_drain, slot_add, task_overruns or task_fails, found "node_melts"',
                   "1,node_melts,0,,,,")
    refused_faults(directory, 'faults.csv:2: factor: expected nothing for node_lost, found "2"', "1,node_lost,0,,,,2")
    refused_faults(directory, 'faults.csv:2: node: expected nothing for slot_lost, found "1"', "1,slot_lost,1,,map,0,")
    refused_faults(directory, 'faults.csv:2: node: expected an integer from 0 to 2, found "3"', "1,node_lost,3,,,,")
    refused_faults(directory, "faults.csv:2: node: expected an integer from 0 to 2, found nothing", "1,node_slow,,,,,2")
    refused_faults(directory, 'faults.csv:2: stage: expected map or reduce, found "shuffle"',
                   "1,slot_lost,,,shuffle,0,")
    refused_faults(directory, 'faults.csv:2: number: expected an integer from 0 to 0, found "1"',
                   "1,slot_lost,,,reduce,1,")
    refused_faults(directory, 'faults.csv:2: factor: expected a decimal number from 1 to 1e+06, found "0.5"',
                   "1,node_slow,0,,,,0.5")
    refused_faults(directory, 'faults.csv:2: factor: expected a decimal number above 0 and at most 1, found "1.5"',
                   "1,task_fails,,a,map,0,1.5")
    refused_faults(directory, 'faults.csv:2: factor: expected a decimal number above 0 and at most 1, found "0"',
                   "1,task_fails,,a,map,0,0")


def test_rows_behind_the_last_job(directory):
    """They do nothing, which the user must know; they count as late if they are so in every run."""
    write(directory, "jobs.csv", *TRACE)
    for rows, late in ((("100,node_lost,1,,,,", "200,node_back,1,,,,"),
                        "2 of 2 rows have no effect: they come after the last job"),
                       (("5,node_lost,1,,,,", "200,node_back,1,,,,"),
                        "1 of 2 rows has no effect: it comes after the last job"),
                       (("5,node_lost,1,,,,", "7,node_back,1,,,,"), None)):
        write(directory, "faults.csv", FAULTS, *rows)
        expected = f"rtmr: warning: faults.csv: {late}\n" if late else ""
        for arguments in (("run", "--scheduler", "rtmr"), ("run", "--scheduler", "fifo,edf"),
                          ("compare", "--scheduler", "rtmr", "--seeds", 1), ("faults", "--seeds", 1)):
            outcome = rtmr(directory, arguments[0], *RUN[1:], *arguments[1:])
            equal((outcome.status, outcome.err), (0, expected), f"{rows} {arguments}")


def test_jobs_and_tasks(directory):
    refused_faults(directory, 'faults.csv:3: job: expected the name of a job of the workload, found "c"',
                   "1,task_fails,,a,map,0,0.5", "1,task_fails,,c,map,0,0.5")
    refused_faults(directory, "faults.csv:2: number: expected one of the 2 map tasks of job 'a', found 2",
                   "1,task_overruns,,a,map,2,2")
    refused_faults(directory, "faults.csv:2: job: expected ...", "1,task_overruns,,,map,2,2")


def test_losses_and_returns(directory):
    refused_faults(directory, 'faults.csv:2: node: expected one that a row before has lost, found "0"',
                   "1,node_back,0,,,,")
    refused_faults(directory, 'faults.csv:3: node: expected one that is not lost yet, found "0"', "1,node_lost,0,,,,",
                   "2,node_lost,0,,,,")
    refused_faults(directory, 'faults.csv:2: number: expected one that a row before has lost or drained, found "1"',
                   "1,slot_back,,,map,1,")
    for first, second in (("lost", "lost"), ("lost", "drain"), ("drain", "lost"), ("drain", "drain")):
        refused_faults(directory, 'faults.csv:3: number: expected one that is not lost or drained yet, found "1"',
                       f"1,slot_{first},,,map,1,", f"1,slot_{second},,,map,1,")
    refused_faults(directory, "faults.csv: expected a reduce slot that is not lost for good, found none",
                   "1,slot_lost,,,reduce,0,")
    refused_faults(directory, "faults.csv: expected a map slot that is not lost for good, found none",
                   "1,slot_lost,,,map,0,", "2,node_lost,1,,,,")
    refused_faults(directory, "faults.csv: expected a map slot that is not lost for good, found none",
                   "1,slot_lost,,,map,0,", "2,slot_drain,,,map,1,")


def test_additions(directory):
    for event in ("lost", "drain", "fails"):
        refused_faults(directory, 'faults.csv:3: number: expected one that no row before names, found "1"',
                       f"1,slot_{event},,,map,1,", "2,slot_add,,,map,1,")
    refused_faults(directory, 'faults.csv:3: number: expected one that no row before names, found "1"',
                   "1,slot_add,,,map,1,", "2,slot_add,,,map,1,")
    refused_faults(directory, "faults.csv: expected a reduce slot that is there from the start, found none",
                   "1,slot_add,,,reduce,0,")
    refused_faults(directory, 'faults.csv:2: number: expected an integer from 0 to 1, found "2"', "1,slot_add,,,map,2,")


def test_options(directory):
    write(directory, "jobs.csv", *TRACE)
    run = ("run", "--trace", "jobs.csv", "--scheduler", "fifo")
    for option, least, most in (("--slow-rate", 0, 1), ("--slow-factor", 1, "1e+06")):
        refused(directory, f'{option}: expected a decimal number from {least} to {most}, found "-1"', *run,
                f"{option}=-1")
    for option, least in (("--node-mtbf", 0), ("--node-mttr", 1)):
        refused(directory, f'{option}: expected an integer from {least} to {2**60}, found "-1"', *run, f"{option}=-1")


def test_study_refuses(directory):
    write(directory, "jobs.csv", *TRACE)
    write(directory, "faults.csv", FAULTS, "8,node_lost,9,,,,")
    study = ("faults", "--trace", "jobs.csv", "--map-slots", 2, "--reduce-slots", 1)
    refused(directory, 'faults.csv:2: node: expected an integer from 0 to 2, found "9"', *study, "--faults",
            "faults.csv")
    refused(directory, "nowhere.csv: ...", *study, "--faults", "nowhere.csv")
    refused(directory, "--seeds: expected seeds up to 4294967295", *study, "--seed", 4294967295, "--seeds", 2)
    refused(directory, "--map-slots: expected at most ...", *study, "--map-slots",
            200000)


def study(directory, *rows):
    """What the study says of each scheduler under faults of these rows."""
    write(directory, "faults.csv", FAULTS, *rows)
    lines = good(directory, "faults", "--trace", "jobs.csv", "--map-slots", 2, "--reduce-slots", 1, "--seeds", 1,
                 "--faults", "faults.csv").splitlines()
    return {line.removeprefix("as given").split()[0]: line.removeprefix("as given").split()[1:] for line in lines[3:]}


def test_study_counts(directory):
    """a's map is lost at 8, runs again until 18 and a's reduce until 23: in time, and no job is
    flagged."""
    write(directory, "jobs.csv", *TRACE)
    found = study(directory, "8,slot_lost,,,map,0,", "8,slot_back,,,map,0,")
    equal(found["rtmr"][:-1], ["2.0", "0.0", "0.0", "2.0", "0.0", "0.0"])
    equal(found["rtmr-unaware"][:-1], ["2.0", "-", "-", "2.0", "-", "0.0"])
    equal(found["edf"], ["all", "-", "-", "2.0", "-", "0.0", "16.7"])  # 8 of 10 + 10 + 5 + 10 + 5 + 8


def test_study_counts_who_is_flagged(directory):
    """The same with a deadline of 22 for a: flagged at 8, and late."""
    write(directory, "jobs.csv", TRACE[0], TRACE[1].replace(",100,", ",22,"), TRACE[2])
    found = study(directory, "8,slot_lost,,,map,0,", "8,slot_back,,,map,0,")
    equal(found["rtmr"][:-1], ["2.0", "1.0", "0.0", "1.0", "1.0", "0.0"])
    equal(found["rtmr-unaware"][:-1], ["2.0", "-", "-", "1.0", "-", "1.0"])


def test_study_counts_drains(directory):
    """RTMR needs the reduce slot until 20, the others do as they are told: a's reduce, which
    runs from 10 on, is the last until the slot is back at 40, and edf has b's reduce wait for
    that."""
    write(directory, "jobs.csv", TRACE[0], TRACE[1].replace(",100,", ",20,"), TRACE[2].replace(",100,", ",32,"))
    found = study(directory, "5,slot_drain,,,reduce,0,", "6,slot_drain,,,map,0,", "40,slot_back,,,reduce,0,")
    equal(found["rtmr"][:-3] + found["rtmr"][-2:], ["2.0", "0.0", "0.0", "2.0", "0.0", "0.0", "2.0", "1.0"])
    equal(found["edf"][-2:], ["2.0", "0.0"])
    equal(found["edf"][3], "0.0")


EVERY = ("rtmr", "dc", "edf", "asrpt", "fifo", "fair", "capacity", "srt-fair", "srt-capacity", "lsps")


def figures_of(directory, scheduler):
    """The figures of a run under faults.csv."""
    good(directory, *RUN, "--scheduler", scheduler, "--json", "out.json")
    return json.loads((directory / "out.json").read_text())


def test_every_scheduler_meets_the_same_faults(directory):
    """A map runs on slot 0 when that is lost."""
    write(directory, "jobs.csv", *TRACE)
    write(directory, "faults.csv", FAULTS, "8,slot_lost,,,map,0,", "9,slot_back,,,map,0,")
    for scheduler in EVERY:
        figures = figures_of(directory, scheduler)
        equal(figures["runs"][0]["metrics"]["reruns"], 1, scheduler)
        equal(figures["runs"][0]["metrics"]["drains"], None, scheduler)
        equal(figures["options"]["faults"], "faults.csv")
    contains(good(directory, "compare", *RUN[1:], "--scheduler", "rtmr,fifo"), "rtmr exact")


def test_every_scheduler_drains_and_adds(directory):
    """Slot 1 is not there until 4; a's map on slot 0 fails at 6, and slot 0 drains at 7 and is
    back at 15."""
    write(directory, "jobs.csv", *TRACE)
    write(directory, "faults.csv", FAULTS, "4,slot_add,,,map,1,", "6,slot_fails,,,map,0,", "7,slot_drain,,,map,0,",
          "15,slot_back,,,map,0,")
    for scheduler in EVERY:
        metrics = figures_of(directory, scheduler)["runs"][0]["metrics"]
        equal(metrics["reruns"], 1, scheduler)
        equal(metrics["drains"], 1, scheduler)
        equal(metrics["drains_refused"], 0, scheduler)
