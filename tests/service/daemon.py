"""A real rtmrd for a test: started in a folder of its own, spoken to over its Unix socket, killed,
started again, and stopped with everything that it has started.
"""
import contextlib
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"

# How long something may take that ought to happen soon, on a loaded machine.
PATIENCE = 60


class UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path, timeout=PATIENCE):
        super().__init__("localhost", timeout=timeout)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def until(condition, what, patience=PATIENCE):
    """Waits for a condition; returns what it returned."""
    end = time.monotonic() + patience
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"not within {patience} s: {what}")
        time.sleep(0.01)


@contextlib.contextmanager
def stands_still(daemon):
    """The daemon finds all that happens in this context at once."""
    daemon.process.send_signal(signal.SIGSTOP)
    until(lambda: "T" in (pathlib.Path("/proc") / str(daemon.process.pid) / "stat").read_text().rsplit(")", 1)[1],
          "the daemon has stopped")
    yield
    daemon.process.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def stops_meanwhile(daemon):
    """The daemon finds SIGTERM beside all that happens in this context."""
    with stands_still(daemon):
        yield
        daemon.process.send_signal(signal.SIGTERM)


class Daemon:
    """rtmrd on a store of its own."""

    def __init__(self, *options, map_slots=2, reduce_slots=2, program=BUILD / "service-gcc/rtmrd", store=None,
                 wrapper=(), environment=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rtmr-test-"))
        self.store = pathlib.Path(store) if store else self.folder / "store"
        self.socket = self.folder / "socket"
        self.log = self.folder / "log"
        self.command = [*wrapper, str(program), "--store", str(self.store), "--socket", str(self.socket),
                        "--map-slots", str(map_slots), "--reduce-slots", str(reduce_slots), *options]
        self.environment = {**os.environ, **(environment or {})}
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, value, trace):
        self.stop()
        self.kill_tasks()
        if kind is not None and self.log.exists():
            print(self.log.read_text())
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        """Starts it, and waits until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env=self.environment)
        until(self.answers, "the service answers")

    def answers(self):
        """Whether it answers yet."""
        if self.process.poll() is not None:
            raise AssertionError(f"rtmrd ended with {self.process.returncode}:\n{self.log.read_text()}")
        try:
            return self.get("/v1/status") is not None
        except OSError:
            return False

    def stop(self):
        """Asks it to stop; its tasks go on. Returns its exit status."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE) if self.process is not None else None

    def kill(self):
        """SIGKILL."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def kill_tasks(self):
        """Kills what runs under the store: supervisors, and the tasks that they have started."""
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    text = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                except OSError:
                    continue
                here = any(str(place).encode() in text for place in (self.folder, self.store))
                if here and int(entry.name) != os.getpid():
                    try:
                        os.kill(int(entry.name), signal.SIGKILL)
                    except OSError:
                        pass

    def request(self, method, path, body=None, timeout=PATIENCE):
        """The status and the answer, JSON decoded."""
        connection = UnixConnection(self.socket, timeout)
        try:
            connection.request(method, path, None if body is None else json.dumps(body),
                               {} if body is None else {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            is_json = answer.getheader("Content-Type", "").startswith("application/json")
            return answer.status, json.loads(text) if is_json else text.decode()
        finally:
            connection.close()

    def get(self, path):
        """The answer to a request that succeeds."""
        status, answer = self.request("GET", path)
        assert status == 200, (path, status, answer)
        return answer

    def submit(self, *command, maps=1, reduces=0, map_ms=1000, reduce_ms=1000, deadline_ms=60000, **more):
        """Submits a job: the status and the decision."""
        return self.request("POST", "/v1/jobs", {
            "maps": maps, "reduces": reduces, "map_ms": map_ms, "reduce_ms": reduce_ms, "deadline_ms": deadline_ms,
            "map_command": list(command), "directory": str(self.folder), **more})

    def accepted(self, *command, **more):
        """Submits a job that is accepted; returns its number."""
        status, decision = self.submit(*command, **more)
        assert status == 201 and decision["accepted"], (status, decision)
        return decision["job"]

    def job(self, number):
        """A job as it stands."""
        return self.get(f"/v1/jobs/{number}")

    def ended(self, number, patience=PATIENCE):
        """Waits until a job has ended; returns it."""
        return until(lambda: (job := self.job(number))["state"] in ("finished", "aborted") and job,
                     f"job {number} has ended", patience)
