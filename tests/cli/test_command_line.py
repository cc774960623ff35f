"""The command as people type it: help, defaults, positional traces, what is printed where,
warnings, and what `run` says about jobs that were rejected."""
import json
import subprocess

from tests.cli import command
from tests.cli.command import HEADER, contains, equal, good, rtmr, write

ROW = "a,0,100,5,5,5,5"
ONE = ("--map-slots", 1, "--reduce-slots", 1)
SIMULATED = ("run", "explain", "compare", "faults", "convert", "paper", "list")
REAL = ("submit", "what-if", "jobs", "status", "wait", "log", "abort", "suspend", "renew", "slots", "drain", "add",
        "events", "audit", "replay", "demo")
COMMANDS = SIMULATED + REAL
USUAL = ["rtmr", "dc", "edf", "fifo", "fair", "capacity"]


def schedulers_of(text):
    """Those of the table that `run` prints."""
    return next(line.split()[2:] for line in text.splitlines() if line.startswith("metric "))


# --- Help -----------------------------------------------------------------------------------------


def test_help(directory):
    text = good(directory)
    contains(text, "Usage: rtmr COMMAND")
    for arguments in (("--help",), ("-h",), ("help",), ("help", "help")):
        equal(good(directory, *arguments), text)
    for name in COMMANDS:
        contains(text, f"\n  {name} ")
        help_of = good(directory, name, "--help")
        contains(help_of, f"Usage: rtmr {name}")
        for arguments in ((name, "-h"), ("help", name), (name, "--bogus", "-h")):
            equal(good(directory, *arguments), help_of)


def test_help_is_readable(directory):
    """No line is longer than a terminal; every option is explained by whole sentences; the order
    is that of use."""
    for name in COMMANDS:
        lines = good(directory, name, "--help").splitlines()
        equal([line for line in lines if len(line) > 79 or line != line.rstrip()], [])
        options = [i for i, line in enumerate(lines) if line.startswith("  --")]
        for i, start in enumerate(options):
            end = options[i + 1] if i + 1 < len(options) else start + 1
            sentences = " ".join(lines[start:end]).split("\n")[0]
            equal(any(line.rstrip().endswith(".") for line in lines[start:end + 3]), True, sentences)
        if name in SIMULATED and name not in ("paper", "list"):
            equal([line for line in lines if line and line[0] != " " and line.endswith(":")][0], "Jobs:")
        if name != "list":
            contains("\n".join(lines) + "\n", f"\nExamples:\n  rtmr {name}")
        if "Cluster:" in lines:
            contains(" ".join(" ".join(lines).split()), "paper, paper-I, paper-II, paper-II-normal, srt or lsps")


def test_version(directory):
    text = good(directory, "--version")
    contains(text, "rtmr ")
    for typed in ("-V", "-v", "version"):
        equal(good(directory, typed), text)


def test_help_on_formats(directory):
    """The example is a trace; its jobs are accepted by rtmr on the usual cluster."""
    text = good(directory, "help", "formats")
    lines = [line.strip() for line in text.splitlines()]
    start = lines.index(HEADER)
    write(directory, "jobs.csv", *lines[start:start + 4])
    good(directory, "run", "jobs.csv", "--jobs-csv", "out.csv")
    equal([line.split(",")[1] for line in (directory / "out.csv").read_text().splitlines()[1:]], ["1", "1", "1"])
    start = lines.index("time,event,node,job,stage,number,factor")
    write(directory, "faults.csv", *lines[start:start + 5])
    contains(good(directory, "run", "jobs.csv", "--faults", "faults.csv"), "re-runs")
    for column in HEADER.split(",") + ["user", "pool", "map_bytes", "reduce_bytes", "map_nodes"]:
        contains(text, column)


# --- Traces and schedulers ------------------------------------------------------------------------


def test_positional_trace(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    for words in (("run",), ("compare", "--seeds", 2), ("faults", "--seeds", 2), ("explain", "--at", 3),
                  ("convert",)):
        text = good(directory, *words, "--trace", "jobs.csv")
        equal(good(directory, *words, "jobs.csv"), text)
        equal(good(directory, words[0], "jobs.csv", *words[1:]), text)


def test_schedulers(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    equal(schedulers_of(good(directory, "run", "jobs.csv")), USUAL)
    equal(schedulers_of(good(directory, "run", "jobs.csv", "--gantt")), ["rtmr"])
    for option in ("--jobs-csv", "--perfetto", "--batsim-jobs", "--batsim-schedule"):
        equal(schedulers_of(good(directory, "run", "jobs.csv", option, "out")), ["rtmr"])
    listed = good(directory, "list").split("workloads\n")[0].splitlines()
    every = [line.split()[0] for line in listed if line[:3].startswith("  ") and line[2] != " "]
    equal(schedulers_of(good(directory, "run", "jobs.csv", "--scheduler", "all")), every)
    text = good(directory, "compare", "jobs.csv", "--seeds", 2, "--scheduler", "all")
    equal(good(directory, "compare", "jobs.csv", "--seeds", 2, "--all"), text)
    for name in USUAL[1:]:
        contains(good(directory, "compare", "jobs.csv", "--seeds", 2), f"\n{name} ")


def test_explain_without_a_question(directory):
    """The state alone, as it stands before the answer."""
    write(directory, "jobs.csv", HEADER, ROW)
    state = good(directory, "explain", "jobs.csv", *ONE, "--at", 3)
    contains(state, "At 3 ms, after all events of this instant.")
    answer = good(directory, "explain", "jobs.csv", *ONE, "--at", 3, "--job", "b,0,200,5,5,5,5")
    equal(answer.startswith(state), True)
    contains(answer[len(state):], "Job b: 1 maps")


# --- Outputs --------------------------------------------------------------------------------------


def test_what_was_written(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    text = good(directory, "run", "jobs.csv", "--scheduler", "rtmr", "--gantt")
    equal(good(directory, "run", "jobs.csv", "--gantt", "--json", "a.json", "--jobs-csv", "b.csv"),
          text + "\nWrote b.csv.\nWrote a.json.\n")
    equal(good(directory, "run", "jobs.csv", "--gantt", "--report", "page")[:len(text)], text)
    figures = len(list((directory / "page").glob("*.svg")))
    contains(good(directory, "run", "jobs.csv", "--gantt", "--report", "page"),
             f"\nWrote page/index.html ({figures} figures).\n")
    contains(good(directory, "compare", "jobs.csv", "--seeds", 2, "--json", "a.json"), "\nWrote a.json.\n")
    equal(good(directory, "convert", "jobs.csv", "-o", "c.csv"), "Wrote c.csv (1 jobs).\n")
    contains(good(directory, "paper", "rtmr", "--seeds", 1, "--json", "a.json"), "\nWrote a.json.\n")


def test_output_to_standard_output(directory):
    """Of "-", nothing else is there, the table is on standard error; of /dev/stdout, the file
    comes first."""
    write(directory, "jobs.csv", HEADER, ROW)
    table = good(directory, "run", "jobs.csv", *ONE)
    outcome = rtmr(directory, "run", "jobs.csv", *ONE, "--json", "-")
    equal((outcome.status, outcome.err), (0, table))
    equal(json.loads(outcome.out)["workload"]["jobs"], 1)
    equal(good(directory, "run", "jobs.csv", *ONE, "--json", "/dev/stdout"), outcome.out + table)
    good(directory, "run", "jobs.csv", *ONE, "--jobs-csv", "out.csv")
    outcome = rtmr(directory, "run", "jobs.csv", *ONE, "--jobs-csv", "-", "--json", "out.json")
    equal((outcome.status, outcome.out), (0, (directory / "out.csv").read_text()))
    contains(outcome.err, "\nWrote out.json.\n")
    equal((directory / "-").exists(), False)
    for words in (("compare", "jobs.csv", "--seeds", 2), ("paper", "rtmr", "--seeds", 1)):
        outcome = rtmr(directory, *words, "--json", "-")
        equal((outcome.status, outcome.err), (0, good(directory, *words)))
        json.loads(outcome.out)


def test_standard_input(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    with open(directory / "jobs.csv", "rb") as trace:
        done = subprocess.run([command.binary(), "run", "-", *map(str, ONE), "--jobs-csv", "out.csv"], cwd=directory,
                              stdin=trace, capture_output=True, check=False)
    equal((done.returncode, done.stderr), (0, b""))
    from_stdin = (directory / "out.csv").read_text()
    good(directory, "run", "jobs.csv", *ONE, "--jobs-csv", "out.csv")
    equal((directory / "out.csv").read_text(), from_stdin)


# --- Options without effect -----------------------------------------------------------------------


def warnings(directory, *arguments):
    """What is said to have no effect: option -> why. The command succeeds."""
    outcome = rtmr(directory, *arguments)
    equal(outcome.status, 0, outcome.err)
    start = "rtmr: warning: --"
    lines = outcome.err.splitlines()
    equal([line for line in lines if not line.startswith(start)], [])
    return dict(line[len(start):].split(" has no effect: ") for line in lines)


NO_EFFECT = (
    # scheduler, options, what is said
    ("fifo", ("--feedback", "satu"), "it is for rtmr"),
    ("fifo", ("--order", "fifo"), "it is for rtmr"),
    ("fifo", ("--delta", 5), "it is for rtmr"),
    ("rtmr", ("--delta", 5), "it belongs to --feedback satu"),
    ("edf", ("--estimator", "learned"), "it is for rtmr, dc, asrpt"),
    ("edf", ("--estimate-padding", 2), "it is for rtmr, dc, asrpt"),
    ("dc", ("--estimate-padding", 2), "it belongs to --estimator learned"),
    ("dc", ("--check",), "it is for rtmr"),
    ("rtmr,dc", ("--slowstart", 0.5), "under every scheduler that runs, reduces wait for all maps"),
    ("fifo", ("--seed", 2), "nothing in this run is random"),
    ("fifo", ("--seeds", 2), "nothing in this run is random, all runs are the same"),
    ("fifo", ("--pools", "pools.csv"), "it is for fair, srt-fair"),
    ("fair", ("--queues", "queues.csv"), "it is for capacity, srt-capacity"),
    ("fifo", ("--hadoop", "0.20"), "it is for fair, srt-fair, capacity, srt-capacity, lsps"),
    ("capacity", ("--assign-multiple", "no"), "it is for fair, srt-fair, lsps"),
    ("rtmr", ("--speculation",), "it is for fifo, fair, srt-fair, capacity, srt-capacity, lsps"),
    ("fifo", ("--locality-delay", 5), "it is for fair, srt-fair"),
    ("fair", ("--locality-delay", 5), "with a --remote-factor of 1 it does not matter where maps run"),
    ("fair", ("--replication", 2), "with a --remote-factor of 1 it does not matter where maps run"),
    ("fair", ("--rack-factor", 1), "all nodes of the cluster are in one rack"),
    ("fair", ("--fifo-padding", 0.1), "it is for fifo"),
    ("fair", ("--lsps-alpha", 0.5), "it is for lsps"),
    ("fair", ("--lsps-prior", 5), "it is for lsps"),
    ("fair", ("--overrun-rate", 0.5), "the --overrun-factor is 1"),
    ("fair", ("--overrun-factor", 2), "the --overrun-rate is 0"),
    ("fair", ("--node-mttr", 5), "the --node-mtbf is 0, no node is lost"),
    ("fair", ("--slow-rate", 0.5), "the --slow-factor is 1"),
    ("fair", ("--slow-factor", 2), "the --slow-rate is 0"),
)


def test_options_without_effect(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    write(directory, "pools.csv", "pool,weight,min_maps,min_reduces")
    write(directory, "queues.csv", "queue,capacity", "q,100")
    for scheduler, options, why in NO_EFFECT:
        equal(warnings(directory, "run", "jobs.csv", *ONE, "--scheduler", scheduler, *options), {options[0][2:]: why})
    equal(warnings(directory, "run", "jobs.csv", *ONE, "--scheduler", "fair", "--remote-factor", 2, "--hadoop", "0.20",
                   "--locality-delay", 5), {"locality-delay": "--hadoop 0.20 has no such delay"})


def test_pools_and_queues_without_jobs(directory):
    """A user's name is no pool if jobs name pools; a pool that is no queue means the first."""
    write(directory, "jobs.csv", HEADER + ",user,pool", ROW + ",ann,x", ROW.replace("a", "b", 1) + ",bob,y",
          ROW.replace("a", "c", 1) + ",bob,")
    write(directory, "pools.csv", "pool,weight,min_maps,min_reduces", "ann,1,0,0", "bob,1,0,0", "x,1,0,0", "z,1,0,0")
    write(directory, "queues.csv", "queue,capacity", "ann,80", "y,10", "bob,10")
    pools = "".join(f"rtmr: warning: pools.csv:{line}: no job of the trace names the pool {name}\n"
                    for line, name in ((2, "ann"), (5, "z")))
    queues = ("rtmr: warning: queues.csv:4: no job of the trace names the queue bob\n"
              "rtmr: warning: queues.csv:2: 1 of 3 jobs is in the first queue, ann: the file does not list theirs\n")
    shares = ("jobs.csv", *ONE, "--pools", "pools.csv", "--queues", "queues.csv")
    for scheduler, expected in (("fair", pools), ("capacity", queues), ("srt-fair,srt-capacity", pools + queues)):
        for way in (("run",), ("compare", "--seeds", 2)):
            outcome = rtmr(directory, *way, *shares, "--scheduler", scheduler)
            equal(outcome.status, 0)
            equal("".join(line for line in outcome.err.splitlines(True) if " has no effect: " not in line), expected)
    write(directory, "queues.csv", "queue,capacity", *(f"q{i},1" for i in range(9)))
    outcome = rtmr(directory, "run", "jobs.csv", *ONE, "--scheduler", "capacity", "--queues", "queues.csv")
    equal([line.split(": ", 2)[2] for line in outcome.err.splitlines()][-2:],
          ["queues.csv: no job of the trace names 3 more queues",
           "queues.csv:2: 2 of 3 jobs are in the first queue, q0: the file does not list theirs"])
    contains(rtmr(directory, "run", "--workload", "lsps", "--scheduler", "fair", "--pools", "pools.csv").err,
             "rtmr: warning: pools.csv:2: no job of the workload names the pool ann\n")


def test_options_with_effect(directory):
    """What each of them lacked above."""
    write(directory, "jobs.csv", HEADER, ROW)
    write(directory, "pools.csv", "pool,weight,min_maps,min_reduces")
    write(directory, "queues.csv", "queue,capacity", "q,100")
    write(directory, "c.csv", "nodes,map_slots,reduce_slots,speed,reduce_speed,rack", "1,1,1,1,1,1", "1,1,1,1,1,2")
    run = ("run", "jobs.csv", "--cluster", "c.csv", "--heartbeat", 3, "--scheduler")
    equal(warnings(directory, *run, "rtmr", "--feedback", "satu", "--delta", 5, "--order", "fifo", "--check",
                   "--seed", 2, "--seeds", 2), {})
    equal(warnings(directory, *run, "rtmr,fifo", "--slowstart", 0.5, "--speculation", "--fifo-padding", 0.1), {})
    equal(
        warnings(directory, *run, "fair,capacity", "--pools", "pools.csv", "--queues", "queues.csv", "--hadoop", "0.21",
                 "--locality-delay", 5, "--remote-factor", 2, "--rack-factor", 1.5, "--replication", 1,
                 "--assign-multiple", "no"), {})
    equal(warnings(directory, *run, "lsps", "--lsps-alpha", 0.5, "--lsps-prior", 5), {})
    equal(warnings(directory, *run, "edf", "--overrun-rate", 0.1, "--overrun-factor", 2, "--slow-rate", 0.5,
                   "--slow-factor", 2, "--node-mtbf", 5000, "--node-mttr", 5), {})
    equal(warnings(directory, "compare", "jobs.csv", "--seeds", 2, "--scheduler", "rtmr", "--delta", 5), {})
    equal(warnings(directory, "compare", "jobs.csv", "--seeds", 2, "--scheduler", "rtmr", "--feedback", "satu"),
          {"feedback": "rtmr compare runs rtmr with each of them"})
    equal(warnings(directory, "faults", "jobs.csv", "--seeds", 2, "--overrun-factor", 2, "--failure-rate", 0.1),
          {"overrun-factor": "the --overrun-rate is 0"})
    equal(warnings(directory, "explain", "jobs.csv", *ONE, "--at", 3, "--seed", 2),
          {"seed": "nothing in this run is random"})


# --- Rejections -----------------------------------------------------------------------------------


def test_rejections(directory):
    """By reason, the most frequent first; nothing if none was rejected."""
    write(directory, "jobs.csv", HEADER, "a,0,10,10,,10,", "b,0,5,10,,10,", "c,0,5,10,,10,", "d,1,12,11,,11,")
    text = good(directory, "run", "jobs.csv", *ONE, "--scheduler", "rtmr,dc,fifo")
    contains(text, "\nrejected by    jobs  because\n"
                   "rtmr              3  it would miss its deadline\n"
                   "dc                2  its stages are too long for its deadline\n"
                   "dc                1  too few map slots are free\n")
    equal("rejected by" in good(directory, "run", "jobs.csv", *ONE, "--scheduler", "fifo"), False)
    write(directory, "jobs.csv", HEADER, "long,0,20,10,,10,", "short,0,12,10,,10,", "urgent,0,10,10,,10,")
    contains(good(directory, "run", "jobs.csv", *ONE, "--scheduler", "rtmr"),
             "rtmr              1  an accepted job would miss its deadline\n")


def test_nothing_accepted(directory):
    """Why, in numbers of the nearest job: with heartbeats of 3000 ms, 500 + 3000 + 400 + 6000
    and 3000 at arrival."""
    write(directory, "jobs.csv", HEADER, "far,0,1000,500,400,500,400", "near,50,2050,500,400,500,400")
    text = " ".join(good(directory, "run", "jobs.csv").split())
    contains(text, "rtmr could promise none of the jobs: 2 of 2 would end after their deadlines even if each had the "
                   "cluster for itself.")
    contains(
        text, "A promise allows for heartbeats of 3000 ms: a map may take 3000 ms longer than its estimate, a reduce "
        "6000 ms.")
    contains(text, "The nearest is near: it has 2000 ms from its arrival to its deadline, and needs 12900 ms, 10900 ms "
                   "too much; without heartbeats it needs 900 ms.")
    contains(text, "Without heartbeats (--heartbeat 0) 2 of the jobs could be promised")
    contains(good(directory, "run", "jobs.csv", "--heartbeat", 0, "--jobs-csv", "out.csv"),
             "accepted                2\n")
    write(directory, "jobs.csv", HEADER, "a,0,100,500,400,500,400")
    text = " ".join(good(directory, "run", "jobs.csv", *ONE).split())
    contains(
        text, "The nearest is a: it has 100 ms from its arrival to its deadline, and needs 900 ms, 800 ms too much. "
        "Remedies: later deadlines")
    equal("heartbeats" in text.split("rtmr could promise", 1)[1], False)
    equal("could promise" in good(directory, "run", "jobs.csv", *ONE, "--scheduler", "dc"), False)
