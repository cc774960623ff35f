"""The part of `make bench` about the service: submissions, starts of tasks and memory with long
queues, and the same tasks under tools that need no service, all in one run of this program.

Usage: service_bench.py RTMRD LOAD [FOLDER]. LOAD is build/bench/service_load. The stores lie in
FOLDER (default: beside RTMRD), which should be on a disk. Linux and Python 3.9 or later.
"""
import contextlib
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

SEED = 1
SLOTS = 64
CLIENTS = 50
DEPTHS = (10, 1_000, 10_000)  # jobs that wait
SUBMISSIONS = 1_000  # measured at each depth
STARTS = 2_000  # tasks that are started at each depth
TASKS = 2_000  # under each tool
HOUR = 3_600_000  # ms
PATIENCE = 600  # s

GOALS = {"submissions": 500, "start_p99": 50, "memory": 64}


class Connection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path):
        super().__init__("localhost", timeout=PATIENCE)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Service:
    """rtmrd on a new store."""

    def __init__(self, rtmrd, folder, load):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-", dir=folder))
        self.socket = pathlib.Path(tempfile.mkdtemp(prefix="rtmr-bench-")) / "socket"
        self.load = load
        self.log = (self.folder / "log").open("wb")
        self.process = subprocess.Popen(
            [rtmrd, "--store", str(self.folder / "store"), "--socket", str(self.socket), "--map-slots", str(SLOTS),
             "--reduce-slots", "1", "--jobs-per-user", "16384", "--tasks-per-user", "1000000",
             "--decisions-per-user", "0"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def __enter__(self):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.get("/v1/status")
                return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise SystemExit("rtmrd does not start: " + (self.folder / "log").read_text()) from None
                time.sleep(0.01)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.kill_tasks()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.socket.parent, ignore_errors=True)

    def kill_tasks(self):
        """Kills what was started for the store."""
        for entry in pathlib.Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and str(self.folder).encode() in (entry / "environ").read_bytes():
                    os.kill(int(entry.name), signal.SIGKILL)

    def ask(self, method, path, body=None):
        """The decoded answer, which must be a success."""
        connection = Connection(self.socket)
        with contextlib.closing(connection):
            connection.request(method, path, None if body is None else json.dumps(body),
                               {"Content-Type": "application/json"} if body is not None else {})
            answer = connection.getresponse()
            text = answer.read()
            if answer.status not in (200, 201):
                raise SystemExit(f"{method} {path}: {answer.status} {text.decode()}")
            return json.loads(text)

    def get(self, path):
        """The decoded answer."""
        return self.ask("GET", path)

    def submit(self, bodies, requests):
        """What the clients measured while they submitted these bodies in turn."""
        path = self.folder / "bodies"
        path.write_text("".join(json.dumps(body) + "\n" for body in bodies))
        output = subprocess.run([self.load, str(self.socket), str(CLIENTS), str(requests), str(path)],
                                check=True, capture_output=True, text=True).stdout
        result = json.loads(output)
        if result["failed"] or result["refused"]:
            raise SystemExit(f"submissions failed: {output}")
        result["rate"] = requests / result["seconds"]
        return result

    def wait(self, job):
        """Returns when the job has ended."""
        while self.get(f"/v1/jobs/{job}?wait_ms=1000")["state"] not in ("finished", "aborted"):
            pass

    def memory(self):
        """Resident memory in MiB, now and at most."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        value = {line.split(":")[0]: line.split()[1] for line in text.splitlines() if line.startswith("Vm")}
        return int(value["VmRSS"]) / 1024, int(value["VmHWM"]) / 1024

    def processor(self):
        """Processor time of the daemon so far, s."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rows(self, query):
        """Rows of the store's database."""
        database = sqlite3.connect(f"file:{self.folder / 'store/store.db'}?mode=ro", uri=True, timeout=PATIENCE)
        with contextlib.closing(database):
            return database.execute(query).fetchall()


def job(command, maps=1, map_ms=HOUR, deadline_ms=10_000 * HOUR):
    """The body of a submission."""
    return {"name": "bench", "maps": maps, "reduces": 0, "map_ms": map_ms, "deadline_ms": deadline_ms,
            "map_command": command, "directory": "/"}


def quantile(values, share):
    """The nearest rank."""
    values = sorted(values)
    return values[max(0, min(len(values) - 1, int(share * len(values) + 0.999999) - 1))]


def sleeps(draw, tasks):
    """A command whose tasks sleep for different times, 0.5 s in the mean: their ends are spread."""
    times = [f"{draw.uniform(0.3, 0.7):.3f}" for _ in range(tasks)]
    return ["/bin/sh", "-c", 'shift "$RTMR_TASK"; exec sleep "$1"', "bench", *times]


def start_gaps(service, first_job):
    """For each slot, the ms from the end of a task to the start of the next one."""
    before = {}
    gaps = []
    for slot, started, ended in service.rows(
            f"SELECT slot, started, ended FROM attempts WHERE job >= {first_job} AND started > 0 ORDER BY attempt"):
        if slot in before and before[slot]:
            gaps.append(started - before[slot])
        before[slot] = ended
    return gaps


def bench_depth(rtmrd, load, folder, depth):
    """Submissions and starts of tasks while so many jobs wait."""
    draw = random.Random(SEED)
    tasks = max(1, STARTS // depth)
    with Service(rtmrd, folder, load) as service:
        first = service.ask("POST", "/v1/jobs", job(["sleep", "3600"], maps=SLOTS, deadline_ms=100 * HOUR))["job"]
        filled = service.submit([job(sleeps(draw, tasks), maps=tasks) for _ in range(min(depth, 200))], depth)
        memory, _ = service.memory()
        used = service.processor()
        submitted = service.submit([job(sleeps(draw, 1), deadline_ms=20_000 * HOUR)], SUBMISSIONS)
        submitted["processor_ms"] = 1000 * (service.processor() - used) / SUBMISSIONS
        service.ask("POST", f"/v1/jobs/{first}/abort")
        used = service.processor()
        end = time.monotonic() + PATIENCE
        while service.rows(f"SELECT count(*) FROM attempts WHERE job > {first} AND ended > 0")[0][0] < STARTS:
            time.sleep(0.5)
            if time.monotonic() > end:
                raise SystemExit("the tasks do not end")
        starts_processor = 1000 * (service.processor() - used) / STARTS
        gaps = start_gaps(service, first + 1)
        return {"depth": depth, "filled": filled, "memory": memory, "memory_most": service.memory()[1],
                "submitted": submitted, "gaps": gaps, "starts_processor_ms": starts_processor}


def print_depths(rows):
    """The table of bench_depth()."""
    print(f"{'jobs':>6} | {'submit/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'cpu ms':>7} | {'start p50':>9} {'p99 ms':>7} "
          f"{'most':>6} {'cpu ms':>7} | {'MiB':>6} {'most':>6}")
    for row in rows:
        submitted, gaps = row["submitted"], row["gaps"]
        print(f"{row['depth']:6} | {submitted['rate']:8.0f} {submitted['p50_ms']:7.1f} {submitted['p99_ms']:7.1f} "
              f"{submitted['processor_ms']:7.2f} | {quantile(gaps, 0.5):9} {quantile(gaps, 0.99):7} "
              f"{max(gaps):6} {row['starts_processor_ms']:7.2f} | {row['memory']:6.1f} {row['memory_most']:6.1f}")
    least = min(row["submitted"]["rate"] for row in rows)
    worst = max(quantile(row["gaps"], 0.99) for row in rows)
    memory = max(row["memory"] for row in rows)
    print(f"\nGoals: at least {GOALS['submissions']} durable submissions/s: {least:.0f}; p99 of a start at most "
          f"{GOALS['start_p99']} ms: {worst}; daemon below {GOALS['memory']} MiB: {memory:.1f}.")


# --- Other tools ----------------------------------------------------------------------------------


def run_parallel(command, _):
    """GNU parallel."""
    subprocess.run(["parallel", "--will-cite", "-j", str(SLOTS), "-n0", *command],
                   input="\n".join(map(str, range(TASKS))), text=True, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def run_xargs(command, _):
    """xargs: about what starting processes costs on this machine."""
    subprocess.run(["xargs", "-P", str(SLOTS), "-I{}", *command], input="\n".join(map(str, range(TASKS))), text=True,
                   check=True, stdout=subprocess.DEVNULL)


def run_tsp(command, folder):
    """task-spooler: a client for each task."""
    place = tempfile.mkdtemp(prefix="tsp-", dir=folder)
    environment = {**os.environ, "TS_SOCKET": place + "/socket", "TS_SLOTS": str(SLOTS), "TMPDIR": place}
    script = f"for i in $(seq {TASKS}); do tsp -n {' '.join(command)} >/dev/null; done; " \
             f"tsp -n -N {SLOTS} true >/dev/null; tsp -w"
    try:
        subprocess.run(["sh", "-c", script], env=environment, check=True)
    finally:
        subprocess.run(["tsp", "-K"], env=environment, check=False)
        shutil.rmtree(place, ignore_errors=True)


def run_one_job(command, service):
    """One job of all the tasks."""
    service.wait(service.ask("POST", "/v1/jobs", job(command, maps=TASKS, map_ms=60_000))["job"])


def run_many_jobs(command, service):
    """A job for each task, by the clients."""
    service.submit([job(command, map_ms=60_000)], TASKS)
    while service.get("/v1/status")["active_jobs"] > 0:
        time.sleep(0.01)


def seconds(run, command, place):
    """How long it takes."""
    begin = time.monotonic()
    run(command, place)
    return time.monotonic() - begin


def bench_tools(rtmrd, load, folder):
    """The same tasks under the service and under other tools."""
    print(f"\n{TASKS:,} tasks on {SLOTS} slots: tasks/s, and the time of each beyond its own, as ratios to xargs,\n"
          "which only starts processes. The service alone makes each start and end durable before it goes\n"
          "on; only it and tsp take tasks while others run.\n")
    print(f"{'':28} {'true /s':>8} {'ms':>6} {'ratio':>6} {'sleep 0.01 /s':>14} {'ms':>6} {'ratio':>6}")
    commands = (["true"], ["sleep", "0.01"])
    base = [0.0, 0.0]
    for name, run in (("xargs -P", run_xargs), ("GNU parallel", run_parallel), ("tsp", run_tsp),
                      ("rtmrd, one job", run_one_job), ("rtmrd, a job for each task", run_many_jobs)):
        text = f"{name:28}"
        for i, command in enumerate(commands):
            with Service(rtmrd, folder, load) if "rtmrd" in name else contextlib.nullcontext(folder) as place:
                took = seconds(run, command, place)
            own = TASKS * (float(command[1]) if len(command) > 1 else 0.0) / SLOTS
            each = 1000 * (took - own) / TASKS
            base[i] = base[i] or each
            text += f" {TASKS / took:{(8, 14)[i]}.0f} {each:6.2f} {each / base[i]:6.2f}"
        print(text)


def durable_write(folder):
    """The median time of a small write that is brought to the disk, ms."""
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(100):
            file.write(b"0" * 4096)
            file.flush()
            begin = time.monotonic()
            os.fdatasync(file.fileno())
            times.append(1000 * (time.monotonic() - begin))
    return quantile(times, 0.5)


def main():
    """Prints both tables."""
    rtmrd, load = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
    folder = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else pathlib.Path(rtmrd).parent
    print(f"The service: {SLOTS} map slots, {CLIENTS} clients that wait for each answer, {SUBMISSIONS:,} submissions\n"
          f"and {STARTS:,} starts while so many jobs wait; a start is the time from the end of a task to the\n"
          "start of the next one on its slot; cpu: of the daemon, for each. A small write that is made\n"
          f"durable takes {durable_write(folder):.2f} ms.\n", flush=True)
    print_depths([bench_depth(rtmrd, load, folder, depth) for depth in DEPTHS])
    sys.stdout.flush()
    bench_tools(rtmrd, load, folder)


if __name__ == "__main__":
    main()
