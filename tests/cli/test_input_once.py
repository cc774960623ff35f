"""Inputs that can be read only once: pipes, FIFOs and standard input. Their format is found, and
they serve every seed and scheduler, as a file does."""
import gzip
import os
import subprocess
import threading

from tests.cli import command
from tests.cli.command import equal

GOLDEN = command.ROOT / "tests/golden"
SLOTS = ["--map-slots", "8", "--reduce-slots", "8"]
TRACES = ["small.csv", "small.swf", "small.tsv", "small_rumen.json", "small_sls.json", "small_sacct.psv",
          "small_batsim.json", "small_synth.json", "small.jhist"]
CLUSTER = "nodes,map_slots,reduce_slots,speed\n2,4,4,1\n"
TOPOLOGY = '{"name":"root","children":[{"name":"r","children":[{"name":"n","children":null}]}]}'


def run(directory, *arguments, source=b""):
    """Runs the command with these bytes as standard input."""
    done = subprocess.run([command.binary(), *map(str, arguments)], cwd=directory, input=source, capture_output=True,
                          timeout=command.TIME_LIMIT, check=False)
    return command.Outcome(done)


def printed(outcome, name):
    """What a run printed, without the trace's name."""
    equal(outcome.err, "")
    equal(outcome.status, 0)
    equal(outcome.out.startswith(name + ": "), True, outcome.out)
    return outcome.out[len(name):].replace(f"MaxProcs of {name}:", "MaxProcs:")


def feed(path, content):
    """Writes to a FIFO as soon as it is opened for reading, once."""
    def write():
        with open(path, "wb") as fifo:
            fifo.write(content)
    threading.Thread(target=write, daemon=True).start()


def test_every_format(directory):
    for trace in TRACES:
        content = (GOLDEN / trace).read_bytes()
        seeds = [] if trace == "small.csv" else ["--seeds", "3"]
        ways = ["run", "--scheduler", "fifo,fair", *seeds, *SLOTS]
        expected = printed(run(directory, *ways, "--trace", GOLDEN / trace), str(GOLDEN / trace))
        for source in (content, gzip.compress(content)):
            equal(printed(run(directory, *ways, "--trace", "-", source=source), "standard input"), expected, trace)
            equal(printed(run(directory, *ways, "-", source=source), "standard input"), expected, trace)
            equal(printed(run(directory, *ways, "--trace", "/dev/stdin", source=source), "/dev/stdin"), expected, trace)
            for name in ("pipe", "pipe" + os.path.splitext(trace)[1]):
                os.mkfifo(directory / name)
                feed(directory / name, source)
                equal(printed(run(directory, *ways, "--trace", name), name), expected, trace)
                (directory / name).unlink()


def test_standard_input_that_is_a_file(directory):
    (directory / "jobs").write_bytes((GOLDEN / "small.swf").read_bytes())
    with open(directory / "jobs", "rb") as jobs:
        done = subprocess.run([command.binary(), "run", "--trace", "-", "--scheduler", "fifo", "--seeds", "2", *SLOTS],
                              cwd=directory, stdin=jobs, capture_output=True, check=False)
    equal((done.returncode, done.stderr), (0, b""))


def test_compare(directory):
    content = (GOLDEN / "small.swf").read_bytes()
    ways = ["compare", "--scheduler", "fifo,fair", "--seeds", "3"]
    expected = printed(run(directory, *ways, "--trace", GOLDEN / "small.swf"), str(GOLDEN / "small.swf"))
    found = run(directory, *ways, "--trace", "/dev/stdin", "--format", "swf", source=content)
    equal(printed(found, "/dev/stdin"), expected)


def test_other_inputs(directory):
    inputs = {"--cluster": CLUSTER, "--pools": "pool,weight,min_maps,min_reduces\nann,2,1,0\n",
              "--queues": "queue,capacity,user_limit\ndefault,100,100\n",
              "--faults": "time,event,node,job,stage,number,factor\n3,node_lost,1,,,,\n6,node_back,1,,,,\n"}
    (directory / "cluster.csv").write_text(CLUSTER)
    for option, content in inputs.items():
        (directory / "file").write_text(content)
        ways = ["run", "--trace", GOLDEN / "small.csv", "--scheduler", "fair,capacity"]
        ways += [] if option == "--cluster" else ["--cluster", "cluster.csv"]
        expected = command.good(directory, *ways, option, "file")
        found = run(directory, *ways, option, "-", source=content.encode())
        equal((found.err, found.status), ("", 0), option)
        equal(found.out, expected.replace("cluster file:", "cluster standard input:"), option)


def test_topology(directory):
    ways = ["run", "--trace", GOLDEN / "small.csv", "--scheduler", "fifo", "--cluster", "-"]
    found = run(directory, *ways, source=TOPOLOGY.encode())
    equal((found.err, found.status), ("", 0))
    command.contains(found.out, "cluster standard input: 2 map slots, 2 reduce slots")


def refused(outcome, line):
    """Status 2 and this line."""
    equal((outcome.err, outcome.status, outcome.out), (f"rtmr: {line}\n", 2, ""))


def test_standard_input_has_one_reader(directory):
    content = (GOLDEN / "small.csv").read_bytes()
    for name in ("-", "/dev/stdin", "/dev/fd/0"):
        for option in ("--cluster", "--pools", "--queues", "--faults"):
            found = run(directory, "run", "--scheduler", "fair", "--trace", "-", option, name, source=content)
            equal((found.status, found.out), (2, ""))
            command.contains(found.err, "--trace takes standard input")


def test_errors_name_standard_input(directory):
    ways = ["run", "--scheduler", "fifo", *SLOTS, "--trace", "-"]
    refused(run(directory, *ways, source=b""), "standard input:1: expected a header line, found an empty file")
    refused(run(directory, *ways, source=command.HEADER.encode() + b"\na,x,9,1,1,1,1\n"),
            'standard input:2: arrival: expected an integer from 0 to 1152921504606846976, found "x"')
    refused(run(directory, *ways, source=b'{"a": 1}'),
            "standard input:1: expected an object of a trace, with jobID (rumen), job.tasks (sls), profiles (batsim), "
            "workloads (synth) or event (jhist); --format reads a file as native, swim, rumen, sls, swf, sacct, "
            "batsim, synth or jhist")
    refused(run(directory, *ways, source=b"\x1f\x8b\x08\x00cut"),
            "standard input: cannot be read: damaged or cut gzip data")
    for option in ("--cluster", "--pools", "--queues", "--faults"):
        found = run(directory, "run", "--trace", GOLDEN / "small.csv", "--scheduler", "fair", option, "-", source=b"")
        refused(found, "standard input:1: expected a header line, found an empty file")
