"""`rtmr replay`: a short trace under a real service, and what the command says of a service that
does not decide as its kernel would.
"""
import contextlib
import http.server
import json
import os
import pathlib
import random
import signal
import socketserver
import sqlite3
import subprocess
import tempfile
import threading

import pytest

from tests.service.daemon import BUILD, PATIENCE, until

RTMR = BUILD / "rtmr"
RTMRD = BUILD / "service-gcc/rtmrd"
SPEED = 15
HEADER = "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations"


@pytest.fixture(name="folder")
def temporary_folder():
    """A folder with a short name: it holds a socket."""
    with tempfile.TemporaryDirectory(prefix="rtmr-test-") as name:
        yield pathlib.Path(name)


def replay(*options, patience=PATIENCE):
    """Runs the command; whatever it has started ends with it."""
    return subprocess.run([RTMR, "replay", *map(str, options)], capture_output=True, text=True, timeout=patience,
                          check=False)


def write_trace(path, jobs, estimate=6_000):
    """A trace of so many jobs, SPEED times as slow as it is to run: tasks of 1 to 5 s, an
    arrival every 3 s, and deadlines that some jobs cannot meet."""
    draw = random.Random(1)
    rows = [HEADER]
    for i in range(jobs):
        maps = [draw.randint(1_000, 5_000) for _ in range(draw.randint(1, 6))]
        reduces = [draw.randint(1_000, 5_000) for _ in range(draw.randint(0, 2))]
        arrival = 3_000 * i
        rows.append(f"j{i},{arrival},{arrival + draw.randint(10_000, 60_000)},{estimate},{estimate},"
                    f"{';'.join(map(str, maps))},{';'.join(map(str, reduces))}")
    path.write_text("\n".join(rows) + "\n")


# --- A real service -------------------------------------------------------------------------------


def test_sample(folder):
    """Simulation and reality agree, or it is said why they do not; tasks were processes that took
    their time."""
    write_trace(folder / "jobs.csv", 25)
    done = replay(folder / "jobs.csv", "--speed", SPEED, "--map-slots", 4, "--reduce-slots", 2, "--rtmrd", RTMRD,
                  "--store", folder / "store", "--json", patience=10 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["explained"] and report["unexplained"] == 0 and report["foreign"] == 0
    assert (report["service"]["map_slots"], report["service"]["reduce_slots"]) == (4, 2)
    assert len(report["jobs"]) == 25
    assert report["reality"]["late_unflagged"] == 0
    assert report["simulation"]["accepted"] > 5 and report["simulation"]["refused"] > 0
    for job in report["jobs"]:
        assert job["simulation"]["accepted"] == job["reality"]["accepted"] or job["difference"], job
        assert job["reality"]["arrival_ms"] >= job["simulation"]["arrival_ms"] - 1
        if job["reality"]["accepted"]:
            assert job["reality"]["finish_ms"] is not None
    check_attempts(folder / "store/store.db", folder / "jobs.csv", report)


def test_overruns(folder):
    """Tasks that take longer than estimated: promises are extended, lost and renewed, and what the
    service decides then is what its kernel decides from what has happened."""
    write_trace(folder / "jobs.csv", 8, estimate=1_500)
    done = replay(folder / "jobs.csv", "--speed", SPEED, "--map-slots", 2, "--reduce-slots", 1, "--rtmrd", RTMRD,
                  "--store", folder / "store", "--json", patience=10 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["explained"] and report["reality"]["late_unflagged"] == 0
    with contextlib.closing(sqlite3.connect(folder / "store/store.db")) as database:
        kinds = dict(database.execute("SELECT kind, count(*) FROM calls GROUP BY kind"))
    assert kinds["extend"] > 5
    audit = subprocess.run([RTMR, "audit", folder / "store"], capture_output=True, text=True, check=False)
    assert audit.returncode == 0, audit.stdout + audit.stderr


def test_interrupted(folder):
    """Its jobs are aborted, its service ends, and nothing is left behind."""
    (folder / "jobs.csv").write_text(HEADER + "\na,0,900000,400000,,4x300000,\nb,500000,1000000,2000,,1500,\n")
    with subprocess.Popen([RTMR, "replay", folder / "jobs.csv", "--map-slots", "4", "--rtmrd", RTMRD],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "TMPDIR": str(folder)}) as process:
        until(lambda: list(folder.glob("rtmr-replay-*/store/attempts/*/run")), "a task has begun")
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and "interrupted" in error and not output
    assert not list(folder.glob("rtmr-replay-*"))

    def none_left():
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if str(folder).encode() in path.read_bytes():
                    return False
        return True

    until(none_left, "its processes have ended")


def check_attempts(path, trace, report):
    """Each task of an accepted job ran, at least as long as the trace says."""
    times = {}
    for row in trace.read_text().splitlines()[1:]:
        name, *_, maps, reduces = row.split(",")
        times[name] = [[int(time) // SPEED for time in text.split(";") if time] for text in (maps, reduces)]
    with contextlib.closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT job, stage, task, ended - started FROM attempts WHERE state = 'finished'")
        seen = {(job, stage, task): took for job, stage, task, took in rows}
    expected = {(job["job"], stage, task): least
                for job in report["jobs"] if job["reality"]["accepted"]
                for stage, tasks in zip(("map", "reduce"), times[job["name"]])
                for task, least in enumerate(tasks)}
    assert seen.keys() == expected.keys()
    assert all(seen[task] >= least - 1 for task, least in expected.items())


# --- A service with a script ----------------------------------------------------------------------

ORIGIN = 1050  # the tick at which a replay on it begins


class Script(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Answers submissions as it was told, and tells the events that it was told."""
    daemon_threads = True

    def __init__(self, path, answers, events, slots=(1, 1), active_jobs=0):
        super().__init__(str(path), Handler)
        self.answers = answers
        self.events = [{"event": i + 1, "job": None, "flagged": [], **event} for i, event in enumerate(events)]
        self.state = {"map_slots": slots[0], "reduce_slots": slots[1], "latency_ms": 0, "tick": ORIGIN - 50,
                      "active_jobs": active_jobs, "last_event": 0}
        self.asked = []

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
        os.unlink(self.server_address)


class Handler(http.server.BaseHTTPRequestHandler):
    """The few requests that a replay makes."""
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):  # pylint: disable=arguments-differ
        """Nothing is logged."""

    def address_string(self):
        return "socket"

    def answer(self, status, body):
        """Sends it."""
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):  # pylint: disable=invalid-name
        """The state, and the events."""
        if self.path == "/v1/status":
            self.answer(200, self.server.state)
            return
        after = int(self.path.split("after=")[1].split("&")[0])
        self.answer(200, {"now_at": 0, "events": self.server.events[after:]})

    def do_POST(self):  # pylint: disable=invalid-name
        """A decision."""
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.answer(*self.server.answers[len(self.server.asked) - 1])


ACCEPTED = (201, {"accepted": True, "job": 1, "finish_at": 5_100, "deadline_at": 6_000})
REFUSED = (409, {"accepted": False, "reason": "late", "late_job": 0, "late_by_ms": 5, "earliest_deadline_at": None,
                 "message": "it would end 5 ms after its deadline"})


def submitted(at, job=None):
    """The event of a submission; job None: refused."""
    return {"tick": ORIGIN + at, "kind": "submit", "job": job, "accepted": job is not None}


def ran(start, end):
    """The events of the only task of job 1."""
    return [{"tick": ORIGIN + at, "kind": kind, "job": 1, "stage": "map", "slot": 0, "task": 0}
            for at, kind in ((start, "dispatch"), (end, "finish"))]


def replay_script(folder, answers, events):
    """Two jobs on one slot: the first takes 50 ms of 100 at most; when the second comes, at 60, the
    slot is idle, and its deadline leaves 5 ms. So the simulation accepts both."""
    (folder / "jobs.csv").write_text(HEADER + "\na,0,1000,100,,50,\nb,60,165,100,,50,\n")
    with Script(folder / "socket", answers, events):
        done = replay(folder / "jobs.csv", "--socket", folder / "socket", "--json")
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize("cause, events", [
    ("arrivals", [submitted(20, 1), *ran(20, 70), submitted(60)]),
    ("holds", [submitted(0, 1), *ran(0, 90), submitted(60)]),
    ("calls", [submitted(0, 1), ran(0, 60)[0], submitted(60), ran(0, 60)[1]]),
])
def test_causes(folder, cause, events):
    """The first job came late, or held its slot for longer; or its end came behind the second one's
    arrival, at the same tick. Each explains why the second job is refused."""
    status, report = replay_script(folder, [ACCEPTED, REFUSED], sorted(events, key=lambda event: event["tick"]))
    assert status == 0 and report["explained"]
    first, second = report["jobs"]
    assert first["difference"] is None and first["reality"]["finish_ms"] == first["simulation"]["finish_ms"] + \
        {"arrivals": 20, "holds": 40, "calls": 10}[cause]
    assert first["reality"]["promised_ms"] == first["reality"]["deadline_ms"] - 900
    assert second["simulation"]["accepted"] and second["simulation"]["margin_ms"] == 5
    assert not second["reality"]["accepted"] and second["difference"] == cause


def test_no_cause(folder):
    """A service that refuses the second job though its slot is idle."""
    status, report = replay_script(folder, [ACCEPTED, REFUSED], [submitted(0, 1), *ran(0, 50), submitted(60)])
    assert status == 1 and report["unexplained"] == 1
    assert report["jobs"][1]["difference"] == "unknown"


def test_no_decision(folder):
    """A service that gives no decision: its error is the reason, and the status is 1."""
    answers = [ACCEPTED, (507, {"error": "the disk is full"})]
    status, report = replay_script(folder, answers, [submitted(0, 1), *ran(0, 50)])
    assert status == 1 and report["jobs"][1]["difference"] == "service"
    assert report["jobs"][1]["reality"]["reason"] == "the disk is full"


def test_others(folder):
    """Jobs of others make the runs incomparable."""
    events = [submitted(0, 1), *ran(0, 50), submitted(55, 2), submitted(60)]
    status, report = replay_script(folder, [ACCEPTED, REFUSED], events)
    assert status == 1 and report["foreign"] == 1


def test_broken_promise(folder):
    """A job that is late though it has never lost its promise makes the status 1; one that was
    flagged before does not."""
    late = [submitted(0, 1), *ran(0, 1100)]
    answers = [ACCEPTED, (201, {"accepted": True, "job": 2, "finish_at": 5_000, "deadline_at": 5_005})]
    second = [submitted(60, 2), *({**event, "job": 2} for event in ran(1100, 1150))]
    status, report = replay_script(folder, answers, [*late[:2], second[0], late[2], *second[1:]])
    assert status == 1 and report["reality"]["late_unflagged"] == 2
    flag = {"tick": ORIGIN + 101, "kind": "advance", "flagged": [1, 2], "text": "a task is over its bound"}
    status, report = replay_script(folder, answers, [*late[:2], second[0], flag, late[2], *second[1:]])
    assert status == 0 and report["reality"]["late"] == 2 and report["reality"]["flagged"] == 2
    assert report["jobs"][0]["reality"]["reason"] == "a task is over its bound"


def test_requests(folder):
    """What the service is asked for: times are divided by the speed, estimates rounded up; each
    task sleeps for its own time. A refusal without cause is named in the text."""
    (folder / "jobs.csv").write_text(HEADER + "\na,0,90000,4000,6001,1000;3999,5000\nb,20,90020,2000,,2x1500,\n")
    with Script(folder / "socket", [REFUSED, REFUSED], [submitted(0), submitted(1)]) as script:
        done = replay(folder / "jobs.csv", "--speed", 100, "--socket", folder / "socket")
    assert done.returncode == 1, done.stdout
    assert "2 differ, 2 of them not explained" in done.stdout
    assert "a: the simulation accepts with " in done.stdout
    assert "the service refuses, it would be 5 ms late, not explained" in done.stdout
    first, second = script.asked
    assert (first["maps"], first["reduces"], first["map_ms"], first["reduce_ms"]) == (2, 1, 40, 61)
    assert first["deadline_ms"] == 900
    assert first["map_command"][:2] == ["/bin/sh", "-c"] and first["map_command"][-2:] == ["0.010", "0.039"]
    assert first["reduce_command"] == ["sleep", "0.050"]
    assert second["map_command"] == ["sleep", "0.015"]
    for task, time in enumerate(("0.010", "0.039")):
        shown = [first["map_command"][0], "-c", first["map_command"][2].replace("exec sleep", "echo")]
        words = subprocess.run([*shown, *first["map_command"][3:]], env={"RTMR_TASK": str(task)}, check=True,
                               capture_output=True, text=True).stdout
        assert words.strip() == time


def test_slurm(folder):
    """On Slurm the service gets no commands; the tasks of each stage are an array that `sbatch`
    submits. A call of it that fails is an error."""
    fake = folder / "sbatch"
    fake.write_text(f"""#!/bin/sh
printf '%s\\n' "$@" END >>{folder}/calls
test ! -e {folder}/fails\n""")
    fake.chmod(0o755)
    (folder / "jobs.csv").write_text(HEADER + "\na,0,9000000,40000,60001,1000;3999,5000\nb,20,165,100,,50,\n")
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    events = [submitted(0, 1), *ran(0, 50), {**ran(0, 60)[1], "task": 1}, {**ran(0, 70)[1], "stage": "reduce"},
              submitted(75)]
    arguments = [RTMR, "replay", folder / "jobs.csv", "--socket", folder / "socket", "--slurm", "part", "--json"]
    with Script(folder / "socket", [ACCEPTED, REFUSED], events) as script:
        subprocess.run(arguments, env=environment, capture_output=True, timeout=PATIENCE, check=False)
    assert all("map_command" not in body and body["executor"] == "slurm" for body in script.asked)
    calls = [call.splitlines() for call in (folder / "calls").read_text().split("END\n") if call]
    assert len(calls) == 2
    by_stage = {"map" if any(":map" in word for word in call) else "reduce": call for call in calls}
    assert {"--array=0-1", "--time=3", "--comment=rtmr:1:map", "--partition=part"} <= set(by_stage["map"])
    assert {"--array=0-0", "--time=4", "--comment=rtmr:1:reduce"} <= set(by_stage["reduce"])
    for task, time in enumerate(("1.000", "3.999")):
        words = subprocess.run(["/bin/sh", "-c", by_stage["map"][-1].replace("exec sleep", "echo")],
                               env={"SLURM_ARRAY_TASK_ID": str(task)}, check=True, capture_output=True,
                               text=True).stdout
        assert words.strip() == time
    (folder / "fails").touch()
    with Script(folder / "socket", [ACCEPTED, REFUSED], events):
        done = subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=PATIENCE,
                              check=False)
    assert done.returncode == 1 and "sbatch: 2 of 2 calls have failed" in done.stderr


def test_busy_service(folder):
    """A service that has jobs is left alone."""
    (folder / "jobs.csv").write_text(HEADER + "\na,0,90000,4000,,1000,\n")
    with Script(folder / "socket", [], [], active_jobs=3) as script:
        done = replay(folder / "jobs.csv", "--socket", folder / "socket")
    assert done.returncode == 1 and "without unfinished jobs, found 3" in done.stderr
    assert not script.asked


def test_command_line(folder):
    """What cannot be asked for."""
    done = replay("--workload", "I", "--socket", folder / "socket", "--map-slots", 3)
    assert done.returncode == 2 and "--map-slots" in done.stderr
    done = replay("--workload", "I", "--socket", folder / "socket")
    assert done.returncode == 1 and str(folder / "socket") in done.stderr
    done = replay("--workload", "I", "--rtmrd", folder / "none")
    assert done.returncode == 1 and "does not start" in done.stderr
    done = replay("--workload", "I", "--speed", 0)
    assert done.returncode == 2 and "--speed" in done.stderr
