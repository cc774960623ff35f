"""The real service when the disk of its store is full: of bytes, or of inodes."""
import contextlib
import errno
import os
import pathlib
import re
import subprocess
import tempfile
import time

import pytest

from tests.service.daemon import PATIENCE, Daemon, UnixConnection, stops_meanwhile, until
from tests.service.job_tools import LONG, attempts, check_store, events, has_begun, lets_go, shell, waits

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")

SIZE = 24 << 20
INODES = 6000
INODES_LEAST = 4096  # for further jobs
TRIES = 1  # of a start each second, while none succeeds


def fill(path):
    """Writes a file until there is no space left."""
    with path.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            try:
                while True:
                    file.write(bytes(size))
            except OSError as problem:
                assert problem.errno == errno.ENOSPC


@pytest.fixture(name="disk")
def fixture_disk():
    path = pathlib.Path(tempfile.mkdtemp(prefix="rtmr-disk-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE},nr_inodes={INODES}", "none", path], check=True)
    yield path
    subprocess.run(["umount", "-l", path], check=True)
    path.rmdir()


def submits(daemon, **more):
    return daemon.submit("true", map_ms=LONG, deadline_ms=20 * LONG, **more)


def refused_for_space(daemon):
    """Submits until the disk is full for the service, too; returns the jobs that were accepted."""
    accepted = []

    def look():
        status, answer = submits(daemon)
        assert status in (201, 503, 507), answer
        accepted.extend([answer["job"]] if status == 201 else [])
        return status != 201 and answer
    answer = until(look, "a submission is refused")
    assert "full" in answer["error"], answer
    return accepted


def test_full_disk(disk):
    with Daemon(store=disk / "store", map_slots=1) as daemon:
        job = daemon.accepted(*shell(waits(daemon)), reduces=1, map_ms=LONG, reduce_ms=LONG, deadline_ms=10 * LONG,
                              reduce_command=["true"])
        has_begun(daemon)
        fill(disk / "filler")
        accepted = refused_for_space(daemon)
        lets_go(daemon)
        until(lambda: ("map", 0, 0, "finished") in attempts(daemon, job), "the end of what ran is on record")
        (disk / "filler").unlink()
        _, last = until(lambda: (answer := submits(daemon))[0] == 201 and answer, "jobs are accepted again")
        for number in [job, *accepted, last["job"]]:
            assert daemon.ended(number)["state"] == "finished"
        assert sorted(j["job"] for j in daemon.get("/v1/jobs?state=all")["jobs"]) == [job, *accepted, last["job"]]
        daemon.stop()
        check_store(daemon)


def test_stopped_with_a_full_disk(disk):
    with Daemon(store=disk / "store", map_slots=1) as daemon:
        job = daemon.accepted(*shell(waits(daemon)), map_ms=LONG, deadline_ms=10 * LONG)
        has_begun(daemon)
        connection = UnixConnection(daemon.socket)
        connection.request("GET", "/v1/status")
        connection.getresponse().read()
        fill(disk / "filler")
        with stops_meanwhile(daemon):
            connection.request("POST", f"/v1/jobs/{job}/abort", "{}")
        with connection.getresponse() as answer:
            assert answer.status in (503, 507), "what cannot be recorded is not answered as done"
        assert daemon.process.wait(PATIENCE) == 0
        (disk / "filler").unlink()
        daemon.start()
        assert daemon.job(job)["state"] == "running"
        lets_go(daemon)
        assert daemon.ended(job)["state"] == "finished"


def test_killed_with_a_full_disk(disk):
    with Daemon(store=disk / "store", map_slots=1) as daemon:
        job = daemon.accepted(*shell(waits(daemon)), map_ms=LONG, deadline_ms=10 * LONG)
        has_begun(daemon)
        fill(disk / "filler")
        accepted = refused_for_space(daemon)
        daemon.kill()
        (disk / "filler").unlink()
        daemon.start()
        lets_go(daemon)
        for number in [job, *accepted]:
            assert daemon.ended(number)["state"] == "finished"
        daemon.stop()
        check_store(daemon)


# --- Inodes ---------------------------------------------------------------------------------------

def free_inodes(path):
    return os.statvfs(path).f_favail


def take_inodes(path, left):
    """Makes empty files until so many inodes are free."""
    path.mkdir(exist_ok=True)
    for number in range(max(0, free_inodes(path) - left)):
        (path / str(number)).touch()


def give_inodes(path):
    for file in path.iterdir():
        file.unlink()


def test_few_inodes(disk):
    """No further jobs, with what is free and expected; what runs goes on."""
    with Daemon(store=disk / "store", map_slots=1) as daemon:
        job = daemon.accepted(*shell(waits(daemon)), map_ms=LONG, deadline_ms=10 * LONG)
        has_begun(daemon)
        take_inodes(disk / "filler", INODES_LEAST - 1)
        for _ in range(3):
            status, answer = submits(daemon)
            assert status == 507, answer
            assert f"{INODES_LEAST - 1} inodes are free, at least {INODES_LEAST} are expected" in answer["error"]
        assert daemon.log.read_text().count("inodes are free") == 1, "it is said once"
        assert not daemon.get("/v1/status")["accepts"]
        assert "rtmr_store_accepts 0" in daemon.get("/metrics")
        assert daemon.submit("true", what_if=True)[0] == 200
        lets_go(daemon)
        assert daemon.ended(job)["state"] == "finished"
        give_inodes(disk / "filler")
        assert daemon.get("/v1/status")["accepts"]
        assert daemon.ended(daemon.accepted("true"))["state"] == "finished"


@contextlib.contextmanager
def small_attempts(daemon):
    """The attempts of the service have a small disk of their own: the store's has inodes."""
    folder = daemon.store / "attempts"
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m,nr_inodes=100", "none", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_nothing_starts():
    """Without a folder no task starts: no job is accepted, one start is tried at a time, the reason
    is on record and on the log, and all goes on when there are inodes again."""
    with Daemon(map_slots=4) as daemon, small_attempts(daemon) as folders:
        take_inodes(folders / "filler", 0)
        job = daemon.accepted("true", maps=8, map_ms=LONG, deadline_ms=20 * LONG)
        begin = time.monotonic()
        until(lambda: not daemon.get("/v1/status")["accepts"], "no further jobs are taken")
        status, answer = submits(daemon)
        assert status == 507 and "tasks cannot be started: No space left on device" in answer["error"], answer
        until(lambda: len(daemon.job(job)["attempts"]) > 5, "it is tried again")
        assert not daemon.get("/v1/status")["accepts"], "also between two tries"
        tried = daemon.job(job)["attempts"]
        assert len(tried) <= 4 + TRIES * (time.monotonic() - begin + 1), "not all slots try"
        assert {attempt["result"] for attempt in tried} <= {"lost", "running"}, tried
        text = events(daemon, "fail", job)[0]["text"]
        assert "it could not be started: No space left on device; one task is tried each second" in text
        assert len(re.findall("tasks cannot be started: No space left on device", daemon.log.read_text())) == 1
        give_inodes(folders / "filler")
        assert daemon.ended(job)["state"] == "finished"
        until(lambda: daemon.get("/v1/status")["accepts"], "jobs are accepted again")
        assert daemon.log.read_text().count("tasks can be started again") == 1
        assert daemon.ended(daemon.accepted("true"))["state"] == "finished"
        daemon.stop()
        check_store(daemon)


def test_nothing_waits_to_start():
    """The job whose tasks could not start is aborted: others are accepted again, to be tried. It is
    not space that is lacking here."""
    with Daemon(map_slots=1) as daemon, small_attempts(daemon) as folders:
        subprocess.run(["mount", "-o", "remount,ro", folders], check=True)
        job = daemon.accepted("true", map_ms=LONG, deadline_ms=20 * LONG)
        until(lambda: not daemon.get("/v1/status")["accepts"], "no further jobs are taken")
        status, answer = submits(daemon)
        assert status == 503 and "tasks cannot be started: Read-only file system" in answer["error"], answer
        assert daemon.request("POST", f"/v1/jobs/{job}/abort")[0] == 200
        until(lambda: daemon.get("/v1/status")["accepts"], "jobs are accepted again")
