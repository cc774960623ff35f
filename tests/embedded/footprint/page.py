"""Tables in Markdown."""


def columns(builds):
    """The headings of columns with a build each."""
    return [f"{b.target.name} {b.level}" for b in builds]


def table(heading, rows, texts=1):
    """A table; so many columns at the left are text, the others are numbers."""
    lines = ["| " + " | ".join(heading) + " |", "|---" * texts + "|---:" * (len(heading) - texts) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
