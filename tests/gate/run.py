#!/usr/bin/python3
"""Tests of the gate of `make prove`. Ends with one line: N passed, N failed."""
from __future__ import annotations

import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]


def main() -> int:
    """Runs every test, or those named on the command line."""
    loader = unittest.defaultTestLoader
    suite = loader.loadTestsFromNames(sys.argv[1:]) if sys.argv[1:] else loader.discover(str(HERE))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    print(f"{max(0, result.testsRun - failed - len(result.skipped))} passed, {failed} failed")
    return 0 if failed == 0 and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
