"""Tasks on the real service that fail, vanish, or take longer than estimated."""
import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

from tests.service.daemon import PATIENCE, Daemon, until
from tests.service.job_tools import LONG, attempts, events, lets_go, lines, shell, waits


class TestFailures:
    def test_retry(self, daemon):
        job = daemon.accepted(*shell("[ -e here ] || { touch here; exit 7; }"), map_ms=LONG, deadline_ms=10 * LONG)
        ended = daemon.ended(job)
        assert ended["state"] == "finished"
        assert attempts(daemon, job) == [("map", 0, 0, "failed"), ("map", 0, 1, "finished")]
        assert ended["attempts"][0]["exit_status"] == 7

    def test_fails_for_good(self, daemon):
        job = daemon.accepted(*shell("[ $RTMR_TASK = 0 ] || exit 3; sleep 1000"), maps=3, reduces=1, map_ms=LONG,
                              reduce_ms=LONG, deadline_ms=10 * LONG, retries=1)
        ended = daemon.ended(job)
        assert ended["state"] == "aborted" and "map task 1 ended with exit status 3" in ended["reason"]
        until(lambda: attempts(daemon, job) == [("map", 0, 0, "killed"), ("map", 1, 0, "failed"),
                                                ("map", 1, 1, "failed")], "what ran was killed")
        again = daemon.accepted("true", map_ms=LONG, deadline_ms=2 * LONG)
        assert daemon.ended(again)["state"] == "finished"

    def test_signal(self, daemon):
        job = daemon.accepted(*shell("kill -TERM $$"), map_ms=LONG, deadline_ms=10 * LONG, retries=0)
        assert "signal 15" in daemon.ended(job)["reason"]

    def test_not_to_be_started(self, daemon):
        job = daemon.accepted(str(daemon.folder / "missing"), map_ms=LONG, deadline_ms=10 * LONG, retries=0)
        assert "could not be started: No such file" in daemon.ended(job)["reason"]

    def test_a_program_that_is_cut_short(self, daemon):
        """EIO, as of a broken disk, but it is the job's own fault; other jobs do not wait."""
        whole = pathlib.Path("/bin/true").read_bytes()
        program = daemon.folder / "program"
        program.write_bytes(whole[:whole.index(b"/lib") + 1])  # within the path of its loader
        program.chmod(0o755)
        job = daemon.accepted(str(program), map_ms=LONG, deadline_ms=10 * LONG, retries=1)
        assert "could not be started: Input/output error, in attempt 2 of 2" in daemon.ended(job)["reason"]
        assert attempts(daemon, job) == [("map", 0, 0, "failed"), ("map", 0, 1, "failed")]

    def test_lost_attempt_uses_no_retry(self, daemon):
        job = daemon.accepted(*shell("echo $PPID >> begun; " + waits(daemon)),
                              map_ms=LONG, deadline_ms=10 * LONG, retries=0)
        supervisor = int(until(lambda: lines(daemon.folder / "begun"), "the task has begun")[0])
        os.kill(supervisor, signal.SIGKILL)
        until(lambda: len(lines(daemon.folder / "begun")) == 2, "it runs again")
        lets_go(daemon)
        assert daemon.ended(job)["state"] == "finished"
        assert attempts(daemon, job) == [("map", 0, 0, "lost"), ("map", 0, 1, "finished")]

    def test_task_that_kills_its_supervisor_does_not_run_for_ever(self, daemon):
        job = daemon.accepted(*shell("kill -9 $PPID; sleep 1000"), map_ms=LONG, deadline_ms=10 * LONG, retries=0)
        ended = daemon.ended(job)
        assert ended["state"] == "aborted"
        assert ended["reason"] == "map task 0 vanished with its supervisor, in attempt 50 of 50"
        assert attempts(daemon, job) == [("map", 0, number, "lost") for number in range(50)]


class TestOverruns:
    def test_extend(self, daemon):
        job = daemon.accepted("sleep", "1.5", map_ms=500, grace_ms=LONG, deadline_ms=10 * LONG)
        ended = daemon.ended(job)
        assert ended["state"] == "finished" and not ended["flagged"]
        assert events(daemon, "extend", job) and events(daemon, "advance") == []

    def test_extension_past_the_deadline(self, daemon):
        job = daemon.accepted("sleep", "3", map_ms=500, grace_ms=LONG, deadline_ms=2000)
        assert daemon.ended(job)["flagged"]
        assert any("may not run longer, to end in " in event["text"] for event in events(daemon, "extend", job))

    def test_grace_ends(self, daemon):
        job = daemon.accepted("sleep", "2.5", map_ms=500, grace_ms=500, deadline_ms=10 * LONG)
        ended = daemon.ended(job)
        assert ended["state"] == "finished" and ended["flagged"]
        assert events(daemon, "extend", job) and [e["flagged"] for e in events(daemon, "advance")] == [[job]]

    def test_kill(self, daemon):
        job = daemon.accepted(*shell("[ -e here ] || { touch here; sleep 1000; }"), map_ms=4000, deadline_ms=10 * LONG,
                              on_overrun="kill", retries=1)
        assert daemon.ended(job)["state"] == "finished"
        assert attempts(daemon, job) == [("map", 0, 0, "killed"), ("map", 0, 1, "finished")]

    def test_kill_for_good(self, daemon):
        job = daemon.accepted("sleep", "1000", map_ms=500, deadline_ms=10 * LONG, on_overrun="kill", retries=0)
        assert "ran longer than estimated" in daemon.ended(job)["reason"]

    def test_flag(self, daemon):
        job = daemon.accepted("sleep", "2", map_ms=500, deadline_ms=10 * LONG, on_overrun="flag")
        until(lambda: daemon.job(job)["flagged"], "the job is flagged")
        assert "longer" in daemon.job(job)["reason"]
        assert daemon.ended(job)["state"] == "finished"
        assert events(daemon, "extend", job) == []

    def test_renewed_when_it_can_be(self, daemon):
        job = daemon.accepted(*shell('[ "$RTMR_TASK" != 0 ] || sleep 2'), maps=1, reduces=1, map_ms=500,
                              reduce_ms=LONG, deadline_ms=10 * LONG, on_overrun="flag",
                              reduce_command=list(shell(waits(daemon))))
        until(lambda: daemon.job(job)["flagged"], "the job is flagged")
        until(lambda: not daemon.job(job)["flagged"], "its promise is back")
        lets_go(daemon)
        assert not daemon.ended(job)["flagged"]


CLIENT = """
import json, sys
from tests.service.daemon import UnixConnection
connection = UnixConnection(sys.argv[1])
connection.request(sys.argv[2], sys.argv[3], sys.argv[4] or None, {"Content-Type": "application/json"})
answer = connection.getresponse()
print(json.dumps([answer.status, json.loads(answer.read())]))
"""


def as_other_user(daemon, method, path, body=None):
    """A request of user 65534."""
    out = subprocess.run([sys.executable, "-B", "-c", CLIENT, str(daemon.socket), method, path,
                          "" if body is None else json.dumps(body)], user=65534, group=65534, capture_output=True,
                         text=True, timeout=PATIENCE, check=False, cwd=pathlib.Path(__file__).resolve().parents[2])
    assert out.returncode == 0, out.stderr
    return json.loads(out.stdout)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
class TestUsers:
    @pytest.fixture(name="shared")
    def fixture_shared(self):
        with Daemon("--socket-mode", "0666", map_slots=1) as daemon:
            daemon.folder.chmod(0o755)
            yield daemon

    def test_overrun_costs_no_other_user_its_promise(self, shared):
        shared.accepted(*shell(waits(shared)), map_ms=6000,
                        deadline_ms=10 * LONG, on_overrun="flag")
        status, other = as_other_user(shared, "POST", "/v1/jobs", {
            "maps": 1, "reduces": 0, "map_ms": 6000, "map_command": ["true"], "directory": "/", "deadline_ms": 13000})
        assert status == 201, other
        ended = shared.ended(other["job"])
        assert ended["state"] == "finished" and not ended["flagged"]
        assert attempts(shared, 1)[0] == ("map", 0, 0, "killed")
        lets_go(shared)
        assert shared.ended(1)["state"] == "finished"

    def test_not_theirs(self, shared):
        job = shared.accepted("sleep", "1000", map_ms=LONG, deadline_ms=10 * LONG)
        for path, body in ((f"/v1/jobs/{job}/abort", None), (f"/v1/jobs/{job}/suspend", None),
                           (f"/v1/jobs/{job}/renew", {"deadline_ms": 20 * LONG}), ("/v1/slots/map/0/drain", None),
                           ("/v1/slots", {"stage": "map"})):
            assert as_other_user(shared, "POST", path, body)[0] == 403, path
        assert shared.job(job)["state"] == "running"
        shared.request("POST", f"/v1/jobs/{job}/abort")
