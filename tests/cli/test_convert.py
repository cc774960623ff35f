"""rtmr convert: native CSV from every format; reading it again gives the same jobs, and running
it the same schedule."""
import csv
import gzip
import io
import json
import os
import random

from tests.cli import command
from tests.cli.command import HEADER, contains, equal, good, rtmr, write

GOLDEN = command.ROOT / "tests/golden"
FULL = HEADER + ",user,pool,map_bytes,reduce_bytes,map_nodes"
SLOTS = ("--map-slots", 3, "--reduce-slots", 2)
EVERY = "rtmr,dc,edf,asrpt,fifo,fair,capacity,srt-fair,srt-capacity,lsps"


def random_tasks(draw, runs):
    """Durations of a stage, no two neighbours equal, as the format has them: 7;3x500."""
    durations = draw.sample(range(1, 900), runs)
    return ";".join(f"{draw.randint(2, 9)}x{ms}" if draw.random() < 0.3 else str(ms) for ms in durations)


def tasks_of(text):
    """How many tasks that are."""
    return sum(int(run.split("x")[0]) if "x" in run else 1 for run in text.split(";")) if text else 0


def random_trace(draw, jobs):
    """Rows of the native format with everything that it can say."""
    rows = []
    for i in range(jobs):
        maps = random_tasks(draw, draw.choice((0, 1, 3, 7)))
        reduces = random_tasks(draw, draw.choice((0, 1, 2)))
        arrival = draw.randint(0, 5000)
        nodes = ";".join("|".join(map(str, draw.sample(range(5), draw.randint(0, 3)))) for _ in range(tasks_of(maps)))
        rows.append(",".join((f"{draw.choice(('=', '@', '+', '-', 'x y ', 'é'))}{i}", str(arrival),
                              str(arrival + draw.randint(0, 9000)), str(draw.randint(1, 999)) if maps else "",
                              str(draw.randint(1, 999)) if reduces else "", maps, reduces,
                              draw.choice(("", "ann", "bob")),
                              draw.choice(("", "web", "etl")), draw.choice(("", "0", str(2**63 - 1))),
                              draw.choice(("", "12")), nodes if nodes.strip(";|") else "")))
    return rows


def test_native_is_unchanged(directory):
    """Every field survives, in the order of the rows."""
    seed = int.from_bytes(os.urandom(4), "little")
    rows = [row for row in random_trace(random.Random(seed), 60) if "é" not in row]
    write(directory, "jobs.csv", FULL, *rows)
    equal(good(directory, "convert", "jobs.csv"), "\n".join([FULL, *rows]) + "\n", f"seed {seed}")


def test_columns_that_were_left_out(directory):
    write(directory, "jobs.csv", HEADER, "a,5,100,7,9,7;7,9", "b,0,100,,9,,9")
    equal(good(directory, "convert", "jobs.csv"), FULL + "\na,5,100,7,9,2x7,9,,,,,\nb,0,100,,9,,9,,,,,\n")


def same_runs(directory, source, conversion=(), run=(), schedulers=EVERY, native=()):
    """A run of the source and one of its conversion must report the same of every job, under
    every scheduler."""
    equal(rtmr(directory, "convert", *source, *conversion, *run, "-o", "native.csv").status, 0)
    again = good(directory, "convert", "native.csv")
    equal(again, (directory / "native.csv").read_text())
    for scheduler in schedulers.split(","):
        options = (*run, "--scheduler", scheduler)
        rtmr(directory, "run", *source, *conversion, *options, "--jobs-csv", "source.jobs")
        rtmr(directory, "run", "native.csv", *options, *native, "--jobs-csv", "native.jobs")
        equal((directory / "native.jobs").read_text(), (directory / "source.jobs").read_text(), scheduler)
        (directory / "native.jobs").unlink()
        (directory / "source.jobs").unlink()


def test_swim(directory):
    same_runs(directory, (GOLDEN / "small.tsv",), ("--deadline-factor", 2), (*SLOTS, "--seed", 7))


def test_rumen(directory):
    same_runs(directory, (GOLDEN / "small_rumen.json",), ("--deadline-least", 0), (*SLOTS, "--seed", 7))


def test_sls(directory):
    same_runs(directory, (GOLDEN / "small_sls.json",), (), SLOTS)


def test_jhist(directory):
    same_runs(directory, (GOLDEN / "small.jhist",), ("--rumen-reduces", "shuffle"), SLOTS)


def test_synth(directory):
    same_runs(directory, (GOLDEN / "small_synth.json",), ("--synth-unit", "s"), (*SLOTS, "--seed", 7))


def test_swf(directory):
    same_runs(directory, (GOLDEN / "small.swf",), ("--swf-reduce-share", 0.3, "--swf-pool", "group"), SLOTS)


def test_sacct(directory):
    same_runs(directory, (GOLDEN / "small_sacct.psv",), ("--swf-reduce-share", 0.3, "--swf-pool", "group"), SLOTS,
              "rtmr,fifo,fair")


def test_batsim(directory):
    same_runs(directory, (GOLDEN / "small_batsim.json",), ("--batsim-speed", 2e9), SLOTS, "rtmr,fifo,fair")


def test_compressed(directory):
    (directory / "a.csv.gz").write_bytes(gzip.compress((GOLDEN / "small.csv").read_bytes()))
    same_runs(directory, ("a.csv.gz",), (), SLOTS, "rtmr")


def test_workloads(directory):
    for name in ("I", "II", "II-normal"):
        same_runs(directory, ("--workload", name), (), ("--seed", 3), "rtmr,dc,fifo", ("--cluster", f"paper-{name}"))
    same_runs(directory, ("--workload", "lsps"), ("--deadline-factor", 4), ("--cluster", "lsps", "--seed", 3),
              "rtmr,lsps")


def test_data_places_of_a_topology(directory):
    """Maps of Rumen keep the nodes of their data; one whose place is not known has none."""
    node = {"name": "/r", "children": [{"name": "n0"}, {"name": "n1"}]}
    (directory / "topology.json").write_text(json.dumps({"name": "", "children": [node]}))
    attempt = {"result": "SUCCESS", "startTime": 100, "finishTime": 900}
    here = {"layers": ["r", "n1"]}
    tasks = [{"attempts": [attempt], "preferredLocations": [here]}, {"attempts": [attempt]}]
    job = {"jobID": "j", "submitTime": 50, "finishTime": 2000, "outcome": "SUCCESS", "mapTasks": tasks,
           "reduceTasks": []}
    (directory / "trace.json").write_text(json.dumps(job))
    text = good(directory, "convert", "trace.json", "--cluster", "topology.json")
    equal(text.splitlines()[1].rsplit(",", 1)[1], "1;")
    good(directory, "convert", "trace.json", "--cluster", "topology.json", "-o", "native.csv")
    for name in ("trace.json", "native.csv"):
        good(directory, "run", name, "--cluster", "topology.json", "--remote-factor", 3, "--scheduler", "fifo",
             "--jobs-csv", name + ".jobs")
    equal((directory / "native.csv.jobs").read_text(), (directory / "trace.json.jobs").read_text())


def refused(directory, line, *arguments):
    """Status 2 and one line; nothing on standard output, and OUT stays away."""
    for output in ((), ("-o", "OUT")):
        outcome = rtmr(directory, "convert", *arguments, *output)
        equal((outcome.status, outcome.out, outcome.err), (2, "", f"rtmr: {line}\n"))
        equal((directory / "OUT").exists(), False)


def test_names_of_any_kind(directory):
    """Quotes hold what separates fields; a second conversion changes nothing."""
    names = ["a,b", 'a"b', '"', " a ", "a\nb", "a\r\nb", "\r", "\t", "a;b#2", "\x1b[0m"]
    attempt = {"result": "SUCCESS", "startTime": 1, "finishTime": 9}
    jobs = [{"jobID": name, "user": name, "queue": name, "submitTime": 0, "finishTime": 9, "outcome": "SUCCESS",
             "mapTasks": [{"attempts": [attempt]}], "reduceTasks": []} for name in names]
    write(directory, "trace.json", *map(json.dumps, jobs))
    text = good(directory, "convert", "trace.json")
    rows = list(csv.reader(io.StringIO(text, newline="")))[1:]
    equal([row[0] for row in rows], names)
    equal([row[7:9] for row in rows], [[name, name] for name in names])
    (directory / "native.csv").write_bytes(text.encode())
    equal(good(directory, "convert", "native.csv"), text)


def test_what_native_cannot_hold(directory):
    for workload in ("lsps", "srt"):
        outcome = rtmr(directory, "convert", "--workload", workload)
        equal((outcome.status, outcome.out), (2, ""))
        contains(
            outcome.err, ": expected a deadline, which native CSV has for every job, found none; --deadline-factor "
            "makes them\n")


def test_bad_source_leaves_output_alone(directory):
    write(directory, "OUT", "mine")
    write(directory, "jobs.csv", HEADER, "a,0,x,5,5,5,5")
    equal(rtmr(directory, "convert", "jobs.csv", "-o", "OUT").status, 2)
    equal((directory / "OUT").read_text(), "mine\n")


def test_source_is_not_overwritten(directory):
    write(directory, "jobs.csv", HEADER, "a,0,100,5,5,5,5")
    outcome = rtmr(directory, "convert", "jobs.csv", "-o", "./jobs.csv")
    equal((outcome.status, outcome.out, outcome.err),
          (2, "", 'rtmr: --output: expected another file than the trace "jobs.csv"\n'))
    equal((directory / "jobs.csv").read_text(), HEADER + "\na,0,100,5,5,5,5\n")


def test_options_without_effect(directory):
    write(directory, "jobs.csv", HEADER, "a,0,100,5,5,5,5")
    outcome = rtmr(directory, "convert", "jobs.csv", *SLOTS, "--seed", 2, "--heartbeat", 5)
    equal(outcome.status, 0)
    equal(sorted(line.split()[2] for line in outcome.err.splitlines()), ["--heartbeat", "--map-slots", "--reduce-slots",
                                                                         "--seed"])
    equal(rtmr(directory, "convert", GOLDEN / "small.swf", *SLOTS, "--seed", 2).err, "")
