"""RTMR_PROVEN_CONFIGURATION is 1 in the configurations that proofs/record.toml has of the present
sources, in a build that includes a stamp, and in no other.
"""
from __future__ import annotations

import dataclasses
import itertools
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from proofs.gate import configurations, record
from proofs.gate.configurations import Configuration

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """
#include "rtmr_config.h"
#if RTMR_PROVEN_CONFIGURATION
int it_is_proven;
#else
int it_is_not;
#endif
"""
PASSED = {"failed": 0, "is_the_gate": True, "goals": [{}], "smoke_tests": 7, "smoke_choice": "a sample",
          "kept": 3}


def tree(directory: str) -> pathlib.Path:
    """A copy of what a proof is about, to be written to."""
    copy = pathlib.Path(directory)
    for room in ("kernel", "proofs", "spec"):
        shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("*.py", "*.jsonl", "__pycache__"))
    (copy / record.RECORD).unlink(missing_ok=True)
    record.write_header(copy)
    return copy


def row(copy: pathlib.Path, configuration: Configuration) -> record.Row:
    """What would be recorded if the configuration had been proved."""
    found = record.row_of(copy, configuration, PASSED)
    assert found
    return found


def says(copy: pathlib.Path, machine: str, settings: dict[str, str], *options: str) -> bool:
    """What the macro says, as Frama-C reads the header for a machine."""
    program = copy / "program.c"
    program.write_text(PROGRAM, encoding="utf-8")
    given = " ".join([*(f"-D{name}={value}" for name, value in settings.items()), *options])
    done = subprocess.run(
        ["frama-c", "-machdep", machine, f"-cpp-extra-args=-I{copy}/kernel {given}", "-print", str(program)],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    proven = "it_is_proven" in done.stdout
    if proven == ("it_is_not" in done.stdout):
        raise AssertionError(done.stdout)
    return proven


class RecordTest(unittest.TestCase):
    """The record that is committed, and the header that is made from it."""

    def test_the_header_follows_the_record(self) -> None:
        header = (ROOT / record.HEADER).read_text(encoding="utf-8")
        self.assertEqual(
            header,
            record.with_list(header, record.current(ROOT)),
            "`make prove-record` makes the list of kernel/rtmr_config.h from proofs/record.toml",
        )

    def test_rows(self) -> None:
        for found in record.read(ROOT):
            with self.subTest(found.name):
                self.assertIn(found.name, configurations.KNOWN)
                self.assertRegex(found.sources, r"^[0-9a-f]{64}$")
                self.assertGreater(found.goals, 10000)

    def test_only_a_gate_that_passed_is_recorded(self) -> None:
        for change in ({"failed": 1}, {"is_the_gate": False}):
            self.assertIsNone(record.row_of(ROOT, configurations.SMALLEST, {**PASSED, **change}))

    def test_written_and_read(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            copy = tree(directory)
            rows = [row(copy, configurations.KNOWN[name]) for name in ("large", "small")]
            for found in rows:
                record.add(copy, found)
            self.assertEqual(record.read(copy), rows)
            self.assertEqual(record.current(copy), rows)
            again = dataclasses.replace(rows[1], goals=9)
            record.add(copy, again)
            self.assertEqual(record.read(copy), [rows[0], again])
            spec = copy / "spec/policy.acsl"
            text = spec.read_text(encoding="utf-8")
            spec.write_text("/* A remark. */\n\n" + text.replace("*/\n", "*/ \n\n"), encoding="utf-8")
            self.assertEqual(record.current(copy), [rows[0], again])
            spec.write_text(text + "/*@ predicate One = \\true; */\n", encoding="utf-8")
            self.assertEqual(record.current(copy), [])
            record.write_header(copy)
            self.assertEqual(
                (copy / record.HEADER).read_text(encoding="utf-8").count("#define RTMR_PROVEN_RECORDED"), 1
            )


class ProvenTest(unittest.TestCase):
    """What the macro says."""

    def test_recorded(self) -> None:
        """Every known configuration is recorded, but one."""
        left_out = configurations.KNOWN["narrow"]
        with tempfile.TemporaryDirectory() as directory:
            copy = tree(directory)
            for known in configurations.KNOWN.values():
                self.assertFalse(says(copy, known.machine, known.shipped), known)
            for known in configurations.KNOWN.values():
                if known != left_out:
                    record.add(copy, row(copy, known))
            recorded = {(known.machine, *known.values.items()) for known in configurations.KNOWN.values()}
            recorded.remove((left_out.machine, *left_out.values.items()))
            bits = [configurations.read(f"RTMR_TICK_BITS={width}").settings for width in (32, 64)]
            for known, others, machine in itertools.product(
                configurations.KNOWN.values(), bits, configurations.MACHINES
            ):
                asked = Configuration("asked", machine, tuple({**dict(known.settings), **dict(others)}.items()))
                with self.subTest(str(asked)):
                    self.assertEqual(
                        says(copy, machine, asked.shipped), (machine, *asked.values.items()) in recorded
                    )
            self.assertFalse(says(copy, "x86_16", {}))

    def test_stamp(self) -> None:
        own = configurations.read("RTMR_SLOTS=5 RTMR_WITH_TOKENS=0 MACHINE=x86_32")
        with tempfile.TemporaryDirectory() as directory:
            copy = tree(directory)
            with self.assertRaisesRegex(record.Stale, "there is none"):
                record.check_stamp(copy)
            include = f"-include {copy / record.write_stamp(copy, row(copy, own))}"
            record.check_stamp(copy)
            self.assertTrue(says(copy, "x86_32", {}, include))
            self.assertFalse(says(copy, "x86_64", {}, include))
            self.assertFalse(says(copy, "x86_32", own.shipped))
            header = copy / record.HEADER
            text = header.read_text(encoding="utf-8")
            header.write_text(re.sub(r"(?<=_PATCH) \d+", " 99", text), encoding="utf-8")
            self.assertFalse(says(copy, "x86_32", {}, include))
            with self.assertRaisesRegex(record.Stale, "have changed"):
                record.check_stamp(copy)
