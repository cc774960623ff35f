"""`make bench-slurm`: the service on a real Slurm cluster of this machine. How soon a task starts
that it releases, how soon it notices an end, and what its plugin costs a submission, while tasks
wait.

Usage: slurm_bench.py. Needs root. Everything in one run of this program.
"""
import concurrent.futures
import contextlib
import os
import pathlib
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tests.slurm.cluster import USERS, Nodes  # pylint: disable=wrong-import-position
from tests.slurm.service import served_cluster  # pylint: disable=wrong-import-position

NODES = (Nodes("n", 8, 5, "rtmr"), Nodes("other", 8, 5, "other"))
SLOTS = "n[1-8]=4+1"
DEPTHS = (100, 1_000)  # tasks that wait
ARRAY = 50  # tasks of a job
SUBMISSIONS = 40
CLIENTS = 4
TASKS = 150  # whose starts and ends are measured
PATIENCE = 600  # s

# A task says when it begins and ends, ms.
SAYS_WHEN = 'echo "$SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID $(date +%s%3N)" >>begun; sleep 3; ' \
            'echo "$SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID $(date +%s%3N)" >>ended'


def quantile(values, share):
    """The nearest rank."""
    values = sorted(values)
    return values[max(0, min(len(values) - 1, int(share * len(values) + 0.999999) - 1))]


def sbatch(cluster, partition, tasks, script):
    """Submits an array: its number."""
    return cluster.sbatch(f"--partition={partition}", f"--array=0-{tasks - 1}", "--time=1", "--deadline=now+20hours",
                          "--wrap", script)


def submission_times(cluster, partition):
    """The times of calls of sbatch, ms, and how many there were in a second; each adds one task."""
    def once(_):
        begin = time.monotonic()
        sbatch(cluster, partition, 1, "sleep 60")
        return 1000 * (time.monotonic() - begin)

    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        times = list(pool.map(once, range(SUBMISSIONS)))
    return times, SUBMISSIONS / (time.monotonic() - begin)


def told(path):
    """What tasks have written: by array and element, ms since 1970."""
    lines = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
    return {(int(array), int(task)): int(at) for array, task, at in lines}


def delays(cluster, service, arrays):
    """ms from each release to the task's first command, and from its last one to the notice."""
    with contextlib.closing(sqlite3.connect(f"file:{service.store}/store.db?mode=ro", uri=True)) as database:
        tick, wall = database.execute("SELECT tick, wall FROM last_commit").fetchone()
        calls = database.execute("SELECT kind, job, task, tick FROM calls WHERE kind IN ('dispatch', 'finish')"
                                 ).fetchall()
    seen = {"dispatch": told(cluster.work / "begun"), "finish": told(cluster.work / "ended")}
    result = {"dispatch": [], "finish": []}
    for kind, job, task, at in calls:
        said = seen[kind].get((arrays.get(job), task))
        if said is not None:
            delay = said - (at - tick + wall)
            result[kind].append(delay if kind == "dispatch" else -delay)
    return result["dispatch"], result["finish"]


def bench_depth(depth):
    """Everything, while so many tasks wait."""
    with served_cluster(NODES, SLOTS) as (cluster, service):
        for name in ("begun", "ended"):
            (cluster.work / name).touch()
            (cluster.work / name).chmod(0o666)
        slots = sum(group.count * group.cpus for group in NODES) // len(NODES)
        arrays = {}
        for _ in range(-(-(depth + TASKS) // ARRAY)):
            number = sbatch(cluster, "rtmr", ARRAY, SAYS_WHEN)
            marks = {job.admin_comment for job in cluster.jobs(str(number)) if job.array == str(number)}
            arrays[int(marks.pop().split(":")[1])] = number
        sbatch(cluster, "other", slots, "sleep 600")
        for _ in range(-(-depth // ARRAY)):
            sbatch(cluster, "other", ARRAY, "sleep 600")
        rows = [(partition, *submission_times(cluster, partition)) for partition in ("rtmr", "other")]
        end = time.monotonic() + PATIENCE
        while len(told(cluster.work / "ended")) < TASKS and time.monotonic() < end:
            time.sleep(0.5)
        starts, notices = delays(cluster, service, arrays)
        for user in USERS:
            cluster.run("scancel", f"--user={user}", status=None)
        return {"depth": depth, "rows": rows, "starts": starts, "notices": notices}


def main():
    """Prints the table."""
    if os.geteuid() != 0:
        raise SystemExit("slurm_bench.py: it needs root: munged and slurmd are started")
    print(f"8 + 8 slurmd of 5 CPUs on this machine; {CLIENTS} clients, {SUBMISSIONS} calls of sbatch each time; the\n"
          "other partition is one that the service leaves alone. Release: from the dispatch, which is durable,\n"
          "to the task's first command; notice: from its last command. All in ms.\n")
    print(f"{'waiting':>7} | {'sbatch/s':>8} {'p50':>6} {'p99':>6} | {'other /s':>8} {'p50':>6} {'p99':>6} "
          f"{'ratio':>6} | {'release p50':>11} {'p99':>6} {'most':>6} | {'notice p50':>10} {'p99':>6} {'most':>6}")
    for depth in DEPTHS:
        row = bench_depth(depth)
        (_, ours, our_rate), (_, others, other_rate) = row["rows"]
        starts, notices = row["starts"], row["notices"]
        print(f"{depth:7} | {our_rate:8.1f} {quantile(ours, 0.5):6.0f} {quantile(ours, 0.99):6.0f} | "
              f"{other_rate:8.1f} {quantile(others, 0.5):6.0f} {quantile(others, 0.99):6.0f} "
              f"{our_rate / other_rate:6.2f} | {quantile(starts, 0.5):11.0f} {quantile(starts, 0.99):6.0f} "
              f"{max(starts):6.0f} | {quantile(notices, 0.5):10.0f} {quantile(notices, 0.99):6.0f} {max(notices):6.0f}",
              flush=True)


if __name__ == "__main__":
    main()
