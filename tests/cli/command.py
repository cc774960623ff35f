"""Runs the command for the tests in this folder, and counts what they find.

The binary is $RTMR, or build/rtmr; $RTMR_SLOW says that it has sanitizers: tests that repeat something do so less
often. A test is a function whose name starts with `test_`; it gets a fresh, empty
directory, in which the command runs.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RTMR = os.environ.get("RTMR", str(ROOT / "build/rtmr"))
SLOW = bool(os.environ.get("RTMR_SLOW"))

HEADER = "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations"
TIME_LIMIT = 120  # seconds; only ends a hang


class Outcome:
    """What a run of the command left: status, standard output and error."""

    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()


def rtmr(directory, *arguments, binary=RTMR):
    """Runs the command in a directory."""
    done = subprocess.run([binary, *map(str, arguments)], cwd=directory, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=TIME_LIMIT, check=False)
    return Outcome(done)


def good(directory, *arguments):
    """Runs the command, which must succeed without a word on standard error; returns its output."""
    outcome = rtmr(directory, *arguments)
    equal(outcome.status, 0, outcome.err)
    equal(outcome.err, "")
    return outcome.out


def equal(found, expected, remark=""):
    """Fails unless both are equal."""
    if found != expected:
        raise AssertionError(f"expected {expected!r}, found {found!r} {remark}")


def contains(text, part):
    """Fails unless the text contains the part."""
    if part not in text:
        raise AssertionError(f"expected {part!r} in {text!r}")


def write(directory, name, *lines, end="\n"):
    """Writes a file of lines; returns its name."""
    (directory / name).write_bytes((end.join(lines) + (end if lines else "")).encode())
    return name


def main(module):
    """Runs the module's tests; the last line says how many passed and failed."""
    failed = 0
    tests = [(name, test) for name, test in vars(module).items() if name.startswith("test_") and callable(test)]
    for name, test in tests:
        with tempfile.TemporaryDirectory() as directory:
            try:
                test(pathlib.Path(directory))
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"{name} failed:")
                traceback.print_exc(file=sys.stdout)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0
