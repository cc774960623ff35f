#!/usr/bin/python3
"""The runner counts what it must: planted suites that pass, fail, crash, stop short or run nothing."""
import contextlib
import io
import sys

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


def main():
    print(f"1..{len(CASES) + 1}")
    wrong = 0
    for number, (name, command, expected) in enumerate(CASES, 1):
        with contextlib.redirect_stdout(io.StringIO()):
            counted = run.run(name, ["sh", "-c", command])
        wrong += counted != expected
        print(f"{'ok' if counted == expected else 'not ok'} {number} - {name}: {counted}")
    with contextlib.redirect_stdout(io.StringIO()):
        counted = run.run("missing", ["/nonexistent"])
    wrong += counted != (0, 1)
    print(f"{'ok' if counted == (0, 1) else 'not ok'} {len(CASES) + 1} - missing program: {counted}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
