"""Inputs that would fill the memory: they are refused early, with a line that says why; and
where memory runs out all the same, the command ends with status 1 and leaves nothing behind."""
import gzip
import resource
import subprocess

from tests.cli import command
from tests.cli.command import equal, write

SLOTS = ["--map-slots", "2", "--reduce-slots", "2"]
LIMIT = 160 << 20  # bytes of address space; programs with sanitizers take more than any limit


def run(directory, *arguments, source=b""):
    """Runs the command in little memory."""
    def limit():
        if not command.slow():
            resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    done = subprocess.run([command.binary(), *map(str, arguments)], cwd=directory, input=source, capture_output=True,
                          preexec_fn=limit, timeout=command.TIME_LIMIT, check=False)
    return command.Outcome(done)


def refused(outcome, line):
    """Status 2 and this line."""
    equal((outcome.err, outcome.status, outcome.out), (f"rtmr: {line}\n", 2, ""))


def test_endless_devices(directory):
    write(directory, "jobs.csv", command.HEADER, "a,0,100,5,5,5,5")
    for option in ("--trace", "--cluster", "--pools", "--queues", "--faults"):
        trace = [] if option == "--trace" else ["--trace", "jobs.csv"]
        outcome = run(directory, "run", *trace, "--scheduler", "fair", option, "/dev/zero")
        refused(outcome, "/dev/zero:1: expected text, found a byte of value 0")


def test_much_from_little(directory):
    for name in ("jobs.csv.gz", "jobs.swf.gz", "jobs.json.gz", "jobs"):
        (directory / name).write_bytes(gzip.compress(bytes(1 << 24)) * 20)
        outcome = run(directory, "run", "--trace", name, "--scheduler", "fifo", *SLOTS)
        refused(outcome, f"{name}:1: expected text, found a byte of value 0")


def test_json_that_takes_much_memory(directory):
    text = '{"jobID": "j", "mapTasks": [' + "{}," * 4000000 + "{}]}"
    (directory / "jobs.json").write_text(text)
    reason = ":1: expected a JSON object that takes at most 1073741824 bytes of memory, found more"
    outcome = run(directory, "run", "--trace", "jobs.json", "--scheduler", "fifo", *SLOTS)
    refused(outcome, "jobs.json" + reason)
    outcome = run(directory, "run", "--trace", "-", "--scheduler", "fifo", *SLOTS, source=gzip.compress(text.encode()))
    refused(outcome, "standard input" + reason)


def test_deep_json(directory):
    (directory / "jobs.json").write_text('{"jobID": ' + "[" * 1000000)
    outcome = run(directory, "run", "--trace", "jobs.json", "--scheduler", "fifo", *SLOTS)
    refused(outcome, "jobs.json:1: expected JSON: maximum parsing depth reached near '['")


def test_memory_that_runs_out(directory):
    if command.slow():
        return
    write(directory, "jobs.csv", command.HEADER, "a,0,100,5,5,5,5")
    blank = gzip.compress(b"\n" * (1 << 24)) * 20
    outputs = ["--json", "out.json", "--jobs-csv", "out.csv", "--report", "page"]
    for arguments in (["--trace", "-", *SLOTS], ["--trace", "jobs.csv", "--cluster", "-"],
                      ["--trace", "-", "--format", "swf", *SLOTS]):
        outcome = run(directory, "run", "--scheduler", "fifo", *arguments, *outputs, source=blank)
        equal((outcome.err, outcome.status, outcome.out), ("rtmr: out of memory\n", 1, ""))
        equal([path.name for path in directory.iterdir()], ["jobs.csv"])
