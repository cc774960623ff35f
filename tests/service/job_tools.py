"""What the tests of jobs on the real service share."""
import pathlib
import subprocess

import pytest

from tests.service.daemon import PATIENCE, Daemon, until

# The estimate of tasks that must not reach their bound, on a loaded machine either; ms.
LONG = 60_000


@pytest.fixture(name="daemon")
def fixture_daemon():
    """A service with two slots of each stage, whose store holds together at the end."""
    with Daemon() as daemon:
        yield daemon
        daemon.stop()
        check_store(daemon)


def check_store(daemon):
    """The store of a service that has ended holds together."""
    check = subprocess.run([daemon.command[0], "--store", str(daemon.store), "--check-store"], capture_output=True,
                           text=True, timeout=PATIENCE, check=False)
    assert check.returncode == 0, check.stdout + check.stderr


def shell(script):
    """A command that runs a script."""
    return "sh", "-c", script


def events(daemon, kind=None, job=None):
    """What has happened."""
    return [e for e in daemon.get("/v1/events?limit=10000")["events"]
            if kind in (None, e["kind"]) and job in (None, e["job"])]


def attempts(daemon, job):
    """(stage, task, number, result) of each attempt."""
    return [(a["stage"], a["task"], a["number"], a["result"]) for a in daemon.job(job)["attempts"]]


def running(daemon, job, count=1):
    """Waits until so many tasks of the job are told as running; returns their attempts."""
    def look():
        now = [a for a in daemon.job(job)["attempts"] if a["result"] == "running"]
        return now if len(now) == count else None
    return until(look, f"{count} tasks of job {job} run")


def lines(path):
    """Lines of a file that a task writes; none if it is not there yet."""
    try:
        return pathlib.Path(path).read_text().split("\n")[:-1]
    except FileNotFoundError:
        return []


def holds_both_slots(daemon):
    """Two tasks that run until they are told to end, and are estimated at LONG each."""
    job = daemon.accepted(*shell(f"while [ ! -e {daemon.folder}/go ]; do sleep 0.02; done"), maps=2, map_ms=LONG,
                          deadline_ms=10 * LONG)
    running(daemon, job, 2)
    return job


def lets_go(daemon):
    (daemon.folder / "go").touch()


def waits(daemon):
    """A script that runs until lets_go()."""
    return f"echo >> {daemon.folder}/waits; while [ ! -e {daemon.folder}/go ]; do sleep 0.02; done"


def has_begun(daemon, count=1):
    """Waits until so many processes execute waits(): a task is told as running before its process
    has all that it needs."""
    until(lambda: len(lines(daemon.folder / "waits")) == count, f"{count} processes have begun")
