"""Slots that come and go, and restarts of the real service while tasks run."""
import json
import os
import pathlib
import signal
import time

import pytest

from tests.service.daemon import UnixConnection, until
from tests.service.job_tools import LONG, attempts, events, holds_both_slots, lets_go, lines, running, shell, waits


class TestSlots:
    def test_drain_and_add(self, daemon):
        assert daemon.request("POST", "/v1/slots/map/0/drain")[0] == 200
        states = [s["state"] for s in daemon.get("/v1/slots")["slots"] if s["stage"] == "map"]
        assert states == ["absent", "idle"]
        assert daemon.request("POST", "/v1/slots/map/0/drain")[0] == 400
        assert daemon.request("POST", "/v1/slots/map/9/drain")[0] == 404
        assert daemon.request("POST", "/v1/slots", {"stage": "map"}) == (201, {"stage": "map", "slot": 2})
        assert daemon.request("POST", "/v1/slots", {"stage": "map", "slot": 0}) == (201, {"stage": "map", "slot": 0})
        job = daemon.accepted(*shell(waits(daemon)), maps=3, map_ms=LONG,
                              deadline_ms=int(1.5 * LONG))
        running(daemon, job, 3)
        lets_go(daemon)
        assert daemon.ended(job)["state"] == "finished"

    def test_promise_keeps_slots(self, daemon):
        holds_both_slots(daemon)
        tight = daemon.accepted("true", maps=2, map_ms=LONG, deadline_ms=int(2.5 * LONG))
        status, refused = daemon.request("POST", "/v1/slots/map/1/drain")
        assert status == 409 and refused["late_job"] == tight
        lets_go(daemon)
        assert daemon.ended(tight)["state"] == "finished"

    def test_drains_after_its_task(self, daemon):
        job = holds_both_slots(daemon)
        assert daemon.request("POST", "/v1/slots/map/1/drain")[0] == 200
        assert daemon.get("/v1/slots")["slots"][1]["state"] == "draining"
        lets_go(daemon)
        daemon.ended(job)
        until(lambda: daemon.get("/v1/slots")["slots"][1]["state"] == "absent", "the slot has left")


class TestRestarts:
    WAITS = "echo $RTMR_STAGE $RTMR_TASK >> begun; while [ ! -e go ]; do sleep 0.02; done"

    @pytest.mark.parametrize("end", ["kill", "stop"])
    def test_tasks_run_on(self, daemon, end):
        job = daemon.accepted(*shell(self.WAITS), maps=3, reduces=1, map_ms=LONG, reduce_ms=LONG,
                              deadline_ms=10 * LONG)
        until(lambda: len(lines(daemon.folder / "begun")) == 2, "two tasks run")
        getattr(daemon, end)()
        daemon.start()
        running(daemon, job, 2)
        lets_go(daemon)
        ended = daemon.ended(job)
        assert ended["state"] == "finished" and not ended["flagged"]
        assert sorted(lines(daemon.folder / "begun")) == ["map 0", "map 1", "map 2", "reduce 0"]

    def test_end_while_away(self, daemon):
        job = daemon.accepted(*shell(self.WAITS + "; echo $RTMR_TASK >> over"), maps=2, reduces=1, map_ms=LONG,
                              reduce_ms=LONG, deadline_ms=10 * LONG)
        until(lambda: len(lines(daemon.folder / "begun")) == 2, "two tasks run")
        daemon.kill()
        lets_go(daemon)
        until(lambda: len(lines(daemon.folder / "over")) == 2, "both have ended")
        daemon.start()
        ended = daemon.ended(job)
        assert ended["state"] == "finished" and not ended["flagged"]
        assert sorted(lines(daemon.folder / "begun")) == ["map 0", "map 1", "reduce 0"]

    def test_vanished_while_away(self, daemon):
        job = daemon.accepted(*shell("echo $PPID >> begun; while [ ! -e go ]; do sleep 0.02; done"), map_ms=LONG,
                              deadline_ms=10 * LONG, retries=0)
        supervisor = int(until(lambda: lines(daemon.folder / "begun"), "the task runs")[0])
        daemon.kill()
        os.kill(supervisor, signal.SIGKILL)
        daemon.start()
        until(lambda: len(lines(daemon.folder / "begun")) == 2, "it runs again")
        lets_go(daemon)
        assert daemon.ended(job)["state"] == "finished"
        assert attempts(daemon, job) == [("map", 0, 0, "lost"), ("map", 0, 1, "finished")]

    def test_abort_is_carried_out_after_a_kill(self, daemon):
        job = daemon.accepted(*shell(self.WAITS), map_ms=LONG, deadline_ms=10 * LONG)
        until(lambda: lines(daemon.folder / "begun"), "the task runs")
        daemon.request("POST", f"/v1/jobs/{job}/abort")
        daemon.kill()
        daemon.start()
        until(lambda: attempts(daemon, job) == [("map", 0, 0, "killed")], "the task was killed")
        assert daemon.job(job)["state"] == "aborted"

    def test_retries_are_counted_over_restarts(self, daemon):
        job = daemon.accepted(*shell("echo >> begun; [ -e second ] || { touch second; exit 1; }; "
                                     "while [ ! -e go ]; do sleep 0.02; done; exit 1"),
                              map_ms=LONG, deadline_ms=10 * LONG, retries=1)
        until(lambda: len(lines(daemon.folder / "begun")) == 2, "the second attempt runs")
        daemon.kill()
        daemon.start()
        lets_go(daemon)
        assert daemon.ended(job)["state"] == "aborted"
        assert attempts(daemon, job) == [("map", 0, 0, "failed"), ("map", 0, 1, "failed")]

    def test_snapshot_of_a_clean_stop(self, daemon):
        first = daemon.accepted("true", map_ms=LONG, deadline_ms=10 * LONG)
        daemon.ended(first)
        last = daemon.get("/v1/status")["last_event"]
        assert daemon.stop() == 0
        daemon.start()
        assert daemon.get("/v1/status")["last_event"] == last
        second = daemon.accepted("true", map_ms=LONG, deadline_ms=10 * LONG)
        assert second == first + 1 and daemon.ended(second)["state"] == "finished"


def begun_once(daemon, **more):
    """A job whose task runs on, is killed at its bound, and has no retry; a further attempt ends at
    once. The number of the job, and the processes of its task and of its supervisor.
    """
    job = daemon.accepted(*shell("echo $$ $PPID >> begun; [ -e here ] || { touch here; exec sleep 1000; }"),
                          on_overrun="kill", retries=0, **{"map_ms": LONG, "deadline_ms": 10 * LONG, **more})
    line = until(lambda: lines(daemon.folder / "begun") and (daemon.folder / "here").exists() and
                 lines(daemon.folder / "begun")[0], "the task runs")
    return job, *map(int, line.split())


def has_ended(pid):
    """Whether a process runs no more."""
    stat = pathlib.Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def leave_killed(daemon, ended):
    """What a supervisor of an earlier version leaves of the first attempt at a SIGTERM."""
    end = f"rtmr-end 1 signalled 9 killed 1 started {max(ended - 1000, 0)} ended {ended}"
    (daemon.store / "attempts/1/end").write_text(end.ljust(127) + "\n")


def boottime():
    """ms of CLOCK_BOOTTIME."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def bound_of(daemon):
    """The bound of the only task that runs, in ms since 1970."""
    bound, = [slot["bound_at"] for slot in daemon.get("/v1/slots")["slots"] if slot["job"] is not None]
    return bound


def has_passed(bound):
    """Waits until it has."""
    until(lambda: time.time() * 1000 > bound + 100, "the bound has passed")


class TestShutdowns:
    """The machine goes down in order: the service stops, and then all processes are terminated."""

    @pytest.mark.parametrize("signals", [(signal.SIGTERM,), (signal.SIGSTOP, signal.SIGTERM, signal.SIGCONT)],
                             ids=("one_by_one", "all_at_once"))
    def test_what_it_ends_runs_again(self, daemon, signals):
        """And uses up no retry: the job has none."""
        job, task, supervisor = begun_once(daemon)
        assert daemon.stop() == 0
        for number in signals:
            for pid in (supervisor, task):
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    assert pid == task  # its supervisor has killed it already
        until(lambda: has_ended(supervisor), "the supervisor has ended")
        assert has_ended(task)
        daemon.start()
        assert daemon.ended(job)["state"] == "finished"
        assert attempts(daemon, job) == [("map", 0, 0, "lost"), ("map", 0, 1, "finished")]

    def test_a_kill_that_the_service_had_no_reason_for(self, daemon):
        job, _, supervisor = begun_once(daemon)
        daemon.kill()
        os.kill(supervisor, signal.SIGKILL)
        until(lambda: has_ended(supervisor), "the supervisor has ended")
        leave_killed(daemon, boottime())
        daemon.start()
        assert daemon.ended(job)["state"] == "finished"
        assert attempts(daemon, job) == [("map", 0, 0, "lost"), ("map", 0, 1, "finished")]

    def test_a_kill_at_the_bound(self, daemon):
        """The service has gone before it could record it: it counts."""
        job, _, supervisor = begun_once(daemon, map_ms=4000)
        bound = bound_of(daemon)
        daemon.kill()
        os.kill(supervisor, signal.SIGKILL)
        has_passed(bound)
        leave_killed(daemon, boottime())
        daemon.start()
        assert "ran longer than estimated" in daemon.ended(job)["reason"]

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a namespace of processes")
    def test_what_had_vanished_is_not_killed(self, daemon):
        """The bound has passed when the service is back, so it decides to kill the task. In a
        namespace with hardly any process it does so while it still looks for what is left of it.
        """
        job, _, supervisor = begun_once(daemon, map_ms=4000)
        bound = bound_of(daemon)
        daemon.kill()
        os.kill(supervisor, signal.SIGKILL)
        has_passed(bound)
        alone = ("unshare", "--pid", "--mount-proc", "--fork", "--kill-child")
        daemon.command = [*alone, *daemon.command]
        daemon.start()
        assert daemon.ended(job)["state"] == "finished"
        assert attempts(daemon, job) == [("map", 0, 0, "lost"), ("map", 0, 1, "finished")]
        daemon.kill()
        daemon.command = daemon.command[len(alone):]
        daemon.start()


def asks(daemon):
    """A request that is on its way: for a job."""
    connection = UnixConnection(daemon.socket)
    connection.request("POST", "/v1/jobs", json.dumps({"maps": 1, "map_ms": LONG, "deadline_ms": 10 * LONG,
                                                       "map_command": ["true"], "directory": str(daemon.folder)}))
    return connection


class TestStalls:
    @pytest.mark.parametrize("asked", (False, True), ids=("nothing_asked", "a_job_asked_for"))
    def test_ends_are_seen_after_their_bounds(self, daemon, asked):
        """Also if the first thing that happens then is a request, which moves the clock."""
        job = daemon.accepted(*shell("echo >> begun; while [ ! -e go ]; do sleep 0.02; done; echo >> over"), maps=2,
                              reduces=1, map_ms=6000, reduce_ms=LONG, grace_ms=0, deadline_ms=10 * LONG)
        until(lambda: len(lines(daemon.folder / "begun")) == 2, "two tasks run")
        bounds = [slot["bound_at"] for slot in daemon.get("/v1/slots")["slots"] if slot["job"] == job]
        os.kill(daemon.process.pid, signal.SIGSTOP)
        lets_go(daemon)
        until(lambda: len(lines(daemon.folder / "over")) == 2, "both have ended")
        until(lambda: time.time() * 1000 > max(bounds) + 100, "their bounds have passed")
        requests = [asks(daemon) for _ in range(4 * asked)]
        os.kill(daemon.process.pid, signal.SIGCONT)
        assert all(request.getresponse().status == 201 for request in requests)
        ended = daemon.ended(job)
        assert ended["state"] == "finished" and not ended["flagged"]
        assert len(bounds) == 2 and not any(e["flagged"] for e in events(daemon, "advance"))
