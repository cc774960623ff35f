"""claims.toml lists what callers of the kernel owe, in every configuration that is proved; and only
that.
"""
from __future__ import annotations

import concurrent.futures
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


class OwedTest(unittest.TestCase):
    """The rules about assumptions that need no proof."""

    def test_every_configuration(self) -> None:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for evidence in pool.map(_read, configurations.KNOWN.values()):
                with self.subTest(str(evidence.configuration)):
                    self.assertTrue(evidence.program.complete)
                    self.assertEqual(list(owed.unlisted(evidence)), [])
                    self.assertEqual(list(owed.stale(evidence)), [])
                    self.assertEqual(rules.environment(evidence), [])
                    self.assertLess(
                        {"rtmr_init_as", "rtmr_submit", "rtmr_estimate_map", "rtmr_environment"},
                        set(owed.demands(evidence)),
                    )
