#!/usr/bin/python3
"""Static analysis: MISRA C:2012 against the table of deviations in kernel/misra.md, clang-tidy and
gcc -fanalyzer over the kernel, cppcheck over kernel and harness. Then mistakes that each of them
has to find. Ends with one line: N passed, N failed.
"""
import concurrent.futures
import re
import sys

import deviations
import planted_text
import text
import tools
from tools import ROOT

sys.path.append(str(ROOT))
import guidelines  # pylint: disable=wrong-import-position
from tests.tally import Tally  # pylint: disable=wrong-import-position

PLANTED = ROOT / "tests" / "lint" / "planted"
PAGE = ROOT / "kernel" / "misra.md"
SUMMARY = ROOT / "kernel" / "safety" / "guidelines.md"


def below(pattern):
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))


def table_faults(table):
    """Tables with one mistake each, and the complaint that it must give: (name, table, regular
    expression)."""
    first = table[0]
    other = first._replace(files=(*first.files, "no_such_file.c"))
    yield "a table without a row", table[1:], "no row of the table covers it"
    yield "a row for too many lines", [first._replace(lines=first.lines + 1), *table[1:]], "the table says"
    yield "a row that covers nothing", [*table, first._replace(rule="1.0", lines=0)], "the row covers nothing"
    yield "a file without a finding in a row", [other, *table[1:]], "no_such_file.c: the row covers nothing"
    yield "a row without a reason", [first._replace(reason=""), *table[1:]], "no reason"


def check_guidelines(tally):
    """The summary, then the same with a mistake."""
    page = SUMMARY.read_text()
    rules = {row.rule for row in deviations.read(PAGE.read_text())}
    addon, own = guidelines.of_cppcheck()
    tally.verdict("every guideline in kernel/safety/guidelines.md", guidelines.complaints(page, rules, addon, own))
    for name, old, new, expected in (
        ("a rule that is left out", "| 1.4, 2.3,", "| 1.4,", "rule 2.3 stands in 0 classes"),
        ("a deviation that is not said", "| 2.5, 8.7,", "| 8.7,", "with deviations: 2.5"),
        ("a tool that does not check a rule", "1.1, 1.2, 12.5", "1.2, 12.5, 1.4", "unchecked by cppcheck: 1.1, 1.4"),
        ("a rule without other evidence", "| 2.1 | required | rule", "| none | required | rule", "rule 2.1: other"),
        ("a directive without a row", "| 4.8 | advisory |", "| none | advisory |", "directive 4.8: one row expected"),
    ):
        tally.found(name, expected, guidelines.complaints(page.replace(old, new), rules, addon, own))


def check_text(tally):
    """Widths and words, then planted texts."""
    for room in text.ROOMS:
        tally.verdict(f"widths and words of {room}", text.all_complaints(ROOT, [room]))
    for name, line, columns in planted_text.EDGES:
        tally.verdict(f"{name}: {line}... in {columns - 1} columns",
                      list(text.complaints(name, line.ljust(columns - 1, "x"))))
        tally.found(f"{name}: {line}... in {columns} columns", f"^{name}:1: {columns} columns, at most {columns - 1}$",
                    list(text.complaints(name, line.ljust(columns, "x"))))
    for name, content, lines in planted_text.WHOLE:
        found = [int(complaint.split(":")[1]) for complaint in text.complaints(name, content)]
        tally.verdict(f"{name} of several lines", [] if found == list(lines) else [f"expected {lines}, found {found}"])
    for word in planted_text.OLD_WORDS:
        tally.found(repr(word), "an old word: ", list(text.complaints("page.md", f"When {word} comes.\n")))
    for words in planted_text.GOOD_WORDS:
        tally.verdict(repr(words), list(text.complaints("page.md", f"When {words} comes.\n")))


def check(tally, pool):
    kernel = below("kernel/*.c")
    table = deviations.read(PAGE.read_text())
    misra = pool.submit(tools.misra, kernel)
    runs = {"cppcheck over kernel and harness": pool.submit(tools.cppcheck, ["kernel", "harness"]),
            "clang-tidy": pool.submit(tools.clang_tidy, kernel),
            "gcc -fanalyzer, freestanding": pool.submit(tools.freestanding_analyzer, kernel),
            "gcc -fanalyzer, hosted": pool.submit(tools.hosted_analyzer, kernel),
            "clang-format": pool.submit(tools.clang_format, text.c_sources(ROOT))}
    planted = {}
    for path in below("tests/lint/planted/*.c"):
        tool, expected = re.match(r"/\* (\w+): (.*) \*/\n", (ROOT / path).read_text()).groups()
        planted[path] = tool, expected, pool.submit(getattr(tools, tool), [path])

    tally.verdict("MISRA C:2012, every deviation in kernel/misra.md", deviations.complaints(table, misra.result()))
    for name, findings in runs.items():
        tally.verdict(name, list(map(str, findings.result())))
    for path, (tool, expected, findings) in planted.items():
        found = findings.result()
        tally.found(path, expected, deviations.complaints(table, found) if tool == "misra" else found)
    for name, faulty, expected in table_faults(table):
        tally.found(name, expected, deviations.complaints(faulty, misra.result()))
    print(f"MISRA C:2012, checked with cppcheck's addon: {len(misra.result())} deviating lines, "
          f"{len(table)} rules in kernel/misra.md")


def main():
    tally = Tally()
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        check(tally, pool)
    check_guidelines(tally)
    check_text(tally)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
