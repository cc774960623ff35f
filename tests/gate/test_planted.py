"""Each planted file breaks exactly the rules that it names; the clean one breaks none."""
from __future__ import annotations

import concurrent.futures
import dataclasses
import os
import pathlib
import tempfile
import unittest

from tests.gate import planted
from proofs.gate import configurations, report, results, rules
from proofs.gate.evidence import PROGRAM, SMOKE, Proof

ALL = {case.path.stem: case for case in planted.all_planted()}


class PlantedTest(unittest.TestCase):
    """One test for each planted file; the runs of the gate go on side by side."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        cls.judged = {name: cls.pool.submit(planted.judge, case) for name, case in ALL.items()}

    @classmethod
    def tearDownClass(cls) -> None:
        cls.pool.shutdown(cancel_futures=True)

    def check(self, name: str) -> None:
        """The rules that break are those that are named, and the verdict follows from them."""
        judged = self.judged[name].result()
        broken = {rule: lines for rule, lines in judged.broken.items() if lines}
        self.assertEqual(set(broken), ALL[name].breaks, f"{broken}")
        self.assertEqual(judged.report["failed"] > 0, bool(ALL[name].breaks))


for _name in ALL:
    setattr(PlantedTest, f"test_{_name}", lambda self, name=_name: self.check(name))


class SmokeTest(unittest.TestCase):
    """The smoke tests alone."""

    def test_smoke_tests_alone(self) -> None:
        for name, breaks in (("clean", set()), ("contradiction", {"smoke"})):
            judged = planted.judge(dataclasses.replace(ALL[name], extent=frozenset((SMOKE, PROGRAM))))
            self.assertEqual({rule for rule, lines in judged.broken.items() if lines}, breaks)
            self.assertEqual((judged.evidence.proofs, judged.report["is_the_gate"]), ([], False))
            self.assertGreater(judged.report["smoke_tests"], 0)
            self.assertNotIn("proved", judged.broken)


class TamperedTest(unittest.TestCase):
    """The clean run with one thing changed behind its back."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.clean = planted.judge(ALL["clean"])

    def broken_with(self, **changes: object) -> dict[str, list[str]]:
        """The rules that break when the evidence is changed."""
        evidence = dataclasses.replace(self.clean.evidence, **changes)
        return {rule: lines for rule, lines in rules.judge(evidence).items() if lines}

    def with_goal(self, **changes: object) -> list[Proof]:
        """The proofs with one goal changed."""
        first, *rest = self.clean.evidence.proofs
        goals = [dataclasses.replace(first.run.goals[-1], **changes), *first.run.goals[:-1]]
        return [dataclasses.replace(first, run=dataclasses.replace(first.run, goals=goals)), *rest]

    def test_untouched(self) -> None:
        self.assertEqual(self.broken_with(), {})

    def test_cached_verdict(self) -> None:
        self.assertEqual(set(self.broken_with(proofs=self.with_goal(cached=True))), {"provers"})
        self.assertEqual(self.broken_with(proofs=self.with_goal(cached=True), cold=False), {})

    def test_interactive_proof(self) -> None:
        for prover in ("Script", "Coq", "Tactical"):
            self.assertEqual(set(self.broken_with(proofs=self.with_goal(prover=prover))), {"provers"})

    def test_lost_goal(self) -> None:
        first = self.clean.evidence.proofs[0]
        for by_shape, rules_broken in ((True, {"counted"}), (False, {"counted", "covered"})):
            lost = next(goal for goal in first.run.goals if (goal.prover == "CFG") == by_shape)
            shorter = dataclasses.replace(first.run, goals=[goal for goal in first.run.goals if goal != lost])
            broken = self.broken_with(proofs=[dataclasses.replace(first, run=shorter)])
            self.assertEqual(set(broken), rules_broken)

    def test_function_outside_the_run(self) -> None:
        first = self.clean.evidence.proofs[0]
        shard = dataclasses.replace(first.shard, functions=("count",))
        broken = self.broken_with(proofs=[dataclasses.replace(first, shard=shard)])
        self.assertEqual(broken["covered"], ["planted: not in the run"])

    def test_nothing_run(self) -> None:
        self.assertLessEqual({"covered", "floors"}, set(self.broken_with(proofs=[])))
        self.assertEqual(set(self.broken_with(smoke=[])), {"smoke"})

    def test_frama_c_failed(self) -> None:
        first = self.clean.evidence.proofs[0]
        for status in (1, -9, None):
            run = dataclasses.replace(first.run, status=status)
            self.assertIn("ended", self.broken_with(proofs=[dataclasses.replace(first, run=run)]))

    def test_status_disagrees(self) -> None:
        first = self.clean.evidence.proofs[0]
        facts = first.run.facts
        for status in ("unknown", "never_tried", "considered_valid", "invalid", "valid_but_dead", "inconsistent"):
            properties = tuple(
                dataclasses.replace(found, status=status) if found.kind == "ensures" else found
                for found in facts.properties
            )
            run = dataclasses.replace(first.run, facts=dataclasses.replace(facts, properties=properties))
            self.assertIn("status", self.broken_with(proofs=[dataclasses.replace(first, run=run)]), status)

    def test_smoke_test_skipped(self) -> None:
        first, *rest = self.clean.evidence.smoke
        run = dataclasses.replace(first.run, goals=[])
        self.assertEqual(set(self.broken_with(smoke=[dataclasses.replace(first, run=run), *rest])), {"smoke"})

    def test_requirement_without_a_goal(self) -> None:
        first = self.clean.evidence.proofs[0]
        goals = [goal for goal in first.run.goals if (goal.function, goal.label) != ("planted", "same")]
        self.assertLess(len(goals), len(first.run.goals))
        without = [dataclasses.replace(first, run=dataclasses.replace(first.run, goals=goals))]
        with tempfile.TemporaryDirectory() as directory:
            tree = pathlib.Path(directory)
            (tree / "kernel" / "safety").mkdir(parents=True)
            (tree / "kernel" / "safety" / "requirements.toml").write_text(
                '[REQ-ABC-1]\nclauses = ["planted.same", "planted.copied", "count.same", "of_another_part.same"]\n',
                encoding="utf-8",
            )
            self.assertEqual(self.broken_with(tree=tree), {})
            self.assertEqual(
                self.broken_with(tree=tree, proofs=without)["traced"],
                ["REQ-ABC-1: planted.same", "REQ-ABC-1: planted.copied"],
            )

    def test_stale_entries(self) -> None:
        claims = self.clean.evidence.claims
        stale = {
            table: {"gone": "planted"}
            for table in (
                "excluded",
                "assumed",
                "environment",
                "by_reference_lost",
                "unreachable",
                "endless",
                "unpruned",
            )
        }
        stale["files"] = {**claims.files, "gone": claims.files["kernel/planted.c"]}
        stale["callers"] = {**claims.callers, "gone": claims.callers["planted"]}
        for table, entries in stale.items():
            broken = self.broken_with(claims=dataclasses.replace(claims, **{table: entries}))
            self.assertIn(f"[{table}] gone: stale", broken["claims"])
        callers = {
            "planted": dataclasses.replace(
                claims.callers["planted"], clauses=(*claims.callers["planted"].clauses, "gone: x")
            )
        }
        broken = self.broken_with(claims=dataclasses.replace(claims, callers=callers))
        self.assertEqual(broken, {"claims": ["[callers] planted: gone: x: stale"]})
        racing = {"planted": frozenset(["same", "gone"]), "gone": frozenset(["same"])}
        broken = self.broken_with(claims=dataclasses.replace(claims, racing=racing))
        self.assertEqual(broken["claims"], ["[racing] gone.same: stale", "[racing] planted.gone: stale"])

    def test_report(self) -> None:
        found = self.clean.report
        self.assertEqual(found["failed"], 0)
        self.assertTrue(found["is_the_gate"])
        file = found["files"]["kernel/planted.c"]
        self.assertEqual((file["claim"], file["goals"], file["passed"]), ("Planted.", len(found["goals"]), True))
        self.assertEqual(sum(file["provers"].values()), file["goals"])
        self.assertTrue(all(goal["verdict"] == results.VALID for goal in found["goals"]))
        self.assertEqual(file["slowest"], found["slowest"][: report.SLOWEST_OF_FILE])
        text = report.text(found, self.clean.evidence.extent, False)
        self.assertIn("kernel/planted.c: proved", text)
        self.assertEqual(sum(found["provers"].values()), len(found["goals"]))
        self.assertIn("Goals by prover: Qed ", text)
        self.assertIn("Planted.", text)
        self.assertIn("planted: planted (preconditions: 2)", text)

    def test_report_of_a_slow_run(self) -> None:
        def told(**changes: object) -> str:
            evidence = dataclasses.replace(self.clean.evidence, **changes)
            return report.text(report.data(evidence, rules.judge(evidence)), evidence.extent, False)

        self.assertIn("minutes from beginning to end", told(seconds=1799.0))
        self.assertNotIn("TOO SLOW", told(seconds=1799.0))
        self.assertIn("TOO SLOW: `make prove` is to take 30 minutes at most", told(seconds=1801.0))
        self.assertNotIn("TOO SLOW", told(seconds=1801.0, cold=False))
        self.assertNotIn("TOO SLOW", told(seconds=1801.0, configuration=configurations.OTHERS[0]))
