"""Small inputs that ask for much: the command answers with a message, or it finishes, in little
memory and time."""
import json
import random
import resource
import subprocess

from tests.cli import command
from tests.cli.command import HEADER, binary, slow, contains, equal, write

MEMORY = 2 << 30  # bytes of address space; sanitizers need terabytes of it
SCHEDULERS = "rtmr,dc,edf,asrpt,fifo,fair,capacity,srt-fair,srt-capacity,lsps"
TASKS = "expected at most 1000000000 tasks in the file"
SEED = 41


def bounded(directory, *arguments):
    """Runs the command in little memory; ends a hang."""
    def limit():
        if not slow():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    done = subprocess.run([binary(), *map(str, arguments)],
                          cwd=directory,
                          stdin=subprocess.DEVNULL,
                          capture_output=True,
                          timeout=command.TIME_LIMIT,
                          check=False,
                          preexec_fn=limit)
    return command.Outcome(done)


def refused(directory, name, part, *arguments, status=2):
    """Runs edf on a file, which must be refused in one line that names the place and says what
    is expected."""
    outcome = bounded(directory, "run", "--trace", name, "--scheduler", "edf", *arguments)
    equal(outcome.status, status, outcome.err)
    equal(outcome.out, "")
    equal(outcome.err.count("\n"), 1, outcome.err)
    contains(outcome.err, part)


def finishes(directory, *arguments):
    """Runs the command, which must succeed; returns its output."""
    outcome = bounded(directory, *arguments)
    equal(outcome.status, 0, outcome.err)
    return outcome.out


def makespan(directory):
    """In ms, as the file out.json has it."""
    return json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]["makespan"]


def figure(text, name):
    """The last word of the line whose first is the name."""
    return next(line.split()[-1] for line in text.splitlines() if line.split()[:1] == [name])


def swf(number, processors):
    """A line of an SWF trace."""
    return f"{number} 0 0 100 {processors} -1 -1 {processors} 200 -1 1 1 1 1 1 1 -1 -1"


# --- Tasks of a file ------------------------------------------------------------------------------


def test_swf_of_wide_jobs(directory):
    write(directory, "wide.swf", *(swf(i, 999999999) for i in range(1, 151)))
    refused(directory, "wide.swf", f"wide.swf:2: allocated processors: {TASKS}")
    write(directory, "reduces.swf", swf(1, 999999999))
    refused(directory, "reduces.swf", f"reduces.swf:1: allocated processors: {TASKS}", "--swf-reduce-share", 0.5)


def test_sacct_of_wide_jobs(directory):
    write(directory, "wide.txt", "JobID|Submit|ElapsedRaw|NCPUS", *(f"{i}|100|9|999999999" for i in range(5)))
    refused(directory, "wide.txt", f"wide.txt:3: NCPUS: {TASKS}")


def test_batsim_of_wide_jobs(directory):
    jobs = [{"id": i, "subtime": 0, "res": 999999999, "profile": "p"} for i in range(5)]
    profiles = {"p": {"type": "delay", "delay": 1}}
    (directory / "wide.json").write_text(json.dumps({"jobs": jobs, "profiles": profiles}))
    refused(directory, "wide.json", f"wide.json:1: res: {TASKS}")


def test_batsim_of_nested_profiles(directory):
    """Each profile runs the one before twice: as many parts as the file could never hold."""
    depth = 60
    profiles = {"p0": {"type": "delay", "delay": 1e-9}}
    profiles.update({f"p{i}": {"type": "composed", "seq": [f"p{i - 1}"] * 2} for i in range(1, depth)})
    job = {"id": 1, "subtime": 0, "res": 1, "profile": f"p{depth - 1}"}
    (directory / "deep.json").write_text(json.dumps({"jobs": [job], "profiles": profiles}))
    finishes(directory, "run", "deep.json", "--scheduler", "edf", "--map-slots", 1, "--json", "out.json")
    equal(makespan(directory), 576460752304)  # 2^59 ns, rounded up to ms


def test_swim_of_large_inputs(directory):
    row = "\t0\t0\t134200000000000000\t0\t0"
    write(directory, "wide.tsv", *(f"job{i}{row}" for i in range(200)))
    refused(directory, "wide.tsv", f"wide.tsv:2: map input bytes: {TASKS}")
    write(directory, "reduces.tsv", *(f"job{i}\t0\t0\t1\t0\t900000000000000000" for i in range(3)))
    refused(directory, "reduces.tsv", f"reduces.tsv:2: shuffle bytes: {TASKS}")


def test_native_runs_of_tasks(directory):
    write(directory, "wide.csv", HEADER, "a,0,9,1,1,999999999x1,", "b,0,9,1,1,1,1")
    refused(directory, "wide.csv", f"wide.csv:3: reduce_durations: {TASKS}")
    write(directory, "wider.csv", HEADER, "a,0,9,1,1,99999999999x1,")
    refused(directory, "wider.csv", "wider.csv:2: map_durations: expected an integer from 1 to 1000000000")


def test_sls_counts(directory):
    task = {"count": 999999999, "duration.ms": 1}
    (directory / "wide.json").write_text(json.dumps({"job.start.ms": 0, "job.tasks": [task, task]}))
    refused(directory, "wide.json", f"wide.json:1: job.tasks[1]: {TASKS}")
    job = {"job.start.ms": 0, "job.count": 1000000, "job.tasks": [{"duration.ms": 1}]}
    (directory / "copies.json").write_text(json.dumps(job) + "\n" + json.dumps(job))
    refused(directory, "copies.json", "copies.json:2: job.count: expected at most 1000000 copies of jobs in the file")
    job["job.count"] = 10000000
    (directory / "more.json").write_text(json.dumps(job))
    refused(directory, "more.json", "more.json:1: job.count: expected an integer from 1 to 1000000")


def test_the_most_that_is_taken_fits(directory):
    """A file of all tasks that a file may have runs in the memory that there is, and the
    most copies."""
    tasks, copies = (100000, 2000) if slow() else (9999999, 200000)
    write(directory, "most.csv", HEADER, f"a,0,99999999,5,5,{tasks}x5,5")
    finishes(directory, "run", "--trace", "most.csv", "--scheduler", "fifo", "--map-slots", 1000,
             "--reduce-slots", 1, "--json", "out.json")
    equal(makespan(directory), -(-tasks // 1000) * 5 + 5)
    job = {"job.start.ms": 0, "job.count": copies, "job.tasks": [{"duration.ms": 5}]}
    (directory / "copies.json").write_text(json.dumps(job))
    text = finishes(directory, "run", "--trace", "copies.json", "--scheduler", "edf", "--map-slots", 1000,
                    "--reduce-slots", 1)
    equal(figure(text, "met"), str(copies))


# --- Products of two numbers ----------------------------------------------------------------------


def test_one_map_with_many_nodes(directory):
    """The others pay nothing for it: a row of 360 kB took 14 GB."""
    maps = 60000
    nodes = ";".join(["0"] * (maps - 1) + ["|".join(["0"] * maps)])
    write(directory, "nodes.csv", HEADER + ",user,pool,map_bytes,reduce_bytes,map_nodes",
          f"a,0,99999999,5,5,{maps}x5,5,,,,,{nodes}")
    for locality in ((), ("--remote-factor", 2)):
        finishes(directory, "run", "--trace", "nodes.csv", "--scheduler", "fifo", "--map-slots", 1000,
                 "--reduce-slots", 1, *locality)


def test_places_are_drawn_up_to_a_bound(directory):
    write(directory, "maps.csv", HEADER, "a,0,99999999,5,5,99999999x5,5")
    refused(directory, "maps.csv", "the maps times the replication are more than 100000000", "--remote-factor", 2,
            "--replication", 64, "--map-slots", 100, "--reduce-slots", 1)


def test_many_maps_with_places(directory):
    """Choosing the nearest map does not look at all of them."""
    maps = 20000 if slow() else 300000
    write(directory, "maps.csv", HEADER, f"a,0,99999999,5,5,{maps}x5,5")
    text = finishes(directory, "run", "--trace", "maps.csv", "--scheduler", "fifo", "--map-slots", 100,
                    "--reduce-slots", 1, "--remote-factor", 2, "--replication", 1)
    contains(text, "maps at data")


def test_a_picture_of_a_million_slots(directory):
    write(directory, "job.csv", HEADER, "a,0,99999999,5,5,5,5")
    outcome = bounded(directory, "run", "--trace", "job.csv", "--scheduler", "fifo", "--map-slots", 1048576,
                      "--reduce-slots", 1, "--gantt")
    equal(outcome.status, 2, outcome.err)
    contains(outcome.err, "--gantt: expected at most 10000000 characters")


def test_many_rows_of_a_cluster(directory):
    """Rows are added without counting the slots of all before them; jobs do not go through all
    nodes."""
    rows = 5000 if slow() else 200000
    write(directory, "cluster.csv", "nodes,map_slots,reduce_slots,speed", *["1,1,1,1"] * rows)
    write(directory, "jobs.csv", HEADER, *(f"j{i},{i},99999999,5,5,5,5" for i in range(rows // 10)))
    finishes(directory, "run", "--trace", "jobs.csv", "--scheduler", "edf", "--cluster", "cluster.csv")


def test_nodes_that_are_lost_while_no_job_comes(directory):
    """A gap of 30 million years between two jobs, and a node that is lost every second."""
    write(directory, "gap.csv", HEADER, "a,0,99999999,5,5,5,5",
          "b,900000000000000000,900000000000999999,5,5,5,5")
    refused(directory, "gap.csv", "nodes were lost or came back 10000000 times in a row", "--node-mtbf", 1000,
            "--node-mttr", 1000, "--map-slots", 1, "--reduce-slots", 1, status=1)


def test_losses_begin_with_the_jobs(directory):
    """Times since 1970, or since the world began, cost nothing."""
    begin = 900000000000000000
    write(directory, "epoch.csv", HEADER, f"a,{begin},{begin + 99999},5,5,5,5")
    contains(finishes(directory, "run", "--trace", "epoch.csv", "--scheduler", "edf", "--node-mtbf", 1000000),
             "makespan")


# --- Values ---------------------------------------------------------------------------------------


def test_tasks_longer_than_the_world_is_old(directory):
    """While others wait for their stage, for a slot, or for a second attempt."""
    task = 700000000000000000
    write(directory, "long.csv", HEADER, f"a,0,{task + 10000000},{task},5,{task};5;9,5;5",
          f"b,10,{task + 10000000},{task},5,3x7;{task // 7},5;5")
    write(directory, "cluster.csv", "nodes,map_slots,reduce_slots,speed,reduce_speed,rack", "3,1,1,1,1,0",
          "2,2,1,1,1,1")
    for options in (("--heartbeat", 3000), ("--heartbeat", 1), ("--heartbeat", 3000, "--speculation"),
                    ("--heartbeat", 0, "--speculation"), ("--hadoop", "0.20", "--heartbeat", 3000)):
        text = finishes(directory, "run", "--trace", "long.csv", "--scheduler", SCHEDULERS, "--cluster", "cluster.csv",
                        *options)
        contains(text, "makespan")


def test_counts_at_random(directory):
    """Whatever the counts are, the answer comes, and it is a result or a message."""
    rng = random.Random(SEED)
    sizes = (1, 7, 1000, 99999, 1000000, 1500000, 1000000001, 2147483647, 1 << 62)
    for number in range(10 if slow() else 40):
        rows = [f"j{i},0,{1 << 60},{1 << 40},9,{rng.choice(sizes)}x{rng.choice(sizes)},{rng.choice(sizes)}x1"
                for i in range(rng.randint(1, 3))]
        write(directory, "random.csv", HEADER, *rows)
        outcome = bounded(directory, "run", "--trace", "random.csv", "--scheduler", "edf", "--map-slots", 1000,
                          "--reduce-slots", 1000, "--heartbeat", rng.choice((0, 1, 3000)))
        if outcome.status not in (0, 1, 2) or (outcome.status > 0) != (outcome.err.count("\n") == 1):
            raise AssertionError(f"seed {SEED}, number {number}: status {outcome.status}, {outcome.err!r} for {rows}")
