"""Texts that test the checks of text.py: how each is right, and how it is wrong."""
from text import CODE, PROSE

# Files of one line: a name, how the line begins, and the least number of columns that is too many.
EDGES = (
    ("page.md", "A sentence ", PROSE + 1),
    ("source.c", "/* ", PROSE + 1),
    ("source.c", "    // ", PROSE + 1),
    ("source.c", "int x; /* ", CODE + 1),
    ("source.h", "/*@ requires ", CODE + 1),
    ("source.h", "#define X ", CODE + 1),
    ("source.acsl", "// ", PROSE + 1),
    ("source.py", "# ", PROSE + 1),
    ("source.py", "x = 1  # ", CODE + 1),
    ("values.toml", "# ", PROSE + 1),
    ("rules.mk", "# ", PROSE + 1),
    ("rules.mk", "all: ", CODE + 1),
)

# Files of several lines, and the complaints about them.
WIDE = "x" * CODE
WHOLE = (
    ("table.md", f"| {WIDE} |\n", ()),
    ("block.md", f"```\n{WIDE}\n```\n", ()),
    ("after_block.md", f"```\n```\n{WIDE}\n", (3,)),
    ("address.md", f"https://{WIDE}\n", ()),
    ("comment.c", f"/*\n * {WIDE}\n */\nint {WIDE};\n", (2, 4)),
    ("annotation.c", f"/*@\n  ensures {WIDE[:-20]};\n  // {WIDE[:-5]}\n*/\n", (3,)),
    ("docstring.py", f'def f():\n    """{WIDE[:-10]}"""\n    return "{WIDE[:-20]}"\n', (2,)),
    ("values.toml", f'# {WIDE}\nwhy = "{WIDE}"\nall = [\n    "{WIDE}",\n]\n', (1,)),
    ("word.toml", 'why = "a body"\nwhy = "no' + 'body"\n', (2,)),
    ("text.py", f'X = """\n{WIDE}\n"""\n', ()),
)

# A word of each pattern, put together, so that this file does not have it.
OLD_WORDS = tuple("".join(parts)
                  for parts in (("Who", "ever"), ("no", "body"), ("a", "new"), ("so ", "are"), ("so\n * ", "are"),
                                               ("so ", "do"), ("so\n# ", "do the")))
GOOD_WORDS = ("a newer one", "so do not wait", "also are", "nobodies")
