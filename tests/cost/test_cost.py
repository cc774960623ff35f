"""How the work of a run grows with the number of waiting jobs: about linearly. Nothing is timed:
the command counts the basic blocks that it executes (tests/cost/counter.c), so that every run of
this test finds the same numbers."""
import os
import random
import subprocess

from tests.cli import command
from tests.cli.command import HEADER, ROOT, write

COUNTED = ROOT / "build/cost/rtmr"
SMALL = 2000
MOST = 2.5  # of 2n jobs to n jobs; n log n gives 2.2
SCHEDULERS = ("fifo", "edf", "fair", "srt-fair", "capacity", "srt-capacity", "lsps", "asrpt", "dc")
CLUSTER = ("--map-slots", 2, "--reduce-slots", 1)


def work(directory, *arguments):
    """The count of a run, which must succeed."""
    done = subprocess.run([COUNTED, *map(str, arguments)], cwd=directory, stdin=subprocess.DEVNULL, check=False,
                          env=dict(os.environ, RTMR_COUNT="count"), capture_output=True,
                          timeout=command.TIME_LIMIT)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())
    return int((directory / "count").read_text())


def expect_linear(directory, what, prepare, *arguments):
    """The command does at most MOST times as much for 2n as for n; prepare(n) writes its files."""
    counts = []
    for jobs in (SMALL, 2 * SMALL):
        prepare(jobs)
        counts.append(work(directory, *arguments))
    if counts[1] > MOST * counts[0]:
        raise AssertionError(f"{what}: {counts[0]} for {SMALL} jobs, {counts[1]} for {2 * SMALL}: "
                             f"{counts[1] / counts[0]:.2f} times as much")


def jobs_at_once(directory):
    """Jobs of one user that arrive together, each of two maps and a reduce."""
    def prepare(jobs):
        write(directory, "jobs.csv", HEADER + ",user",
              *(f"j{i},0,{1000000 + i * 7919 % 1000},10,10,5;7,6,ann" for i in range(jobs)))
    return prepare


def jobs_one_by_one(directory, users):
    """Jobs that arrive one by one, faster than they can run."""
    def prepare(jobs):
        draw = random.Random(1)
        rows = [HEADER + ",user"]
        arrival = 0
        for i in range(jobs):
            arrival += draw.randint(1, 6)
            maps = ";".join(str(draw.randint(1, 9)) for _ in range(draw.randint(1, 4)))
            rows.append(f"j{i},{arrival},{arrival + draw.randint(100, 10**8)},10,10,{maps},{draw.randint(1, 9)},"
                        f"u{i % users}")
        write(directory, "jobs.csv", *rows)
    return prepare


def jobs_of_reduces(directory):
    """Jobs without maps: Deadline Constraint accepts them all, each for an instant of its own."""
    def prepare(jobs):
        draw = random.Random(1)
        write(directory, "jobs.csv", HEADER, *(f"j{i},0,{draw.randint(1, 50) * 10**7 + 40 * i},10,10,,5"
                                               for i in range(jobs)))
    return prepare


def run(scheduler, *options):
    """The arguments of a run."""
    return ("run", "--trace", "jobs.csv", *CLUSTER, "--scheduler", scheduler, *options)


def test_jobs_at_once(directory):
    for scheduler in SCHEDULERS:
        expect_linear(directory, scheduler, jobs_at_once(directory), *run(scheduler))


def test_jobs_one_by_one(directory):
    for scheduler in SCHEDULERS:
        if scheduler != "lsps":  # its sizes are of all jobs of the user who comes: see lsps.c
            expect_linear(directory, scheduler, jobs_one_by_one(directory, 1), *run(scheduler))
        expect_linear(directory, scheduler, jobs_one_by_one(directory, 20), *run(scheduler, "--slowstart", 0.05))


def test_a_user_for_each_job(directory):
    for scheduler in SCHEDULERS:
        if scheduler != "lsps":  # its shares are of all active users: see lsps.c
            expect_linear(directory, scheduler, jobs_one_by_one(directory, 10**9), *run(scheduler))


def test_reduces_that_wait(directory):
    for scheduler in SCHEDULERS:
        expect_linear(directory, scheduler, jobs_of_reduces(directory), *run(scheduler))


def test_fair_of_020(directory):
    for scheduler in ("fair", "srt-fair"):
        expect_linear(directory, scheduler, jobs_at_once(directory), *run(scheduler, "--hadoop", "0.20"))


def test_heartbeats_and_duplicates(directory):
    options = ("--heartbeat", 3, "--speculation", "--failure-rate", 0.1)
    for scheduler in ("fifo", "fair", "srt-fair", "capacity", "srt-capacity", "lsps"):
        expect_linear(directory, scheduler, jobs_at_once(directory), *run(scheduler, *options))


def test_outputs(directory):
    outputs = ("--jobs-csv", "out.csv", "--json", "out.json", "--perfetto", "out.pf", "--batsim-jobs", "b.csv",
               "--batsim-schedule", "b.json", "--gantt")
    expect_linear(directory, "outputs", jobs_at_once(directory), *run("fifo", *outputs))


def test_one_row_that_stands_for_many_jobs(directory):
    def prepare(jobs):
        write(directory, "jobs.json", f'{{"job.start.ms":0,"job.count":{jobs},"job.tasks":[{{"duration.ms":5}}]}}')
    for scheduler in SCHEDULERS:
        expect_linear(directory, scheduler, prepare, "run", "--trace", "jobs.json", *CLUSTER, "--scheduler", scheduler)


def test_pools_and_queues(directory):
    def prepare(rows):
        jobs_one_by_one(directory, 10**9)(200)
        write(directory, "pools", "pool,weight,min_maps,min_reduces", *(f"u{i},1,1,0" for i in range(rows)))
        write(directory, "queues", "queue,capacity", *(f"u{i},0.001" for i in range(rows)))
    expect_linear(directory, "--pools", prepare, *run("fair", "--pools", "pools"))
    expect_linear(directory, "--queues", prepare, *run("capacity", "--queues", "queues"))


def test_faults_of_tasks(directory):
    def prepare(jobs):
        jobs_at_once(directory)(jobs)
        write(directory, "faults", "time,event,node,job,stage,number,factor",
              *(f"0,task_overruns,,j{i},map,{k},1.5" for i in range(jobs) for k in range(2)))
    expect_linear(directory, "--faults", prepare, *run("fifo", "--faults", "faults"))
