"""usage: translation [--runs N] [--seed N] [--first N] BUILD...

Records the calls of N runs of the campaign, has the reference make them (gcc without optimisation,
with sanitizers), then each BUILD (TARGET-COMPILER-LEVEL, linked in build/translation-BUILD), and
compares the digests of all answers, run by run. A build whose answers differ is shown with the call
that it answers otherwise. Then it plants errors, which must be noticed. Ends with a line N passed,
N failed.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

from tests.tally import Tally

from . import machines, planted

OUT = machines.ROOT / "build/translation"
RECORDER = OUT / "recorder"
REFERENCE = [str(OUT / "reference")]

CHUNK = 20000  # runs of one record: some twenty megabytes, and half a minute of the slowest simulator

LINES = 20  # of what a build prints instead


def record(path, first, runs, seed, *options):
    """Records runs from the number `first` on."""
    with open(path, "wb") as calls:
        subprocess.run([RECORDER, *map(str, (first, runs, seed)), *options], stdin=subprocess.DEVNULL, stdout=calls,
                       check=True)


def first_difference(how, expected, found, seed):
    """Where two outputs differ: the run, the call in it, and the numbers of that call."""
    at = next((i for i, pair in enumerate(zip(expected, found)) if pair[0] != pair[1]), min(len(expected), len(found)))
    words = expected[at].split() if at < len(expected) else []
    if len(words) < 2 or words[0] != "run":
        return ["it ends otherwise:", *found[at:][-LINES:]]
    run = int(words[1], 16)
    with tempfile.TemporaryDirectory() as directory:
        one = pathlib.Path(directory) / "record"
        record(one, run, 1, seed, "show")
        sides = [machines.replay(side, one) for side in (REFERENCE, how)]
    if sides[0] == sides[1]:
        return [f"run {seed}:{run} is answered alike when it is made alone; then came:", *found[at:][-LINES:]]
    call = next((i for i, pair in enumerate(zip(*sides)) if pair[0] != pair[1]), min(map(len, sides)))
    lines = [side[call] if call < len(side) else "nothing" for side in sides]
    return [f"run {seed}:{run}, call {call} (build/campaign/campaign --run {seed}:{run} shows the calls)",
            f"reference: {lines[0]}", f"this one:  {lines[1]}"]


def compare(builds, first, runs, seed):
    """What is wrong with each of these builds (name: how to run it), and how many calls were
    compared."""
    calls, wrong = 0, {name: [] for name in builds}
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for begin in range(first, first + runs, CHUNK):
            recorded = pathlib.Path(directory) / "record"
            record(recorded, begin, min(CHUNK, first + runs - begin), seed)
            expected = machines.replay(REFERENCE, recorded)
            if expected[-1:] != ["end"]:
                raise SystemExit(f"translation: the reference fails: {expected[-5:]}")
            calls += sum(int(line.split()[2], 16) for line in expected[:-1])
            left = [name for name in builds if not wrong[name]]
            for name, found in zip(left, pool.map(lambda name: machines.replay(builds[name], recorded), left)):
                if found != expected:
                    wrong[name] = first_difference(builds[name], expected, found, seed)
    return wrong, calls


def main():
    parser = argparse.ArgumentParser(prog="translation")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("builds", nargs="+")
    arguments = parser.parse_args()

    checks = Tally()
    programs = {name: machines.command(name, machines.ROOT / f"build/translation-{name}/replay")
                for name in arguments.builds}
    wrong, calls = compare(programs, arguments.first, arguments.runs, arguments.seed)
    for name, complaints in wrong.items():
        print(f"{name}: {'DIFFERS' if complaints else 'the same answers'}")
        checks.verdict(name, complaints)
    print(f"{arguments.runs} runs, {calls} calls, seed {arguments.seed}, {len(programs)} builds: {', '.join(programs)}")
    with tempfile.TemporaryDirectory() as directory:
        for what, program, said in planted.kernels(pathlib.Path(directory)):
            complaints, _ = compare({what: [str(program)]}, 0, planted.RUNS, 1)
            if said:
                checks.found(what, said, complaints[what])
            else:
                checks.verdict(what, complaints[what])
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())
