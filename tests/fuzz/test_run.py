#!/usr/bin/python3
"""The runner of fuzz targets counts what it must.

Planted targets find nothing, crash, hang, run no input or lack a corpus.
"""
import contextlib
import io
import pathlib
import stat
import sys
import tempfile

import run

sys.path.append(str(run.ROOT / "tests" / "runner"))
from tally import Tally  # pylint: disable=wrong-import-position

STATS = ("echo '#9 DONE cov: 21 ft: 30'; echo 'stat::number_of_executed_units: {}'; "
         "echo 'stat::average_exec_per_sec: 7'; ")
KEPT = "echo \"artifact_prefix='x'; Test unit written to $PWD/build/fuzz/found/native/crash-1\"; "

CASES = [
    # name, target, shell script, status, what the report must hold
    ("finds nothing", "native", STATS.format(9), 0,
     ("9 inputs", "7/s", "21 edges", "passed\n", "1 passed, 0 failed")),
    ("crashes", "native", "echo ORACLE; " + KEPT + "exit 77", 1,
     ("ORACLE", "ended with 77", "make fuzz TARGET=native INPUT=build/fuzz/found/native/crash-1",
      "0 passed, 1 failed")),
    ("crashes after many inputs", "native", STATS.format(9) + KEPT + "exit 1", 1,
     ("ended with 1;", "0 passed, 1 failed")),
    ("ends without a word", "native", "exit 3", 1, ("ended with 3, and kept no input", "0 passed, 1 failed")),
    ("is killed", "native", "kill -KILL $$", 1, ("ended with -9", "0 passed, 1 failed")),
    ("runs no input", "native", STATS.format(0), 1, ("no input was run", "0 passed, 1 failed")),
    ("says nothing", "native", "true", 1, ("no input was run", "0 passed, 1 failed")),
    ("has no corpus", "nothing", STATS.format(9), 1, ("holds no input", "0 passed, 1 failed")),
    ("hangs", "native", "exec sleep 1000", 1, ("ended with time limit", "0 passed, 1 failed")),
]


def planted(directory, target, script):
    """A program of this name that runs the script."""
    path = pathlib.Path(directory) / target
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def report(binaries):
    """What the runner returns and prints about these targets."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = run.fuzz_all(binaries, 0)
    return status, out.getvalue()


def main():
    tally = Tally()
    run.GRACE = 1
    with tempfile.TemporaryDirectory() as directory:
        run.OUT = pathlib.Path(directory) / "out"
        for name, target, script, expected, parts in CASES:
            status, text = report([planted(directory, target, script)])
            tally.verdict(name, [text] if status != expected or not all(part in text for part in parts) else [])
        both = report([planted(directory, "native", STATS.format(9)), planted(directory, "swim", "exit 3")])
        tally.verdict("one of two fails", [both] if both[0] != 1 or "1 passed, 1 failed" not in both[1] else [])
        for name, script, expected in (("a planted fault is found", "echo ORACLE: x; exit 77", 0),
                                       ("a planted fault is not found", "true", 1)):
            with contextlib.redirect_stdout(io.StringIO()):
                status = run.fuzz_all([planted(directory, "native", STATS.format(9))], 0,
                                      [planted(directory, "kernel", script)])
            tally.verdict(name, [] if status == expected else [f"status {status}"])
    tally.verdict("no target", [] if report([])[0] == 1 else ["it passes"])
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
