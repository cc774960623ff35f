"""Tables in Markdown."""


def columns(builds):
    """The headings of columns with a build each."""
    return [f"{b.target.name} {b.level}" for b in builds]


def table(heading, rows, texts=1):
    """A table; so many columns at the left are text, the others are numbers."""
    lines = ["| " + " | ".join(heading) + " |", "|---" * texts + "|---:" * (len(heading) - texts) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


class Checks:
    """Counts what was expected, and says what was not so."""

    def __init__(self):
        self.passed = self.failed = 0

    def expect(self, holds, what):
        """One test."""
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            self.say(f"not so: {what}")

    def say(self, what):
        """Tells it."""
        print(what)

    def summary(self):
        """The last line of a suite."""
        return f"{self.passed} passed, {self.failed} failed"
