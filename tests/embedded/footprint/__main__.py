"""usage: footprint write|check --target NAME=COMPILER... --costs PROGRAM... --worst PROGRAM...

`write` searches for the worst calls, and writes kernel/footprint.md. `check` makes the calls again
that the page names, compares the page with a fresh one, and ends with a line N passed, N failed. A
target is a processor: the compiler with the options that choose it. PROGRAMs are those of cost.c
and of worst.c: .../VARIANT/cost.elf, in the order of their columns.
"""
import argparse
import difflib
import pathlib
import sys

from tests.tally import Tally

from . import build, contents, worst

PAGE = build.ROOT / "kernel/footprint.md"


def target(text):
    """NAME=COMPILER as a target."""
    name, compiler = text.split("=", 1)
    return build.Target(name, tuple(compiler.split()))


def difference(fresh):
    """How the committed page differs from a fresh one."""
    committed = PAGE.read_text() if PAGE.exists() else ""
    return list(
        difflib.unified_diff(committed.splitlines(),
                             fresh.splitlines(),
                             "kernel/footprint.md",
                             "fresh",
                             lineterm="",
                             n=0))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=("write", "check"))
    parser.add_argument("--target", type=target, action="append", required=True)
    parser.add_argument("--costs", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--worst", type=pathlib.Path, nargs="+", required=True)
    arguments = parser.parse_args()

    checks = Tally()
    is_check = arguments.action == "check"
    states = worst.noted(PAGE.read_text()) if is_check else worst.look_for(worst.search_program())
    fresh = contents.page(arguments.target, arguments.costs,
                          lambda builds: worst.section(checks, builds, arguments.worst, states, is_check), checks)
    if not is_check:
        PAGE.write_text(fresh)
    else:
        changed = difference(fresh)
        checks.verdict("kernel/footprint.md is what `make embedded-report` writes", changed)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())
