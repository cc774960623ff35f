"""The guideline compliance summary kernel/safety/guidelines.md against the rules that cppcheck has
checks for, and against the table of deviations in kernel/misra.md."""
import pathlib
import re

from tests.traceability.page import tables

# How many rules the chapters of MISRA C:2012 have with amendments 1 and 2, and its directives.
CHAPTERS = {1: 4, 2: 7, 3: 2, 4: 2, 5: 9, 6: 2, 7: 4, 8: 14, 9: 5, 10: 8, 11: 9, 12: 5, 13: 6, 14: 4, 15: 7, 16: 7,
            17: 8, 18: 8, 19: 2, 20: 14, 21: 21, 22: 10}
DIRECTIVES = {1: 1, 2: 1, 3: 1, 4: 14}
NUMBER = re.compile(r"\b\d+\.\d+\b")

# The classes of rules by the first cell of their row.
ADDON = "decidable, by the addon, no finding"
DEVIATING = "decidable, by the addon, with deviations"
PARTLY = "decidable, by cppcheck itself, in part"
UNDECIDABLE = "undecidable, by the addon"
UNDECIDABLE_PARTLY = "undecidable, by cppcheck itself, in part"
UNCHECKED = "unchecked by cppcheck"


def numbers(chapters):
    """All numbers of the rules or directives."""
    return {f"{chapter}.{number}" for chapter, last in chapters.items() for number in range(1, last + 1)}


def of_cppcheck():
    """The rules for which the addon has a check, and those for which cppcheck has some."""
    text = next(pathlib.Path("/usr").glob("lib/*/cppcheck/addons/misra.py")).read_text()
    run = {f"{int(code[:-2])}.{int(code[-2:])}" for code in re.findall(r"executeCheck\((\d+),", text)}
    own = re.search(r"def getCppcheckRules\(\):.*?\]", text, re.DOTALL)
    return run, set(re.findall(r"'(\d+\.\d+)'", own[0]))


def complaints(page, deviations, addon, own):
    """What is wrong with the page; `deviations` are the rules that kernel/misra.md has rows for."""
    found = tables(page)
    rules = {row[0]: set(NUMBER.findall(row[1])) for row in found["class"]}
    explained = {rule for row in found["rule"] for rule in NUMBER.findall(row[0])}
    every = [rule for row in found["class"] for rule in NUMBER.findall(row[1])]
    wrong = [f"rule {rule} stands in {every.count(rule)} classes" for rule in sorted(numbers(CHAPTERS) | set(every))
             if every.count(rule) != 1 or rule not in numbers(CHAPTERS)]
    expected = {DEVIATING: deviations, UNCHECKED: numbers(CHAPTERS) - addon - own}
    wrong += [f"{name}: {', '.join(sorted(rules.get(name, set()) ^ those))}" for name, those in expected.items()
              if rules.get(name) != those]
    for name, those in ((ADDON, addon), (DEVIATING, addon), (UNDECIDABLE, addon), (PARTLY, own - addon),
                        (UNDECIDABLE_PARTLY, own - addon)):
        wrong += [f"{name}: {rule} is not" for rule in sorted(rules.get(name, set()) - those)]
    decided = rules.get(ADDON, set()) | rules.get(DEVIATING, set())
    wrong += [f"rule {rule}: other evidence is named exactly if cppcheck does not decide it"
              for rule in sorted((numbers(CHAPTERS) - decided) ^ explained)]
    directives = [row[0] for row in found["directive"]]
    return wrong + [f"directive {number}: one row expected" for number in sorted(numbers(DIRECTIVES) ^ set(directives))]
