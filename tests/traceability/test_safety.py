"""kernel/safety: every requirement leads to functions, clauses and tests that exist, and back; the
pages name only what exists; the table of configurations is that of the gate. The checks of it can
fail."""
from __future__ import annotations

import dataclasses
import pathlib
import re
import unittest

from proofs.gate import configurations, rules
from tests.embedded import boards
from tests.traceability import page, requirements, safety
from tests.traceability.tree import Tree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TREE = Tree(ROOT)
RULES = [rule.name for rule in rules.RULES]
REQUIREMENTS = requirements.read((ROOT / requirements.FILE).read_text(encoding="utf-8"))
NAMES = [requirement.name for requirement in REQUIREMENTS]
PAGES = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
         for path in sorted((ROOT / safety.ROOM).glob("*.md"))}


def problems(*changed: requirements.Requirement) -> list[str]:
    """What is wrong with the requirements if some are others."""
    others = {requirement.name: requirement for requirement in changed}
    return requirements.problems([others.get(requirement.name, requirement) for requirement in REQUIREMENTS], TREE,
                                 RULES)


class Requirements(unittest.TestCase):
    """kernel/safety/requirements.toml."""

    def test_file(self) -> None:
        self.assertEqual(problems(), [])

    def test_public_functions(self) -> None:
        """the headers are read: these are among them"""
        public = TREE.public_functions(requirements.HEADERS)
        self.assertLessEqual({"rtmr_init_as", "rtmr_restore", "rtmr_reason_text", "rtmr_estimate_reduce"}, public)
        self.assertGreater(len(public), 30)

    def test_every_name_matters(self) -> None:
        """each name, misspelt, is reported for its requirement"""
        for requirement in REQUIREMENTS:
            for field in ("functions", "clauses", "gate", "tests"):
                for name in getattr(requirement, field):
                    if name == requirements.EVERY:
                        continue
                    wrong = dataclasses.replace(requirement, **{field: (f"{name}_",)})
                    with self.subTest(requirement=requirement.name, name=name):
                        self.assertTrue(any(f"{name}_" in problem for problem in requirements.of_one(
                            wrong, TREE, TREE.public_functions(requirements.HEADERS), set(RULES))))

    def test_what_is_left_out_is_reported(self) -> None:
        first = REQUIREMENTS[0]
        for changes, expected in (
            ({"text": "No sentence"}, "its text is no sentence"),
            ({"tests": ()}, "no tests"),
            ({"functions": ()}, "no functions"),
            ({"clauses": ()}, "either clauses or rules of the gate, or why it is not proven"),
            ({"not_proven": "x"}, "either clauses or rules of the gate, or why it is not proven"),
            ({"clauses": ("kernel/rtmr.c",)}, "kernel/rtmr.c: is no FUNCTION.CLAUSE"),
            ({"tests": ("kernel/rtmr.c",)}, "kernel/rtmr.c: is no test"),
        ):
            self.assertIn(f"{requirements.FILE}: {first.name}: {expected}",
                          problems(dataclasses.replace(first, **changes)))
        with self.assertRaises(requirements.Unreadable):
            requirements.read('[REQ-ABC-1]\ntext = "A."\nclause = []\n')

    def test_every_function_and_suite_needs_one(self) -> None:
        estimator = next(requirement for requirement in REQUIREMENTS if requirement.name == "REQ-EST-1")
        without = dataclasses.replace(estimator, functions=("rtmr_estimator_job",), clauses=estimator.clauses[:1],
                                      tests=("tests/unit/test_kernel_setup.c:slot_counts",))
        found = "\n".join(problems(without))
        self.assertIn("no requirement names rtmr_estimate_map", found)
        self.assertIn("no requirement names a clause of rtmr_estimator_job", found)
        self.assertIn("no requirement names a test of tests/unit/test_kernel_estimator.c", found)

    def test_backwards(self) -> None:
        """what `make requirements` prints leads back from each name"""
        printed = requirements.backwards(REQUIREMENTS)
        for requirement in REQUIREMENTS:
            for name in (*requirement.functions, *requirement.clauses, *requirement.gate, *requirement.tests):
                self.assertRegex(printed, rf"(?m)^  {re.escape(name)}: .*\b{requirement.name}\b")


class Pages(unittest.TestCase):
    """The pages of kernel/safety."""

    def changed(self, name: str, old: str, new: str) -> dict[str, str]:
        """The pages with one text instead of another."""
        self.assertIn(old, PAGES[name])
        return {**PAGES, name: PAGES[name].replace(old, new)}

    def test_references(self) -> None:
        self.assertEqual(safety.reference_problems(PAGES, NAMES), [])
        for old, new, expected in (("| AoU-3 |", "| AoU-33 |", "AoU is not numbered"),
                                   ("| KP-1 |", "| KP-2 |", "KP is not numbered"),
                                   ("REQ-RES-1", "REQ-RES-99", "there is no REQ-RES-99"),
                                   ("reaction of AoU-13", "reaction of AoU-99", "there is no AoU-99")):
            found = safety.reference_problems(self.changed(safety.MANUAL, old, new), NAMES)
            self.assertTrue(any(expected in problem for problem in found), (expected, found))

    def test_hazards(self) -> None:
        self.assertEqual(safety.hazard_problems(PAGES, NAMES), [])
        self.assertEqual(safety.hazard_problems(PAGES, [*NAMES, "REQ-NEW-1"]),
                         [f"{safety.HAZARDS}: no row for REQ-NEW-1"])
        found = safety.hazard_problems(self.changed(safety.HAZARDS, "| - | AoU-12 |", "| - | - |"), NAMES)
        self.assertRegex("\n".join(found), "no measure")

    def test_names(self) -> None:
        """every file, test, clause, target and word of the kernel in back quotes exists"""
        self.assertEqual(safety.name_problems(PAGES, TREE), [])
        for name in ("kernel/none.c", "tests/unit/none_*.c", "make nothing", "rtmr_submit.none", "RTMR_NONE",
                     "rtmr_none()", "RTMR_NONE_..."):
            with self.subTest(name):
                self.assertEqual(len(safety.name_problems({"page": f"It is `{name}`."}, TREE)), 1)


class Configurations(unittest.TestCase):
    """kernel/safety/configurations.md."""

    def problems(self, old: str = "", new: str = "") -> list[str]:
        """What is wrong with the page if it has another text."""
        text = PAGES[safety.CONFIGURATIONS]
        self.assertIn(old, text)
        return list(safety.configuration_problems(text.replace(old, new) if old else text, safety.settings(ROOT),
                                                  boards.BOARDS))

    def test_page(self) -> None:
        self.assertEqual(self.problems(), [])
        self.assertGreater(len(safety.settings(ROOT)), 10)

    def test_soundness(self) -> None:
        """the page that says what each name stands for has the same configurations"""
        table = page.tables((ROOT / "proofs/SOUNDNESS.md").read_text(encoding="utf-8"))["configuration"]
        self.assertEqual([cells[0].strip("`") for cells in table], list(configurations.KNOWN))

    def test_mistakes(self) -> None:
        for old, new, expected in (
            ("| `default` | each", "| `other` | each", {"configuration default: no row",
                                                        "configuration other: there is none"}),
            ("| `RTMR_WITH_TOKENS` |", "| `RTMR_WITH_IT` |", {"part RTMR_WITH_TOKENS: no row",
                                                             "part RTMR_WITH_IT: there is none"}),
            ("| `RTMR_WITH_RESTORE` | - |", "| `RTMR_WITH_RESTORE` | `large` |", {"RTMR_WITH_RESTORE: proven in none"}),
            ("| `RTMR_TICK_BITS=32` | `narrow` |", "| `RTMR_TICK_BITS=32` | - |",
             {"RTMR_TICK_BITS=32: proven in narrow"}),
            ("| `rv32` |", "| rv64 |", {"no row for the board rv32"}),
        ):
            with self.subTest(new):
                self.assertEqual(set(self.problems(old, new)), expected)
