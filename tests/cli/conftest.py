"""Tests of the command."""
import pytest


@pytest.fixture(autouse=True, scope="module")
def every_program(program):
    """Every test here runs with each build of the command."""
    return program
