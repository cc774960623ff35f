#!/usr/bin/python3
"""Runs all tests of this folder, and ends with one line: N passed, N failed.

usage: run.py [NAME...]     names as of unittest, such as test_slips or test_slips.Reservation.test_right
"""
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class Result(unittest.TextTestResult):
    """Counts tests, not their failing subtests."""
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.failing = set()

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.failing.add(test.id())

    def addError(self, test, err):
        super().addError(test, err)
        self.failing.add(test.id())

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.failing.add(test.id())


def main():
    sys.path.insert(0, str(HERE))
    loader = unittest.defaultTestLoader
    tests = loader.loadTestsFromNames(sys.argv[1:]) if sys.argv[1:] else loader.discover(str(HERE))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=Result).run(tests)
    failed = len(result.failing)
    print(f"{max(0, result.testsRun - failed)} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main())
