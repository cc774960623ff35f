"""Input files with random damage, from a fixed seed: the command either succeeds in silence or
says in one line what is wrong. It never crashes, hangs or leaves a file behind."""
import gzip
import json
import random

from tests.cli import command
from tests.cli.command import equal

GOLDEN = command.ROOT / "tests/golden"
SEED = 20130527
ROUNDS = 120  # for each kind of file that is our own
FEWER = 40  # for each kind of other tools, and for what they share

BYTES = b'0123456789,;\t\n\r-+."x \x00\xff'
WORDS = (b"-1", b"0", b"1152921504606846976", b"1152921504606846977", b"9223372036854775808", b"", b"1e9", b",", b";")


def damaged(draw, content):
    """The content with one to three random changes."""
    content = bytearray(content)
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(content))
        change = draw.randrange(5)
        if change == 0:
            content[at] = draw.choice(BYTES)
        elif change == 1:
            del content[at:at + draw.randint(1, 20)]
        elif change == 2:
            content[at:at] = draw.choice(WORDS)
        elif change == 3:
            content[at:at] = content[at:at + draw.randint(1, 60)]
        else:
            end = at
            while end < len(content) and content[end:end + 1].isdigit():
                end += 1
            content[at:end] = draw.choice(WORDS)
        content = content or bytearray(b"\n")
    return bytes(content)


def check(directory, name, content, *arguments, rounds=ROUNDS):
    """Damages the file again and again, and runs the command on it."""
    draw = random.Random(f"{SEED} {name}")
    felt = 0
    for number in range(rounds):
        data = damaged(draw, content)
        (directory / name).write_bytes(data)
        outcome = command.rtmr(directory, "run", *arguments, "--json", "out.json")
        remark = f"seed {SEED}, round {number}: {data!r}"
        if outcome.status == 0:
            equal(outcome.err, "", remark)
            jobs = json.loads((directory / "out.json").read_text())["workload"]
            felt += bool(jobs["left_out"] or jobs["repaired"])
            (directory / "out.json").unlink()
        else:
            equal((outcome.status in (1, 2), outcome.err.count("\n"), outcome.out), (True, 1, ""), remark)
            felt += 1
        equal((directory / "out.json").exists(), False, remark)
    equal(felt > rounds // 10, True, "the damage was too light to test anything")


def test_native(directory):
    check(directory, "jobs.csv", (GOLDEN / "small.csv").read_bytes(), "--trace", "jobs.csv", "--scheduler",
          "rtmr,dc,edf,fifo", "--map-slots", 3, "--reduce-slots", 2)


def test_swim(directory):
    check(directory, "jobs.tsv", (GOLDEN / "small.tsv").read_bytes(), "--trace", "jobs.tsv", "--scheduler", "fifo",
          rounds=FEWER)


def test_rumen(directory):
    check(directory, "jobs.json", (GOLDEN / "small_rumen.json").read_bytes(), "--trace", "jobs.json",
          "--format", "rumen", "--scheduler", "rtmr,fifo", rounds=FEWER)


def test_sls(directory):
    check(directory, "jobs.json", (GOLDEN / "small_sls.json").read_bytes(), "--trace", "jobs.json",
          "--format", "sls", "--scheduler", "rtmr,fifo", rounds=FEWER)


def test_synth(directory):
    check(directory, "jobs.json", (GOLDEN / "small_synth.json").read_bytes(), "--trace", "jobs.json",
          "--format", "synth", "--scheduler", "fifo", rounds=FEWER)


def test_jhist(directory):
    """Only its first lines: of others, the command knows that a history was cut off."""
    lines = (GOLDEN / "small.jhist").read_bytes().splitlines(keepends=True)
    check(directory, "jobs.jhist", b"".join(lines[:3]), "--trace", "jobs.jhist", "--format", "jhist", "--scheduler",
          "fifo", rounds=FEWER)


def test_swf(directory):
    check(directory, "jobs.swf", (GOLDEN / "small.swf").read_bytes(), "--trace", "jobs.swf", "--scheduler", "rtmr,fifo",
          "--swf-reduce-share", 0.3, rounds=FEWER)


def test_sacct(directory):
    check(directory, "jobs.psv", (GOLDEN / "small_sacct.psv").read_bytes(), "--trace", "jobs.psv", "--format", "sacct",
          "--strict", "--scheduler", "rtmr,fifo", rounds=FEWER)


def test_batsim(directory):
    check(directory, "jobs.json", (GOLDEN / "small_batsim.json").read_bytes(), "--trace", "jobs.json", "--format",
          "batsim", "--strict", "--scheduler", "rtmr,fifo", rounds=FEWER)


def test_compressed(directory):
    check(directory, "jobs.csv.gz", gzip.compress((GOLDEN / "small.csv").read_bytes(), mtime=0), "--trace",
          "jobs.csv.gz", "--scheduler", "fifo", rounds=FEWER)


def test_topology(directory):
    command.write(directory, "jobs.csv", command.HEADER, "a,0,99,9,9,3;3;3,3")
    check(directory, "t.json", b'{"name":"r","children":[{"name":"a","children":[{"name":"n","children":null},{}]}]}\n',
          "--trace", "jobs.csv", "--scheduler", "edf", "--cluster", "t.json", rounds=FEWER)


def test_cluster(directory):
    command.write(directory, "jobs.csv", command.HEADER, "a,0,99,9,9,3;3;3,3")
    check(directory, "c.csv", b"nodes,map_slots,reduce_slots,speed\n2,4,1,1\n1,2,1,0.781\n", "--trace", "jobs.csv",
          "--scheduler", "edf", "--cluster", "c.csv")
