"""Users of one service: run as root, tasks run as the user who submitted them, and of another
user's job there is nothing to see but its slots, and nothing to do.
"""
import grp
import json
import os
import pwd
import re
import subprocess
import sys

import pytest

from tests.service.daemon import ROOT, Daemon, UnixConnection, stands_still, until

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can run tasks as other users")

# Users that every Debian system has.
ADA = pwd.getpwnam("daemon")
BOB = pwd.getpwnam("games")

CLIENT = """
import sys, json
sys.path.insert(0, sys.argv[1])
from tests.service.daemon import UnixConnection
connection = UnixConnection(sys.argv[2])
connection.request(sys.argv[3], sys.argv[4], sys.stdin.read())
answer = connection.getresponse()
print(json.dumps([answer.status, answer.read().decode()]))
"""


@pytest.fixture(scope="module", name="daemon")
def fixture_daemon():
    """A service that every user can reach."""
    with Daemon("--socket-mode", "0666") as daemon:
        daemon.folder.chmod(0o755)
        yield daemon


def ask(daemon, user, method, path, body=None):
    """A request by a user: its status and answer."""
    done = subprocess.run(
        ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--no-new-privs",
         sys.executable, "-B", "-c", CLIENT, str(ROOT), str(daemon.socket), method, path],
        input="" if body is None else json.dumps(body), stdout=subprocess.PIPE, text=True, check=True, cwd="/")
    status, text = json.loads(done.stdout)
    return status, json.loads(text) if text.startswith("{") else text


def submit(daemon, user, *command, **more):
    """Submits a job as the user; returns its number."""
    status, decision = ask(daemon, user, "POST", "/v1/jobs",
                           {"maps": 1, "map_ms": 100000, "deadline_ms": 10**9, "map_command": list(command),
                            "directory": "/", "name": "secret", **more})
    assert status == 201, decision
    return decision["job"]


def ended(daemon, number):
    """Waits for the end of a job, as root."""
    return daemon.ended(number)


@pytest.fixture(name="sleeper")
def fixture_sleeper(daemon):
    """A job of ada that runs, and has written a secret."""
    number = submit(daemon, ADA, "sh", "-c", "echo secret; echo secret >&2; exec sleep 1000")
    until(lambda: "secret" in ask(daemon, ADA, "GET", f"/v1/jobs/{number}/log")[1], "it has written")
    yield number
    daemon.request("POST", f"/v1/jobs/{number}/abort")
    ended(daemon, number)


def test_tasks_run_as_their_user(daemon):
    number = submit(daemon, ADA, "sh", "-c", "id -u; id -g; id -G; umask; cd ~ && pwd")
    ended(daemon, number)
    uid, gid, groups = ask(daemon, ADA, "GET", f"/v1/jobs/{number}/log")[1].split()[:3]
    assert (int(uid), int(gid), int(groups)) == (ADA.pw_uid, ADA.pw_gid, ADA.pw_gid)


def test_tasks_have_no_privileges(daemon):
    number = submit(daemon, ADA, "grep", "-E", "^(Cap(Inh|Prm|Eff|Amb)|Uid|Gid|Groups)", "/proc/self/status")
    ended(daemon, number)
    lines = dict(line.split(":", 1) for line in ask(daemon, ADA, "GET", f"/v1/jobs/{number}/log")[1].splitlines())
    assert all(int(lines[name], 16) == 0 for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")), lines
    assert set(lines["Uid"].split()) == {str(ADA.pw_uid)} and set(lines["Gid"].split()) == {str(ADA.pw_gid)}
    for group in lines["Groups"].split():
        name = grp.getgrgid(int(group))
        assert int(group) == ADA.pw_gid or ADA.pw_name in name.gr_mem


def test_tasks_inherit_nothing(daemon):
    """No descriptor of the service is open in a task, that of the store least of all."""
    number = submit(daemon, ADA, "sh", "-c", "ls -l /proc/self/fd/")
    ended(daemon, number)
    text = ask(daemon, ADA, "GET", f"/v1/jobs/{number}/log")[1]
    assert "store.db" not in text and "socket:" not in text and "/lock" not in text, text


def test_tasks_cannot_read_the_store(daemon):
    number = submit(daemon, ADA, "sh", "-c",
                    f"cat {daemon.store}/store.db {daemon.store}/page-key; ls {daemon.store}/attempts; "
                    f"echo x >{daemon.store}/x; true")
    ended(daemon, number)
    assert ask(daemon, ADA, "GET", f"/v1/jobs/{number}/log")[1] == ""


def test_others_see_slots_only(daemon, sleeper):
    status, job = ask(daemon, BOB, "GET", f"/v1/jobs/{sleeper}")
    assert status == 200
    assert job == {"job": sleeper, "mine": False, "map": {"running": 1}, "reduce": {"running": 0}}
    for path in ("/v1/jobs", "/v1/jobs?state=all", "/v1/events?limit=10000", "/v1/attempts", "/v1/slots", "/v1/status",
                 "/v1/estimates?name=x", "/metrics"):
        status, answer = ask(daemon, BOB, "GET", path)
        text = json.dumps(answer)
        assert status == 200
        for word in ("secret", "sleep", f'"{ADA.pw_name}"', "deadline_at", "finish_at"):
            assert word not in text, (path, word)
    slots = [slot for slot in ask(daemon, BOB, "GET", "/v1/slots")[1]["slots"] if slot["job"] == sleeper]
    assert len(slots) == 1 and slots[0]["mine"] is False and slots[0]["task"] is None and slots[0]["bound_at"] is None
    events = ask(daemon, BOB, "GET", "/v1/events?limit=10000")[1]["events"]
    assert {event["text"] for event in events if event["job"] == sleeper} == {"another user's"}


def test_others_cannot_change(daemon, sleeper):
    events = daemon.get("/v1/status")["last_event"]
    for method, path, body in (("GET", "log", None), ("GET", "log?stream=err", None), ("POST", "abort", None),
                               ("POST", "suspend", None), ("POST", "renew", {"deadline_ms": 10**9})):
        status, answer = ask(daemon, BOB, method, f"/v1/jobs/{sleeper}/{path}", body)
        assert status == 403 and "secret" not in json.dumps(answer), (path, answer)
    assert sleeper not in {event["job"] for event in daemon.get(f"/v1/events?after={events}")["events"]}
    assert daemon.job(sleeper)["state"] == "running"


def test_slots_are_the_operators(daemon):
    events = daemon.get("/v1/status")["last_event"]
    for path, body in (("/v1/slots", {"stage": "map"}), ("/v1/slots/map/0/drain", None)):
        assert ask(daemon, ADA, "POST", path, body)[0] == 403
    kinds = {event["kind"] for event in daemon.get(f"/v1/events?after={events}")["events"]}
    assert not kinds & {"slot_add", "slot_drain"}


def test_the_owner_may(daemon, sleeper):
    job = ask(daemon, ADA, "GET", f"/v1/jobs/{sleeper}")[1]
    assert job["mine"] and job["user"] == ADA.pw_name and job["name"] == "secret"
    assert "secret" in ask(daemon, ADA, "GET", f"/v1/jobs/{sleeper}/log?stream=err")[1]
    assert ask(daemon, ADA, "POST", f"/v1/jobs/{sleeper}/suspend")[0] == 200
    assert ask(daemon, ADA, "POST", f"/v1/jobs/{sleeper}/renew", {"deadline_ms": 10**9})[0] == 200
    assert ask(daemon, ADA, "POST", f"/v1/jobs/{sleeper}/abort")[0] == 200


def test_root_may(daemon, sleeper):
    assert daemon.job(sleeper)["name"] == "secret"
    assert daemon.request("POST", f"/v1/jobs/{sleeper}/abort")[0] == 200


def test_a_refusal_is_its_users_own(daemon):
    body = {"maps": 1, "map_ms": 10**6, "deadline_ms": 1, "map_command": ["true"], "directory": "/"}
    before = daemon.get("/v1/status")["last_event"]
    status, _ = ask(daemon, ADA, "POST", "/v1/jobs", body)
    assert status == 409
    events = ask(daemon, ADA, "GET", f"/v1/events?after={before}")[1]["events"]
    mine = next(event for event in events if "refused" in event["text"])  # earlier jobs may still end
    others = ask(daemon, BOB, "GET", f"/v1/events?after={mine['event'] - 1}")[1]["events"][0]
    assert mine["earliest_deadline_at"] > 0
    assert others["text"] == "another user's" and "maps" not in others


def test_only_operators_submit_for_others(daemon):
    body = {"maps": 1, "map_ms": 100000, "deadline_ms": 10**9, "map_command": ["id", "-u"], "directory": "/"}
    status, answer = ask(daemon, BOB, "POST", "/v1/jobs", {**body, "uid": ADA.pw_uid})
    assert (status, answer["field"]) == (403, "uid")
    assert ask(daemon, BOB, "POST", "/v1/jobs", {**body, "uid": 0})[0] == 403
    status, decision = daemon.request("POST", "/v1/jobs", {**body, "uid": ADA.pw_uid})
    assert status == 201
    ended(daemon, decision["job"])
    assert int(ask(daemon, ADA, "GET", f"/v1/jobs/{decision['job']}/log")[1]) == ADA.pw_uid
    assert not ask(daemon, BOB, "GET", f"/v1/jobs/{decision['job']}")[1]["mine"]


def test_a_number_without_a_user_has_no_privileged_group(daemon):
    """The group of the same number may be any."""
    job = daemon.accepted("id", "-G", uid=4242424, directory="/")
    ended(daemon, job)
    assert daemon.get(f"/v1/jobs/{job}/log") == "65534\n"


def test_a_user_cannot_take_all_connections():
    """With 256 descriptors there are 64 connections, 16 of them for a user; others are served."""
    script = ("import socket, sys\nheld = []\nfor _ in range(40):\n    held.append(socket.socket(socket.AF_UNIX))\n"
              "    held[-1].connect(sys.argv[1])\n"
              "    held[-1].sendall(b'GET /v1/status HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')\n"
              "print(sum(b' 503 ' in one.recv(1000) for one in held), flush=True)\nsys.stdin.read()\n")
    with Daemon("--socket-mode", "0666", wrapper=["prlimit", "--nofile=256:256"]) as daemon:
        daemon.folder.chmod(0o755)
        with subprocess.Popen(["setpriv", f"--reuid={ADA.pw_uid}", f"--regid={ADA.pw_gid}", "--clear-groups",
                               sys.executable, "-B", "-c", script, str(daemon.socket)], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True, cwd="/") as greedy:
            assert int(greedy.stdout.readline()) == 24
            assert ask(daemon, BOB, "GET", "/v1/status")[0] == 200
            assert daemon.get("/v1/status")["accepts"]


def connect(daemon, user):
    """A connection of the user."""
    connection = UnixConnection(daemon.socket)
    os.seteuid(user.pw_uid)
    try:
        connection.connect()
    finally:
        os.seteuid(0)
    return connection


def test_changes_are_made_in_turn_by_user():
    """A user with one change does not wait for all changes of another one."""
    job = {"maps": 1, "map_ms": 1000, "deadline_ms": 10**9, "map_command": ["true"], "directory": "/"}
    with Daemon("--socket-mode", "0666", "--latency", "0") as daemon:
        daemon.folder.chmod(0o755)
        many = [connect(daemon, ADA) for _ in range(60)]
        one = connect(daemon, BOB)
        with stands_still(daemon):
            for connection in (*many, one):
                connection.request("POST", "/v1/jobs", json.dumps(job))
        numbers = [json.loads(connection.getresponse().read())["job"] for connection in (*many, one)]
        assert sorted(numbers) == list(range(1, 62))
        assert numbers[-1] <= 30


def test_estimates_are_of_ones_own_runs(daemon):
    number = submit(daemon, ADA, "true", name="counted")
    ended(daemon, number)
    assert ask(daemon, ADA, "GET", "/v1/estimates?name=counted")[1]["map"]["runs"] == 1
    assert ask(daemon, BOB, "GET", "/v1/estimates?name=counted")[1]["map"]["runs"] == 0


def test_a_directory_that_the_user_cannot_enter(daemon):
    """The task fails as the user; it does not run elsewhere, and not as root."""
    private = daemon.folder / "private"
    private.mkdir(mode=0o700, exist_ok=True)
    number = submit(daemon, ADA, "touch", "here", directory=str(private), retries=0)
    job = ended(daemon, number)
    assert job["state"] == "aborted" and not list(private.iterdir())
    assert re.search("[Pp]ermission", job["reason"]), job["reason"]


def test_a_log_that_leads_elsewhere(daemon):
    """A task cannot have the service, which is root, read a file for it."""
    target = daemon.folder / "root-only"
    target.write_text("top secret\n")
    target.chmod(0o600)
    number = submit(daemon, ADA, "sh", "-c",
                    f"out=$(readlink /proc/$$/fd/1); echo $out >&2; "
                    f"rm -f $out; ln -s {target} $out; ls -ld $out $(dirname $out) >&2; true")
    ended(daemon, number)
    said = ask(daemon, ADA, "GET", f"/v1/jobs/{number}/log?stream=err")[1]
    assert str(daemon.store) in said, "it knew the path"
    assert "top secret" not in json.dumps(ask(daemon, ADA, "GET", f"/v1/jobs/{number}/log")[1])


def test_the_socket_is_private_by_default():
    with Daemon() as daemon:
        daemon.folder.chmod(0o755)
        assert daemon.socket.stat().st_mode & 0o777 == 0o600
        with pytest.raises(subprocess.CalledProcessError):
            ask(daemon, ADA, "GET", "/v1/status")
