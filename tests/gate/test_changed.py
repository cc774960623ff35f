"""What is proved again after a change: what it reaches, and nothing else."""
from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tests.gate import planted

ROOT = pathlib.Path(__file__).resolve().parents[2]


class ChangedTest(unittest.TestCase):
    """python3 -m proofs.changed, in a repository of one planted file: `planted` calls `count`."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory(prefix="changed-")
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name)
        planted.plant(planted.Planted.read(planted.ROOM / "clean.c"), self.tree)
        (self.tree / "spec").mkdir()
        (self.tree / "spec" / "planted.acsl").write_text(
            "/*@ predicate Unused(integer n) = n > 0; */\n", encoding="utf-8"
        )
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "--message=clean")

    def git(self, *words: str) -> None:
        """Runs git in the tree."""
        subprocess.run(["git", *words], cwd=self.tree, check=True, stdin=subprocess.DEVNULL)

    def change(self, before: str, after: str) -> None:
        """Edits the planted file."""
        path = self.tree / "kernel" / "planted.c"
        text = path.read_text(encoding="utf-8")
        self.assertEqual(text.count(before), 1)
        path.write_text(text.replace(before, after), encoding="utf-8")

    def proved(self, *words: str) -> tuple[int, str]:
        """How the command ends, and its last line."""
        done = subprocess.run(
            [sys.executable, "-B", "-m", "proofs.changed", "--tree", str(self.tree), *words],
            cwd=self.tree,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.stderr:
            return done.returncode, done.stderr.splitlines()[-1]
        self.assertIn("This is not the gate", done.stdout)
        return done.returncode, done.stdout.splitlines()[-1]

    def test_journal(self) -> None:
        self.assertEqual(self.proved(), (0, "2 functions proved again, 0 failed"))
        self.assertEqual(self.proved(), (0, "0 functions proved again, 0 failed"))
        self.change("return i;", "return i + 0;")
        self.assertEqual(self.proved(), (0, "1 functions proved again, 0 failed"))
        self.change("return i + 0;", "return i + 1;")
        for _ in range(2):  # what fails is not taken down
            status, said = self.proved()
            self.assertRegex(f"{status} {said}", "^1 1 functions proved again, [1-9][0-9]* failed$")
        self.change("return i + 1;", "return i;")
        self.assertEqual(self.proved(), (0, "0 functions proved again, 0 failed"))

    def test_since(self) -> None:
        self.assertEqual(self.proved("--since", "HEAD"), (0, "0 functions proved again, 0 failed"))
        self.change("requires small: 0 <= n <= 100;", "requires small: 0 <= n <= 101;")
        self.assertEqual(self.proved("--since", "HEAD"), (0, "2 functions proved again, 0 failed"))

    def test_no_commit(self) -> None:
        status, said = self.proved("--since", "gone")
        self.assertEqual(status, 1)
        self.assertIn("gone", said)
