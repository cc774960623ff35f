"""The kill campaign: a running workload of short tasks, and SIGKILL at random instants for the
daemon, for supervisors, and for both. Afterwards every answer that was given must hold, and every
task must have run as the store says.
"""
import http.client
import os
import pathlib
import random
import signal
import subprocess
import threading
import time
from collections import Counter, defaultdict

from tests.service.daemon import PATIENCE, Daemon, until

# A task: it tells when it begins and ends, in one log; holds a lock that no other may hold, with
# all that it starts; and leaves a child behind now and then.
TASK = """
exec 9>>"lock.$RTMR_JOB.$RTMR_STAGE.$RTMR_TASK"
me="$RTMR_JOB $RTMR_STAGE $RTMR_TASK $RTMR_ATTEMPT"
flock -n 9 || echo "overlap $me" >>told
echo "start $me" >>told
last=${RTMR_ATTEMPT#"${RTMR_ATTEMPT%?}"}
case $last in [258]) setsid sleep 1000 & ;; esac
sleep 0.$last
echo "end $me" >>told
"""

ACTIVE_JOBS = 8  # about so many at a time
WALL_ERROR = 2  # ms: instants of answers are converted between clocks


class NoAnswer(Exception):
    """The daemon was killed before it answered, or is not there."""


class Submitter(threading.Thread):
    """A user who submits jobs all the time, renews and aborts some, and writes down each answer."""

    def __init__(self, daemon, seed):
        super().__init__()
        self.daemon_under_test = daemon
        self.random = random.Random(seed)
        self.done = threading.Event()
        self.accepted = {}  # job: the decision
        self.names = {}  # job: its name
        self.refused = []  # names
        self.unanswered = []  # names
        self.aborted = set()
        self.abort_unanswered = set()
        self.deadlines = defaultdict(set)  # job: those that it may have
        self.failure = None

    def request(self, method, path, body=None):
        """An answer; NoAnswer if there is none."""
        try:
            return self.daemon_under_test.request(method, path, body)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NoAnswer from error

    def run(self):
        try:
            while not self.done.is_set():
                try:
                    self.act()
                except NoAnswer:
                    time.sleep(0.01)
        except BaseException as error:  # pylint: disable=broad-exception-caught
            self.failure = error

    def act(self):
        """One request or two."""
        status, answer = self.request("GET", "/v1/status")
        assert status == 200, answer
        if answer["active_jobs"] < ACTIVE_JOBS:
            self.submit()
        elif self.accepted and self.random.random() < 0.02:
            self.change(self.random.choice(list(self.accepted)))
        else:
            time.sleep(0.02)

    def submit(self):
        """A job of one to five tasks; some deadlines cannot be met."""
        name = f"job-{len(self.accepted) + len(self.refused) + len(self.unanswered)}"
        body = {"name": name, "maps": self.random.randint(1, 4), "reduces": self.random.choice([0, 0, 1, 2]),
                "map_ms": 1500, "reduce_ms": 1500, "deadline_ms": self.random.choice([3000, 10000, 30000, 60000]),
                "map_command": ["sh", "-c", TASK], "directory": str(self.daemon_under_test.folder)}
        try:
            status, answer = self.request("POST", "/v1/jobs", body)
        except NoAnswer:
            self.unanswered.append(name)
            raise
        if status == 201:
            assert answer["job"] not in self.accepted, answer
            self.accepted[answer["job"]] = answer
            self.names[answer["job"]] = name
            self.deadlines[answer["job"]].add(answer["deadline_at"])
        else:
            assert status in (409, 503), (status, answer)
            self.refused.append(name)

    def change(self, job):
        """Aborts a job, or renews its deadline."""
        if self.random.random() < 0.5:
            try:
                status, answer = self.request("POST", f"/v1/jobs/{job}/abort")
            except NoAnswer:
                self.abort_unanswered.add(job)
                raise
            assert status in (200, 409), (status, answer)
            if status == 200:
                self.aborted.add(job)
        else:
            deadline = answer_deadline = int(time.time() * 1000) + 90000
            try:
                status, answer = self.request("POST", f"/v1/jobs/{job}/renew", {"deadline_at": deadline})
            except NoAnswer:
                self.deadlines[job].add(answer_deadline)
                raise
            assert status in (200, 409), (status, answer)
            if status == 200:
                self.deadlines[job] = {answer["deadline_at"]}


class Campaign:
    """So many kills, in an order that the seed says."""

    def __init__(self, seed, kills, program=None, audit=None):
        """program: an rtmrd; audit: an rtmr whose audit has to confirm the store."""
        self.options = {"program": program} if program else {}
        self.audit = audit
        self.seed = seed
        self.kills = kills
        self.random = random.Random(seed)
        self.killed = Counter()
        self.problems = []

    def run(self):
        """Raises if anything is wrong; else returns a line about what was done."""
        print(f"seed {self.seed}, {self.kills} kills", flush=True)
        with Daemon("--decisions-per-user", "0", map_slots=3, reduce_slots=2, **self.options) as daemon:
            submitter = Submitter(daemon, self.seed)
            submitter.start()
            try:
                for done in range(self.kills):
                    time.sleep(self.random.uniform(0, 0.3))
                    self.strike(daemon)
                    assert submitter.failure is None, submitter.failure
                    if done % 50 == 49:
                        print(f"{done + 1} kills, {len(submitter.accepted)} jobs", flush=True)
            finally:
                submitter.done.set()
                submitter.join()
            assert submitter.failure is None, submitter.failure
            until(lambda: daemon.get("/v1/status")["active_jobs"] == 0, "all jobs end", 4 * PATIENCE)
            until(lambda: not supervisors(daemon), "all supervisors end")
            line = self.judge(daemon, submitter)
            daemon.stop()
            self.confirm(daemon.command[0], "--store", daemon.store, "--check-store")
            if self.audit:
                self.confirm(self.audit, "audit", daemon.store)
            self.expect(not processes(daemon), "processes are left", processes(daemon))
            assert not self.problems, "\n".join(self.problems[:50])
        print(line, flush=True)
        return line

    def strike(self, daemon):
        """Kills the daemon, one to three supervisors, or both in any order."""
        kind = self.random.choice(["daemon", "supervisors", "both"])
        victims = ["daemon"] if kind != "supervisors" else []
        if kind != "daemon":
            running = supervisors(daemon)
            victims += self.random.sample(running, min(len(running), self.random.randint(1, 3)))
        self.random.shuffle(victims)
        for victim in victims:
            if victim == "daemon":
                daemon.process.kill()
                self.killed["daemon"] += 1
            else:
                try:
                    os.kill(victim, signal.SIGKILL)
                    self.killed["supervisor"] += 1
                except ProcessLookupError:
                    pass
        if "daemon" in victims:
            daemon.process.wait(PATIENCE)
            daemon.start()

    def expect(self, good, *what):
        """Takes down what is wrong."""
        if not good:
            self.problems.append(" ".join(map(str, what)))

    def confirm(self, *command):
        """Runs a command that has to succeed."""
        check = subprocess.run(command, capture_output=True, text=True, check=False)
        self.expect(check.returncode == 0, *command, check.stdout, check.stderr)

    def judge(self, daemon, submitter):
        """Compares the answers, the store and the tasks' own log."""
        jobs = {job["job"]: daemon.job(job["job"]) for job in pages(daemon, "/v1/jobs?state=all&", "jobs", "job")}
        events = pages(daemon, "/v1/events?", "events", "event")
        log = [line.split() for line in (daemon.folder / "told").read_text().splitlines()]
        self.judge_answers(submitter, jobs)
        self.judge_deadlines(submitter, jobs)
        self.judge_events(events)
        self.judge_tasks(jobs, log)
        results = Counter(a["result"] for job in jobs.values() for a in job["attempts"])
        flagged = {job for event in events for job in event["flagged"]}
        late = [j for j in jobs.values() if j["state"] == "finished" and j["ended_at"] > j["deadline_at"]]
        return (f"{self.kills} instants: {self.killed['daemon']} daemons and {self.killed['supervisor']} supervisors "
                f"killed; {len(submitter.accepted)} jobs accepted, {len(submitter.refused)} refused, "
                f"{len(submitter.unanswered)} not answered; {len(submitter.aborted)} aborted; attempts: "
                f"{results['finished']} finished, {results['lost']} lost, {results['killed']} killed, "
                f"{results['failed']} failed; {len(flagged)} jobs flagged for a while, {len(late)} late (all flagged)")

    def judge_answers(self, submitter, jobs):
        """No accepted job is lost, and refusals leave nothing behind."""
        by_name = defaultdict(list)
        for job in jobs.values():
            by_name[job["name"]].append(job["job"])
        for job, name in submitter.names.items():
            self.expect(by_name[name] == [job], "job", job, name, "is accepted, the store has", by_name[name])
        for name in submitter.refused:
            self.expect(by_name[name] == [], name, "was refused, the store has", by_name[name])
        for name in submitter.unanswered:
            self.expect(len(by_name[name]) <= 1, name, "is there twice")
        known = {*submitter.names.values(), *submitter.refused, *submitter.unanswered}
        unknown = {job["name"] for job in jobs.values()} - known
        self.expect(not unknown, "the store has unknown jobs", unknown)
        for number, job in jobs.items():
            ends = ["aborted"] if number in submitter.aborted else \
                ["finished", "aborted"] if number in submitter.abort_unanswered else ["finished"]
            self.expect(job["state"] in ends, "job", number, job["state"], job["reason"], "instead of", ends)

    def judge_deadlines(self, submitter, jobs):
        """Deadlines are as told, and no unflagged job is late."""
        for number, job in jobs.items():
            told = submitter.deadlines.get(number)
            if told:
                self.expect(any(abs(job["deadline_at"] - t) <= WALL_ERROR for t in told), "job", number, "deadline",
                            job["deadline_at"], "told", told)
            if job["state"] == "finished" and not job["flagged"]:
                self.expect(job["ended_at"] <= job["deadline_at"] + WALL_ERROR, "job", number, "is late, not flagged:",
                            job["ended_at"], job["deadline_at"])

    def judge_events(self, events):
        """A task is dispatched, and finishes or fails, in turn; and finishes once."""
        state = defaultdict(lambda: "waits")
        for event in events:
            task = (event["job"], event["stage"], event["task"])
            kind = event["kind"]
            if kind == "dispatch":
                self.expect(state[task] == "waits", "task", task, "is dispatched, it", state[task], event)
                state[task] = "runs"
            elif kind in ("finish", "fail"):
                self.expect(state[task] == "runs", "task", task, kind, "es, it", state[task], event)
                state[task] = "waits" if kind == "fail" else "has finished"
        self.expect("runs" not in state.values(), "some task has no end")

    def judge_tasks(self, jobs, log):
        """The store's attempts are those of the log; a finished task never runs again."""
        self.expect(all(line[0] != "overlap" for line in log), "two attempts at a time:",
                    [line for line in log if line[0] == "overlap"])
        started = [line[4] for line in log if line[0] == "start"]
        self.expect(len(started) == len(set(started)), "an attempt was started twice")
        at = {(line[0], int(line[4])): i for i, line in enumerate(log)}
        runs = defaultdict(list)
        for job in jobs.values():
            for attempt in job["attempts"]:
                runs[job["job"], attempt["stage"], attempt["task"]].append(attempt)
        known = {str(a["attempt"]) for attempts in runs.values() for a in attempts}
        self.expect(set(started) <= known, "the log has attempts that the store does not know", set(started) - known)
        for task, attempts in runs.items():
            attempts.sort(key=lambda a: a["attempt"])
            results = [a["result"] for a in attempts]
            self.expect([a["number"] for a in attempts] == list(range(len(attempts))), "task", task, attempts)
            self.expect("running" not in results and "failed" not in results, "task", task, attempts)
            if jobs[task[0]]["state"] == "finished":
                self.expect(results.count("finished") == 1 and results[-1] == "finished", "task", task, results)
            for a in attempts:
                if a["result"] == "finished":
                    self.judge_finished(task, attempts, a, at)
        for job in jobs.values():
            if job["state"] == "finished":
                for stage in ("map", "reduce"):
                    tasks = {t for j, s, t in runs if j == job["job"] and s == stage}
                    self.expect(tasks == set(range(job[stage]["tasks"])), "job", job["job"], stage, "tasks", tasks)

    def judge_finished(self, task, attempts, finished, at):
        """It has run to its end, and no other attempt began behind that."""
        number = finished["attempt"]
        self.expect(("start", number) in at and ("end", number) in at, "task", task, "finished, it did not run", number)
        for other in attempts:
            if ("start", other["attempt"]) in at and ("end", number) in at:
                self.expect(at["start", other["attempt"]] < at["end", number], "task", task, "runs again")


def pages(daemon, path, key, number):
    """All of a list that comes in pages."""
    found = []
    while True:
        page = daemon.get(f"{path}after={found[-1][number] if found else 0}&limit=1000")[key]
        if not page:
            return found
        found += page


def supervisors(daemon):
    """The supervisors of a daemon's attempts; not their children, which execute the task soon."""
    found = [pid for pid, text in commands() if text.startswith(f"rtmr-task\0{daemon.store}/attempts/")]
    return [pid for pid in found if parent(pid) not in found]


def parent(pid):
    """The parent of a process; None if that has ended."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


def processes(daemon):
    """What has the daemon's folder in its command line or environment."""
    return [pid for pid, text in commands(environment=True) if str(daemon.folder) in text]


def commands(environment=False):
    """(pid, command line) of all other processes, with their environment if that is asked for."""
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                text = (entry / "cmdline").read_bytes() + ((entry / "environ").read_bytes() if environment else b"")
            except OSError:
                continue
            yield int(entry.name), text.decode(errors="replace")
