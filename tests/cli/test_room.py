"""Jobs that are refused for want of room in the kernel's tables, which is no policy: counted, and
named with what makes the tables larger."""
import json
import resource
import subprocess

from tests.cli import command
from tests.cli.command import HEADER, contains, equal, good, write
from tests.cli.test_bad_input import refused

JOBS = 128  # of the command with sanitizers: UNIT_JOBS
RAISES = f"refused for want of room, not by policy: the job table is full ({JOBS}; make HARNESS_JOBS=N raises it)\n"


def met(text):
    """The jobs that met their deadline, of a run of one scheduler."""
    return next(line.split()[-1] for line in text.splitlines() if line.startswith("met "))


def test_a_job_table_that_is_full(directory):
    """The table of the command as it is delivered has room for far more."""
    write(directory, "burst.csv", HEADER, *(f"j{i},0,9000000,5,,5," for i in range(JOBS + 10)))
    run = ("run", "burst.csv", "--map-slots", 2, "--scheduler", "rtmr,edf", "--json", "out.json")
    text = good(directory, *run)
    runs = json.loads((directory / "out.json").read_text())["runs"]
    if not command.slow():
        equal([run["metrics"]["no_room_jobs"] for run in runs], [0, 0])
        equal("room" in text or "job table full" in text, False)
        return
    equal([run["metrics"]["no_room_jobs"] for run in runs], [10, 0])
    contains(text, f"\nrtmr: 10 jobs {RAISES}")
    contains(command.rtmr(directory, "compare", "burst.csv", "--map-slots", 2, "--scheduler", "edf,rtmr").out,
             f"\n\nrtmr exact: 10.0 jobs a run {RAISES}rtmr satu: 10.0 jobs a run {RAISES}")
    good(directory, "run", "burst.csv", "--map-slots", 2, "--scheduler", "rtmr", "--jobs-csv", "rows.csv")
    equal((directory / "rows.csv").read_text().count("the job table is full"), 10)


def test_wide_clusters(directory):
    """A log of 93,312 processors runs at its size; one wider than the kernel says what to build."""
    write(directory, "wide.swf", "1 0 0 100 79808 -1 -1 79808 120 -1 1 7 3 -1 2 1 -1 -1",
          "2 0 0 100 93312 -1 -1 93312 120 -1 1 7 3 -1 2 1 -1 -1")
    run = ("run", "wide.swf", "--scheduler", "rtmr", "--map-slots")
    if not command.slow():
        equal(met(good(directory, *run, 93312)), "2")
        write(directory, "many.csv", HEADER, "a,0,9000000,5,,3000000x5,", "b,0,9000000,5,,2000000x5,")
        equal(met(good(directory, "run", "many.csv", "--scheduler", "rtmr", "--map-slots", 93312)), "2")
    most = JOBS if command.slow() else 131072
    refused(directory, f"--map-slots: expected at most {most} in all for rtmr, found 1000000 (make "
            "HARNESS_SLOTS=1000000 raises it)", *run, 1000000)


def test_little_address_space(directory):
    """Stored vectors need much of it, `exact` does not; a failure says so."""
    if command.slow():
        return  # sanitizers take more than any limit
    write(directory, "jobs.csv", HEADER, "a,0,9000000,5,,5,")
    for feedback, status in (("exact", 0), ("satu", 2)):
        done = subprocess.run([command.binary(), "run", "jobs.csv", "--map-slots", "2", "--scheduler", "rtmr",
                               "--feedback", feedback], cwd=directory, capture_output=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)))
        equal(done.returncode, status, done.stderr)
    contains(done.stderr.decode(), "feedback satu and none need 256 GiB of address space, though little memory")
