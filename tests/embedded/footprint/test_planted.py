"""The checks of kernel/footprint.md see what they look for.

planted/*.c are functions f whose stack cannot be bounded, for the reason in their first line.
"""
import re

import pytest

from tests.embedded.footprint import bounds, build, stack, worst
from tests.tally import Tally

PLANTED = build.ROOT / "tests/embedded/footprint/planted"
TARGET = build.Target("m3", ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"))


def stack_of(source, directory):
    """The stack of f in a source, as that of a call of the kernel."""
    listing = directory / "planted.ci"
    build.output([
        *TARGET.compiler, *build.FLAGS, "-O1", "-fno-inline", "-fno-optimize-sibling-calls", "-c",
        str(source), "-o",
        str(listing.with_suffix(".o"))
    ])
    graph = stack.Graph(None, None)
    graph.read(listing.read_text())
    return graph.deepest("f")


@pytest.mark.parametrize("source", sorted(PLANTED.glob("*.c")), ids=lambda source: source.stem)
def test_a_stack_without_a_bound(directory, source):
    reason = source.read_text().splitlines()[0].removeprefix("/* ").removesuffix(" */")
    with pytest.raises(stack.Unbounded, match=reason):
        stack_of(source, directory)


def test_a_bound_that_is_exceeded(capsys):
    names, calls = bounds.formulas()
    bounds.check(Tally(), names, {**calls, ("rtmr_job_info", ""): "J - 1"})
    assert re.fullmatch(r"FAILED the bound of rtmr_job_info, \n.*\n", capsys.readouterr().out)


def test_a_state_that_is_worse_than_those_of_the_page(monkeypatch, capsys):
    monkeypatch.setattr(worst, "SAMPLE", 100)
    host = worst.search_program()
    found = worst.searched(host, worst.SEEDS[:1], worst.SAMPLE)
    checks = Tally()
    worst.check_sample(checks, host, worst.replayed(host, [words[0] for words in found.values()]))
    assert checks.failed == 0
    checks = Tally()
    worst.check_sample(checks, host, worst.replayed(host, found["rtmr_what_if", ""]))
    assert checks.failed == len(found) - 1
    assert "FAILED the worst state of rtmr_renew is on the page" in capsys.readouterr().out


def test_states_on_a_page_are_read():
    page = "# T\n- *rtmr_submit, exact*:\n  `1:00ff`: edf\n- *rtmr_now*: `2:0a`: fifo,\n  8\n"
    assert worst.noted(page) == ["1:00ff", "2:0a"]
