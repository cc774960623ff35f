"""The runner of fuzz targets counts what it must.

Planted targets find nothing, crash, hang, run no input or lack a corpus.
"""
import contextlib
import io
import pathlib
import stat

import pytest

from tests.fuzz import run

STATS = ("echo '#9 DONE cov: 21 ft: 30'; echo 'stat::number_of_executed_units: {}'; "
         "echo 'stat::average_exec_per_sec: 7'; ")
KEPT = "echo \"artifact_prefix='x'; Test unit written to $PWD/build/fuzz/found/native/crash-1\"; "

CASES = [
    # name, target, shell script, status, what the report must hold
    ("finds nothing", "native", STATS.format(9), 0,
     ("9 inputs", "7/s", "21 edges", "passed\n", "1 passed, 0 failed")),
    ("crashes", "native", "echo 'ORACLE: no name'; " + KEPT + "exit 77", 1,
     ("ended with 77: ORACLE: no name; run", "make fuzz TARGET=native INPUT=build/fuzz/found/native/crash-1",
      "0 passed, 1 failed")),
    ("keeps its input", "native", "echo A > ${0%/*}/crash-2; echo \"Test unit written to ${0%/*}/crash-2\"; exit 1", 1,
     ("base64 -d: QQo=\n0 passed, 1 failed",)),
    ("crashes after many inputs", "native", STATS.format(9) + KEPT + "exit 1", 1,
     ("ended with 1;", "0 passed, 1 failed")),
    ("ends without a word", "native", "exit 3", 1, ("ended with 3; kept no input", "0 passed, 1 failed")),
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


def report(binaries, faulty=()):
    """What the runner returns and prints about these targets."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = run.fuzz_all(binaries, 0, faulty)
    return status, out.getvalue()


@pytest.fixture(autouse=True)
def elsewhere(directory, monkeypatch):
    """The runner writes into a fresh directory, and ends what hangs after a second."""
    monkeypatch.setattr(run, "GRACE", 1)
    monkeypatch.setattr(run, "OUT", directory / "out")


@pytest.mark.parametrize("target, script, expected, parts", [case[1:] for case in CASES],
                         ids=[case[0] for case in CASES])
def test_one_target(directory, target, script, expected, parts):
    status, text = report([planted(directory, target, script)])
    assert status == expected
    assert not [part for part in parts if part not in text], text


def test_one_of_two_fails(directory):
    status, text = report([planted(directory, "native", STATS.format(9)), planted(directory, "swim", "exit 3")])
    assert status == 1
    assert "1 passed, 1 failed" in text


@pytest.mark.parametrize("script, expected", [("echo ORACLE: x; exit 77", 0), ("true", 1)], ids=["found", "not found"])
def test_planted_fault(directory, script, expected):
    """The corpus must find it."""
    assert report([planted(directory, "native", STATS.format(9))],
                  [planted(directory, "kernel", script)])[0] == expected


def test_no_target():
    assert report([])[0] == 1
