"""The table of deviations in kernel/misra.md against what the MISRA checker finds."""
import collections
import fnmatch
import re
from typing import NamedTuple

RULE = re.compile(r"^misra-c2012-(\d+\.\d+)$")
CELL = re.compile(r"^\d+\.\d+$")


class Deviation(NamedTuple):
    """A row of the table: so many lines of these files (names or patterns below kernel/) deviate
    from a rule."""
    rule: str
    category: str
    files: tuple
    lines: int
    reason: str

    def covers(self, rule, file):
        return rule == self.rule and any(fnmatch.fnmatchcase(file, f"kernel/{pattern}") for pattern in self.files)


def read(text):
    """The rows of the table in a page: those whose first cell is the number of a rule."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in text.splitlines() if line.startswith("|")]
    return [Deviation(row[0], row[1], tuple(re.findall(r"`([^`]+)`", row[2])), int(row[3]), row[4])
            for row in rows if CELL.match(row[0])]


def complaints(table, findings):
    """What is wrong: findings without a row, rows that cover another number of lines than they
    say, file names in rows that cover nothing, rows without a reason."""
    wrong = []
    covered = collections.Counter()
    for finding in findings:
        rule = RULE.match(finding.rule)
        rows = [row for row in table if rule and row.covers(rule[1], finding.file)]
        if not rows:
            wrong.append(f"{finding}: no row of the table covers it")
        for row in rows:
            covered[row] += 1
            covered.update(
                (row, pattern) for pattern in row.files if fnmatch.fnmatchcase(finding.file, f"kernel/{pattern}"))
    for row in table:
        where = ", ".join(row.files)
        if covered[row] != row.lines:
            wrong.append(f"rule {row.rule} in {where}: the table says {row.lines} lines, there are {covered[row]}")
        wrong += [
            f"rule {row.rule} in {pattern}: the row covers nothing there" for pattern in row.files
            if not covered[row, pattern]
        ]
        if not row.reason:
            wrong.append(f"rule {row.rule} in {where}: no reason is given")
    return wrong
