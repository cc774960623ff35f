"""No recipe runs a tool before the package that has the tool is installed, for any target that
`make help` lists.

What counts is what `make` may rely on with any number of jobs: a prerequisite of the target, or of
one of its prerequisites, has to install the package. Rules that break this are planted, and must be
found.
"""
import pathlib
import re
import shlex

import pytest

from tests.build.rules import ROOT, Rules, listed_targets

# What a Debian system always has: essential packages and shell words.
BASE = set("[ awk cat cd cmp cp echo exit false find flock grep gzip head install mkdir mv nproc printf rm rmdir sed "
           "sh tar test touch true".split())

# Tool -> the package that a group names for it. `ar` and its like come with the compiler.
TOOLS = {
    tool: tool
    for tool in ("gcc", "g++", "clang", "clang-19", "clang-format", "clang-tidy", "cmake", "cppcheck", "cvc4",
                 "debootstrap", "pkg-config", "python3", "why3", "z3")
}
TOOLS.update({
    "ar": "gcc", "ld": "gcc", "nm": "gcc", "objcopy": "gcc", "readelf": "gcc", "frama-c": "frama-c-base",
    "llvm-cov-19": "llvm-19", "llvm-profdata-19": "llvm-19", "arm-none-eabi-gcc": "gcc-arm-none-eabi",
    "arm-none-eabi-": "gcc-arm-none-eabi",
    "riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf", "riscv64-unknown-elf-": "gcc-riscv64-unknown-elf",
    "powerpc-linux-gnu-gcc": "gcc-powerpc-linux-gnu", "qemu-ppc": "qemu-user",
    "qemu-system-arm": "qemu-system-arm", "qemu-system-riscv32": "qemu-system-misc", "gnuplot": "gnuplot-nox",
    "pytest": "python3-pytest"
})

# Its text names the tools that have to be missing on the machine that it makes.
ELSEWHERE = {"tests/fresh/run.sh"}

BEFORE_A_COMMAND = {";", "|", "||", "&&", "&", "(", "{", "!", "do", "then", "else", "if"}


def commands(recipe):
    """The commands of a recipe, each a list of words."""
    for line in "\n".join(recipe).replace("\\\n", " ").splitlines():
        words = shlex.shlex(line, posix=True, punctuation_chars=True)
        words.whitespace_split = True
        words.commenters = ""
        command = []
        for word in words:
            if word in BEFORE_A_COMMAND or set(word) <= set(";|&()"):
                yield command
                command = []
            else:
                command.append(word)
        yield command


def scripts(command):
    """The files of the repository that a command runs: a script, or a module of Python with its
    neighbours."""
    if command[0].endswith("python3"):
        for word in command[1:]:
            module = word.replace(".", "/")
            if word.endswith(".py"):
                yield from [word]
            elif command[command.index(word) - 1] == "-m":
                yield from (str(path.relative_to(ROOT)) for path in sorted((ROOT / module).glob("*.py")))
            elif " " in word:  # a command that is handed on, as in "name=COMMAND ..."
                yield from scripts(word.partition("=")[2].split() or [""])
    elif command[0].endswith(".sh"):
        yield command[0]


def tools_of_script(name):
    """The tools that the text of a script names: words of a shell script, quoted words in Python
    (and its room's other files)."""
    path = ROOT / name
    if name in ELSEWHERE:
        return set()
    if path.suffix == ".sh":
        return set(re.split(r"[^\w.+-]", path.read_text())) & set(TOOLS)
    text = "".join(each.read_text() for each in path.parent.glob("*.py"))
    return set(re.findall(r'"([a-z][\w.+-]*)"', text)) & set(TOOLS)


def tools(recipe):
    """The tools that a recipe runs, and what it may not run because no package of it is known."""
    for command in commands(recipe):
        while command and (re.match(r"^\w+=", command[0]) or command[0] in ("for", "done", "fi", "}")):
            command = [] if command[0] == "for" else command[1:]
        if not command:
            continue
        tool = pathlib.Path(command[0]).name
        if tool in TOOLS:
            yield tool
        if tool == "python3" and "pytest" in command:
            yield "pytest"
        elif "/" not in command[0] and tool not in BASE:
            yield command[0]
        for script in scripts(command):
            yield from tools_of_script(script)


def faults(rules):
    """What is wrong with the order of the steps."""
    if rules.complaints:
        yield f"make complains: {rules.complaints}"
    for target, recipe in rules.recipes.items():
        have = rules.installed_before(target)
        for tool in sorted(set(tools(recipe))):
            if tool not in TOOLS:
                yield f"{target} runs {tool}, whose package is not known to this test"
            elif TOOLS[tool] not in have:
                yield f"{target} runs {tool} before the package {TOOLS[tool]} is installed"


# A rule that is wrong, and what has to be found. All are made by the target `planted`.
PLANTED = {
    "an object without a group": ("planted: build/planted.o\nbuild/planted.o: kernel/clock.c\n\t$(CC) -c $< -o $@\n",
                                  "build/planted.o runs gcc before the package gcc"),
    "a variant of a group without its compiler":
    ("PACKAGES_other := python3\n$(eval $(call variant,other,clang,-O2,other))\nplanted: build/other/kernel/clock.o\n",
     "build/other/kernel/clock.o runs clang before the package clang"),
    "a variant without a group": ("$(eval $(call variant,none,gcc,-O2))\nplanted: build/none/kernel/clock.o\n",
                                  "build/none/kernel/clock.o runs gcc before|make complains"),
    "a group that comes only with another prerequisite of the goal":
    ("planted: build/one build/two\nbuild/one: | $(HAVE)build\n\ttouch $@\nbuild/two:\n\tgcc -o $@ kernel/clock.c\n",
     "build/two runs gcc before the package gcc"),
    "a link of nothing that was compiled": ("planted:\n\t$(call link,$(CC),,)\n", "planted runs gcc before"),
    "an archive": ("planted:\n\t@rm -f x.a; $(AR) rcsD x.a\n", "planted runs ar before the package gcc"),
    "a script in Python": ("planted:\n\t@$(PYTHON) -B tests/lint/run.py\n", "planted runs python3 before"),
    "a test in Python": ("planted: | $(HAVE)python\n\t@$(PYTEST) tests/cli\n",
                         "planted runs pytest before the package python3-pytest"),
    "a script that runs a tool of another group": ("planted: | $(HAVE)python\n\t@$(PYTHON) -B tests/lint/run.py\n",
                                                   "planted runs cppcheck before the package cppcheck"),
    "a script of the shell":
    ("planted: | $(HAVE)build\n\ttests/freestanding/run.sh\n", "planted runs arm-none-eabi- before"),
    "a tool of no package": ("planted:\n\ttrue && wget x\n", "planted runs wget, whose package is not known"),
    "a tool in a loop": ("planted:\n\tfor f in a b; do gcc -c $$f; done\n", "planted runs gcc before"),
    "a group that does not exist": ("planted: | $(HAVE)nonsense\n\ttrue\n", "no group of packages nonsense"),
    "a call while the Makefile is read":
    ("X := $(shell no-such-tool)\nplanted:\n\ttrue\n", "make complains: .*no-such-tool"),
}


@pytest.fixture(scope="module", name="rules")
def rules_of_all_targets():
    """The rules of all targets that `make help` lists."""
    return Rules(listed_targets())


def test_every_tool_is_there_before_it_runs(rules):
    assert not list(faults(rules))


def test_every_target_runs_something(rules):
    targets = listed_targets()
    assert targets
    assert not [target for target in targets if not rules.recipes.get(target) and not rules.before(target)]


@pytest.mark.parametrize("planted, expected", PLANTED.values(), ids=PLANTED)
def test_planted(planted, expected):
    """A rule that is wrong is found."""
    assert re.search(expected, "\n".join(faults(Rules(["planted"], planted))))
