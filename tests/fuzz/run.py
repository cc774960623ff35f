#!/usr/bin/python3
"""Runs fuzz targets, two at a time, each from its committed corpus and from what earlier runs have
added to it.

One test per target. It fails if an input crashes the target, breaks an oracle, takes too long or
too much memory, or if no input is run. A failing input is kept, and named with the command that
runs it again. What a run adds to a corpus is kept in build/fuzz/corpus. Ends with one line: N
passed, N failed.

usage: run.py --seconds N [--target NAME [--input FILE]] [--planted BINARY] TARGET_BINARY...

--planted names a target with a fault, which the committed corpus must find.
"""
import argparse
import base64
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "tests" / "fuzz"
OUT = ROOT / "build" / "fuzz"

AT_ONCE = 2
GRACE = 120  # seconds for start and end: far above what they take, only ends a hang
LIMITS = ("-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1")

# What a target has beside the corpus of its name: the words of a dictionary, libFuzzer's options,
# another one's corpus.
DICTIONARIES = {"rumen": "json", "sls": "json", "synth": "json", "jhist": "json", "batsim": "json",
                "topology": "json", "format": "json", "native": "csv", "cluster": "csv", "pools": "csv",
                "faults": "csv", "command": "command"}
OPTIONS = {"command": ["-close_fd_mask=3"],  # the command's own standard output and error are the target's
           "kernel": ["-max_len=600"], "kernel32": ["-max_len=600"], "checked": ["-max_len=600"],
           "estimator": ["-max_len=400"], "estimator32": ["-max_len=400"]}
CORPORA = {"kernel32": "kernel", "checked": "kernel", "estimator32": "estimator"}

EXECUTED = re.compile(r"^stat::number_of_executed_units:\s*(\d+)", re.MULTILINE)
SPEED = re.compile(r"^stat::average_exec_per_sec:\s*(\d+)", re.MULTILINE)
REACHED = re.compile(r"\bcov: (\d+)")
KEPT = re.compile(r"Test unit written to (\S+)")
REASON = re.compile(r"^.*(?:ORACLE: |runtime error: |ERROR: ).*$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Of one target's run: what is wrong (empty: nothing), and how far it came."""
    target: str
    wrong: str = ""
    executed: int = 0
    speed: int = 0
    reached: int = 0

    def line(self):
        return (f"{self.target:12} {self.executed:9} inputs {self.speed:7}/s {self.reached:6} edges  "
                + (f"FAILED: {self.wrong}" if self.wrong else "passed"))


def last_number(pattern, text):
    """The last number that the pattern finds; 0 if it finds none."""
    found = pattern.findall(text)
    return int(found[-1]) if found else 0


def judge(target, status, log):
    """The verdict on a run by its exit status (a text: it was ended) and what it has printed."""
    executed = last_number(EXECUTED, log)
    kept = KEPT.findall(log)
    if status != 0:
        path = pathlib.Path(kept[-1]) if kept else None
        shown = path.relative_to(ROOT) if path is not None and path.is_relative_to(ROOT) else path
        reason = REASON.search(log)
        wrong = (f"ended with {status}" + (f": {reason.group().strip()}" if reason else "")
                 + (f"; run the input again: make fuzz TARGET={target} INPUT={shown}" if kept else "; kept no input"))
    else:
        wrong = "" if executed > 0 else "no input was run"
    return Verdict(target, wrong, executed, last_number(SPEED, log), last_number(REACHED, log))


def command_words():
    """The options of the command line, from their tables, and the words of the committed
    dictionary."""
    options = set()
    for source in (ROOT / "harness" / "cli").glob("*.c"):
        options.update(re.findall(r'\{"([a-z][a-z-]+)", ', source.read_text()))
    return "".join(f'"--{option}"\n' for option in sorted(options)) + (HERE / "dict" / "command.dict").read_text()


def dictionary(target):
    """libFuzzer's option for the target's dictionary, if it has one."""
    name = DICTIONARIES.get(target)
    if name is None:
        return []
    path = HERE / "dict" / f"{name}.dict"
    if name == "command":
        path = OUT / "command.dict"
        path.write_text(command_words())
    return [f"-dict={path}"]


def input_of(log):
    """A line with the failing input, for who has not its file; "" if it is not kept."""
    kept = KEPT.findall(log)
    path = pathlib.Path(kept[-1]) if kept else None
    if path is None or not path.is_file():
        return ""
    return f"the input, for base64 -d: {base64.b64encode(path.read_bytes()).decode()}\n"


def execute(command, seconds):
    """Runs a command in the root, with a directory for temporary files. Returns (exit status,
    what it printed)."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory, prefix="rtmr-fuzz-") as scratch:
        environment = dict(os.environ, TMPDIR=scratch, UBSAN_OPTIONS="print_stacktrace=1")
        try:
            done = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds + GRACE)
            return done.returncode, done.stdout.decode(errors="replace")
        except subprocess.TimeoutExpired as ended:
            return "time limit", (ended.stdout or b"").decode(errors="replace")


def fuzz(binary, seconds):
    """Runs a target for so long. Returns the verdict and what it has printed."""
    target = pathlib.Path(binary).name
    grown = OUT / "corpus" / target
    found = OUT / "found" / target
    committed = HERE / "corpus" / CORPORA.get(target, target)
    for folder in (grown, found):
        folder.mkdir(parents=True, exist_ok=True)
    if not committed.is_dir() or not any(committed.iterdir()):
        return Verdict(target, f"{committed} holds no input"), ""
    command = [binary, f"-max_total_time={seconds}", f"-artifact_prefix={found}/", *LIMITS, *OPTIONS.get(target, []),
               *dictionary(target), str(grown), str(committed)]
    status, log = execute(command, seconds)
    (OUT / "log").mkdir(exist_ok=True)
    (OUT / "log" / target).write_text(log)
    return judge(target, status, log), log


def check_planted(binary):
    """Runs a target with a planted fault on its committed corpus, which must find it. Returns
    whether it does."""
    target = pathlib.Path(binary).name
    status, log = execute([binary, "-runs=0", f"-artifact_prefix={OUT}/planted/", str(HERE / "corpus" / target)], 0)
    found = status != 0 and "ORACLE" in log
    verdict = "found" if found else f"FAILED: ended with {status}\n{log}"
    print(f"{target:12} with a planted fault: {verdict}", flush=True)
    return found


def fuzz_all(binaries, seconds, planted=()):
    """Runs the targets and reports. Returns the status to end with."""
    failed = sum(not check_planted(binary) for binary in planted)
    failures = []
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for verdict, log in pool.map(lambda binary: fuzz(binary, seconds), binaries):
            if verdict.wrong:
                print("\n".join(log.splitlines()[-60:]))
                failures.append(verdict.line() + "\n" + input_of(log))
            print(verdict.line(), flush=True)
    failed += len(failures)
    print("".join(failures), end="")  # again, where who reads only the end finds them
    print(f"{len(binaries) + len(planted) - failed} passed, {failed} failed")
    return 1 if failed or not binaries else 0


def rerun(binary, path):
    """Runs a target on one input, and shows what it prints. Returns the status to end with."""
    options = OPTIONS.get(pathlib.Path(binary).name, [])
    status, log = execute([binary, *LIMITS, *options, str(path)], GRACE)
    print(log, end="")
    print("0 passed, 1 failed" if status != 0 else "1 passed, 0 failed")
    return 1 if status != 0 else 0


def main():
    parser = argparse.ArgumentParser(prog="make fuzz", usage="make fuzz [SECONDS=N] [TARGET=NAME [INPUT=FILE]]")
    parser.add_argument("--seconds", type=int, required=True)
    parser.add_argument("--target")
    parser.add_argument("--input", type=pathlib.Path)
    parser.add_argument("--planted", type=pathlib.Path, action="append", default=[])
    parser.add_argument("binaries", nargs="+")
    arguments = parser.parse_args()
    binaries = [str(pathlib.Path(binary).resolve()) for binary in arguments.binaries
                if arguments.target in (None, pathlib.Path(binary).name)]
    if arguments.seconds < 1:
        parser.error(f"SECONDS={arguments.seconds}: expected 1 or more")
    if not binaries or (arguments.input is not None and len(binaries) != 1):
        names = ", ".join(sorted(pathlib.Path(binary).name for binary in arguments.binaries))
        parser.error(f"expected TARGET=NAME, one of {names}; with INPUT=FILE it must be given")
    if arguments.input is not None:
        if not arguments.input.is_file():
            parser.error(f"{arguments.input}: expected a file")
        return rerun(binaries[0], arguments.input.resolve())
    return fuzz_all(binaries, arguments.seconds, [str(binary.resolve()) for binary in arguments.planted])


if __name__ == "__main__":
    sys.exit(main())
