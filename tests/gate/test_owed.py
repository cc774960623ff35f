"""claims.toml lists what callers of the kernel owe, in the configurations that are proved; and
only that, where all parts are built in.
"""
from __future__ import annotations

import concurrent.futures
import datetime
import os
import pathlib
import unittest

from proofs.gate import claims, configurations, framac, owed, rules
from proofs.gate.configurations import Configuration
from proofs.gate.evidence import Evidence

ROOT = pathlib.Path(__file__).resolve().parents[2]


def _read(configuration: Configuration) -> Evidence:
    """The sources as they are, with nothing proved."""
    return Evidence(
        ROOT,
        claims.read(ROOT / "proofs/claims.toml"),
        framac.parse(ROOT, configuration=configuration),
        frozenset(),
        True,
        framac.LIMIT_SECONDS,
        configuration,
    )


class PromisesTest(unittest.TestCase):
    """What stands together in a promise."""

    def test_a_conjunction(self) -> None:
        self.assertEqual(
            owed.named_conjuncts("outcome: (x ==> y) && 0 <= k && (a: f(x) && (b ==> c)) && (b: \\forall t; g(t))"),
            {"(x ==> y) && 0 <= k", "a: f(x) && (b ==> c)", "b: \\forall t; g(t)"},
        )
        self.assertEqual(owed.named_conjuncts("outcome: (a: x) && (b: y)"), {"a: x", "b: y"})

    def test_anything_else(self) -> None:
        for said in (
            "o: (a: x) ==> (b: y)", "o: (a: x) <==> (b: y)", "o: (a: x) || (b: y) && (c: z)", "o: (a: x) ^^ (b: y)",
            "o: p ? (a: x) : (b: y)", "o: z && (a: x) == (b: y)", "o: \\forall integer i; (a: x) && (b: y)",
        ):
            self.assertEqual(owed.named_conjuncts(said), set(), said)


class OwedTest(unittest.TestCase):
    """The rules about assumptions that need no proof."""

    def test_configurations(self) -> None:
        """The full one, and two others each day: one with all parts, and one without."""
        day = datetime.date.today().toordinal()
        whole = [known for known in configurations.OTHERS if known.whole]
        partial = [known for known in configurations.OTHERS if not known.whole]
        chosen = (configurations.FULL, whole[day % len(whole)], partial[day % len(partial)])
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for evidence in pool.map(_read, chosen):
                with self.subTest(str(evidence.configuration)):
                    self.assertTrue(evidence.program.complete)
                    self.assertEqual(list(owed.unlisted(evidence)), [])
                    self.assertEqual(list(owed.stale(evidence)) if evidence.configuration.whole else [], [])
                    for rule in (rules.environment, rules.contracts, rules.complete, rules.named, rules.bodiless):
                        self.assertEqual(rule(evidence), [], rule.__name__)
                    self.assertLess(
                        {"rtmr_init_as", "rtmr_submit", "rtmr_estimate_map", "rtmr_environment"},
                        set(owed.demands(evidence)),
                    )
