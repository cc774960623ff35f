"""The client's commands against the real service."""
import json
import os
import subprocess
import threading

import pytest

from tests.service.daemon import PATIENCE, Daemon, until

pytestmark = pytest.mark.usefixtures("program")


class Client:
    """Runs the command against a service."""

    def __init__(self, program, daemon):
        self.program = program
        self.daemon = daemon

    def __call__(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], cwd=self.daemon.folder, stdin=subprocess.DEVNULL,
                              env={**os.environ, "RTMR_SOCKET": str(self.daemon.socket), "TZ": "UTC"}, text=True,
                              capture_output=True, timeout=PATIENCE, check=False)
        return done.returncode, done.stdout, done.stderr

    def accepted(self, *arguments):
        """Submits a job, which must be accepted; returns its number."""
        status, out, err = self("submit", "--json", *arguments)
        assert (status, err) == (0, ""), (status, out, err)
        return json.loads(out)["job"]


@pytest.fixture(name="client")
def client_of_a_service(program):
    """A service with two slots of each stage, and its client."""
    with Daemon() as daemon:
        yield Client(program, daemon)


def test_a_job_from_end_to_end(client):
    script = 'echo "$RTMR_STAGE $RTMR_TASK of $RTMR_TASKS in $PWD, $WORD $1"; echo oops >&2'
    status, out, err = client("submit", "--maps", 3, "--map-time", "20s", "--reduces", 1, "--reduce-time", "20s",
                              "--deadline", "10min", "--env", "WORD=a  b", "--wait", "--", "sh", "-c", script, "sh",
                              "x y")
    assert (status, err) == (0, "")
    assert out.startswith("job 1 accepted: done by ") and "(in 10 min)\njob 1 finished at " in out
    place = client.daemon.folder.resolve()
    assert client("log", 1) == (0, "".join(
        f"{start}==> {stage} {task} <==\n{stage} {task} of {tasks} in {place}, a  b x y\n"
        for start, stage, task, tasks in (("", "map", 0, 3), ("\n", "map", 1, 3), ("\n", "map", 2, 3),
                                          ("\n", "reduce", 0, 1))), "")
    assert client("log", 1, "--map", 2, "--err") == (0, "oops\n", "")
    assert client("log", 1, "--reduce", 0, "--follow")[0] == 0
    text = client("status", 1)[1]
    assert "job 1: sh of " in text and "3 of 3 finished" in text and text.count(" finished\n") >= 4
    assert client("jobs") == (0, "There are no unfinished jobs.\n", "")
    assert client("jobs", "--all")[1].splitlines()[1].split()[0] == "1"
    assert client("wait", 1)[0] == 0
    status, out, err = client("submit", "--like", "sh", "--maps", 1, "-d", "1h", "--", "true")
    assert (status, err) == (0, "") and out.startswith("sh: 3 map tasks took at most ")


def test_commands_of_the_stages(client):
    job = client.accepted("--maps", 2, "--map-time", 9, "--reduces", 1, "--reduce-time", 9, "-d", "1min", "--",
                          "echo", "map", ":::", "echo", "reduce")
    assert client("wait", job)[0] == 0
    assert client("log", job)[1] == "==> map 0 <==\nmap\n\n==> map 1 <==\nmap\n\n==> reduce 0 <==\nreduce\n"


def test_refused(client):
    words = ("--maps", 4, "--map-time", "20s", "--deadline", "30s", "--", "true")
    status, out, err = client("submit", *words)
    assert (status, out) == (3, "")
    first, second = err.splitlines()
    assert first.startswith("rtmr: refused: it would end 10") and first.endswith(" after its deadline")
    assert second.startswith("the earliest deadline that would be accepted: ")
    assert client("what-if", *words)[0] == 3
    assert client("what-if", "--maps", 4, "--map-time", "20s", "--deadline", "1min", "--", "true")[0] == 0
    assert client("submit", "--take-earliest", "20s", *words)[0] == 0
    assert client("jobs", "--all", "--json")[1].count('"job"') == 1


def test_wrong_requests(client):
    """What the service refuses names the option."""
    status, _, err = client("submit", "--maps", 2**31 - 1, "--map-time", 1, "-d", "1h", "--", "true")
    assert status == 2 and err.startswith("rtmr: --maps: "), err
    for command in ("status", "wait", "log", "abort", "suspend"):
        status, _, err = client(command, 99)
        assert status == 1 and err.count("\n") == 1


def test_failing_task(client):
    status, out, _ = client("submit", "--map-time", 9, "-d", "1min", "--retries", 1, "--wait", "--", "false")
    assert status == 5 and " aborted at " in out
    text = client("status", 1)[1]
    assert text.count("failed, status 1") == 2 and "\nreason  " in text


def test_changes(client):
    job = client.accepted("--map-time", "60s", "-d", "10min", "--", "sleep", "1000")
    assert client("suspend", job)[0] == 0
    assert "without promise" in client("status", job)[1]
    status, out, err = client("renew", job, "--deadline", "20min")
    assert (status, err) == (0, "") and out.startswith(f"job {job} renewed: done by ") and "(in 20 min)" in out
    assert client("renew", job, "--deadline", "5s")[0] == 3
    ended = []
    waiter = threading.Thread(target=lambda: ended.append(client("wait", job)))
    waiter.start()
    assert client("abort", job) == (0, f"job {job} aborted\n", "")
    waiter.join(PATIENCE)
    assert ended and ended[0][0] == 5
    assert client("abort", job)[0] == 1
    assert client("renew", job, "--deadline", "5s")[0] == 1


def test_slots(client):
    assert [line.split()[:2] for line in client("slots")[1].splitlines()[1:]] == [
        ["map:0", "idle"], ["map:1", "idle"], ["reduce:0", "idle"], ["reduce:1", "idle"]]
    job = client.accepted("--maps", 2, "--map-time", "60s", "-d", "90s", "--", "sleep", "1000")
    until(lambda: client("slots")[1].count(" busy ") == 2, "both tasks run")
    assert client("drain", "reduce:1") == (0, "slot reduce:1 takes no further task\n", "")
    assert client("add", "reduce:1") == (0, "slot reduce:1 added\n", "")
    assert client("add", "map") == (0, "slot map:2 added\n", "")
    assert client("add", "map:2")[0] == 2
    text = client("events", "--after", 0)[1]
    assert "reduce slot 1 leaves\n" in text and len(text.splitlines()) == 6
    assert len(client("events", "--last", 2)[1].splitlines()) == 2
    assert client("abort", job)[0] == 0


def test_drain_is_refused(client):
    client.accepted("--maps", 4, "--map-time", "60s", "-d", "130s", "--", "sleep", "1000")
    status, _, err = client("drain", "map:0")
    assert status == 3 and err.startswith("rtmr: refused: job 1 would end ")


def test_wait_outlives_a_restart(client):
    """The service is killed, and started again, while a client waits."""
    words = ("submit", "--map-time", "60s", "-d", "10min", "--wait", "--", "sh", "-c",
             "until [ -e go ]; do sleep 0.05; done")
    with subprocess.Popen([client.program, *words], cwd=client.daemon.folder, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "RTMR_SOCKET": str(client.daemon.socket)}) as waiter:
        assert waiter.stdout.readline().startswith("job 1 accepted")
        client.daemon.kill()
        client.daemon.start()
        (client.daemon.folder / "go").touch()
        out, _ = waiter.communicate(timeout=PATIENCE)
    assert (waiter.returncode, out[:15]) == (0, "job 1 finished ")
