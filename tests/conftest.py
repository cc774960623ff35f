"""What pytest has to know of these tests: the C suites, the command's two builds, and how tests
are shared out."""
import functools
import os
import pathlib
import re
import sys
import tempfile

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests import tap

sys.dont_write_bytecode = True

BUILD = tap.ROOT / "build"

# Units of work that take long, the longest first: they begin before all others. See scope_of().
LONG = (
    "traceability/test_traceability.py::Page",
    "model/test_differential.py::Agreement",
    "cli/test_paper.py[sanitized]",
    "cli/test_hostile_text.py[sanitized]",
    "unit/test_sched_naive_shares.c::unit-gcc",
    "unit/test_report_text.c::unit-clang",
    "cli/test_bounds.py[plain]",
    "cli/test_hostile_text.py[plain]",
    "mutants/test_renamed.py::RenamedTest",
    "campaign/test_campaign.py::CheckOption",
    "cli/test_bounds.py[sanitized]",
)


# --- C suites -------------------------------------------------------------------------------------


def pytest_collect_file(file_path, parent):
    """A file unit/test_NAME.c is a suite; `make` has built it as build/COMPILER/test_NAME."""
    if re.fullmatch(r"test_\w+\.c", file_path.name) and file_path.parent.name == "unit":
        return CSuite.from_parent(parent, path=file_path)
    return None


class CSuite(pytest.File):
    """The programs that are built from a file."""

    def collect(self):
        tests = re.findall(r"\bcmocka_unit_test\((\w+)\)", self.path.read_text())
        for compiler in ("unit-gcc", "unit-clang"):
            yield Program.from_parent(self,
                                      name=compiler,
                                      command=[str(BUILD / compiler / self.path.stem)],
                                      tests=tests)


class Program(pytest.Collector):
    """A program that reports in TAP. It runs once, when the first of its tests is due."""

    def __init__(self, command, tests, **arguments):
        super().__init__(**arguments)
        self.command = command
        self.tests = tests

    @functools.cached_property
    def run(self):
        return tap.run(self.command)

    def collect(self):
        for name in self.tests:
            yield CTest.from_parent(self, name=name)
        yield Whole.from_parent(self, name="as_a_whole")


class CTest(pytest.Item):
    """One test of a program."""

    def runtest(self):
        verdicts = [verdict for name, verdict in self.parent.run.results() if name == self.name]
        if verdicts == ["skipped"]:
            pytest.skip("the program says so")
        if verdicts != ["ok"]:
            raise Failure(f"{self.parent.command[0]}: {self.name}: {verdicts or 'no result'}", self.parent.run)

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if excinfo.errisinstance(Failure) else super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, f"{self.parent.name}: {self.name}"


class Whole(CTest):
    """The program ends as its tests say, and it reports all of them and no other."""

    def runtest(self):
        run = self.parent.run
        problems = list(run.problems())
        reported = sorted(name for name, _ in run.results())
        if reported != sorted(self.parent.tests):
            problems.append(f"its source has the tests {sorted(self.parent.tests)}, it reports {reported}")
        if problems:
            raise Failure("\n".join([self.parent.command[0], *problems]), run)


class Failure(Exception):
    """What is wrong, and all that the program printed."""

    def __init__(self, problem, run):
        super().__init__(f"{problem}\n--- output\n{run.output}--- end of output, status {run.status}")


# --- Fixtures -------------------------------------------------------------------------------------


@pytest.fixture
def directory():
    """A fresh, empty directory."""
    with tempfile.TemporaryDirectory() as name:
        yield pathlib.Path(name)


@pytest.fixture(scope="module", params=["plain", "sanitized"])
def program(request):
    """The command as it is delivered, then with sanitizers; $RTMR names it, and $RTMR_SLOW is
    set for the second."""
    with pytest.MonkeyPatch.context() as patch:
        path = BUILD / "rtmr" if request.param == "plain" else BUILD / "unit-gcc/rtmr"
        patch.setenv("RTMR", str(path))
        if request.param == "sanitized":
            patch.setenv("RTMR_SLOW", "1")
        yield path


# --- Order and verdict ----------------------------------------------------------------------------


def scope_of(nodeid):
    """The unit of work that a test belongs to. All tests of a file, class or program with the
    same parameters run in one process, so they share what they prepare."""
    name, bracket, parameters = nodeid.partition("[")
    return name.rpartition("::")[0] + bracket + parameters


def pytest_collection_modifyitems(items):
    """Units of work that take long begin first, so that no processor is idle while the last one
    runs."""
    ranks = {scope: rank for rank, scope in enumerate(LONG)}
    items.sort(key=lambda item: ranks.get(scope_of(item.nodeid), len(ranks)))


class Scheduling(LoadScopeScheduling):
    """Shares out units of work."""

    def _split_scope(self, nodeid):
        return scope_of(nodeid)


def pytest_xdist_auto_num_workers():
    """One process for each processor."""
    return len(os.sched_getaffinity(0))


def pytest_xdist_make_scheduler(config, log):
    """Our units of work instead of those of pytest-xdist."""
    return Scheduling(config, log)


def pytest_unconfigure(config):
    """The last line: N passed, N failed. A run that fails without a failed test counts as one."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput") or not hasattr(config, "verdict"):
        return
    passed = len(reporter.stats.get("passed", ()))
    failed = {report.nodeid for verdict in ("failed", "error") for report in reporter.stats.get(verdict, ())}
    print(f"{passed} passed, {max(len(failed), int(config.verdict != 0))} failed", flush=True)


def pytest_sessionfinish(session, exitstatus):
    """Keeps the verdict for the last line."""
    session.config.verdict = exitstatus
