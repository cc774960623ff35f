"""Runs the command for the tests in this folder.

Each test runs twice: with the command that is delivered, and with the one that has sanitizers
(conftest.py).
"""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

HEADER = "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations"
TIME_LIMIT = 120  # seconds; only ends a hang


def binary():
    """The program under test."""
    return os.environ["RTMR"]


def slow():
    """Whether the program has sanitizers: a test that repeats something does so less often then."""
    return "RTMR_SLOW" in os.environ


class Outcome:
    """What a run of the command left: status, standard output and error."""

    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()


def rtmr(directory, *arguments):
    """Runs the command in a directory."""
    done = subprocess.run([binary(), *map(str, arguments)],
                          cwd=directory,
                          stdin=subprocess.DEVNULL,
                          capture_output=True,
                          timeout=TIME_LIMIT,
                          check=False)
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
