#!/usr/bin/python3
"""The runner counts what it must: planted suites that pass, fail, crash, stop short or run nothing."""
import contextlib
import io
import re
import subprocess
import sys
import tempfile

import run

CASES = [
    # name, shell command, (passed, failed)
    ("all pass", "echo 1..2; echo 'ok 1 - a'; echo 'ok 2 - b'", (2, 0)),
    ("one fails", "echo 1..2; echo 'ok 1 - a'; echo 'not ok 2 - b'; exit 1", (1, 1)),
    ("two groups", "echo 1..1; echo 'ok 1 - a'; echo 1..1; echo 'ok 1 - b'", (2, 0)),
    ("stops short", "echo 1..3; echo 'ok 1 - a'", (1, 2)),
    ("crashes between tests", "echo 1..2; echo 'ok 1 - a'; kill -SEGV $$", (1, 1)),
    ("crashes at the end", "echo 1..1; echo 'ok 1 - a'; kill -SEGV $$", (1, 1)),
    ("skipped tests do not count", "echo 1..2; echo 'ok 1 - a'; echo 'not ok 2 # SKIP b'", (1, 0)),
    ("garbled result", "echo 1..2; echo 'ok 1 - a'; echo 'noise ok 2 - b'", (1, 1)),
    ("summary line", "echo noise; echo '7 passed, 0 failed'", (7, 0)),
    ("summary with failures", "echo '5 passed, 2 failed'; exit 1", (5, 2)),
    ("summary, yet a bad status", "echo '5 passed, 0 failed'; exit 3", (5, 1)),
    ("says nothing", "true", (0, 1)),
    ("ran nothing", "echo '0 passed, 0 failed'", (0, 1)),
    ("plans nothing", "echo 1..0", (0, 1)),
]


# Suites that run at once; each waits until the other has begun.
MEET = "mkdir {0}; while ! [ -d {1} ]; do sleep 0.01; done; echo '{2}'; echo '{3} passed, {4} failed'"


def at_once():
    """Two suites run at the same time; the counts are added up, and what the failing one printed stays with its figures."""
    with tempfile.TemporaryDirectory() as directory:
        one, two = (f"{directory}/{name}" for name in ("one", "two"))
        found = [("one", ["sh", "-c", MEET.format(one, two, "words of one", 3, 0)], {}),
                 ("two", ["sh", "-c", MEET.format(two, one, "words of two", 4, 1)], {})]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            counted = run.run_all(found, 2)
    shown = printed.getvalue()
    return counted == (7, 1) and "words of one" not in shown and re.search(r"words of two\n4 passed, 1 failed\ntwo ", shown)


def order():
    """Those that are known to take long begin first, the longest before all."""
    names = [name for name, _, _ in run.longest_first([("short", [], {}), (run.LONG[1], [], {}), (run.LONG[0], [], {})])]
    return names == [run.LONG[0], run.LONG[1], "short"]


def every_long_suite_exists():
    """A name in the list that no suite has would be of no use."""
    made = re.search(r"^UNIT_TESTS := (.*)$", subprocess.run(["make", "-npq", "test"], cwd=run.ROOT, check=False, text=True,
                                                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout, re.MULTILINE)
    names = [name for name, _, _ in run.suites(made.group(1).split())]
    return all(any(words in name for name in names) for words in run.LONG)


def main():
    verdicts = [(name, run.run(name, ["sh", "-c", command])[:2], expected) for name, command, expected in CASES]
    verdicts.append(("missing program", run.run("missing", ["/nonexistent"])[:2], (0, 1)))
    verdicts += [(test.__doc__, bool(test()), True) for test in (at_once, order, every_long_suite_exists)]
    print(f"1..{len(verdicts)}")
    for number, (name, found, expected) in enumerate(verdicts, 1):
        print(f"{'ok' if found == expected else 'not ok'} {number} - {name}: {found}")
    return 1 if any(found != expected for _, found, expected in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
