#!/usr/bin/python3
"""Runs programs on simulated boards, and ends with one line: N passed, N failed.

usage: run_boards.py PROGRAM...    build/embedded-TARGET/NAME.elf; one that is named planted_NAME.elf must fail, for the
                                   reason in the first line of planted/NAME.c

A program reports in TAP through semihosting, and ends with an exit status (tests/runner/run.py says how that is counted).
An executed instruction takes 64 ns of the board's time (-icount), whatever the host does: every run is like the one before.
"""
import concurrent.futures
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "runner"))
import run as runner  # pylint: disable=wrong-import-position

PLANTED = pathlib.Path(__file__).resolve().parent / "planted"
ARM = "qemu-system-arm"
BOARDS = {
    "m0plus": (ARM, "-machine", "mps2-an385"),
    "m3": (ARM, "-machine", "mps2-an385"),
    "m4": (ARM, "-machine", "mps2-an386"),
    "rv32": ("qemu-system-riscv32", "-machine", "virt", "-m", "16", "-bios", "none"),
}
COMMON = ("-display", "none", "-monitor", "none", "-serial", "none", "-semihosting-config", "enable=on,target=native",
          "-icount", "shift=6,sleep=off", "-kernel")


def simulation(program):
    """The command that runs a program on its board."""
    target = program.parent.name.removeprefix("embedded-").split("-")[0]
    return [*BOARDS[target], *COMMON, str(program)]


def printed(program):
    """What a program prints that ends with success."""
    done = subprocess.run(simulation(program), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=runner.TIME_LIMIT, check=False)
    if done.returncode != 0:
        raise ValueError(f"{program} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def run(program):
    """Runs a program. Returns (passed, failed) and what is to be shown."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        counts = runner.run(f"{program.parent.name} {program.stem}", simulation(program))
    return counts, shown.getvalue()


def run_planted(program):
    """Runs a program that must fail. Returns (passed, failed) and what is to be shown."""
    source = PLANTED / (program.stem.removeprefix("planted_") + ".c")
    reason = re.match(r"/\* (.*) \*/\n", source.read_text()).group(1)
    (_, failed), output = run(program)
    if failed and reason in output:
        return (1, 0), f"{program.parent.name} {program.stem} fails, as it must\n"
    return (0, 1), f"{program.parent.name} {program.stem} does not fail because of: {reason}\n{output}"


def main():
    programs = [pathlib.Path(name) for name in sys.argv[1:]]
    passed = failed = 0
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(run_planted if program.stem.startswith("planted_") else run, program) for program in programs]
        for job in jobs:
            counts, shown = job.result()
            print(shown, end="", flush=True)
            passed, failed = passed + counts[0], failed + counts[1]
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
