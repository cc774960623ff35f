"""Runs a replay on the machine that it was translated for: this one, or a simulated one."""
import pathlib
import subprocess

from tests.embedded import boards

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIME_LIMIT = 3600  # seconds: far above any, it only ends a hang


def command(build, program):
    """How to run a program of a build TARGET-COMPILER-LEVEL."""
    if build.startswith("powerpc-"):
        return ["qemu-ppc", str(program)]
    if build.startswith("x86-64-"):
        return [str(program)]
    return boards.command(build.split("-")[0], program)


def replay(how, record):
    """What a replay prints about a record: its lines, and a last one that says how it ended unless
    that is well."""
    with open(record, "rb") as calls:
        try:
            done = subprocess.run(how, cwd=ROOT, stdin=calls, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=TIME_LIMIT, check=False)
        except subprocess.TimeoutExpired as ended:
            return [*(ended.stdout or b"").decode(errors="replace").splitlines(), "it did not end"]
    lines = done.stdout.decode(errors="replace").splitlines()
    return lines if done.returncode == 0 else [*lines, f"it ended with status {done.returncode}"]
