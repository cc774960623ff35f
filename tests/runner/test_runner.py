"""The runner counts what it must: planted programs that pass, fail, crash, stop short or run
nothing."""
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from tests import tap

# name, shell command, (tests that passed, whether the run as a whole is right)
CASES = [
    ("all pass", "echo 1..2; echo 'ok 1 - a'; echo 'ok 2 - b'", 2, True),
    ("one fails", "echo 1..2; echo 'ok 1 - a'; echo 'not ok 2 - b'; exit 1", 1, True),
    ("one fails, yet a good status", "echo 1..2; echo 'ok 1 - a'; echo 'not ok 2 - b'", 1, False),
    ("two groups", "echo 1..1; echo 'ok 1 - a'; echo 1..1; echo 'ok 1 - b'", 2, True),
    ("stops short", "echo 1..3; echo 'ok 1 - a'", 1, False),
    ("crashes between tests", "echo 1..2; echo 'ok 1 - a'; kill -SEGV $$", 1, False),
    ("crashes at the end", "echo 1..1; echo 'ok 1 - a'; kill -SEGV $$", 1, False),
    ("skipped tests do not count", "echo 1..2; echo 'ok 1 - a'; echo 'not ok 2 - b # SKIP'", 1, True),
    ("garbled result", "echo 1..2; echo 'ok 1 - a'; echo 'noise ok 2 - b'", 1, False),
    ("no plan", "echo 'ok 1 - a'", 1, False),
    ("says nothing", "true", 0, False),
    ("plans nothing", "echo 1..0", 0, False),
]

# A small tree with suites of each kind: what its file holds, and the last line of a run.
SUITE = "{ cmocka_unit_test(a), cmocka_unit_test(b) }"
PASSING = "#!/bin/sh\necho 1..2; echo 'ok 1 - a'; echo 'ok 2 - b'\n"
TREES = [
    ("all pass", {"build/unit-gcc/test_x": PASSING}, "6 passed, 0 failed"),
    ("one fails", {"build/unit-gcc/test_x": PASSING.replace("ok 2", "not ok 2") + "exit 1\n"}, "5 passed, 1 failed"),
    ("crashes", {"build/unit-gcc/test_x":
                 "#!/bin/sh\necho 1..2; echo 'ok 1 - a'; kill -SEGV $$\n"}, "4 passed, 2 failed"),
    ("another name", {"build/unit-gcc/test_x": PASSING.replace("b'", "c'")}, "4 passed, 2 failed"),
    ("one more", {"build/unit-gcc/test_x": PASSING.replace("1..2;", "1..3; echo 'ok 3 - c';")}, "5 passed, 1 failed"),
    ("not built", {}, "3 passed, 3 failed"),
    ("a test in Python", {"build/unit-gcc/test_x": PASSING, "tests/cli/test_y.py":
                          "def test_y():\n    assert False\n"}, "6 passed, 1 failed"),
    ("a file that cannot be read", {"build/unit-gcc/test_x": PASSING, "tests/cli/test_y.py":
                                    "assert False\n"}, "6 passed, 1 failed"),
]


@pytest.mark.parametrize("script, passed, right", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_program(script, passed, right):
    run = tap.run(["sh", "-c", script])
    assert sum(verdict == "ok" for _, verdict in run.results()) == passed
    assert (not list(run.problems())) == right


def test_missing_program():
    assert list(tap.run(["/nonexistent"]).problems())


def test_hanging_program(monkeypatch):
    monkeypatch.setattr(tap, "TIME_LIMIT", 0.2)
    run = tap.run(["sh", "-c", "echo 1..1; echo 'ok 1 - a'; exec sleep 1000"])
    assert run.results() == [("a", "ok")]
    assert list(run.problems()) == ["it names no failed test and ends with time limit"]


def ran(directory, files, *options):
    """Runs the tests of a small tree: the last line and the status."""
    for name, text in {"tests/unit/test_x.c": SUITE, "build/unit-clang/test_x": PASSING, **files}.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    for name in ("conftest.py", "pytest.ini", "tap.py"):
        shutil.copy(tap.ROOT / "tests" / name, directory / "tests" / name)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run([sys.executable, "-B", "-m", "pytest", *options, "tests"],
                          cwd=directory,
                          env=environment,
                          check=False,
                          stdin=subprocess.DEVNULL,
                          timeout=300,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT,
                          text=True)
    return done.stdout.rstrip("\n").rpartition("\n")[2], done.returncode


@pytest.mark.parametrize("files, expected", [tree[1:] for tree in TREES], ids=[tree[0] for tree in TREES])
def test_last_line(directory, files, expected):
    line, status = ran(directory, files, "-n", "2")
    assert line == expected
    assert (status == 0) == expected.endswith(" 0 failed")


def test_a_worker_that_dies(directory):
    """The run ends, and has failed."""
    line, status = ran(directory, {"tests/cli/test_y.py": "import os\ndef test_y():\n    os._exit(0)\n"}, "-n", "2")
    assert re.fullmatch(r"\d+ passed, [1-9]\d* failed", line)
    assert status != 0


def test_no_test(directory):
    line, status = ran(directory, {}, "-k", "no_such_test")
    assert (line, status) == ("0 passed, 1 failed", 5)


def test_junit(directory):
    """The file for other tools has each test and each failure."""
    ran(directory, {}, "-n", "2", "--junit-xml=out.xml")
    suite = ET.parse(directory / "out.xml").getroot().find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("6", "3", "0")
    assert {case.get("name") for case in suite.iter("testcase")} == {"a", "b", "as_a_whole"}


def test_every_long_unit_of_work_exists():
    """A name in the list that no test has would be of no use."""
    text = (tap.ROOT / "tests/conftest.py").read_text()
    files = re.findall(r'^    "([\w/]+\.\w+)', text.partition("LONG = (")[2].partition(")\n")[0], re.MULTILINE)
    assert files
    assert not [file for file in files if not (tap.ROOT / "tests" / file).exists()]
