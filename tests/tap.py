"""Runs programs that report in TAP (a plan `1..N`, then lines `ok` and `not ok`), as those of
cmocka do."""
import os
import pathlib
import re
import subprocess
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIME_LIMIT = 1000  # seconds for one program: far above any, it only ends a hang

PLAN = re.compile(r"^1\.\.(\d+)", re.MULTILINE)
RESULT = re.compile(r"^(ok|not ok) \d+(?: - (\w+))?(.*# SKIP)?", re.MULTILINE | re.IGNORECASE)


class Run(NamedTuple):
    """What a program printed, and the status that it ended with (or why it has none)."""
    output: str
    status: object

    def planned(self):
        """The number of tests in its plans: it has one for each group of tests."""
        return sum(map(int, PLAN.findall(self.output)))

    def results(self):
        """A pair for each test: its name, and "ok", "not ok" or "skipped"."""
        return [(name, "skipped" if skip else verdict) for verdict, name, skip in RESULT.findall(self.output)]

    def problems(self):
        """What is wrong with the run as a whole, apart from the tests that it reports as failed."""
        verdicts = [verdict for _, verdict in self.results()]
        if not verdicts:
            yield "it reports no test"
        if len(verdicts) != self.planned():
            yield f"it plans {self.planned()} tests and reports {len(verdicts)}"
        if self.status != 0 and "not ok" not in verdicts:
            yield f"it names no failed test and ends with {self.status}"
        if self.status == 0 and "not ok" in verdicts:
            yield "it names a failed test and ends with success"


def run(command, **environment):
    """Runs a program in the root of the repository."""
    try:
        done = subprocess.run(command,
                              cwd=ROOT,
                              env=dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", **environment),
                              stdin=subprocess.DEVNULL,
                              timeout=TIME_LIMIT,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT,
                              check=False)
        return Run(done.stdout.decode(errors="replace"), done.returncode)
    except subprocess.TimeoutExpired as ended:
        return Run((ended.stdout or b"").decode(errors="replace"), "time limit")
    except OSError as error:
        return Run("", str(error))
