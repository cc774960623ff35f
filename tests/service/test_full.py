"""The real service when the disk of its store is full."""
import errno
import os
import pathlib
import subprocess
import tempfile

import pytest

from tests.service.daemon import PATIENCE, Daemon, UnixConnection, stops_meanwhile, until
from tests.service.job_tools import LONG, attempts, check_store, has_begun, lets_go, shell, waits

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")

SIZE = 24 << 20


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
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", path], check=True)
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
