#!/usr/bin/python3
"""The checks of kernel/footprint.md see what they look for.

planted/*.c are functions f whose stack cannot be bounded, for the reason in their first line.
"""
import contextlib
import io
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests/runner")]
from tally import Tally  # pylint: disable=wrong-import-position
from tests.embedded.footprint import bounds, build, stack  # pylint: disable=wrong-import-position

PLANTED = ROOT / "tests/embedded/footprint/planted"
TARGET = build.Target("m3", ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"))


def stack_of(source):
    """The stack of f in a source, as that of a call of the kernel."""
    with tempfile.TemporaryDirectory() as directory:
        listing = pathlib.Path(directory) / "planted.ci"
        build.output([*TARGET.compiler, *build.FLAGS, "-O1", "-fno-inline", "-fno-optimize-sibling-calls", "-c", str(source),
                      "-o", str(listing.with_suffix(".o"))])
        graph = stack.Graph(None, None)
        graph.read(listing.read_text())
        return graph.deepest("f")


def unbounded(checks, source):
    """It must be noticed that the stack is not bounded."""
    reason = source.read_text().splitlines()[0].removeprefix("/* ").removesuffix(" */")
    try:
        complaints = [f"{source.name} has a bound: {stack_of(source)}"]
    except stack.Unbounded as noticed:
        complaints = [noticed]
    checks.found(source.name, reason, complaints)


def bound_too_small(checks):
    """A formula that is exceeded is noticed."""
    names, calls = bounds.formulas()
    quiet = Tally()
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        bounds.check(quiet, names, {**calls, ("rtmr_offer", ""): "J - 1"})
    checks.found("a bound that is too small", r"^FAILED the bound of rtmr_offer, \n.*\n$", [shown.getvalue()])


def main():
    checks = Tally()
    for source in sorted(PLANTED.glob("*.c")):
        unbounded(checks, source)
    bound_too_small(checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())
