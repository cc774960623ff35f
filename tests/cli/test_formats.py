"""Traces of other tools: what the command makes of them is what a second reader, written here
from the description of the format, makes of them. The real traces of Hadoop are tried if
$RTMR_HADOOP_TRACES names the folder that has them."""
import csv
import gzip
import io
import json
import math
import os
import pathlib
import random
import statistics
import time

from tests.cli import command
from tests.cli.command import HEADER, contains, equal, good, rtmr, write

SEED = 2021  # of everything random here
SLOTS = ("--map-slots", 30, "--reduce-slots", 20)
MUMAK = ("mumak-19-jobs.trace.json.gz", "mumak-19-jobs.topology.json.gz")
SLS_SAMPLE = "sls-2jobs2min-rumen-jh.json"


def jobs_of(directory, *arguments):
    """What FIFO reports of each job, by name."""
    good(directory, "run", *arguments, "--scheduler", "fifo", "--jobs-csv", "out.csv")
    return {row["job"]: row for row in csv.DictReader(io.StringIO((directory / "out.csv").read_text()))}


def objects(text):
    """The JSON values of a text, one after another."""
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield value


# --- Rumen ----------------------------------------------------------------------------------------


def counted(task, which):
    """The attempts of a task that count."""
    timed = [a for a in task["attempts"] if 0 <= a["startTime"] <= a["finishTime"]]
    succeeded = [a for a in timed if a["result"] == "SUCCESS"]
    return {"success": succeeded[-1:], "last": timed[-1:], "all": timed}[which]


def durations(tasks, which, begin):
    """Of each task, None if no attempt counts. begin: from when an attempt counts."""
    sums = [sum(max(0, a["finishTime"] - max(a["startTime"], begin(a))) for a in counted(task, which))
            for task in tasks]
    return [max(1, total) if counted(task, which) else None for total, task in zip(sums, tasks)]


def filled(values, fallback, missing):
    known = [value for value in values if value is not None]
    if missing == "drop":
        return known
    median = statistics.median(known) if known else fallback
    return [value if value is not None else -int(-median // 1) for value in values]


def rumen_jobs(text, which="success", reduces="maps", missing="median", only="all"):
    """name -> (arrival, user, map durations, reduce durations)."""
    jobs = [job for job in objects(text) if only == "all" or job["outcome"] == "SUCCESS"]
    first = min(job["submitTime"] for job in jobs)
    found = {}
    for job in jobs:
        ends = [a["finishTime"] for task in job["mapTasks"] for a in counted(task, which)]
        begin = {"maps": lambda a, ends=ends: max(ends, default=-1), "start": lambda a: -1,
                 "shuffle": lambda a: a["shuffleFinished"]}[reduces]
        found[job["jobID"]] = (job["submitTime"] - first, job["user"], durations(job["mapTasks"], which, lambda a: -1),
                               durations(job["reduceTasks"], which, begin))
    medians = []
    for stage in (2, 3):
        known = [value for job in found.values() for value in job[stage] if value is not None]
        medians.append(statistics.median(known) if known else 0)
    return {name: (arrival, user, filled(maps, medians[0], missing), filled(tasks, medians[1], missing))
            for name, (arrival, user, maps, tasks) in found.items()}


def made_rumen(draw):
    """Jobs of every kind: failed and killed attempts, tasks that never ran, early reduces."""
    jobs, now = [], 1240335962848
    for number in range(40):
        now += draw.choice((0, 10, 500, 4000))
        end = now

        def attempt(result, reduce):
            nonlocal end
            start = now + draw.randrange(3000)
            finish = start + draw.choice((0, 3, 900, 5000))
            end = max(end, finish)
            shuffled = draw.randint(start, finish) if reduce and draw.random() < 0.8 else -1
            return {"result": result, "startTime": start, "finishTime": finish, "shuffleFinished": shuffled}

        def task(reduce):
            results = draw.choice((["SUCCESS"], ["SUCCESS"], ["SUCCESS", "KILLED"], ["FAILED", "SUCCESS"], ["FAILED"],
                                   ["KILLED", "FAILED"], []))
            return {"taskStatus": None, "attempts": [attempt(result, reduce) for result in results]}

        job = {"jobID": f"job_{number}", "user": draw.choice(("ann", "bob")), "submitTime": now,
               "outcome": draw.choice(("SUCCESS", "FAILED")),
               "mapTasks": [task(False) for _ in range(draw.randrange(9))],
               "reduceTasks": [task(True) for _ in range(draw.randrange(5))], "otherTasks": [task(False)]}
        jobs.append(dict(job, finishTime=end))
    return "\n".join(json.dumps(job, indent=draw.choice((None, 2))) for job in jobs)


def check_rumen(directory, trace, text, **choices):
    """The command and the second reader agree on every job."""
    options = {"which": "--rumen-attempt", "reduces": "--rumen-reduces", "missing": "--rumen-missing",
               "only": "--rumen-jobs"}
    arguments = [word for name, value in choices.items() for word in (options[name], value)]
    rows = jobs_of(directory, "--trace", trace, *SLOTS, *arguments)
    expected = rumen_jobs(text, **choices)
    equal(sorted(rows), sorted(expected), f"seed {SEED}")
    for name, (arrival, user, maps, reduces) in expected.items():
        row = rows[name]
        found = [row[key] for key in ("arrival", "user", "maps", "map_slot_time", "reduces", "reduce_slot_time")]
        equal(found, [str(arrival), user, str(len(maps)), str(sum(maps)), str(len(reduces)), str(sum(reduces))],
              f"{name} {choices} seed {SEED}")


def test_rumen(directory):
    text = made_rumen(random.Random(SEED))
    write(directory, "jobs.json", text)
    check_rumen(directory, "jobs.json", text)
    for which in ("success", "last", "all"):
        for reduces in ("maps", "start", "shuffle"):
            check_rumen(directory, "jobs.json", text, which=which, reduces=reduces)
    check_rumen(directory, "jobs.json", text, missing="drop")
    check_rumen(directory, "jobs.json", text, only="success")


def test_deadlines(directory):
    """By the factor alone, over the time alone or the recorded time; the lognormal factor has
    mean and deviation."""
    attempt = {"result": "SUCCESS", "startTime": 0, "finishTime": 1000}
    job = {"submitTime": 0, "finishTime": 5000, "mapTasks": [{"attempts": [attempt]}] * 3}
    lines = [json.dumps({"jobID": f"j{i}", **job}) for i in range(2000)]
    write(directory, "jobs.json", *lines)
    run = ("--trace", "jobs.json", "--map-slots", 2, "--reduce-slots", 1, "--deadline-least", 0)
    exact = ("--deadline-sd", 0, "--deadline-factor", 2.5, "--estimate-factor", 1.2)
    equal({row["deadline"] for row in jobs_of(directory, *run, *exact).values()}, {str(int(2.5 * 2 * 1200))})
    equal({row["deadline"] for row in jobs_of(directory, *run, *exact, "--deadline-base", "recorded").values()},
          {str(int(2.5 * 5000))})
    drawn = [int(row["deadline"]) / 5000 for row in jobs_of(directory, *run, "--deadline-base", "recorded",
                                                            "--deadline-factor", 6, "--deadline-sd", 2).values()]
    equal(abs(statistics.mean(drawn) - 6) < 0.2, True, f"seed 1: mean {statistics.mean(drawn)}")
    equal(abs(statistics.stdev(drawn) - 2) < 0.2, True, f"seed 1: deviation {statistics.stdev(drawn)}")


def test_seeds_move_the_deadlines_of_a_trace(directory):
    write(directory, "jobs.json", '{"job.start.ms": 0, "job.tasks": [{"duration.ms": 50000}]}')
    arguments = ("--trace", "jobs.json", *SLOTS)
    first = jobs_of(directory, *arguments)
    equal(jobs_of(directory, *arguments, "--seed", 1), first)
    equal(jobs_of(directory, *arguments, "--seed", 2) == first, False)


# --- Job histories --------------------------------------------------------------------------------


def history(draw, job):
    """The events of a job of Rumen, in an order that Hadoop can write them in."""
    def event(kind, **record):
        return json.dumps({"type": kind, "event": {f"org.apache.hadoop.{kind}": record}})

    tasks = [("MAP", task) for task in job["mapTasks"]] + [("REDUCE", task) for task in job["reduceTasks"]]
    started, ended = [], []
    for number, (kind, task) in enumerate(tasks):
        ids = {"taskid": f"task_{number}", "taskType": kind}
        started.append(event("TASK_STARTED", **ids, startTime=0, splitLocations=""))
        for attempt_number, attempt in enumerate(task["attempts"]):
            ids["attemptId"] = f"attempt_{number}_{attempt_number}"
            started.append(event(f"{kind}_ATTEMPT_STARTED", **ids, startTime=attempt["startTime"]))
            succeeded = attempt["result"] == "SUCCESS"
            status = {"taskStatus": "SUCCEEDED"} if succeeded else {"status": attempt["result"], "error": "x\n"}
            ended.append(event(f"{kind}_ATTEMPT_{'FINISHED' if succeeded else attempt['result']}", **ids, **status,
                               finishTime=attempt["finishTime"], shuffleFinishTime=attempt["shuffleFinished"]))
    draw.shuffle(ended)
    done = "JOB_FINISHED" if job["outcome"] == "SUCCESS" else "JOB_FAILED"
    return ["Avro-Json", '{"type":"record","name":"Event"}',
            event("JOB_SUBMITTED", jobid=job["jobID"], userName=job["user"], submitTime=job["submitTime"]),
            *started, "", *ended, event(done, jobid=job["jobID"], finishTime=job["finishTime"], jobStatus="FAILED")]


def avro_number(value):
    """In Avro's binary encoding."""
    value, out = value << 1 if value >= 0 else (-value << 1) - 1, b""
    while value > 127:
        value, out = value >> 7, out + bytes([value & 127 | 128])
    return out + bytes([value])


def avro_text(value):
    return avro_number(len(value.encode())) + value.encode()


def binary(lines):
    """A history in Avro's binary form, by a schema in which each event is a map."""
    schema = {"type": "record", "name": "Event", "fields": [
        {"name": "type", "type": "string"},
        {"name": "event", "type": ["null", {"type": "map", "values": ["null", "string", {"type": "long"}]}]}]}
    out = b"Avro-Binary\n" + json.dumps(schema).encode() + b"\n"
    for line in filter(None, lines[2:]):
        event = json.loads(line)
        (record,) = event["event"].values()
        out += avro_text(event["type"]) + avro_number(1) + avro_number(len(record))
        for key, value in record.items():
            kind = avro_number(1) + avro_text(value) if isinstance(value, str) else avro_number(2) + avro_number(value)
            out += avro_text(key) + kind
        out += avro_number(0)
    return out


def test_binary_jhist(directory):
    """The binary form has the same jobs, alone or joined with the other, and counts up to where it
    is cut off."""
    draw = random.Random(SEED)
    trace = made_rumen(draw)
    histories = [history(draw, job) for job in objects(trace)]
    forms = [binary(lines) if draw.random() < 0.7 else "\n".join([*lines, ""]).encode() for lines in histories]
    (directory / "jobs.jhist").write_bytes(b"".join(forms))
    check_rumen(directory, "jobs.jhist", trace)
    whole = binary(histories[0])
    (directory / "cut.jhist").write_bytes(whole[:-9] + forms[1])
    contains(rtmr(directory, "run", "cut.jhist", "--scheduler", "fifo", "--rumen-missing", "drop", *SLOTS).out,
             "2 jobs; 1 with a history that is cut off; ")


def test_jhist(directory):
    """The joined histories of jobs are the Rumen trace of these jobs."""
    draw = random.Random(SEED)
    text = made_rumen(draw)
    write(directory, "jobs.jhist", *(line for job in objects(text) for line in history(draw, job)))
    check_rumen(directory, "jobs.jhist", text)
    for which in ("last", "all"):
        for reduces in ("start", "shuffle"):
            check_rumen(directory, "jobs.jhist", text, which=which, reduces=reduces)
    check_rumen(directory, "jobs.jhist", text, missing="drop", only="success")


# --- Left out and repaired ------------------------------------------------------------------------


def test_hadoop_counts(directory):
    """What a reader of Hadoop's formats leaves out or repairs is counted, listed or refused."""
    write(directory, "sls.json", '{"job.id": "j", "job.tasks": [{"duration.ms": "5"}]}',
          '{"yarn.sls.am.type": "dag", "job.tasks": [{"duration.ms": 5}]}',
          '{"job.id": "j", "job.tasks": [{"duration.ms": 5}, {"container.type": "am", "duration.ms": 5}]}')
    run = ("run", "--trace", "sls.json", "--scheduler", "fifo", *SLOTS)
    contains(good(directory, *run), "2 of 3 jobs; 1 of type dag; 1 with tasks that are neither maps nor reduces; "
             "1 renamed, as another job has the name\n")
    outcome = rtmr(directory, *run, "--list-skipped")
    equal((outcome.status, outcome.err.splitlines()[0]), (0, "sls.json:2: yarn.sls.am.type: left out: of type dag"))
    outcome = rtmr(directory, *run, "--strict")
    equal((outcome.status, outcome.err), (2, "rtmr: sls.json:2: yarn.sls.am.type: expected no job to be left out "
                                          "(--strict): of type dag\n"))
    job = ('"mapTasks": [{"attempts": [{"result": "SUCCESS", "startTime": 1700000001000, '
           '"finishTime": "1.7000000012e12"}]}]')
    write(directory, "rumen.json", f'{{"jobID": "j", "submitTime": -1, "user": "a\\"b", {job}}}',
          f'{{"jobID": "k", "submitTime": 1700000000000.0, "finishTime": -9223372036854775808, {job}}}',
          '{"jobID": "l", "submitTime": -1}')
    contains(good(directory, "run", "--trace", "rumen.json", "--scheduler", "fifo", *SLOTS),
             "2 of 3 jobs; 1 without a submission time or an attempt; 1 without a submission time, which arrive with "
             "their first attempt; time 0 is 1700000000000 ms of the file\n")
    rows = jobs_of(directory, "--trace", "rumen.json", *SLOTS)
    equal([(row["arrival"], row["user"], row["map_slot_time"]) for row in rows.values()],
          [("1000", 'a"b', "200"), ("0", "", "200")])


# --- SLS ------------------------------------------------------------------------------------------


def test_sls(directory):
    draw = random.Random(SEED)
    lines, expected = ['{"num.nodes": 7, "num.racks": 2}'], {}
    for _ in range(30):
        start, count = draw.randrange(100000), draw.choice((1, 1, 3))
        tasks, sums, numbers = [], [0, 0], [0, 0]
        for _ in range(draw.randint(1, 6)):
            copies, duration, kind = draw.choice((1, 1, 4)), draw.randint(1, 9000), draw.choice((0, 1))
            task = {"container.type": ("map", "reduce")[kind]} if kind or draw.random() < 0.5 else {}
            if copies > 1:
                task["count"] = copies
            task.update(draw.choice(({"duration.ms": duration}, {"container.duration.ms": duration, "duration.ms": 1},
                                     {"container.start.ms": 70, "container.end.ms": 70 + duration})))
            tasks.append(task)
            sums[kind] += copies * duration
            numbers[kind] += copies
        lines.append(json.dumps({"job.start.ms": start, "job.count": count, "job.queue.name": "q", "job.tasks": tasks}))
        for _ in range(count):
            expected[str(len(expected))] = [str(start), "default", "q", str(numbers[0]), str(sums[0]), str(numbers[1]),
                                            str(sums[1])]
    write(directory, "jobs.json", *lines)
    rows = jobs_of(directory, "--trace", "jobs.json", *SLOTS)
    keys = ("arrival", "user", "pool", "maps", "map_slot_time", "reduces", "reduce_slot_time")
    equal({name: [row[key] for key in keys] for name, row in rows.items()}, expected, f"seed {SEED}")


# --- SWF ------------------------------------------------------------------------------------------


def test_swf(directory):
    draw = random.Random(SEED)
    lines, expected = ["; Version: 2.2", "; MaxProcs: 64"], {}
    for number in range(1, 201):
        submit, run = draw.randrange(10000), draw.choice((-1, 0, 1, 60, 333))
        allocated, requested = draw.choice((-1, 1, 2, 17)), draw.choice((-1, 4))
        status, user, queue = draw.choice((-1, 0, 1, 1, 1, 3, 5)), draw.choice((-1, 5)), draw.choice((-1, 0, 3))
        lines.append(f"{number:5} {submit} 7 {run} {allocated} -1 -1 {requested} 400 -1 {status} {user} 1 -1 {queue} 2 "
                     "-1 -1")
        width = allocated if allocated > 0 else requested
        ran = run > 0 or (run == 0 and (allocated > 0 or (allocated < 0 and status == 1)))
        if ran and width > 0 and not 2 <= status <= 4:
            expected[str(number)] = [str(submit * 1000), "" if user < 0 else str(user), "" if queue < 0 else str(queue),
                                     str(width), str(width * max(1, run * 1000)), "0", "0"]
    write(directory, "jobs.swf", *lines)
    rows = jobs_of(directory, "--trace", "jobs.swf", *SLOTS)
    keys = ("arrival", "user", "pool", "maps", "map_slot_time", "reduces", "reduce_slot_time")
    equal({name: [row[key] for key in keys] for name, row in rows.items()}, expected, f"seed {SEED}")
    half = jobs_of(directory, "--trace", "jobs.swf", *SLOTS, "--swf-reduce-share", 0.5)
    for name, row in half.items():  # each of at most 6 reduces is rounded up
        both = int(row["map_slot_time"]) + int(row["reduce_slot_time"])
        equal(0 <= both - int(expected[name][4]) <= 6, True, f"{name} seed {SEED}")


# --- sacct ----------------------------------------------------------------------------------------


def hours(seconds):
    """As Slurm prints a duration."""
    days = f"{seconds // 86400}-" if seconds >= 86400 else ""
    return f"{days}{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def test_sacct(directory):
    """Any order of columns, with steps, against the numbers that the rows are made from."""
    draw = random.Random(SEED)
    start, rows, expected = 1700000000, [], {}
    for number in range(1, 121):
        submit, wait, run = start + (number > 1) * draw.randrange(10000), draw.randrange(99), draw.choice((0, 1, 99999))
        state, cpus = draw.choice(("COMPLETED", "FAILED", "CANCELLED by 7", "TIMEOUT")), draw.choice((1, 2, 17))
        name = f"{number}{draw.choice(('', '_3', '+1'))}"
        row = {"JobID": name, "Submit": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(submit)),
               "Start": str(submit + wait), "State": state, "AllocCPUS": str(cpus), "Elapsed": hours(run),
               "Timelimit": draw.choice(("UNLIMITED", "2-00:00:00")), "User": draw.choice(("", "ann")),
               "Partition": draw.choice(("long", "short")), "Comment": "x"}
        rows.append(row)
        rows.extend({**row, "JobID": f"{name}.{step}"} for step in ("batch", "0"))
        if number == 1 or run > 0 or not state.startswith("CANCELLED"):
            expected[name] = [str((submit - start) * 1000), row["User"], row["Partition"], str(cpus),
                              str(max(run * 1000, 1) * cpus)]
    rows[0]["State"] = "COMPLETED"
    columns = draw.sample(list(rows[0]), len(rows[0]))
    write(directory, "dump", "|".join(columns) + "|", *("|".join(row[key] for key in columns) + "|" for row in rows))
    found = jobs_of(directory, "--trace", "dump", *SLOTS)
    keys = ("arrival", "user", "pool", "maps", "map_slot_time")
    equal({name: [row[key] for key in keys] for name, row in found.items()}, expected, f"seed {SEED}")


# --- Batsim ---------------------------------------------------------------------------------------


def test_batsim(directory):
    draw = random.Random(SEED)
    profiles = {"delay": {"type": "delay", "delay": 20.25},
                "even": {"type": draw.choice(("parallel_homogeneous", "msg_par_hg", "ParallelTaskHomogeneousProfile")),
                         "cpu": 3e9, "com": 0},
                "total": {"type": "parallel_homogeneous_total", "cpu": 6e9},
                "array": {"type": draw.choice(("parallel", "msg_par", "ParallelTaskProfile")), "cpu": [1e9, 5e9]},
                "twice": {"type": draw.choice(("composed", "SequentialCompositionProfile")), "repeat": 2,
                          "seq": ["delay", "even", "total"]}}
    jobs, expected = [], {}
    for number in range(120):
        name, resources, limit = draw.choice(list(profiles)), draw.choice((1, 2, 3)), draw.choice((4, 1000, None, -1))
        submit = draw.randrange(100000) / 8
        jobs.append({"id": draw.choice((number, str(number))), "subtime": submit, "res": resources, "profile": name,
                     **({} if limit is None else {"walltime": limit})})
        parts = {"delay": 20.25, "even": 1.5, "total": 3 / resources, "array": 2.5}
        seconds = parts.get(name, 2 * (20.25 + 1.5 + 3 / resources))
        seconds = min(seconds, limit) if (limit or 0) > 0 else seconds
        work = resources * math.ceil(1000 * seconds)
        expected[str(number)] = [str(round(1000 * submit)), "", "", str(resources), str(work)]
    write(directory, "w", json.dumps({"profiles": profiles, "jobs": jobs, "nb_res": 4}, indent=draw.choice((None, 2))))
    found = jobs_of(directory, "--trace", "w", *SLOTS, "--batsim-speed", 2e9)
    keys = ("arrival", "user", "pool", "maps", "map_slot_time")
    equal({name: [row[key] for key in keys] for name, row in found.items()}, expected, f"seed {SEED}")


# --- Common ---------------------------------------------------------------------------------------


def test_compressed(directory):
    """Every format, compressed or not, is the same trace."""
    files = {"jobs.csv": HEADER + "\na,0,9,1,,1,\n", "jobs.tsv": "a\t0\t0\t1\t1\t1\n",
             "jobs.swf": "1 0 5 100 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1\n",
             "jobs.json": '{"job.start.ms": 0, "job.tasks": [{"duration.ms": 5}]}',
             "sacct.txt": "JobID|Submit|Elapsed|NCPUS\n1|100|00:01|2\n",
             "batsim.json": '{"jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "d"}], "profiles": {"d": {"type": '
                            '"delay", "delay": 1}}}'}
    for name, text in files.items():
        (directory / name).write_text(text)
        (directory / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
        equal(jobs_of(directory, "--trace", f"{name}.gz", *SLOTS), jobs_of(directory, "--trace", name, *SLOTS))


def test_options_are_recorded(directory):
    write(directory, "jobs.swf", "1 0 5 100 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1")
    good(directory, "run", "--trace", "jobs.swf", "--scheduler", "fifo", "--json", "out.json", "--deadline-base",
         "recorded", "--swf-pool", "group")
    options = json.loads((directory / "out.json").read_text())["options"]
    equal(options["format"], "swf")
    equal(options["terms"]["deadline_base"], "recorded")
    equal(options["swf"]["pool"], "group")


def test_content_decides(directory):
    """What a file is does not depend on its name; --format and --cluster-format override both."""
    write(directory, "a.csv", "1 0 5 100 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1")
    write(directory, "b.CSV", "nodes,map_slots,reduce_slots,speed", "1,3,1,1")
    write(directory, "c.csv", '{"name": "", "children": [{"name": "r", "children": [{"name": "n"}]}]}')
    write(directory, "a.SWF", HEADER, "a,0,9,1,,1,")
    cases = ((("a.csv", "--cluster", "b.CSV"), "3 map slots"), (("a.csv", "--cluster", "c.csv"), "2 map slots"),
             (("a.SWF", "--cluster", "c.csv", "--cluster-format", "topology"), "2 map slots"),
             (("a.csv", "--format", "swf", "--cluster", "b.CSV", "--cluster-format", "csv"), "3 map slots"))
    for arguments, part in cases:
        contains(good(directory, "run", *arguments, "--scheduler", "fifo"), part)


def test_topology(directory):
    write(directory, "jobs.csv", HEADER, "a,0,9,1,,1,")
    rack = '{"name": "r", "children": [{"name": "n1", "children": null}, {"name": "n2", "children": null}]}'
    write(directory, "t.json", '{"name": "root", "children": [' + rack + "," + rack + "]}")
    for arguments, slots in (((), (8, 8)), (("--node-map-slots", 3, "--node-reduce-slots", 1), (12, 4))):
        good(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", "--cluster", "t.json", "--json",
             "out.json", *arguments)
        cluster = json.loads((directory / "out.json").read_text())["cluster"]
        equal((cluster["nodes"], cluster["map_slots"], cluster["reduce_slots"]), (4, *slots))


def test_places(directory):
    """A Rumen trace says where the data of its maps are, by the names of its topology; otherwise
    they are drawn."""
    nodes = ", ".join(f'{{"name": "n{i}"}}' for i in range(8))
    write(directory, "t.json", f'{{"children": [{{"name": "r", "children": [{nodes}]}}]}}')
    attempt = {"result": "SUCCESS", "startTime": 0, "finishTime": 1000}

    def run(place, *arguments):
        maps = [{"attempts": [attempt], "preferredLocations": [{"layers": ["r", f"{place}{7 - i}"]}]} for i in range(8)]
        write(directory, "jobs.json", json.dumps({"jobID": "a", "submitTime": 0, "mapTasks": maps}))
        text = good(directory, "run", "--trace", "jobs.json", "--scheduler", "fair", "--cluster", "t.json",
                    "--node-map-slots", 1, "--json", "out.json", *arguments)
        metrics = json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]
        return text, metrics["turnaround_mean"], metrics["node_local"], metrics["rack_local"]

    text, *found = run("n", "--remote-factor", 3)
    contains(text, "maps at data  %      100.0")
    equal(found, [1000, 100, 0])
    text, *found = run("m", "--remote-factor", 3, "--replication", 1)
    equal((found[0], found[1] + found[2], found[1] < 100), (1000, 100, True))
    text, *found = run("n")
    equal(("maps at data" in text, found), (False, [1000, None, None]))


def test_real_traces(directory):
    """The Mumak trace, its topology and the SLS sample, if $RTMR_HADOOP_TRACES names their
    folder."""
    folder = os.environ.get("RTMR_HADOOP_TRACES")
    if not folder:
        return
    folder = pathlib.Path(folder).resolve()
    trace, topology = (folder / name for name in MUMAK)
    text = gzip.decompress(trace.read_bytes()).decode()
    for choices in ({}, {"which": "all", "reduces": "start"}, {"which": "last", "reduces": "shuffle"},
                    {"missing": "drop", "only": "success"}):
        check_rumen(directory, trace, text, **choices)
    rows = jobs_of(directory, "--trace", trace)
    tasks = [sum(int(row[stage]) for row in rows.values()) for stage in ("maps", "reduces")]
    equal((len(rows), *tasks), (19, 8573, 3256))
    text = good(directory, "compare", "--trace", trace, "--all", "--cluster", topology, "--remote-factor", 1.5,
                "--seeds", 1)
    contains(text, ": 3090 map slots, 3090 reduce slots")
    good(directory, "run", "--trace", trace, "--scheduler", "fair", "--cluster", topology, "--remote-factor", 1.5,
         "--heartbeat", 3000, "--locality-delay", 5000, "--json", "out.json")
    equal(json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]["node_local"] > 75, True)
    for feedback in ("exact", "satu", "none"):
        good(directory, "run", "--trace", trace, "--scheduler", "rtmr", "--feedback", feedback, "--json", "out.json")
        metrics = json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]
        equal((metrics["missed"], metrics["violations"], metrics["accepted"] > 0), (0, 0, True), feedback)
    sample = folder / SLS_SAMPLE
    check_rumen(directory, sample, sample.read_text())
    contains(good(directory, "run", "--trace", sample, "--scheduler", "rtmr,fifo"), ": 2 jobs;")
