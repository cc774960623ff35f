"""Schedules for other tools: parsed back, they hold every task of every accepted job once, no
slot does two things at a time, and their sums are the figures that the command prints."""
import collections
import csv
import io
import json
import re
from decimal import Decimal

from tests.cli import command
from tests.cli.command import HEADER, equal, good, write

SAMPLE = command.ROOT / "harness/workload/sample/sample.csv"
FILES = ("--jobs-csv", "rows.csv", "--batsim-jobs", "batsim.csv", "--batsim-schedule", "schedule.json", "--perfetto",
         "trace.json", "--json", "out.json")
# What makes schedules differ in kind: rejections, heartbeats, failures and overruns, reduces that
# wait for maps.
RUNS = (
    ("rtmr",),
    ("rtmr", "--heartbeat", 0),
    ("dc",),
    ("fifo", "--slowstart", 0.05),
    ("edf", "--failure-rate", 0.1, "--overrun-rate", 0.1, "--overrun-factor", 2.5),
    ("fifo", "--speculation", "--overrun-rate", 0.2, "--overrun-factor", 6),
    ("fifo", "--map-slots", 7, "--reduce-slots", 3, "--slowstart", 0.3, "--failure-rate", 0.05),
)
STAGES = {"map": "m", "reduce": "r"}

Run = collections.namedtuple("Run", "job stage task attempt slot start end result")
RESULTS = {"COMPLETED_SUCCESSFULLY": "finished", "COMPLETED_FAILED": "failed", "COMPLETED_KILLED": "killed"}


def table(path):
    return list(csv.DictReader(io.StringIO(path.read_text())))


def ms(seconds):
    """A decimal number of seconds in ms, exactly."""
    value = Decimal(seconds) * 1000
    equal(value, int(value))
    return int(value)


def check_batsim_fields(rows):
    """Each row is as the readers of Batsim's outputs demand. Its converter to SWF reads job_id as
    an integer, and numbers without a check; evalys reads an interval set of resources, and takes -1
    for a job that did not run."""
    numbers = ("submission_time", "requested_time", "starting_time", "execution_time", "finish_time", "waiting_time",
               "turnaround_time", "stretch", "consumed_energy")
    for number, row in enumerate(rows):
        equal((int(row["job_id"]), int(row["success"]) in (0, 1)), (number, True))
        equal(int(row["requested_number_of_resources"]) > 0, True)
        values = [float(row[key]) for key in numbers]
        equal(min(values[0], *values[1:]) >= -1, True)
        rejected = row["final_state"] == "REJECTED"
        equal(re.fullmatch("" if rejected else r"\d+(-\d+)?( \d+(-\d+)?)*", row["allocated_resources"]) is None, False)
        equal(all(value == -1 for value in values[2:]), rejected)


def batsim_runs(rows):
    """The attempts in jobs.csv of Batsim."""
    check_batsim_fields(rows)
    for row in rows:
        if row["final_state"] == "REJECTED":
            continue
        job, _, task = row["metadata"].rpartition("/")
        number, _, attempt = task[1:].partition("#")
        equal((job, task[0]), (row["workload_name"], STAGES[row["profile"]]))
        equal((row["success"], row["requested_number_of_resources"]),
              ("1" if row["final_state"] == "COMPLETED_SUCCESSFULLY" else "0", "1"))
        start, end = ms(row["starting_time"]), ms(row["finish_time"])
        equal(ms(row["execution_time"]), end - start)
        equal(ms(row["waiting_time"]), start - ms(row["submission_time"]))
        equal(ms(row["turnaround_time"]), end - ms(row["submission_time"]))
        yield Run(job, row["profile"], int(number), int(attempt or 0), int(row["allocated_resources"]), start, end,
                  RESULTS[row["final_state"]])


def perfetto_runs(trace):
    """The attempts in a trace; their slots are threads."""
    for event in trace["traceEvents"]:
        if event["ph"] == "X" and event["cat"] in STAGES:
            equal((event["ts"] % 1000, event["dur"] % 1000), (0, 0))
            yield Run(event["name"], event["cat"], event["args"]["task"], event["args"]["attempt"], event["tid"] - 1,
                      event["ts"] // 1000, (event["ts"] + event["dur"]) // 1000, event["args"]["result"])


def check_conservation(runs, jobs, slots, remark):
    """Each task of an accepted job succeeds once, others have none; slots are used one after
    another; sums agree."""
    accepted = {row["job"]: row for row in jobs if row["accepted"] == "1"}
    expected = {(name, stage, task) for name, row in accepted.items() for stage in STAGES
                for task in range(int(row[stage + "s"]))}
    done = [(run.job, run.stage, run.task) for run in runs if run.result == "finished"]
    equal(len(done), len(set(done)), remark)
    equal(set(done), expected, remark)
    for name, row in accepted.items():
        mine = [run for run in runs if run.job == name]
        for stage in STAGES:
            work = sum(run.end - run.start for run in mine if run.stage == stage and run.result == "finished")
            equal(work, int(row[f"{stage}_slot_time"]), f"{name} {remark}")
        equal(sum(run.result == "failed" for run in mine), int(row["failed_attempts"]), f"{name} {remark}")
        if mine:
            equal(min(run.start for run in mine), int(row["first_start"]), f"{name} {remark}")
            # an attempt is killed at the next report of its node: after the job, perhaps
            last = max(run.end for run in mine if run.result != "killed")
            equal(last <= int(row["actual_finish"]), True, f"{name} {remark}")
    by_slot = collections.defaultdict(list)
    for run in runs:
        by_slot[run.slot].append(run)
    for slot, mine in by_slot.items():
        equal(0 <= slot < sum(slots) and all((run.stage == "map") == (slot < slots[0]) for run in mine), True, remark)
        mine.sort(key=lambda run: run.start)
        for before, after in zip(mine, mine[1:]):
            equal(before.end <= after.start, True, f"slot {slot}: {before} {after} {remark}")


def check_sums(schedule, runs, jobs, report, remark):
    """The sums over the rows, and the utilisation that the command prints."""
    slots = report["cluster"]["map_slots"] + report["cluster"]["reduce_slots"]
    rejected = [row for row in jobs if row["accepted"] == "0"]
    arrival = {row["job"]: int(row["arrival"]) for row in jobs}
    computing = sum(run.end - run.start for run in runs) / 1000
    turnaround = [(run.end - arrival[run.job]) / 1000 for run in runs]
    slowdown = [(run.end - arrival[run.job]) / (run.end - run.start) for run in runs]
    expected = {
        "nb_jobs": len(runs) + len(rejected), "nb_jobs_finished": len(runs), "nb_jobs_rejected": len(rejected),
        "nb_jobs_killed": sum(run.result != "finished" for run in runs), "nb_computing_machines": slots,
        "time_computing": computing, "mean_turnaround_time": sum(turnaround) / len(runs),
        "max_turnaround_time": max(turnaround), "mean_slowdown": sum(slowdown) / len(runs),
        "makespan": (max(run.end for run in runs) - min(arrival.values())) / 1000,
    }
    for key, value in expected.items():
        equal(abs(schedule[key] - value) <= 1e-9 * abs(value), True, f"{key} {schedule[key]} {value} {remark}")
    equal(abs(schedule["time_computing"] + schedule["time_idle"] - slots * schedule["makespan"]) < 1e-3, True, remark)
    metrics = report["runs"][0]["metrics"]
    useful = sum(int(row["map_slot_time"]) + int(row["reduce_slot_time"]) for row in jobs
                 if row["met"] == "1" or report["runs"][0]["scheduler"] in ("fifo", "edf"))
    equal(abs(metrics["utilisation"] - 100 * useful / slots / metrics["makespan"]) < 1e-6, True, remark)


def check(directory, remark, *arguments):
    """Runs the command once with every output, and compares them."""
    good(directory, "run", *arguments, *FILES)
    jobs = table(directory / "rows.csv")
    rows = table(directory / "batsim.csv")
    report = json.loads((directory / "out.json").read_text())
    trace = json.loads((directory / "trace.json").read_text())
    slots = (report["cluster"]["map_slots"], report["cluster"]["reduce_slots"])
    runs = list(batsim_runs(rows))
    equal(sorted(perfetto_runs(trace)), sorted(runs), remark)
    equal(len({row["metadata"] for row in rows}), len(rows), remark)
    equal(sorted(row["metadata"] for row in rows if row["final_state"] == "REJECTED"),
          sorted(row["job"] for row in jobs if row["accepted"] == "0"), remark)
    check_conservation(runs, jobs, slots, remark)
    check_sums(json.loads((directory / "schedule.json").read_text()), runs, jobs, report, remark)
    return jobs, trace


def test_every_kind_of_schedule(directory):
    for scheduler, *arguments in RUNS:
        check(directory, f"{scheduler} {arguments}", "--trace", SAMPLE, "--scheduler", scheduler, *arguments)


def test_perfetto_processes(directory):
    """Nodes with their slots, and the jobs with deadlines, finishes and reasons."""
    jobs, trace = check(directory, "paper", "--workload", "I", "--scheduler", "rtmr")
    events = trace["traceEvents"]
    names = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
    equal(names, {**{node + 1: f"node {node}" for node in range(30)}, 31: "jobs"})
    threads = {event["tid"]: (event["pid"], event["args"]["name"]) for event in events
               if event["name"] == "thread_name"}
    equal(len(threads), 130)
    equal([threads[1], threads[5], threads[100], threads[101], threads[130]],
          [(1, "map 0"), (2, "map 4"), (30, "map 99"), (1, "reduce 0"), (30, "reduce 29")])
    equal(all(threads[event["tid"]][0] == event["pid"] for event in events if event["ph"] == "X"), True)
    begun = {event["name"]: event for event in events if event["ph"] == "b"}
    ended = {event["name"]: event["ts"] for event in events if event["ph"] == "e"}
    instants = {event["name"]: event for event in events if event["ph"] == "i"}
    for row in jobs:
        if row["accepted"] == "1":
            event = begun[row["job"]]
            equal((event["ts"], event["args"]["deadline_us"], ended[row["job"]]),
                  tuple(int(row[key]) * 1000 for key in ("arrival", "deadline", "actual_finish")))
            equal(event["args"]["met"], row["met"] == "1")
        else:
            event = instants[row["job"]]
            equal((event["ts"], event["args"]["reason"]), (int(row["arrival"]) * 1000, row["reason"]))
    equal(len(begun) + len(instants), len(jobs))


def test_waiting_reduces(directory):
    """An early reduce waits inside its slice, from its start to the end of the maps."""
    write(directory, "jobs.csv", HEADER, "a,0,999,50,5,10;50,5")
    good(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", "--map-slots", 2, "--reduce-slots", 1,
         "--slowstart", 0.5, "--perfetto", "trace.json")
    events = json.loads((directory / "trace.json").read_text())["traceEvents"]
    found = [(event["name"], event["tid"], event["ts"], event["dur"]) for event in events if event["ph"] == "X"]
    equal(sorted(found), [("a", 1, 0, 10000), ("a", 2, 0, 50000), ("a", 3, 10000, 45000),
                          ("waits for the maps", 3, 10000, 40000)])


def test_limits_of_time(directory):
    """Instants keep their last digit however late they are."""
    top = 2**60
    write(directory, "jobs.csv", HEADER, f"a,3,{top},{top - 3},,{top - 3},")
    good(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", "--map-slots", 1, "--reduce-slots", 1, *FILES)
    events = json.loads((directory / "trace.json").read_text())["traceEvents"]
    equal([event["ts"] for event in events if event["ph"] == "e"], [top * 1000])
    equal([run.end for run in batsim_runs(table(directory / "batsim.csv"))], [top])


def test_names(directory):
    write(directory, "jobs.tsv", "a,b/c#\t0\t0\t1\t1\t1", "\u00e9\\\t1\t1\t1\t1\t1")
    check(directory, "names", "--trace", "jobs.tsv", "--scheduler", "fifo")


def test_no_jobs(directory):
    write(directory, "jobs.csv", HEADER)
    good(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", *FILES)
    equal(table(directory / "batsim.csv"), [])
    schedule = json.loads((directory / "schedule.json").read_text())
    equal((schedule["nb_jobs"], schedule["success_rate"], schedule["mean_slowdown"]), (0, 0, 0))
    json.loads((directory / "trace.json").read_text())
