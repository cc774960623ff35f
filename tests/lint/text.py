"""How the sources read: widths of lines, and words that plain English does without.

Prose is at most 100 columns wide: pages (but for tables, blocks of code and lines with an address)
and comments that have their lines for themselves. Values in TOML may have any width. All other
lines are at most 120 columns wide, contracts among them.
"""
import io
import pathlib
import re
import tokenize

PROSE = 100
CODE = 120

# The rooms that are checked; "." is the files of the top level.
ROOMS = (".", ".ci", "harness", "kernel", "proofs", "spec", "tests")

# The rooms whose layout in C is checked. The macros of contracts in proofs/ are no C.
FORMATTED = ("harness", "kernel", "tests")

# Where lines that are no prose may have any width: tables and code in pages, sentences and snippets
# in TOML, which has strings of one line.
UNLIMITED = {".md", ".toml"}

# Each with a letter in brackets, so that this file does not have the word.
WORDS = ("w[h]oever", "n[o]body", "a[n]ew", "s[o] are", "s[o] do(?! not)")
OLD = re.compile("|".join(rf"\b{word}\b" for word in WORDS).replace(" ", r"[\s*#/@]+"), re.IGNORECASE)

SUFFIXES = {".acsl", ".awk", ".c", ".h", ".ld", ".md", ".mk", ".py", ".sh", ".toml", ".yaml"}
NAMES = {"Makefile", "run"}


def files(root, rooms=ROOMS):
    """The sources and pages of the rooms."""
    for room in rooms:
        found = (root / room).iterdir() if room == "." else (root / room).rglob("*")
        yield from (path for path in sorted(found)
                    if path.is_file() and (path.suffix in SUFFIXES or path.name in NAMES))


def c_sources(root):
    """The sources in C of the rooms whose layout is checked."""
    return [str(path.relative_to(root)) for path in files(root, FORMATTED)
            if path.suffix in (".c", ".h") and "planted" not in path.parts]


def prose_of_page(text):
    """The numbers of the lines of a page that are prose."""
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        if not code and not fence and not line.lstrip().startswith("|") and "://" not in line:
            yield number
        code ^= fence


def prose_of_c(text):
    """The same of a source in C or ACSL: comments, and in annotations the comments of these."""
    lines = text.splitlines()
    comment = annotation = False
    for number, line in enumerate(lines, 1):
        words = line.strip()
        if not comment and not annotation:
            opening = re.match(r"(/\*|//)(@?)", words)
            if opening and opening[1] == "//":
                if not opening[2]:
                    yield number
                continue
            comment = bool(opening) and not opening[2]
            annotation = bool(opening) and bool(opening[2])
        if comment or annotation and words.startswith("//"):
            yield number
        if "*/" in words:
            comment = annotation = False


def prose_of_python(text):
    """The same of a source in Python: comments and docstrings."""
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        alone = before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
        if token.type == tokenize.COMMENT and not token.line[:token.start[1]].strip():
            yield token.start[0]
        elif token.type == tokenize.STRING and alone:
            yield from range(token.start[0], token.end[0] + 1)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before = token.type


def prose_of_script(text):
    """The same where a comment begins with `#`."""
    return (number for number, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith("#"))


READERS = {".md": prose_of_page, ".py": prose_of_python,
           ".c": prose_of_c, ".h": prose_of_c, ".acsl": prose_of_c, ".ld": prose_of_c}


def complaints(name, text):
    """What is wrong with a file."""
    suffix = pathlib.Path(name).suffix
    prose = set(READERS.get(suffix, prose_of_script)(text))
    for number, line in enumerate(text.splitlines(), 1):
        most = PROSE if number in prose else None if suffix in UNLIMITED else CODE
        columns = len(line.expandtabs(4))
        if most is not None and columns > most:
            yield f"{name}:{number}: {columns} columns, at most {most}"
    for word in OLD.finditer(text):
        yield f"{name}:{text.count(chr(10), 0, word.start()) + 1}: an old word: {' '.join(word.group().split())}"


def all_complaints(root, rooms=ROOMS):
    """What is wrong with the files of the rooms."""
    return [complaint for path in files(root, rooms)
            for complaint in complaints(str(path.relative_to(root)), path.read_text())]
