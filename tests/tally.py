"""Counts the tests of a checker, and shows what is wrong in those that fail."""
import re


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def verdict(self, name, wrong):
        """One test: it passes if nothing is wrong."""
        if wrong:
            self.failed += 1
            print(f"FAILED {name}", *wrong, sep="\n  ", flush=True)
        else:
            self.passed += 1

    def found(self, name, expected, complaints):
        """One test: what is planted is complained about, in words that match a regular
        expression."""
        seen = "\n  ".join(map(str, complaints))
        self.verdict(f"{name} is found",
                     [] if re.search(expected, seen) else [f"expected {expected}, found: {seen or 'nothing'}"])

    def end(self):
        """Prints the last line. Returns the status to end with."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0
