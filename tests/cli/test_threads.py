"""Runs on several threads: the same outputs and the same error as on one."""
from tests.cli.command import HEADER, equal, good, rtmr, write

JOBS = [HEADER, *(f"j{i},{7 * i},{7 * i + 90},9,9,{1 + i % 9};5;3,{2 + i % 4}" for i in range(60))]
SLOTS = ("--map-slots", 3, "--reduce-slots", 2)


def expect_same(directory, *arguments):
    """The threads change neither the printed text nor the file."""
    found = []
    for threads in (1, 2, 7):
        printed = good(directory, *arguments, "--json", "out.json", "--threads", threads)
        found.append((printed, (directory / "out.json").read_bytes()))
    equal(found[1], found[0], "2 threads")
    equal(found[2], found[0], "7 threads")


def test_run(directory):
    write(directory, "jobs.csv", *JOBS)
    expect_same(directory, "run", "jobs.csv", *SLOTS, "--scheduler", "all", "--seeds", 5, "--failure-rate", 0.1)
    expect_same(directory, "run", "--workload", "srt", "--deadline-factor", 2, "--scheduler", "edf,lsps",
                "--seeds", 5)


def test_compare(directory):
    write(directory, "jobs.csv", *JOBS)
    expect_same(directory, "compare", "jobs.csv", *SLOTS, "--scheduler", "rtmr,fifo,dc", "--seeds", 4,
                "--slow-rate", 0.5, "--slow-factor", 2)


def test_first_error(directory):
    """All runs fail, the fast ones first in time; the error is that of the first one in order."""
    write(directory, "jobs.csv", *JOBS)
    for threads in (1, 2, 7):
        done = rtmr(directory, "run", "jobs.csv", *SLOTS, "--scheduler", "fair,edf,fifo", "--seeds", 3,
                    "--overrun-rate", 1, "--overrun-factor", 1000000, "--node-mtbf", 1, "--node-mttr", 1, "--json",
                    "out.json", "--threads", threads)
        equal(done.status, 1, done.err)
        equal(done.err.count("\n"), 1)
        equal(done.err[:32], "rtmr: fair: the run was stopped:")
        assert not (directory / "out.json").exists()
