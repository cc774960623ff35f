"""The command itself: what it exits with, what it prints, and what it writes."""
from __future__ import annotations

import dataclasses
import gzip
import json
import os
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from proofs.gate import configurations, record
from tests.gate import planted

ROOT = pathlib.Path(__file__).resolve().parents[2]


def command(directory: str, *words: str) -> list[str]:
    """The gate on the tree in the folder."""
    return [sys.executable, "-B", "-m", "proofs.gate", "--tree", directory, *words]


def place(directory: str) -> dict:
    """Where it runs."""
    return {"cwd": directory, "env": os.environ | {"PYTHONPATH": str(ROOT)}, "text": True}


class CommandTest(unittest.TestCase):
    """python3 -m proofs.gate, on the tree of one planted file."""

    def run_gate(
        self, name: str, *words: str, config: str = "full", claims: str = ""
    ) -> tuple[subprocess.CompletedProcess, dict | None]:
        """Runs it, and reads the report if there is one."""
        with tempfile.TemporaryDirectory(prefix="planted-") as directory:
            tree = pathlib.Path(directory)
            planted.plant(planted.Planted.read(planted.ROOM / f"{name}.c"), tree)
            if claims:
                (tree / "proofs" / "claims.toml").write_text(claims, encoding="utf-8")
            done = subprocess.run(
                command(directory, "--config", config, *words), capture_output=True, check=False, **place(directory)
            )
            reports = sorted((tree / "build" / "prove").glob("*.json"))
            self.assertLessEqual(
                {report.name for report in reports}, {"quick.json" if "quick" in words else "report.json"}
            )
            return done, json.loads(reports[0].read_text(encoding="utf-8")) if reports else None

    def test_clean(self) -> None:
        done, report = self.run_gate("clean", "prove")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"\n\d+ passed, 0 failed\n$")
        self.assertTrue(report["is_the_gate"])
        self.assertEqual(report["failed"], 0)

    def test_not_proved(self) -> None:
        for name, verdict in (("unproved", "unknown"), ("timeout", "timeout")):
            done, report = self.run_gate(name, "prove")
            self.assertEqual(done.returncode, 1, name)
            self.assertRegex(done.stdout, r"\n\d+ passed, [1-9]\d* failed\n$")
            self.assertIn("NOT PROVED", done.stdout)
            self.assertIn(verdict, {goal["verdict"] for goal in report["goals"]})

    def test_what_was_proved_is_written_down(self) -> None:
        """The record, if that is asked for; a stamp of a configuration that is not the full one."""
        with tempfile.TemporaryDirectory(prefix="planted-") as directory:
            tree = pathlib.Path(directory)
            planted.plant(planted.Planted.read(planted.ROOM / "clean.c"), tree)
            shutil.copy(ROOT / record.HEADER, tree / record.HEADER)
            for words, recorded, stamped in (
                (("--config", "RTMR_JOBS=8", "--record", "prove"), [], True),
                (("--record", "prove"), ["full"], False),
            ):
                (tree / record.STAMP).unlink(missing_ok=True)
                done = subprocess.run(
                    command(directory, *words), capture_output=True, check=False, **place(directory)
                )
                with self.subTest(words=words):
                    self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                    self.assertEqual([row.name for row in record.current(tree)], recorded)
                    self.assertEqual((tree / record.STAMP).exists(), stamped)
            (row,) = record.read(tree)
            self.assertEqual(row.settings, configurations.FULL.values)
            self.assertGreater(row.goals, 0)
            self.assertIn("#define RTMR_PROVEN_RECORDED 1", (tree / record.HEADER).read_text(encoding="utf-8"))

    def test_goes_on_where_it_was_interrupted(self) -> None:
        with tempfile.TemporaryDirectory(prefix="planted-") as directory:
            planted.plant(planted.Planted.read(planted.ROOM / "clean.c"), pathlib.Path(directory))
            self.interrupt(directory)
            self.assertGreater(self.functions_taken(directory, "--resume", "prove"), 0)

    def test_smoke_tests_are_taken_only_if_all_are_there(self) -> None:
        with tempfile.TemporaryDirectory(prefix="planted-") as directory:
            planted.plant(planted.Planted.read(planted.ROOM / "clean.c"), pathlib.Path(directory))
            self.functions_taken(directory, "prove")
            cut = 0
            for path in (pathlib.Path(directory) / "build/prove/kept").iterdir():
                run = pickle.loads(gzip.decompress(path.read_bytes()))
                if run.goals[0].smoke:
                    path.write_bytes(gzip.compress(pickle.dumps(dataclasses.replace(run, goals=run.goals[1:]))))
                    cut += 1
            self.assertGreater(cut, 0)
            self.assertGreater(self.functions_taken(directory, "--resume", "prove"), 0)  # and no rule is broken

    def test_goes_on_from_what_was_proved(self) -> None:
        """The proof of a function counts if that is asked for, as long as nothing changes that it
        sees, in whatever configuration.
        """
        with tempfile.TemporaryDirectory(prefix="planted-") as directory:
            tree = pathlib.Path(directory)
            planted.plant(planted.Planted.read(planted.ROOM / "clean.c"), tree)
            with (tree / "proofs/claims.toml").open("a", encoding="utf-8") as claims:
                claims.write('\n[racing]\nplanted = ["same"]\n')
            shutil.copy(ROOT / record.HEADER, tree / record.HEADER)
            source = tree / "kernel/planted.c"
            text = source.read_text(encoding="utf-8")
            still, more = "still: p->a ==", "still: RTMR_JOBS > 0 && p->a =="
            for words, old, new, taken in (
                (("prove",), "", "", 0),
                (("--resume", "prove"), "    p->b =", "    /* A\n remark. */\n    p->b =", 2),
                (("--resume", "prove"), "assert still", "assert again", 1),
                (("--resume", "prove"), "ensures same:   \\result", "ensures kept: \\result", 0),
                (("--resume", "prove"), "", "", 2),
                (("--resume", "--config", "RTMR_JOBS=8", "prove"), "", "", 2),
                (("--resume", "--config", "narrow", "prove"), "", "", 0),  # another machine
                (("--resume", "prove"), still, more, 1),
                (("--resume", "prove"), still, more, 2),
                (("--resume", "--config", "RTMR_JOBS=8", "prove"), still, more, 1),
                (("prove",), "", "", 0),
            ):
                source.write_text(text.replace(old, new) if old else text, encoding="utf-8")
                with self.subTest(words=words, new=new):
                    self.assertEqual(self.functions_taken(directory, *words), taken)

    def test_what_a_body_asks_of_callers(self) -> None:
        """WP has a callee's body decide what it takes of pointers. The caller's proof is kept, and
        is not one any more.
        """
        text = """#include <stdint.h>
#include <stddef.h>
/*@ requires valid: (p == \\null || \\valid(p)) && \\valid(q);
    assigns *p;
    ensures kept: *q == \\old(*q);
*/
static void callee(int32_t *p, int32_t *q)
{
    if (p == NULL || q == NULL) {
        return;
    }
}
/*@ requires valid: \\valid(p);
    assigns *p;
    ensures kept: *p == \\old(*p);
*/
static void planted(int32_t *p)
{
    callee(p, p);
}
/*@ assigns \\nothing; */
void root(void)
{
    int32_t n = 0;
    planted(&n);
}
"""
        changed = text.replace("if (p == NULL || q == NULL) {", "if (p == NULL) {").replace(
            "    }\n}", "    }\n    *p = 1;\n}", 1
        )
        with tempfile.TemporaryDirectory(prefix="planted-") as directory:
            tree = pathlib.Path(directory)
            planted.plant(planted.Planted.read(planted.ROOM / "clean.c"), tree)
            (tree / "proofs/claims.toml").write_text(
                planted.COMMON_CLAIMS
                + planted.FILE_CLAIM.format(room="kernel")
                + '[by_reference_lost]\ncallee = "compares with NULL"\nplanted = "hands its pointer on"\n',
                encoding="utf-8",
            )
            for code, words, status in ((text, ("prove",), 0), (changed, ("--resume", "prove"), 1)):
                (tree / "kernel/planted.c").write_text(code, encoding="utf-8")
                done = subprocess.run(command(directory, *words), capture_output=True, check=False, **place(directory))
                self.assertEqual((done.returncode, done.stderr), (status, ""), done.stdout)
            self.assertRegex(done.stdout, r"FAILED +hypotheses")
            self.assertIn("planted: calls callee, of which its run says something else", done.stdout)

    def functions_taken(self, directory: str, *words: str) -> int:
        """Proves, and says of how many functions the proof was there before."""
        done = subprocess.run(command(directory, *words), capture_output=True, check=False, **place(directory))
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        reports = (pathlib.Path(directory) / "build/prove").glob("report*.json")
        newest = max(reports, key=lambda path: path.stat().st_mtime_ns)
        return json.loads(newest.read_text(encoding="utf-8"))["kept"]

    def interrupt(self, directory: str) -> None:
        """Begins a proof, and ends it when the first part is done."""
        with subprocess.Popen(
            command(directory, "--jobs", "1", "prove"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            **place(directory),
        ) as gate:
            for line in gate.stdout:
                if re.search(r"\[ *1/", line):
                    gate.terminate()
                    break
            gate.stdout.read()
        self.assertNotEqual(gate.returncode, 0)

    def test_not_the_gate(self) -> None:
        for words in (("quick",), ("quick", "--functions=planted")):
            done, report = self.run_gate("clean", *words)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn("This is not the gate", done.stdout)
            self.assertFalse(report["is_the_gate"])
            some = "--functions=planted" in words
            self.assertRegex(
                done.stdout,
                r"\nkernel/planted\.c: 1 of 2 functions tried: proved\n"
                if some
                else r"\nkernel/planted\.c: proved\n  Planted\.\n",
            )

    def test_no_verdict(self) -> None:
        for said, words, changes in (
            ("not a function that is proved: gone", ("quick", "--functions=gone"), {}),
            ("tiny: expected", ("prove",), {"config": "tiny"}),
            ("claims.toml", ("prove",), {"claims": "[files\n"}),
        ):
            done, report = self.run_gate("clean", *words, **changes)
            self.assertEqual((done.returncode, report), (1, None))
            self.assertRegex(done.stderr, f"^proofs.gate: .*{said}")
