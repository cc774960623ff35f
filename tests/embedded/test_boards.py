"""Programs on simulated boards: $EMBEDDED_PROGRAMS, as `make embedded` builds them.

A program planted_NAME.elf must fail, for the reason in the first line of planted/NAME.c; all others
must pass.
"""
import os
import pathlib
import re

import pytest

from tests.embedded import boards

PLANTED = pathlib.Path(__file__).resolve().parent / "planted"
PROGRAMS = [pathlib.Path(name) for name in os.environ.get("EMBEDDED_PROGRAMS", "").split()]


def those(planted):
    """The programs that are planted, or the others, for a test's parameter `path`."""
    chosen = [path for path in PROGRAMS if path.stem.startswith("planted_") == planted]
    return pytest.mark.parametrize("path", chosen, ids=[f"{path.parent.name}-{path.stem}" for path in chosen])


def test_there_are_programs():
    assert PROGRAMS


@those(planted=False)
def test_program(path):
    run = boards.run(path)
    assert not list(run.problems()), run.output
    assert {verdict for _, verdict in run.results()} == {"ok"}, run.output


@those(planted=True)
def test_planted(path):
    source = PLANTED / (path.stem.removeprefix("planted_") + ".c")
    reason = re.match(r"/\* (.*) \*/\n", source.read_text()).group(1)
    run = boards.run(path)
    problems = list(run.problems())
    assert problems
    assert reason in "\n".join([run.output, *problems])
