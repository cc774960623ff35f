#!/usr/bin/python3
"""Runs every test suite, and ends with one line: N passed, N failed.

usage: run.py UNIT_TEST_BINARY...

A suite is a program that reports on standard output either in TAP (a plan `1..N`, then `ok` and `not ok`
lines; the cmocka binaries do) or in a last line `N passed, N failed`. A suite that ends with a non-zero status
without naming a failure, is killed, runs too long, or runs no test counts as one failure; a planned test
without a result counts as failed. What a failing suite printed is shown.
"""
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TIME_LIMIT = 1200  # seconds for one suite: far above any, it only ends a hang

PLAN = re.compile(r"^1\.\.(\d+)", re.MULTILINE)
RESULT = re.compile(r"^(not ok|ok)\b(?:.*# (SKIP|skip))?", re.MULTILINE)
SUMMARY = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)


def count(output):
    """The numbers of passed and failed tests in a suite's output."""
    plans = PLAN.findall(output)
    if plans:
        results = RESULT.findall(output)
        passed = sum(1 for word, skip in results if word == "ok" and not skip)
        skipped = sum(1 for _, skip in results if skip)
        return passed, sum(map(int, plans)) - skipped - passed
    summaries = SUMMARY.findall(output)
    if summaries:
        return int(summaries[-1][0]), int(summaries[-1][1])
    return 0, 0


def run(name, command, **extra_environment):
    """Runs one suite. Returns (passed, failed)."""
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", PYTHONDONTWRITEBYTECODE="1", **extra_environment)
    began = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, timeout=TIME_LIMIT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        output, status = done.stdout.decode(errors="replace"), done.returncode
    except subprocess.TimeoutExpired as ended:
        output, status = (ended.stdout or b"").decode(errors="replace"), "time limit"
    except OSError as error:
        output, status = str(error), "cannot run"
    passed, failed = count(output)
    remark = ""
    if failed == 0 and status != 0:
        failed, remark = 1, f"  (ended with {status})"
    elif passed + failed == 0:
        failed, remark = 1, "  (ran no test)"
    if failed > 0:
        print(output, end="" if output.endswith("\n") else "\n")
    print(f"{name:46} {passed:5} passed {failed:3} failed  {time.monotonic() - began:6.1f} s{remark}", flush=True)
    return passed, failed


def suites(unit_tests):
    """Every suite: (name, command, environment)."""
    for binary in unit_tests:
        path = pathlib.Path(binary)
        yield f"{path.parent} {path.name}", [str(ROOT / path)], {}
    for build in ("build", "build/unit-gcc"):  # the second has sanitizers
        for room in ("cli", "golden"):
            for script in sorted((ROOT / "tests" / room).glob("test_*")):
                if os.access(script, os.X_OK) and script.is_file():
                    environment = {"RTMR": str(ROOT / build / "rtmr"), "RTMR_SLOW": "" if build == "build" else "1"}
                    yield f"{build} {room}/{script.name}", [str(script)], environment
    yield "model", [sys.executable, "tests/model/run.py"], {}
    yield "mutants", [sys.executable, "tests/mutants/run.py"], {}
    yield "readme", [sys.executable, "tests/readme/test_readme.py"], {}
    yield "traceability", [sys.executable, "tests/traceability/test_traceability.py"], {}
    yield "runner", [sys.executable, "tests/runner/test_run.py"], {}


def main():
    counts = [run(name, command, **environment) for name, command, environment in suites(sys.argv[1:])]
    passed = sum(p for p, _ in counts)
    failed = sum(f for _, f in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
