"""The live page without a service: its files, and answers that a test sets, over TCP loopback. It
can go away and come back on its port, as a service that is killed does.

`python3 -m tests.service.page_server busy` serves a state to look at.
"""
import http.server
import json
import pathlib
import random
import re
import sys
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "harness/service"
TYPES = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
         "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
STATUS = {"version": "0.0", "store": "/home/ada/rtmr", "map_slots": 0, "reduce_slots": 0, "latency_ms": 50,
          "active_jobs": 0, "last_event": 0, "accepts": True}


def policy():
    """The Content-Security-Policy, as page.h has it."""
    text = (FOLDER / "page.h").read_text()
    return "".join(re.findall(r'"([^"\n]*)"', text[text.index("#define PAGE_POLICY"):text.index("struct page_file")]))


def now():
    return int(time.time() * 1000)


class State:
    """What the service would say. Lists are of the JSON objects of harness/service/README.md."""

    def __init__(self, **parts):
        self.status = {**STATUS, "started_at": now() - 3_600_000}
        self.active, self.ended, self.slots, self.attempts, self.events = [], [], [], [], []
        self.clock_step = 0  # ms by which the wall clock of the service was set
        self.__dict__.update(parts)
        slots = [slot["stage"] for slot in self.slots]
        self.status = {**STATUS, **self.status, "map_slots": slots.count("map"), "reduce_slots": slots.count("reduce"),
                       "active_jobs": len(self.active),
                       "last_event": max((event["event"] for event in self.events), default=0)}

    def now_at(self):
        return now() + self.clock_step

    def answer(self, path, query):
        """The answer to a request; None: there is none."""
        if path == "/v1/status":
            return {**self.status, "now_at": self.now_at()}
        if path == "/v1/jobs":
            jobs = self.ended if query.get("state") == "ended" else self.active
            return {"now_at": self.now_at(), "jobs": jobs[:int(query.get("limit", 100))]}
        if path == "/v1/slots":
            return {"now_at": self.now_at(), "slots": self.slots}
        if path == "/v1/events":
            events = [event for event in self.events if event["event"] > int(query.get("after", 0))]
            return {"now_at": self.now_at(), "events": events[:int(query.get("limit", 100))]}
        if path == "/v1/attempts":
            since = int(query.get("since_at", 0))
            return {"now_at": self.now_at(), "attempts": [a for a in self.attempts
                                                          if a["ended_at"] is None or a["ended_at"] >= since]}
        return None


class PageServer:
    """Serves the page and a state."""

    def __init__(self, state=None, port=0):
        self.state = state or State()
        self.changed = threading.Condition()
        self.requests = []  # (time, path with query, Authorization)
        self.port = port
        self.server = self.thread = None
        self.open()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    def open(self):
        """Begins to listen; after close() on the same port."""
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """One request."""
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):  # pylint: disable=arguments-differ
                pass

            def do_GET(self):  # pylint: disable=invalid-name
                outer.serve(self)

        http.server.ThreadingHTTPServer.allow_reuse_address = True
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        self.server.live = True
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    def close(self):
        """Stops to listen; requests that wait get no answer."""
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            with self.changed:
                self.server.live = False
                self.changed.notify_all()
            self.thread.join()
            self.server = None

    def show(self, state):
        """From now on the service says this."""
        with self.changed:
            self.state = state
            self.changed.notify_all()

    def serve(self, handler):
        """Answers one request."""
        address = urllib.parse.urlsplit(handler.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        self.requests.append((time.monotonic(), handler.path, handler.headers.get("Authorization")))
        server = handler.server
        if address.path.startswith("/v1/"):
            answer = self.answer(server, address.path, query)
            body, kind = json.dumps(answer).encode(), "application/json"
        else:
            name = "live_page.html" if address.path == "/" else address.path[1:]
            known = re.fullmatch(r"live_page\.(html|css|js|svg)", name)
            answer = known and (FOLDER / name).read_bytes()
            body, kind = answer or b"", TYPES[known[1]] if known else "text/plain"
        if not server.live:
            handler.close_connection = True
            return
        try:
            handler.send_response(200 if answer else 404)
            for key, value in (("Content-Type", kind), ("Content-Length", str(len(body))),
                               ("Content-Security-Policy", policy()), ("Cache-Control", "no-store"),
                               ("X-Content-Type-Options", "nosniff")):
                handler.send_header(key, value)
            handler.end_headers()
            handler.wfile.write(body)
        except OSError:
            handler.close_connection = True

    def answer(self, server, path, query):
        """That of the state; events wait until there are some."""
        end = time.monotonic() + int(query.get("wait_ms", 0)) / 1000
        with self.changed:
            while True:
                answer = self.state.answer(path, query)
                left = end - time.monotonic()
                if path != "/v1/events" or answer["events"] or left <= 0 or not server.live:
                    return answer
                self.changed.wait(left)


# --- States --------------------------------------------------------------------------------------


def stage(tasks, waiting, running, estimate_ms=20000):
    return {"tasks": tasks, "waiting": waiting, "running": running, "finished": tasks - waiting - running,
            "estimate_ms": estimate_ms}


def job(number, **parts):
    """An unfinished job, in time."""
    at = now()
    whole = {"job": number, "mine": True, "user": "ada", "name": f"job-{number}", "state": "running",
             "flagged": False, "reason": None, "submitted_at": at - 60000, "deadline_at": at + 600000,
             "finish_at": at + 120000, "ended_at": None, "map": stage(8, 2, 2), "reduce": stage(2, 2, 0, 30000),
             "map_command": ["./job"], "reduce_command": ["./job"], "directory": "/home/ada"}
    return {**whole, **parts}


def foreign(number, running_maps=0, running_reduces=0):
    """What is seen of another user's job."""
    return {"job": number, "mine": False, "map": {"running": running_maps}, "reduce": {"running": running_reduces}}


def slot(stage_name, number, **parts):
    """An idle slot, or with a job a busy one."""
    state = "busy" if parts.get("job") else "idle"
    return {"stage": stage_name, "slot": number, "state": state, "job": None, "mine": None, "task": None,
            "since_at": None, "bound_at": None, **parts}


def attempt(identity, **parts):
    """One that runs."""
    return {"attempt": identity, "job": 1, "stage": "map", "task": 0, "number": 0, "slot": 0, "started_at": now(),
            "ended_at": None, "result": "running", "exit_status": None, "signal": None, **parts}


def event(number, kind, text, **parts):
    return {"event": number, "at": now(), "kind": kind, "job": None, "stage": None, "slot": None, "task": None,
            "accepted": None, "flagged": [], "text": text, **parts}


def empty(maps=4, reduces=2):
    """Nothing has been asked for."""
    return State(slots=[slot("map", i) for i in range(maps)] + [slot("reduce", i) for i in range(reduces)])


NAMES = ("words", "index", "clicks", "render", "nightly-report", "genome-align", "etl/orders", "thumbs", "crawl",
         "train-features", "logs", "rank", "invoices", "backup-check", "a-rather-long-name-of-a-job-that-goes-on")


class Plan:
    """A busy machine, made up: each slot takes tasks of the jobs in turn, up to now."""

    def __init__(self, jobs, maps, reduces, minutes=15, seed=7):
        self.random = random.Random(seed)
        self.at = now()
        self.slots, self.attempts, self.events = [], [], []
        self.running = {}
        self.jobs = jobs
        self.last = max(8, jobs)
        for name, count in (("map", maps), ("reduce", reduces)):
            for number in range(count):
                self.fill(name, number, minutes * 60000)

    def job_at(self, share):
        """The number of a job of that time, old ones first."""
        newest = self.last
        span = max(3, self.jobs // 4)
        return max(1, int(newest * share) - self.random.randrange(span))

    def fill(self, name, number, span):
        """The history of a slot."""
        at = self.at - span + self.random.randrange(20000)
        while True:
            length = self.random.randrange(8000, 45000) * (1 if name == "map" else 2)
            which = self.job_at(1 - (self.at - at) / span / 2)
            if self.random.random() < 0.12:
                at += self.random.randrange(2000, 40000)
                if at > self.at:
                    self.slots.append(slot(name, number))
                    return
                continue
            runs = at + length > self.at
            chance = self.random.random()
            result = "running" if runs else "failed" if chance < 0.02 else "killed" if chance < 0.03 else \
                "lost" if chance < 0.035 else "finished"
            task = self.random.randrange(12)
            self.attempts.append(attempt(
                len(self.attempts) + 1, job=which, stage=name, task=task, slot=number, started_at=at, result=result,
                ended_at=None if runs else at + length, exit_status={"finished": 0, "failed": 3}.get(result),
                signal=9 if result == "killed" else None))
            if runs:
                late = self.random.random() < 0.03
                bound = self.at - 4000 if late and at < self.at - 9000 else self.at + self.random.randrange(3000, 40000)
                self.slots.append(slot(name, number, job=which, mine=which % 9 != 0, task=task, since_at=at,
                                       bound_at=bound, state="late" if bound < self.at else "busy"))
                self.running.setdefault(which, {"map": 0, "reduce": 0})[name] += 1
                return
            at += length + self.random.randrange(50)

    def state(self):
        active, finish = [], self.at + 8000
        numbers = sorted(set(range(self.last - self.jobs + 1, self.last + 1)) | set(self.running))
        for place, number in enumerate(numbers):
            running = self.running.get(number, {"map": 0, "reduce": 0})
            if number % 9 == 0:
                active.append(foreign(number, running["map"], running["reduce"]))
                continue
            finish += self.random.randrange(2000, 30000)
            flagged = place % 17 == 16
            deadline = finish + self.random.randrange(1000, 300000) if not flagged else finish - 40000
            maps, reduces = 4 + self.random.randrange(28), self.random.randrange(9)
            waiting = self.random.randrange(maps) if running["map"] or not running["reduce"] else 0
            active.append(job(
                number, name=NAMES[number % len(NAMES)], user=("ada", "grace", "barbara")[number % 3],
                flagged=flagged, finish_at=finish, deadline_at=deadline,
                reason="map task 3 is over its bound" if flagged else None,
                state="running" if running["map"] or running["reduce"] else "waiting",
                map=stage(maps + running["map"], waiting, running["map"]),
                reduce=stage(reduces + running["reduce"], reduces if waiting else reduces // 2, running["reduce"])))
        active.sort(key=lambda j: (j.get("flagged", False), j.get("deadline_at", 0)))
        ended = [job(number, name=NAMES[number % len(NAMES)], state="aborted" if number % 5 == 0 else "finished",
                     ended_at=self.at - 20000 * (i + 1), deadline_at=self.at + (60000 if number % 7 else -70000),
                     reason="map task 2 failed 3 times: exit status 1" if number % 5 == 0 else None,
                     map=stage(8, 0, 0), reduce=stage(2, 0, 0))
                 for i, number in enumerate(range(numbers[0] - 1, max(0, numbers[0] - 13), -1))]
        return State(active=active, ended=ended, slots=self.slots, attempts=self.attempts,
                     events=self.told(numbers),
                     status={"started_at": self.at - 8 * 3600000, "counts": {
                         "accepted": 1214, "refused": 37, "finished": 1150, "aborted": 9, "late": 2,
                         "late_unflagged": 0, "flagged": 5, "renewed": 3}})

    def told(self, numbers):
        """Events of all kinds that the page shows."""
        events = []

        def tell(ago, kind, text, **parts):
            events.append(event(len(events) + 1, kind, text, at=self.at - ago, **parts))
        tell(820000, "slot_add", "map slot 7 joins", stage="map", slot=7)
        tell(640000, "submit", "refused: it would end 2 min 5 s after its deadline", accepted=False, reason="late",
             late_job=0, late_by_ms=125000, deadline_at=self.at - 500000, earliest_deadline_at=self.at - 375000,
             maps=40, reduces=4, map_ms=30000, reduce_ms=60000)
        tell(420000, "fail", "map task 2 of job 9 failed: exit status 3; it runs again", job=9, stage="map", slot=1,
             task=2)
        tell(300000, "submit", f"job {numbers[-3]} accepted", job=numbers[-3], accepted=True)
        tell(240000, "submit", "refused: job 31 would end 8 s after its deadline", accepted=False, reason="late",
             late_job=31, late_by_ms=8000, deadline_at=self.at + 60000, earliest_deadline_at=self.at + 68000,
             maps=12, reduces=2, map_ms=20000, reduce_ms=30000)
        tell(90000, "advance", f"map task 3 of job {numbers[0]} is over its bound", flagged=[numbers[0]])
        tell(61000, "renew", f"job {numbers[1]} has a promise again", job=numbers[1], accepted=True)
        tell(30000, "submit", "refused: no deadline would do", accepted=False, reason="tasks_full", maps=900000,
             reduces=4, map_ms=30000, reduce_ms=60000, earliest_deadline_at=None, deadline_at=self.at + 9000000)
        tell(20000, "submit", "refused: it would end 45 s after its deadline", accepted=False, reason="late",
             late_job=0, late_by_ms=45000, deadline_at=self.at + 100000, earliest_deadline_at=self.at + 145000,
             maps=8, reduces=0, map_ms=20000, reduce_ms=0)
        tell(5000, "submit", f"job {numbers[-1]} accepted", job=numbers[-1], accepted=True)
        return events


def busy(jobs=50, maps=64, reduces=32, minutes=15):
    """A state to look at."""
    return Plan(jobs, maps, reduces, minutes).state()


def main():
    states = {"empty": empty, "busy": busy, "small": lambda: busy(6, 4, 2)}
    with PageServer(states[sys.argv[1] if len(sys.argv) > 1 else "busy"](), port=8437) as server:
        print(server.address)
        threading.Event().wait()


if __name__ == "__main__":
    main()
