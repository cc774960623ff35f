"""Pages in Markdown: tables and filled text."""
import textwrap

WIDTH = 100


def columns(builds):
    """The headings of columns with a build each."""
    return [f"{b.target.name} {b.level}" for b in builds]


def table(heading, rows, texts=1):
    """A table; so many columns at the left are text, the others are numbers."""
    lines = ["| " + " | ".join(heading) + " |", "|---" * texts + "|---:" * (len(heading) - texts) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def filled(text):
    """The page with its paragraphs and list items in lines of at most WIDTH columns."""
    lines, paragraph = [], []
    for line in [*text.splitlines(), ""]:
        if paragraph and (not line or line.startswith(("|", "#", "- "))):
            indent = "  " if paragraph[0].startswith("- ") else ""
            lines += textwrap.wrap(" ".join(part.strip() for part in paragraph), WIDTH, subsequent_indent=indent,
                                   break_long_words=False, break_on_hyphens=False)
            paragraph = []
        if not line or line.startswith(("|", "#")):
            lines.append(line)
        else:
            paragraph.append(line)
    return "\n".join(lines[:-1]) + "\n"
