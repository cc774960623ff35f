"""harness/studies/papers.md: the commands, tests and files that show an item exist. Each row names
at least one, unless its item is left out; the command knows all options."""
import pathlib
import re
import shlex
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "harness/studies/papers.md"
STATUS = re.compile(r"reproduced|different|left out|proven|tried|follows from|as `|in seconds|bins 1|EDF and FIFO|"
                    r"users 1 to 3|small jobs gain|hold on")

# What each paper has, by the numbers of its own: no item may be missing.
ITEMS = {
    "RTMR": [*(f"Table {n}" for n in ("I:", "II:", "III", "IV")), "Tables V and VI", "Figure 1",
             *(f"Algorithm {n}" for n in ("I,", "IV", "V,", "VI")), "Algorithms II, III", "Definitions 1 to 3",
             "Properties 1 to 3", "Proofs 1 and 2", "Proofs 3 and 4", "assumption 1", "assumption 2", "assumption 3"],
    "SRT": ["Equations 1, 2", "Equations 3, 4", "Equations 5, 6", "Algorithm 1", "Table I", "Figure 1:", "Figure 2",
            "Figure 3", "Figure 4", "Figures 5, 6", "Figure 7", "Figure 8", "Figures 9, 10", "Figure 11"],
    "LsPS": ["Algorithm 1", "Equations 1, 2", "Equation 3", "Equations 4 to 6", "Equation 7", "Equations 8 to 10",
             "Table I:", "Table II", "Figure 1"],
    "ASRPT": ["Definition 1", "Definition 2", "Equations 1, 2", "Equations 3 to 6", "Equation 7", "Equations 8 to 11",
              "Equations 12, 13", "Equations 14 to 16", "Theorem 1", "Theorem 2", "Theorem 3", "Theorem 4", "Lemma 1",
              "Corollaries 1, 2", "Remark 1", "Remark 2", "Algorithm 1", "Figure 1", "Figure 2", "Figure 3",
              "Figure 4", "Figures 5 to 8", "Figure 9", "Figures 10 to 13"],
}


def rows():
    """Paper, item, status, what shows it."""
    found = []
    for part in re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)[1:]:
        paper = part.split("\n", 1)[0]
        for line in part.splitlines():
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if len(cells) == 3 and cells[0] not in ("item", "---"):
                found.append((paper, *cells))
    return found


def shown_by():
    """All that the last column names, once each."""
    return sorted({name for row in rows() for name in re.findall(r"`([^`]+)`", row[3])})


def test_rows_are_whole():
    """Every row says what becomes of its item, and names what shows it; the items are complete."""
    for paper, item, status, last in rows():
        assert STATUS.search(status), (paper, item, status)
        names = re.findall(r"`([^`]+)`", last)
        assert ", ".join(f"`{name}`" for name in names) == last or last == "-", (paper, item, last)
        assert names or status.startswith("left out"), (paper, item)
    for paper, items in ITEMS.items():
        listed = [row[1] for row in rows() if row[0] == paper]
        assert [item for item in items if not any(item in text for text in listed)] == []


@pytest.mark.parametrize("name", [name for name in shown_by() if not name.startswith("rtmr ")])
def test_file_exists(name):
    path, _, inside = name.partition(":")
    assert (ROOT / path).is_file()
    if inside:
        assert re.search(rf"\b(class|def|void) {inside}\b", (ROOT / path).read_text())


def test_commands_exist():
    """The command knows each name and each option; it is not run."""
    commands = [shlex.split(name)[1:] for name in shown_by() if name.startswith("rtmr ")]
    assert len(commands) > 20
    helps = {}
    for verb, *arguments in commands:
        if verb not in helps:
            helps[verb] = subprocess.run([ROOT / "build/rtmr", verb, "--help"], capture_output=True, check=True,
                                         text=True).stdout
        for argument in arguments:
            if argument.startswith("--"):
                assert re.search(rf"^ +{argument}\b", helps[verb], re.MULTILINE), (verb, argument)
        # An option that is wrong ends the command before it runs; all before it is accepted.
        refused = subprocess.run([ROOT / "build/rtmr", verb, *arguments, "--seed", "0"], capture_output=True,
                                 check=False, text=True)
        assert refused.returncode == 2 and "--seed: expected an integer" in refused.stderr, (arguments, refused.stderr)
