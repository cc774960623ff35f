#!/usr/bin/python3
"""Runs suites of `make embedded`, and ends with one line: N passed, N failed.

usage: run.py [--show PAGE] NAME=COMMAND...    PAGE is printed before the last line
"""
import pathlib
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "runner"))
import run as runner  # pylint: disable=wrong-import-position


def main():
    arguments = sys.argv[1:]
    shown = pathlib.Path(arguments[1]) if arguments[0] == "--show" else None
    suites = [argument.split("=", 1) for argument in arguments[2 if shown else 0:]]
    counts = [runner.run(name, shlex.split(command)) for name, command in suites]
    passed, failed = (sum(column) for column in zip(*counts))
    if shown:
        print(shown.read_text())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
