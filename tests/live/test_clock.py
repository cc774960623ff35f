"""Clocks under a running service: a wall clock that is stepped, and another boot. What was promised
stands, in milliseconds since the store was made.
"""
import contextlib
import glob
import os
import re
import sqlite3
import subprocess

import pytest

from tests.service.daemon import BUILD, PATIENCE, Daemon, until

RTMRD = BUILD / "rtmrd"
HOUR = 3600 * 1000

# How far apart two readings of a clock may be on a loaded machine, ms.
SOON = 20000


class SteppedDaemon(Daemon):
    """A service whose wall clock a test can step."""

    def __init__(self, **options):
        library, = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        super().__init__(program=RTMRD, environment={"LD_PRELOAD": library, "FAKETIME_NO_CACHE": "1",
                                                     "FAKETIME_DONT_FAKE_MONOTONIC": "1"}, **options)
        self.hours = self.folder / "hours"
        self.environment["FAKETIME_TIMESTAMP_FILE"] = str(self.hours)
        self.step(0)

    def step(self, hours):
        """The wall clock is so far from the right time."""
        new = self.folder / "hours.new"
        new.write_text(f"{hours * 3600:+d}\n")
        new.rename(self.hours)

    def status(self):
        """What the service says of itself."""
        return self.get("/v1/status")


def check(daemon):
    """The store is sound, and no call was about a violation."""
    done = subprocess.run([RTMRD, "--store", daemon.store, "--check-store"], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    assert done.returncode == 0 and "all is well" in done.stdout, done.stdout + done.stderr
    with contextlib.closing(sqlite3.connect(daemon.store / "store.db")) as database:
        assert not database.execute("SELECT * FROM calls WHERE kind = 'advance' OR flagged IS NOT NULL").fetchall()


def expect_stepped(daemon, before, hours):
    """The wall clock has moved by so much since, and the ticks have not."""
    after = daemon.status()
    assert 0 <= after["tick"] - before["tick"] < SOON
    assert abs(after["now_at"] - before["now_at"] - hours * HOUR) < SOON


@pytest.mark.parametrize("hours", [1, -1])
def test_the_wall_clock_is_stepped(hours):
    """While a job runs: its deadline stays as far away as it was, and it is kept."""
    with SteppedDaemon() as daemon:
        gate = daemon.folder / "gate"
        script = f"until [ -e '{gate}' ]; do sleep 0.05; done"
        # whatever happens to the wall clock, this is one minute to two from now
        job = daemon.accepted("sh", "-c", script, maps=2, reduces=1, map_ms=60000, reduce_ms=20000, deadline_ms=120000)
        until(lambda: daemon.job(job)["map"]["running"] == 2, "both maps run")
        before = daemon.status()
        left = daemon.job(job)["deadline_at"] - before["now_at"]
        daemon.step(hours)
        expect_stepped(daemon, before, hours)
        assert 0 <= left - (daemon.job(job)["deadline_at"] - daemon.status()["now_at"]) < SOON

        # a deadline by the clock on the wall, as it is now; and a restart in between
        decision = daemon.submit("true", deadline_ms=None, deadline_at=daemon.status()["now_at"] + 100000)
        assert decision[0] == 201, decision
        daemon.kill()
        daemon.start()
        expect_stepped(daemon, before, hours)
        daemon.step(0)
        expect_stepped(daemon, before, 0)
        gate.touch()
        for number in (job, decision[1]["job"]):
            done = daemon.ended(number)
            assert (done["state"], done["flagged"]) == ("finished", False)
            assert done["ended_at"] < done["deadline_at"]
        assert len(daemon.job(job)["attempts"]) == 3
        assert daemon.stop() == 0
        check(daemon)


def boot_again(daemon, off):
    """The next start of the service is in another boot; the machine was off for so many ms."""
    with contextlib.closing(sqlite3.connect(daemon.store / "store.db")) as database:
        database.execute("UPDATE last_commit SET boot_id = 'another', wall = wall - ?", (off,))
        database.commit()


def test_another_boot():
    """The clock of the next boot begins at 0: the ticks go on by what the wall clock says, and what
    ran runs again.
    """
    with Daemon(program=RTMRD) as daemon:
        job = daemon.accepted("sleep", "1000", map_ms=HOUR, deadline_ms=10 * HOUR)
        until(lambda: daemon.job(job)["map"]["running"] == 1, "it runs")
        before = daemon.get("/v1/status")
        deadline = daemon.job(job)["deadline_at"]
        daemon.kill()
        daemon.kill_tasks()
        boot_again(daemon, HOUR // 2)
        daemon.start()
        after = daemon.get("/v1/status")
        assert 0 <= after["tick"] - before["tick"] - HOUR // 2 < SOON
        assert abs(daemon.job(job)["deadline_at"] - (deadline - HOUR // 2)) < SOON
        until(lambda: [a["result"] for a in daemon.job(job)["attempts"]] == ["lost", "running"], "it runs again")
        assert daemon.request("POST", f"/v1/jobs/{job}/abort")[0] == 200
        assert daemon.ended(job)["state"] == "aborted"
        daemon.stop()


def date_by_another_boot(end, first):
    """The end of an attempt becomes one of another boot. By that boot's clock the attempt began at
    `first`; None: as by this one's. Returns how many ms the attempt took.
    """
    text = end.read_text()
    started, ended = map(int, re.search(r"started (\d+) ended (\d+)", text).groups())
    first = started if first is None else first
    text = re.sub(r"boot \S+ started .*", f"boot another started {first} ended {first + ended - started}", text.strip())
    end.write_text(text.ljust(127) + "\n")
    return ended - started


@pytest.mark.parametrize("first", [1, None, 1000000 * HOUR], ids=("behind", "alike", "ahead"))
@pytest.mark.parametrize("off", [HOUR, -HOUR], ids=("later", "wall_clock_went_back"))
def test_an_end_of_another_boot(first, off):
    """The service stops, a task ends, the machine starts again. The task has kept its bound, and it
    took as long as it did, whatever both boots' clocks say: `rtmr submit --like` goes by that.
    """
    with Daemon(program=RTMRD) as daemon:
        gate = daemon.folder / "gate"
        job = daemon.accepted("sh", "-c", f"touch begun; until [ -e '{gate}' ]; do sleep 0.05; done", name="words",
                              map_ms=60000, deadline_ms=120000)
        until((daemon.folder / "begun").exists, "it runs")
        assert daemon.stop() == 0
        gate.touch()
        end = daemon.store / "attempts/1/end"
        until(end.exists, "it has ended")
        took = date_by_another_boot(end, first)
        boot_again(daemon, off)
        daemon.start()
        done = daemon.ended(job)
        assert (done["state"], done["flagged"], done["reason"]) == ("finished", False, None)
        times = daemon.get("/v1/estimates?name=words")["map"]
        assert daemon.stop() == 0
        check(daemon)
        with contextlib.closing(sqlite3.connect(daemon.store / "store.db")) as database:
            dispatched, started, ended, bound, now = database.execute(
                "SELECT dispatched, started, ended, bound, tick FROM attempts, last_commit").fetchone()
        assert dispatched <= started <= ended <= min(bound, now)
        assert (times["runs"], times["longest_ms"]) == (1, ended - started)
        if off > 0:  # else the service is hardly older than it was
            assert ended - started == took and started - dispatched < SOON


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a namespace of time")
def test_a_clock_that_is_behind():
    """CLOCK_BOOTTIME itself is behind the store: as after a boot, whatever the id of the boot."""
    ahead = ("unshare", "--time", "--boottime", "1000000", "--fork", "--kill-child")
    with Daemon(program=RTMRD, wrapper=ahead) as daemon:
        job = daemon.accepted("true")
        assert daemon.ended(job)["state"] == "finished"
        before = daemon.get("/v1/status")
        daemon.kill()
        daemon.command = daemon.command[len(ahead):]
        daemon.start()
        after = daemon.get("/v1/status")
        assert 0 <= after["tick"] - before["tick"] < SOON
        assert daemon.ended(daemon.accepted("true"))["state"] == "finished"
        assert daemon.stop() == 0
        check(daemon)
