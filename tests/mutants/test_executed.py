"""Mutants that are compiled and run: a wrong kernel is refuted, another text of the same code is
not."""
import pathlib
import tempfile
import unittest

from proofs.mutants import executed
from proofs.mutants.executed import NOT_CODE, NOT_FOUND, REFUSED, REFUTED_BY, Finding
from proofs.mutants.mutant import Identity, Mutant

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = 2000


def mutant(file, find, replace):
    text = (ROOT / file).read_text()
    if text.count(find) != 1:
        raise AssertionError(f"{file} has {text.count(find)} times {find!r}, expected once")
    start = text.index(find)
    return Mutant(Identity(file, "f", "planted", find, replace), start, start + len(find), replace, ())


class Executed(unittest.TestCase):
    def test_findings(self):
        """each kind, one after the other, and the kernel is whole again in between"""
        with tempfile.TemporaryDirectory() as directory:
            bench = executed.Bench(pathlib.Path(directory) / "bench", RUNS, 1)
            wrong = mutant("kernel/offer.c", "pool->reserved < pool->idle", "pool->reserved <= pool->idle")
            for planted, verdict in (
                    (wrong, REFUTED_BY),
                    (mutant("kernel/offer.c", "pool->reserved < pool->idle", "pool->reserved + 0 < pool->idle"),
                     NOT_CODE),
                    (mutant("kernel/rtmr_text.c", '"a job would miss its deadline"', '"late"'), NOT_FOUND),
                    (mutant("kernel/ticks.h", "return a > b ? a : b;", "return a > b ? a : c;"), REFUSED),
                    (wrong, REFUTED_BY)):
                with self.subTest(planted=str(planted.identity)):
                    self.assertEqual(bench.finding(planted).verdict, verdict)

    def test_reading(self):
        shown = "12 runs, seed 1, 1 processes, 0 s\n\nrun 1:7 (lawful, 30 calls), 3 calls are enough:\n4 map slots\n"
        table = "\nclause   evaluated  runs that break it\nRoom  12  0\nOffer  3  1  BROKEN\n"
        self.assertEqual(executed.read(shown + "Offer is broken at 1 by offer: no\nOffer: one\n" + table),
                         Finding(REFUTED_BY, "1:7", "Offer"))
        self.assertEqual(executed.read("making smaller: run 1:7 was ended by signal 4 (Illegal instruction)\n" + table),
                         Finding(REFUTED_BY, "1:7", "Offer"))
        self.assertEqual(executed.read("run 1:3 was ended by signal 4 (Illegal instruction)\n1 runs, seed 1\n"),
                         Finding(REFUTED_BY, "1:3", "signal 4 (Illegal instruction)"))
        self.assertEqual(executed.read("12 runs, seed 1, 1 processes, 0 s\n\njobs accepted  0 10  TOO FEW\n"),
                         Finding(NOT_FOUND))


if __name__ == "__main__":
    unittest.main()
