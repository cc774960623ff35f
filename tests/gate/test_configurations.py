"""The build as it ships and the one without any part can be read by Frama-C. To prove one takes
most of an hour: a contract about what a build does not have would not be noticed for long.
"""
import pathlib

import pytest

from proofs.gate import configurations, framac

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["default", "smallest"])
def test_can_be_read(name):
    run = framac.parse(ROOT, configurations.KNOWN[name])
    assert run.complete and run.facts, run.log[-2000:]
