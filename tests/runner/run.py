#!/usr/bin/python3
"""Runs every test suite, one on each processor at a time, and ends with one line: N passed, N failed.

usage: run.py SUITE...

A suite is a program that reports on standard output either in TAP (a plan `1..N`, then `ok` and `not ok`
lines; the cmocka binaries do) or in a last line `N passed, N failed`. A suite that ends with a non-zero status
without naming a failure, is killed, runs too long, or runs no test counts as one failure; a planned test
without a result counts as failed. What a failing suite printed is shown, in front of its line of figures.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TIME_LIMIT = 1200  # seconds for one suite: far above any, it only ends a hang

# Suites that take long, the longest first: parts of their names.
LONG = ("mutants", "model", "unit-gcc cli/test_paper.py", "cli/test_report.py", "build cli/test_paper.py",
        "unit-gcc golden/test_golden.py", "unit-gcc cli/test_mutated_input.py", "campaign test_campaign.py",
        "unit-gcc cli/test_good_input.py")

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
    """Runs one suite. Returns (passed, failed, what is to be shown)."""
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
    shown = f"{name:46} {passed:5} passed {failed:3} failed  {time.monotonic() - began:6.1f} s{remark}"
    if failed > 0:
        shown = output + ("" if output.endswith("\n") else "\n") + shown
    return passed, failed, shown


def suites(given):
    """Every suite: (name, command, environment)."""
    for program in given:
        path = pathlib.Path(program)
        yield f"{path.parent} {path.name}", [str(ROOT / path)], {}
    for build in ("build", "build/unit-gcc"):  # the second has sanitizers
        for room in ("cli", "golden"):
            for script in sorted((ROOT / "tests" / room).glob("test_*")):
                if os.access(script, os.X_OK) and script.is_file():
                    environment = {"RTMR": str(ROOT / build / "rtmr"), "RTMR_SLOW": "" if build == "build" else "1"}
                    yield f"{build} {room}/{script.name}", [str(script)], environment
    for script in sorted((ROOT / "tests/build").glob("test_*.py")):
        yield f"build/{script.name}", [str(script)], {}
    yield "cost", [sys.executable, "tests/cost/test_cost.py"], {}
    yield "model", [sys.executable, "tests/model/run.py"], {}
    yield "mutants", [sys.executable, "tests/mutants/run.py"], {}
    yield "readme", [sys.executable, "tests/readme/test_readme.py"], {}
    yield "traceability", [sys.executable, "tests/traceability/test_traceability.py"], {}
    yield "runner", [sys.executable, "tests/runner/test_run.py"], {}


def longest_first(found):
    """Suites that take long begin first, so that no processor is idle while the last one runs."""
    return sorted(found, key=lambda suite: min((place for place, words in enumerate(LONG) if words in suite[0]), default=len(LONG)))


def run_all(found, at_once):
    """Runs suites, some at once; shows each when it has ended. Returns the numbers of passed and failed tests."""
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        runs = [pool.submit(run, name, command, **environment) for name, command, environment in found]
        for ended in concurrent.futures.as_completed(runs):
            also_passed, also_failed, shown = ended.result()
            print(shown, flush=True)
            passed += also_passed
            failed += also_failed
    return passed, failed


def main():
    passed, failed = run_all(longest_first(suites(sys.argv[1:])), len(os.sched_getaffinity(0)))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
