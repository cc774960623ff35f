"""`make live-paper`: workload I of the papers on a real Slurm cluster of the papers' size, 30
slurmd on this machine: under the service, beside its simulation; then under plain Slurm with
`--deadline`.

Usage: live_paper.py [--speed X] [--jobs N] [--only rtmr|slurm] [--json FILE]. Needs root, and about
5 GiB. All times are divided by X, and so is the papers' dispatch latency of 3 s: at speed 1 the two
runs take 20 minutes each.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import pwd
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tests.slurm.cluster import USERS, Cluster, Nodes  # pylint: disable=wrong-import-position
from tests.slurm.service import RTMR, SlurmService, PLUGIN  # pylint: disable=wrong-import-position

LATENCY = 3_000  # ms, of the papers' heartbeat
SLOTS = "big[1-20]=4+1,small[1-10]=2+1"
SLOT_COUNT = 130
PATIENCE = 4 * 3600  # s

# Table V of "Real-Time Scheduling in MapReduce Clusters": RTMR with SATU feedback.
TABLE_V = {"accepted %": 56.8, "success %": 100.0, "utilisation %": 15.5}

Job = collections.namedtuple("Job", "name arrival deadline estimates tasks")


def nodes(partition):
    """The papers' cluster: a CPU is a slot."""
    return Nodes("big", 20, 5, partition), Nodes("small", 10, 3, partition)


def durations(text):
    """Of a field of the native format, ms."""
    for part in filter(None, text.split(";")):
        count, _, value = part.rpartition("x")
        yield from [int(value)] * int(count or 1)


def read_jobs(speed, limit):
    """Workload I, in seconds at this speed."""
    text = subprocess.run([RTMR, "convert", "--workload", "I"], check=True, capture_output=True, text=True).stdout
    jobs = []
    for row in list(csv.DictReader(text.splitlines()))[:limit]:
        arrival = int(row["arrival"])
        jobs.append(Job(row["job"], arrival / 1000 / speed, (int(row["deadline"]) - arrival) / 1000 / speed,
                        [int(row[name]) / 1000 / speed for name in ("eps_m", "eps_r")],
                        [[value / 1000 / speed for value in durations(row[name])]
                         for name in ("map_durations", "reduce_durations")]))
    return jobs


def who():
    """The options of a subprocess that is a user's."""
    entry = pwd.getpwnam(USERS[0])
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


# --- Under the service ----------------------------------------------------------------------------


def run_service(options):
    """The report of `rtmr replay`, which it also prints."""
    cluster = Cluster(nodes("rtmr"), "JobSubmitPlugins=rtmr", [PLUGIN])
    service = SlurmService(cluster, SLOTS)
    service.command += ["--latency", str(round(LATENCY / options.speed))]
    with cluster, service:
        done = subprocess.run([RTMR, "replay", "--workload", "I", "--speed", str(options.speed), "--limit-jobs",
                               str(options.jobs), "--socket", str(service.socket), "--slurm", "rtmr", "--json"],
                              env=cluster.environment, cwd=cluster.work, stdout=subprocess.PIPE, text=True,
                              timeout=PATIENCE, check=False, **who())
    if not done.stdout:
        raise SystemExit(done.returncode)
    return json.loads(done.stdout)


# --- Under plain Slurm ----------------------------------------------------------------------------


def sbatch(cluster, job, stage, more):
    """Submits a stage as an array: its number; None: it was refused."""
    times = " ".join(f"{value:.3f}" for value in job.tasks[stage])
    limit = math.ceil(job.estimates[stage] / 60)
    script = f'set -- {times}; shift "$SLURM_ARRAY_TASK_ID"; exec sleep "$1"'
    done = subprocess.run(["sbatch", "--parsable", "--output=/dev/null", f"--array=0-{len(job.tasks[stage]) - 1}",
                           f"--time={limit}", f"--deadline=now+{max(1, math.floor(job.deadline))}seconds", *more,
                           "--wrap", script],
                          env=cluster.environment, cwd=cluster.work, capture_output=True, text=True, check=False,
                          **who())
    return int(done.stdout.split(";")[0]) if done.returncode == 0 else None


def submit(cluster, job, begin):
    """Submits a job when it arrives: when that was, and its arrays; None: it was refused."""
    time.sleep(max(0, begin + job.arrival - time.time()))
    at = time.time()
    maps = sbatch(cluster, job, 0, [])
    reduces = maps and sbatch(cluster, job, 1, [f"--dependency=afterok:{maps}", "--kill-on-invalid-dep=yes"])
    if maps and not reduces:
        cluster.run("scancel", maps, status=None)
        maps = None
    return at, maps and (maps, reduces)


def run_slurm(options, jobs):
    """Counts of what became of the jobs."""
    # Slurm is to remember all jobs to the end
    more = "SchedulerParameters=bf_interval=1,sched_interval=1,bf_max_job_test=5000,bf_max_job_array_resv=1000\n" \
           "MinJobAge=86400"
    with Cluster(nodes("main"), more) as cluster:
        begin = time.time() + 1
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            submitted = list(pool.map(lambda job: submit(cluster, job, begin), jobs))
        while cluster.run("squeue", "--noheader", status=None).stdout.strip():
            time.sleep(2)
        text = cluster.run("scontrol", "--oneliner", "show", "job", status=None).stdout
    return outcomes(options, jobs, submitted, begin, text)


def outcomes(options, jobs, submitted, begin, text):
    """What became of the jobs, from what scontrol says of all jobs. Slurm rounds instants down to
    seconds, which is in its favour."""
    ended = collections.defaultdict(list)
    for line in text.splitlines():
        fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
        number = fields.get("ArrayJobId", fields.get("JobId"))
        if number and fields.get("EndTime", "Unknown") != "Unknown":
            end = time.mktime(time.strptime(fields["EndTime"], "%Y-%m-%dT%H:%M:%S"))
            ended[int(number)].append((fields["JobState"], end))
    result = collections.Counter(jobs=len(jobs), in_time=0, late=0, cancelled=0, refused=0)
    work, last, records = 0.0, begin, []
    for job, (at, arrays) in zip(jobs, submitted):
        parts = [part for array in arrays or () for part in ended[array]]
        whole = len([state for state, _ in parts if state == "COMPLETED"]) == sum(map(len, job.tasks))
        end = max((end for _, end in parts), default=begin)
        kind = "refused" if not arrays else "cancelled" if not whole else \
            "in_time" if end <= at + job.deadline else "late"
        result[kind] += 1
        records.append({"name": job.name, "kind": kind, "states": collections.Counter(state for state, _ in parts),
                        "spare_s": at + job.deadline - end})
        last = max(last, end)
        work += sum(map(sum, job.tasks)) if kind == "in_time" else 0
    return {**result, "records": records, "speed": options.speed, "makespan_s": last - begin,
            "utilisation_percent": 100 * work / (SLOT_COUNT * (last - begin))}


# --- Beside each other ----------------------------------------------------------------------------


def figures_of_replay(summary):
    """Of one side of the report of `rtmr replay`."""
    jobs = summary["accepted"] + summary["refused"]
    return {"accepted %": 100 * summary["accepted"] / jobs,
            "success %": 100 * summary["in_time"] / max(1, summary["accepted"]),
            "utilisation %": summary["utilisation_percent"], "in time": summary["in_time"], "late": summary["late"],
            "of these with a promise": summary["late_unflagged"], "refused at once": summary["refused"]}


def figures_of_slurm(result):
    """Plain Slurm accepts all but what cannot end in time on an empty cluster."""
    accepted = result["jobs"] - result["refused"]
    return {"accepted %": 100 * accepted / result["jobs"], "success %": 100 * result["in_time"] / max(1, accepted),
            "utilisation %": result["utilisation_percent"], "in time": result["in_time"], "late": result["late"],
            "refused at once": result["refused"], "cancelled later": result["cancelled"]}


def print_table(columns):
    """Columns by name: figures by name."""
    rows = ("accepted %", "success %", "utilisation %", "in time", "late", "of these with a promise",
            "refused at once", "cancelled later")
    print(f"{'':24}" + "".join(f"{name:>22}" for name in columns))
    for row in rows:
        cells = [figures.get(row) for figures in columns.values()]
        text = ["-" if cell is None else f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in cells]
        print(f"{row:24}" + "".join(f"{cell:>22}" for cell in text))


def print_differences(report):
    """Each decision that differs from the simulation, with its cause."""
    causes = {"arrivals": "the arrivals as they were", "holds": "tasks held their slots for longer",
              "calls": "the order of events, overruns, renewals", "service": "the service gave no decision",
              "unknown": "NOT EXPLAINED"}
    for job in report["jobs"]:
        if job["difference"]:
            sides = ["accepted" if job[side]["accepted"] else "refused" for side in ("simulation", "reality")]
            print(f"{job['name']}: {sides[0]} in the simulation, {sides[1]} on Slurm: {causes[job['difference']]}")
    lag = report["later_in_reality"]["hold_ms"]
    print(f"Tasks held their slots {lag['median']} ms longer than they take (median; p99 {lag['p99']}, most "
          f"{lag['most']}); promises allow for {report['service']['latency_ms']} ms at each end.")


def print_crossing(report, result):
    """What plain Slurm did with the jobs that the service kept, and with those that it refused."""
    kinds = ("in_time", "late", "cancelled", "refused")
    counts = collections.Counter()
    for ours, theirs in zip(report["jobs"], result["records"]):
        side = ours["reality"]
        in_time = side["accepted"] and side["finish_ms"] is not None and side["finish_ms"] <= side["deadline_ms"]
        counts[("in_time" if in_time else "late" if side["accepted"] else "refused"), theirs["kind"]] += 1
    print(f"\n{'jobs':24}" + "".join(f"{'Slurm: ' + kind.replace('_', ' '):>22}" for kind in kinds))
    for ours in ("in_time", "late", "refused"):
        print(f"{'RTMR: ' + ours.replace('_', ' '):24}" + "".join(f"{counts[ours, kind]:22}" for kind in kinds))
    print("Plain Slurm refuses nothing that could end in time on an empty cluster, and cancels a job when it can no\n"
          "longer end in time by its limit, which is in whole minutes. A job is cancelled if any task of it is.")


def main():
    """Runs what is asked for, and prints all of it side by side."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=88)
    parser.add_argument("--only", choices=("rtmr", "slurm"))
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("live_paper.py: it needs root: munged and slurmd are started")
    columns, record = {"Table V": TABLE_V}, {}
    if options.only != "slurm":
        record["rtmr"] = run_service(options)
        columns["simulation"] = figures_of_replay(record["rtmr"]["simulation"])
        columns["RTMR on Slurm"] = figures_of_replay(record["rtmr"]["reality"])
    if options.only != "rtmr":
        record["slurm"] = run_slurm(options, read_jobs(options.speed, options.jobs))
        columns["Slurm with --deadline"] = figures_of_slurm(record["slurm"])
    print(f"Workload I, {options.jobs} jobs at speed {options.speed:g}, on 30 slurmd: 100 map slots, 30 reduce slots\n")
    print_table(columns)
    print()
    if "rtmr" in record:
        print_differences(record["rtmr"])
    if len(record) == 2:
        print_crossing(record["rtmr"], record["slurm"])
    if options.json:
        options.json.write_text(json.dumps(record, indent=1))
    return 0 if record.get("rtmr", {}).get("explained", True) else 1


if __name__ == "__main__":
    sys.exit(main())
