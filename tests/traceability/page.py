"""The page spec/traceability.md: its tables, and what is wrong with them."""
from __future__ import annotations

import dataclasses
import re

from tests.traceability.tree import Tree

PAGE = "spec/traceability.md"
COLUMNS = ["", "Specification", "Kernel", "Proof", "Test"]  # the heading of the first column says what its items are
NAME = re.compile(r"`([^`]+)`")

# What the page must have a row for, as the first cell of the row says it.
ITEMS = (*(f"Definition {n}"
           for n in (1, 2, 3)), *(f"Algorithm {n}" for n in ("I", "II", "III", "IV", "V", "VI")), *(f"Property {n}"
                                                                                                    for n in (1, 2, 3)),
         *(f"Proof-{n}" for n in (1, 2, 3, 4)), *(f"slip {n}" for n in (*range(1, 11), 14, 15, 16)), "T >= V", "Cover",
         "PI", "INV", "E1", "E2", "E3", "E4", "watched job", "Order floor", "Order edf", "Order fifo",
         "earliest deadline", "estimator", "satu", "none", "latency", "a lost slot", "A slot drains", "A slot joins",
         "capacities", "concrete run", "nothing offered", "question", "withdrawn", "handle")


@dataclasses.dataclass(frozen=True)
class Row:
    """One row of a table."""

    line: int
    cells: list[str]
    chain: bool  # of a table that leads from the papers to the tests

    def names(self, column: int) -> list[str]:
        """The names in one column."""
        return NAME.findall(self.cells[column])


def rows(page: str) -> list[Row]:
    """The rows of all tables, without their headings."""
    found: list[Row] = []
    heading: list[str] = []
    for number, line in enumerate(page.splitlines(), 1):
        if not line.startswith("|"):
            heading = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not heading:
            heading = cells
        elif not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            found.append(Row(number, cells, heading[1:] == COLUMNS[1:]))
    return found


def tables(page: str) -> dict[str, list[list[str]]]:
    """The cells of the rows of all tables, by the first cell of the table's heading."""
    found: dict[str, list[list[str]]] = {}
    heading = None
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            heading = None
        elif heading is None:
            heading = cells[0]
        elif not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            found.setdefault(heading, []).append(cells)
    return found


def problems(page: str, tree: Tree) -> list[str]:
    """Everything that is wrong with the page, one line each."""
    found = [f"{PAGE}:{number}: `{name}`: {problem}" for number, line in enumerate(page.splitlines(), 1)
             for name in NAME.findall(line) if (problem := tree.problem_with(name))]
    chains = [row for row in rows(page) if row.chain]
    found += [f"{PAGE}:{row.line}: {problem}" for row in chains for problem in _row_problems(row)]
    found += [f"{PAGE}: no row for {item}" for item in ITEMS if not any(is_about(row, item) for row in chains)]
    return found


def is_about(row: Row, item: str) -> bool:
    """The first cell names the item."""
    return re.search(rf"(?<!\w){re.escape(item)}(?!\w)", row.cells[0]) is not None


def _row_problems(row: Row) -> list[str]:
    """What is wrong with the shape of a row."""
    if len(row.cells) != len(COLUMNS):
        return [f"{len(row.cells)} cells, expected {len(COLUMNS)}"]
    found = [f"`{name}` stands in the column {COLUMNS[column]}" for column, allowed in (
        (1, r"spec/"), (2, r"kernel/"), (3, r"proofs/|\w+\.\w+$"), (4, r"tests/"))
        for name in row.names(column) if not re.match(allowed, name)]
    if not row.names(2):
        found.append("names nothing in the kernel")
    if not any(":" in name for name in row.names(4)):
        found.append("names no test")
    if not any("/" not in name for name in row.names(3)) and "not proven" not in row.cells[3]:
        found.append('names no clause, and does not say "not proven"')
    return found
