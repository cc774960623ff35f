"""The pages of kernel/safety: what is wrong with their names, their numbers and their tables."""
from __future__ import annotations

import pathlib
import re
from collections.abc import Collection, Iterable, Iterator

from proofs.gate import configurations
from tests.traceability import page
from tests.traceability.tree import Tree

ROOM = "kernel/safety"
MANUAL, HAZARDS, CONFIGURATIONS = (f"{ROOM}/{name}.md" for name in ("manual", "hazards", "configurations"))

# What is numbered, and the page whose rows define the numbers.
SERIES = {"AoU": MANUAL, "KP": MANUAL, "HAZ": HAZARDS}
NUMBERED = re.compile(rf"\b({'|'.join(SERIES)})-(\d+)\b")
REQUIREMENT = re.compile(r"\bREQ-[A-Z]{3}-\d+\b")
SETTING = re.compile(r"^#ifndef (RTMR_(?!\w+_H$)\w+).*\n#define \1 (\d+)$", re.MULTILINE)

# Rows of the first table of configurations that no list has.
FREE = {"your own", "any other"}


def defined(pages: dict[str, str]) -> dict[str, list[int]]:
    """The numbers that the rows of each series have, in the order of the page."""
    return {series: [int(row.cells[0].partition("-")[2]) for row in page.rows(pages[where])
                     if re.fullmatch(rf"{series}-\d+", row.cells[0])] for series, where in SERIES.items()}


def reference_problems(pages: dict[str, str], requirements: Collection[str]) -> list[str]:
    """Numbers that are not in order, and references that lead nowhere."""
    numbers = defined(pages)
    found = [f"{SERIES[series]}: {series} is not numbered 1, 2, 3, ..." for series, these in numbers.items()
             if not these or these != list(range(1, len(these) + 1))]
    for name, text in pages.items():
        found += [f"{name}: there is no {series}-{number}" for series, number in NUMBERED.findall(text)
                  if int(number) not in numbers[series]]
        found += [f"{name}: there is no {requirement}" for requirement in REQUIREMENT.findall(text)
                  if requirement not in requirements]
    return found


def hazard_problems(pages: dict[str, str], requirements: Iterable[str]) -> list[str]:
    """Rows without a measure, and requirements and assumptions of use that are a measure against
    nothing."""
    rows = [row for row in page.rows(pages[HAZARDS]) if row.cells[0].startswith("HAZ-")]
    assumptions = [f"AoU-{number}" for number in defined(pages)["AoU"]]
    found = [f"{HAZARDS}:{row.line}: {len(row.cells)} cells, expected 7" for row in rows if len(row.cells) != 7]
    cited = {name for row in rows for name in re.findall(r"(?:REQ-[A-Z]{3}|AoU)-\d+", " ".join(row.cells[-2:]))}
    found += [f"{HAZARDS}:{row.line}: no measure" for row in rows
              if not re.search(r"(?:REQ-[A-Z]{3}|AoU)-\d+", " ".join(row.cells[-2:]))]
    return found + [f"{HAZARDS}: no row for {name}" for name in (*requirements, *assumptions) if name not in cited]


def settings(root: pathlib.Path) -> dict[str, int]:
    """The settings of the kernel with their defaults."""
    return {name: int(value) for name, value in SETTING.findall((root / "kernel/rtmr_config.h").read_text())}


def configuration_problems(text: str, defaults: dict[str, int], boards: Collection[str]) -> Iterator[str]:
    """Where the tables of configurations differ from what is proven, from the settings that there
    are, and from the boards."""
    known = configurations.KNOWN
    rows = {heading: {cells[0].strip("`"): cells[1:] for cells in table}
            for heading, table in page.tables(text).items()}
    parts = {name for name in defaults if name.startswith("RTMR_WITH_")}
    for heading, expected in (("configuration", {*known, *FREE}), ("part", parts)):
        yield from (f"{heading} {name}: {'no row' if name in expected else 'there is none'}"
                    for name in sorted(rows[heading].keys() ^ expected))
    yield from (f"no row for the board {name}" for name in sorted(set(boards) - set(rows["target"])))
    asked = {name: (name, 0) for name in rows["part"]}
    asked |= {name: ("RTMR_TICK_BITS", int(name.partition("=")[2])) for name in rows["setting"] if "BITS=" in name}
    for row, (setting, value) in asked.items():
        proven = {configuration.name for configuration in known.values()
                  if int(configuration.shipped.get(setting, defaults.get(setting, -1))) == value}
        if set(page.NAME.findall({**rows["part"], **rows["setting"]}[row][0])) != proven:
            yield f"{row}: proven in {', '.join(sorted(proven)) or 'none'}"


def name_problems(pages: dict[str, str], tree: Tree) -> list[str]:
    """Names in back quotes that are not there: files, tests, clauses, targets of make, words of the
    kernel."""
    targets = {target for path in (tree.root / "Makefile", *tree.root.glob("*/*.mk"), *tree.root.glob("*/*/*.mk"))
               for line in path.read_text(encoding="utf-8").splitlines() if re.search(r"^[\w -]+:.*## ", line)
               for target in line.partition(":")[0].split()}
    words = {word for path in tree.root.glob("kernel/*.h") for word in re.findall(r"\w+", path.read_text())}
    return [f"{name}: `{quoted}`: {problem}" for name, text in pages.items()
            for quoted in page.NAME.findall(re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
            if (problem := _name_problem(quoted, tree, targets, words))]


def _name_problem(quoted: str, tree: Tree, targets: set[str], words: set[str]) -> str:
    if re.match(r"(?:kernel|spec|proofs|tests|harness)/", quoted):
        if re.search(r"[*]", quoted):
            return "" if list(tree.root.glob(quoted)) else "there is no such file"
        return tree.problem_with(quoted)
    if quoted.startswith("make "):
        return "" if "=" in quoted.split()[1] or quoted.split()[1] in targets else "no such target"
    if re.fullmatch(r"[a-z]\w+\.[a-z]\w+", quoted) and not re.search(r"\.(?:c|h|md|py|json|toml|mk)$", quoted):
        return tree.problem_with(quoted)
    word = re.fullmatch(r"((?:rtmr|RTMR)_\w+?)(?:\(\)|_?\.\.\.|=\d+)?", quoted)
    if word and not any(known.startswith(word[1]) if quoted.endswith("...") else known == word[1] for known in words):
        return "no such word in the kernel's headers"
    return ""
