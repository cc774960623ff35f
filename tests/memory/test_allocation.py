"""Single allocations of small runs fail: of those to which the same calls lead, the first and the
last. Some fail with all that follow them, too: each that the command got on without, and every
seventh. Each time the command must end with status 1, the one line "rtmr: out of memory" and no
file that is not complete; or, where the C library got on without the memory (qsort() sorts in
place, a stream works without a buffer), with status 0 and exactly what it writes otherwise.
"""
import bz2
import concurrent.futures
import lzma
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RTMR = ROOT / "build/rtmr"
BUILD = ROOT / "build/memory"
GOLDEN = ROOT / "tests/golden"
WORKERS = 2
TIME_LIMIT = 60  # seconds for one run; only ends a hang

HEADER = "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations,user,pool\n"
INPUTS = {
    "jobs.csv": HEADER + "a,0,100,5,5,5;4,5,ann,web\nb,1,12,9,9,9;9,9,bob,web\n",
    "jobs.swf": "; MaxProcs: 4\n1 0 5 10 4 -1 -1 4 12 -1 1 7 3 -1 2 1 -1 -1\n",
    "sls.json": '{"num.nodes": 3}\n{"job.start.ms": 0, "job.id": "j", "job.queue.name": "q", "job.tasks": '
                '[{"count": 2, "duration.ms": 1500}, {"container.duration.ms": 10, "container.type": "reduce"}]}\n',
    "rumen.json": '{"jobID": "j", "submitTime": 10, "mapTasks": [{"taskID": "m", "startTime": 11, "finishTime": 15, '
                  '"preferredLocations": [{"layers": ["r", "n"]}], "attempts": [{"result": "SUCCESS", '
                  '"startTime": 11, "finishTime": 15}]}], "reduceTasks": [], "launchTime": 11, "finishTime": 20, '
                  '"outcome": "SUCCESS"}\n',
    "job.jhist": 'Avro-Json\n{"type": "record"}\n'
                 '{"type": "JOB_SUBMITTED", "event": {"J": {"jobid": "j", "submitTime": 1}}}\n'
                 '{"type": "MAP_ATTEMPT_STARTED", "event": {"T": {"taskid": "t", "taskType": "MAP", "attemptId": "a", '
                 '"startTime": 1, "splitLocations": "n"}}}\n'
                 '{"type": "MAP_ATTEMPT_FINISHED", "event": {"T": {"taskid": "t", "taskType": "MAP", "attemptId": "a", '
                 '"finishTime": 3, "taskStatus": "SUCCEEDED"}}}\n',
    "syn.json": '{"num_jobs": 2, "workloads": [{"workload_weight": 1, "queue_name": "q", "job_classes": ['
                '{"class_name": "c", "class_weight": 1, "duration": {"val": 2, "std": 1}, "tasks": ['
                '{"type": "map", "count": {"discrete": [1, 2]}, "time": {"val": 3}}]}], '
                '"time_distribution": [{"time": 1, "weight": 1}]}]}\n',
    "topology.json": '{"name": "root", "children": [{"name": "r", "children": [{"name": "n", "children": null}]}]}\n',
    "cluster.csv": "nodes,map_slots,reduce_slots,speed\n2,1,1,1\n",
    "faults.csv": "time,event,node,job,stage,number,factor\n3,node_lost,1,,,,\n6,node_back,1,,,,\n",
    "pools.csv": "pool,weight,min_maps,min_reduces\nweb,2,1,0\n",
}
# Jobs of one name, one that did not run, a malformed line.
ODD = (b"1 0 5 10 4 -1 -1 4 12 -1 1 7 3 -1 2 1 -1 -1\n1 0 5 9 4 -1 -1 4 12 -1 1 7 3 -1 2 1 -1 -1\n"
       b"2 0 5 -1 4 -1 -1 4 12 -1 1 7 3 -1 2 1 -1 -1\nx\n")
PACKED = {"xz": lzma.compress(ODD, preset=0), "bz2": bz2.compress(ODD),
          "zst": subprocess.run(["zstd", "-qc"], input=ODD, capture_output=True, check=True).stdout}
SLOTS = ["--map-slots", "2", "--reduce-slots", "1"]
OUTPUTS = ["--jobs-csv", "out.csv", "--json", "out.json", "--batsim-jobs", "b.csv", "--batsim-schedule", "b.json",
           "--perfetto", "p.json", "--gantt=40"]

# Name, arguments, standard input.
RUNS = {
    "native": (["run", "--trace", "jobs.csv", "--scheduler", "rtmr", *SLOTS, *OUTPUTS], None),
    "cluster": ([
        "run", "--trace", "jobs.csv", "--scheduler", "fair,edf,lsps", "--seeds", "2", "--cluster", "cluster.csv",
        "--heartbeat", "3", "--pools", "pools.csv", "--faults", "faults.csv", "--node-mtbf", "9", "--node-mttr", "2",
        "--speculation", "--replication", "2", "--remote-factor", "2"
    ], None),
    "sls": (["run", "--trace", "-", "--scheduler", "asrpt,dc", *SLOTS, "--json", "out.json"], "sls.json"),
    "rumen": (["run", "--trace", "rumen.json", "--scheduler", "srt-fair", "--cluster", "topology.json"], None),
    "jhist": (["convert", "job.jhist", *SLOTS, "-o", "out.csv"], None),
    "synth": (["convert", "syn.json", *SLOTS, "-o", "out.csv"], None),
    "swf": (["run", "--trace", "jobs.swf.gz", "--scheduler", "capacity", *SLOTS], None),
    "xz": (["convert", "odd.swf.xz", *SLOTS, "-o", "out.csv"], None),
    "zstd": (["convert", "odd.swf.zst", *SLOTS, "-o", "out.csv"], None),
    "bzip2": (["convert", "odd.swf.bz2", *SLOTS, "-o", "out.csv"], None),
    "report": (["run", "--trace", "jobs.csv", "--scheduler", "fifo", *SLOTS, "--report", "page"], None),
    "compare":
    (["compare", "--trace", "jobs.swf", "--scheduler", "fifo,rtmr", "--seeds", "2", *SLOTS, "--json",
      "out.json"], None),
    "explain": (["explain", "--trace", "jobs.csv", "--at", "2", "--job", "c,2,9,1,1,1,1", *SLOTS], None),
    "convert": (["convert", "jobs.swf", "-o", "out.csv"], None),
    "faults": (["faults", "--trace", "jobs.csv", "--seeds", "1", *SLOTS], None),
    "help": (["run", "--help"], None),
    "bad": (["run", "--trace", "cluster.csv", "--scheduler", "fifo", *SLOTS], None),
}


def contents(directory):
    """Every file below a directory, and every folder."""
    return {str(path.relative_to(directory)): path.read_bytes() if path.is_file() else None
            for path in directory.rglob("*")}


def write_inputs(directory):
    """The inputs of all runs."""
    for name, text in INPUTS.items():
        (directory / name).write_text(text)
    subprocess.run(["gzip", "-kn", "jobs.swf"], cwd=directory, check=True)
    for ending, data in PACKED.items():
        (directory / f"odd.swf.{ending}").write_bytes(data)


def chosen(paths):
    """Of the allocations to which each path of calls leads, the first and the last."""
    by_path = {}
    for number, path in enumerate(paths, 1):
        by_path.setdefault(path, []).append(number)
    return sorted({number for numbers in by_path.values() for number in (numbers[0], numbers[-1])})


class Run:
    """One of the runs: what it does when nothing fails, and which of its allocations are to fail,
    counted from 1."""

    def __init__(self, name):
        self.arguments, self.source = RUNS[name]
        with tempfile.TemporaryDirectory() as folder:
            directory = pathlib.Path(folder)
            write_inputs(directory)
            self.inputs = contents(directory)
            listed = pathlib.Path(folder + ".list")
            self.status, self.error, self.left = self.start(directory, LIST_ALLOCATIONS=str(listed))
            self.chosen = chosen(listed.read_text().split())
            listed.unlink()

    def start(self, directory, **environment):
        """Runs it: status, standard error, and all that it left, standard output among it."""
        environment = dict(os.environ, PATH=f"{BUILD}:{os.environ['PATH']}",
                           LD_PRELOAD=str(BUILD / "fail_allocation.so"), **environment)
        source = (directory / self.source).read_bytes() if self.source else b""
        done = subprocess.run([RTMR, *self.arguments], cwd=directory, env=environment, input=source,
                              capture_output=True, timeout=TIME_LIMIT, check=False)
        return done.returncode, done.stderr.decode(errors="replace"), {"standard output": done.stdout,
                                                                       **contents(directory)}

    def fail(self, number, later, directory):
        """What is wrong when this allocation fails, with all later ones or alone; None: nothing.
        The second: whether the command got on."""
        which = {"FAIL_ALLOCATION": str(number), **({"FAIL_LATER": "1"} if later else {})}
        status, error, left = self.start(directory, **which)
        if (status, error, left) == (self.status, self.error, self.left):
            return None, True
        del left["standard output"]
        if (status, error) != (1, "rtmr: out of memory\n"):
            return f"status {status}, {error!r}", False
        harmed = [name for name, bytes_ in self.inputs.items() if left.get(name) != bytes_]
        partial = [name for name, bytes_ in left.items() if name not in self.inputs and
                   (self.left.get(name, "") != bytes_ or (bytes_ is None and not any((directory / name).iterdir())))]
        return f"changed: {harmed}; not complete: {partial}" if harmed or partial else None, False


def work(run, numbers):
    """Fails these allocations one after another, in one directory: what is wrong, how many
    failed with all later ones, and how many the command got on without."""
    wrong = []
    sticky = survived = 0
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder) / "run"
        for number in numbers:
            for later in (False, True):
                if not directory.exists():
                    directory.mkdir()
                    write_inputs(directory)
                problem, went_on = run.fail(number, later, directory)
                sticky += later
                survived += went_on and not later
                if problem is not None:
                    wrong.append(f"allocation {number}{' and all later ones' if later else ''}: {problem}")
                if problem is not None or contents(directory) != run.inputs:
                    shutil.rmtree(directory)
                if not went_on and number % 7 != 0:
                    break
    return wrong, sticky, survived


@pytest.mark.parametrize("name", RUNS)
def test_allocations(name):
    """Fails the chosen allocations of a run."""
    run = Run(name)
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        shares = [run.chosen[first::WORKERS] for first in range(WORKERS)]
        results = list(pool.map(work, [run] * WORKERS, shares))
    print(f"{name}: {len(run.chosen)} allocations failed, {sum(r[2] for r in results)} of them without consequence; "
          f"{sum(r[1] for r in results)} failed with all later ones")
    assert run.chosen
    if name == "bad":
        assert run.status == 2
    else:
        assert (run.status, run.error.count("\n")) == (0, 1 if name in ("xz", "zstd", "bzip2", "convert") else 0)
    assert not [line for lines, _, _ in results for line in lines]
