#!/usr/bin/python3
"""Coverage of the kernel by its unit tests: prints a table, writes an HTML report, and fails on
every gap that justified.toml does not explain, and on every explanation that is not needed. Ends
with one line: N passed, N failed.

usage: run.py --tests PROGRAM... --planted PROGRAM...     as `make coverage` builds them
"""
import argparse
import pathlib
import re
import sys

import justified
import measure
from measure import ROOT, Coverage

sys.path.append(str(ROOT))
from tests.tally import Tally  # pylint: disable=wrong-import-position

HERE = pathlib.Path(__file__).resolve().parent
OUT = ROOT / "build" / "coverage" / "report"
MEASURES = (("lines", "lines"), ("branches", "branches"), ("conditions, MC/DC", "mcdc"))
GAP = measure.Gap("kernel/file.c", "function", "jobs > 0", measure.NEVER_TRUE)


def print_table(summary):
    """Covered and all, a row for each file with code."""
    print(f"{'':24}" + "".join(f"{title:>20}" for title, _ in MEASURES))
    rows = [(pathlib.Path(file).name, [(counts[key]["covered"], counts[key]["count"]) for _, key in MEASURES])
            for file, counts in sorted(summary.items()) if counts["lines"]["count"] > 0]
    rows.append(("all", [tuple(map(sum, zip(*column))) for column in zip(*(numbers for _, numbers in rows))]))
    for name, numbers in rows:
        print(f"{name:24}" + "".join(f"{covered:12} of {count:4}" for covered, count in numbers))


def faults():
    """Wrong tables of justifications for one gap, and the complaint that each must give: (name,
    table, regular expression)."""
    entry = justified.Justification(GAP.function, GAP.text, (GAP.what,), "it cannot happen")
    yield "a gap without a justification", [], re.escape(str(GAP))
    yield "a justification of one gap too many", [entry._replace(gaps=(*entry.gaps, measure.NEVER_REACHED))
                                                  ], "not needed"
    yield "a justification of another condition", [entry, entry._replace(text="jobs < 0")], "not needed"
    yield "a justification without a reason", [entry._replace(reason="")], "no reason"


def check_kernel(tally, tests):
    kernel = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("kernel/*.[ch]"))
    coverage = Coverage(tests, kernel, OUT)
    entries = justified.read(HERE / "justified.toml")
    print_table(coverage.summary)
    print(
        f"\nMC/DC is of decisions with several conditions; those with one are among the branches. "
        f"Gaps that are justified in\n"
        f"tests/coverage/justified.toml: {len(entries)}. Line by line: {coverage.write_html()}")
    for test in tests:
        tally.verdict(test, ["it fails"] if test in coverage.failed else [])
    tally.verdict("every decision is measured", list(coverage.unmeasured()))
    tally.verdict("every gap is justified", justified.complaints(entries, coverage.gaps()))
    for name, table, expected in faults():
        tally.found(name, expected, justified.complaints(table, [GAP]))


def check_planted(tally, programs):
    """Each source says in its first line what has to be found in it."""
    for program in programs:
        source = str(pathlib.Path(program).relative_to("build/coverage")) + ".c"
        expected = re.match(r"/\* (.*) \*/\n", (ROOT / source).read_text())[1]
        coverage = Coverage([program], [source], OUT / "planted" / pathlib.Path(program).name)
        tally.found(source, expected,
                    [*justified.complaints([], coverage.gaps()), *coverage.unmeasured(), *coverage.failed])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", nargs="+", required=True)
    parser.add_argument("--planted", nargs="+", required=True)
    arguments = parser.parse_args()
    tally = Tally()
    check_kernel(tally, arguments.tests)
    check_planted(tally, arguments.planted)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
