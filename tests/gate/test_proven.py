"""RTMR_PROVEN_CONFIGURATION is 1 in the configurations that `make prove-all` proves, and in no
other.
"""
from __future__ import annotations

import itertools
import pathlib
import re
import subprocess
import tempfile
import unittest

from proofs.gate import configurations

KERNEL = pathlib.Path(__file__).resolve().parents[2] / "kernel"
PARTS = ("WHAT_IF", "STORED_VECTORS", "LATENCY", "SLOT_CHANGES")
DEFAULTS = {
    name: value
    for name, value in re.findall(
        r"#ifndef (RTMR_\w+).*\n#define \1 (\d+)\n", (KERNEL / "rtmr_config.h").read_text(encoding="utf-8")
    )
}
PROGRAM = """
#include "rtmr_config.h"
#if RTMR_PROVEN_CONFIGURATION
int it_is_proven;
#else
int it_is_not;
#endif
"""


def says(machine: str, settings: dict[str, str]) -> bool:
    """What the macro says, as Frama-C reads the header for a machine."""
    with tempfile.TemporaryDirectory() as directory:
        program = pathlib.Path(directory) / "program.c"
        program.write_text(PROGRAM, encoding="utf-8")
        given = " ".join(f"-D{name}={value}" for name, value in settings.items())
        done = subprocess.run(
            ["frama-c", "-machdep", machine, f"-cpp-extra-args=-I{KERNEL} {given}", "-print", str(program)],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
    proven = "it_is_proven" in done.stdout
    if proven == ("it_is_not" in done.stdout):
        raise AssertionError(done.stdout)
    return proven


class ProvenTest(unittest.TestCase):
    """The header and the gate's list."""

    def test_every_combination(self) -> None:
        known = [(proved.machine, {**DEFAULTS, **proved.shipped}) for proved in configurations.KNOWN.values()]
        capacities = [proved.shipped for proved in configurations.KNOWN.values() if "RTMR_JOBS" in proved.shipped]
        found = 0
        for machine, sizes, bits, runs in itertools.product(
            configurations.MACHINES, ({}, *capacities), ("32", "64"), ("0", "1")
        ):
            settings = {**DEFAULTS, **sizes, "RTMR_TICK_BITS": bits, "RTMR_WITH_RUNS": runs}
            with self.subTest(machine=machine, **settings):
                self.assertEqual(says(machine, settings), (machine, settings) in known)
            found += (machine, settings) in known
        self.assertEqual(found, len(known))

    def test_other_capacities(self) -> None:
        for name in ("RTMR_SLOTS", "RTMR_JOBS", "RTMR_TASKS"):
            with self.subTest(name):
                self.assertFalse(says("x86_64", {name: str(int(DEFAULTS[name]) - 1)}))

    def test_without_a_part(self) -> None:
        for part in PARTS:
            with self.subTest(part):
                self.assertFalse(says("x86_64", {f"RTMR_WITH_{part}": "0"}))

    def test_small_int(self) -> None:
        self.assertFalse(says("x86_16", {}))
