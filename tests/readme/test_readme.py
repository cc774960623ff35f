#!/usr/bin/python3
"""The pages say what is true: their commands print what they show, their examples compile and run.

A block of kind `console` is a command line behind "$ " and its output. It runs in a directory that
looks like the root of the repository and holds the page's first block of kind `c`, if it has one,
as example.c, and all others together, if it has more, as pieces.c. `make` is not run: what it
prints depends on the machine. What varies from run to run (VARYING: times of day above all) is
not compared. The SWIM day is run if $RTMR_SWIM_DAY names it. `test_readme.py
--update` writes the outputs again, `--update-all` those of `make` as well: read the difference
before you commit it.
"""
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
README = ROOT / "README.md"
EMBEDDER = ROOT / "kernel/README.md"
ERRATA = ROOT / "spec/errata.md"
ROOMS = ("kernel", "spec", "proofs", "harness", "tests")
PAGES = (README, *sorted(page for room in ROOMS for page in (ROOT / room).rglob("*.md")))

# Its commands need a cluster: tests/slurm/test_readme.py runs them.
OF_CLUSTER = ROOT / "harness/slurm/README.md"
MOST_LINES = 150
DAY = "FB-2009_samples_24_times_1hr_0.tsv"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WARNINGS = ("-Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wvla -Wstrict-prototypes "
            "-Wmissing-prototypes -Werror").split()

# What another run of the service prints in its place: when, how long before its deadline a job has
# finished, and the address of the page.
VARYING = ((re.compile(r"\b\d\d:\d\d:\d\d\b"), "TIME"),
           (re.compile(r"^(job \d+ finished at TIME), [^;\n]* before its deadline$", re.MULTILINE), r"\1, in time"),
           (re.compile(r"\bhttp://127\.0\.0\.1:\d+/#\w+$", re.MULTILINE), "PAGE"))

# What the embedder's page says of the size of a context, with runs and without.
FORMULAS = ("(10 + 2 *t*) *S* + (32 + 8 *t*) *R* + (19 + 8 *t*) *J* + 416 bytes",
            "(10 + 6 *t*) *S* + (19 + 8 *t*) *J* + 280")
REST = {1: 416, 0: 280}
SIZES = ((1, 1), (7, 3), (64, 32), (128, 1), (1000, 100), (2048, 2048))


def name_of(page):
    """A page's path in the repository."""
    return str(page.relative_to(ROOT))


def programs(page):
    """The programs of a page by the names of their files: the first block, and all others
    together."""
    example, *pieces = blocks(page, "c") or [""]
    return {name: text for name, text in (("example.c", example), ("pieces.c", "\n".join(pieces))) if text}


def stage(directory, page):
    """Makes the directory look like the root of the repository, with the page's programs in it."""
    for name in ("build", "harness", "kernel", "tests"):
        (directory / name).symlink_to(ROOT / name)
    for name, text in programs(page).items():
        (directory / name).write_text(text)
    day = os.environ.get("RTMR_SWIM_DAY")
    if day:
        (directory / DAY).symlink_to(pathlib.Path(day).resolve())


def runs(directory, command):
    """Whether this command can be run here."""
    return not command.startswith("make ") and (DAY not in command or (directory / DAY).exists())


def output_of(directory, command):
    """What a command line prints; whatever it says on standard error is a failure."""
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=directory, stdin=subprocess.DEVNULL,
                          capture_output=True, check=True)
    if done.stderr:
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode()


def constant(text):
    """A text without what varies."""
    for pattern, word in VARYING:
        text = pattern.sub(word, text)
    return text


def blocks(page, kind):
    """The blocks of a kind in a page, in order."""
    return [match.group(2) for match in BLOCK.finditer(page.read_text()) if match.group(1) == kind]


def with_blocks(kind):
    """The pages that have blocks of a kind, for a test's parameter `page`."""
    pages = [page for page in PAGES if page != OF_CLUSTER and blocks(page, kind)]
    return pytest.mark.parametrize("page", pages, ids=name_of)


@with_blocks("c")
def test_example_compiles(directory, page):
    """Without a warning, by both compilers."""
    stage(directory, page)
    for compiler, program in itertools.product(("gcc", "clang"), programs(page)):
        subprocess.run([compiler, "-std=c11", *WARNINGS, "-Ikernel", "-fsyntax-only", program], cwd=directory,
                       check=True)


@with_blocks("console")
def test_commands(directory, page):
    """Every command prints what is shown."""
    stage(directory, page)
    for block in blocks(page, "console"):
        command, shown = block.split("\n", 1)
        if runs(directory, command[2:]):
            found = output_of(directory, command[2:])
            if constant(found) != constant(shown):
                raise AssertionError(f"{command[2:]}\nprints\n{found}\n{page} shows\n{shown}")


def test_what_varies():
    """Only that is left out of the comparison."""
    shown = "job 1 finished at 14:03:20, 9 min 59 s before its deadline\nhttp://127.0.0.1:80/#a\n"
    assert constant(shown) == "job 1 finished at TIME, in time\nPAGE\n"
    for other in (shown.replace("before", "after"), shown.replace("job 1", "job 2"), shown.replace("127", "128"),
                  shown.replace("deadline", "deadline; it had lost its promise")):
        assert constant(other) != constant(shown)
    assert constant("done by 14:03:20 (in 1 min 10 s)") == "done by TIME (in 1 min 10 s)"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_exist(page):
    """Every path in back quotes that has a slash is one of the repository, and every link leads
    to a file and a heading in it."""
    text = page.read_text()
    for path in re.findall(rf"`((?:{'|'.join(ROOMS)})/[\w./*-]*)`", text):
        if not list(ROOT.glob(path.rstrip("/"))):
            raise AssertionError(f"{page} names {path}, which does not exist")
    for link, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", text):
        target = page.parent / link if link else page
        if not target.exists() or anchor and anchor not in anchors(target):
            raise AssertionError(f"{page} links to {link}#{anchor}, which does not exist")


def anchors(page):
    """The names by which links find the headings of a page."""
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)}


def test_readme_is_short():
    """The first page is read at one go."""
    assert README.read_text().count("\n") <= MOST_LINES


def test_slips_have_tests():
    """Every test that the errata name is there, and the numbers of the slips have no gap."""
    numbers = [int(number) for number in re.findall(r"^\| (\d+)\b", ERRATA.read_text(), re.MULTILINE)]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    slips = (ROOT / "tests/model/test_slips.py").read_text()
    rows = re.findall(r"^\| \d+ \|.*\| `(\w+)` \|$", ERRATA.read_text(), re.MULTILINE)
    if len(rows) != 15 or any(f"class {name}(" not in slips for name in rows):
        raise AssertionError(f"a test of the errata is missing: {rows}")


def test_size_of_a_context(directory):
    """The formula holds, the page says it, and the examples in its table agree with it."""
    stage(directory, EMBEDDER)
    page = " ".join(EMBEDDER.read_text().replace(">", "").split())
    if any(formula not in page for formula in FORMULAS):
        raise AssertionError(f"{EMBEDDER} does not have the formula")
    rows = re.findall(r"^\| (?:\d+ \| ){8}\d+ \|$", EMBEDDER.read_text(), re.MULTILINE)
    if len(rows) < 3:
        raise AssertionError(f"{EMBEDDER} has no table of sizes")
    for row in rows:
        slots, jobs, runs, *listed = (int(cell) for cell in row.strip("| ").split("|"))
        if listed != [without(slots, jobs, tick, runs) + tokens * 8 * slots + stored * 4 * tick * jobs * (slots + 1)
                      for tick in (8, 4) for tokens, stored in ((0, 0), (1, 0), (1, 1))]:
            raise AssertionError(f"{EMBEDDER}: {slots} slots, {jobs} jobs: {listed} bytes")
    (directory / "size.c").write_text('#include "rtmr.h"\n#include <stdio.h>\n'
                                      'int main(void) { return printf("%zu\\n", sizeof(struct rtmr)) < 0; }\n')
    for (slots, jobs), stored, tokens, runs, tick in itertools.product(SIZES, (0, 1), (0, 1), (0, 1), (8, 4)):
        found = int(
            output_of(
                directory, f"gcc -std=c11 -Ikernel -DRTMR_SLOTS={slots} -DRTMR_JOBS={jobs} -DRTMR_TICK_BITS={8 * tick} "
                f"-DRTMR_WITH_STORED_VECTORS={stored} -DRTMR_WITH_TOKENS={tokens} -DRTMR_WITH_RUNS={runs} "
                "size.c -o size && ./size"))
        most = without(slots, jobs, tick, runs) + stored * 4 * tick * jobs * (slots + 1) + tokens * 8 * slots
        if not most - REST[runs] <= found <= most:
            raise AssertionError(
                f"{slots} slots, {jobs} jobs, stored vectors {stored}, tokens {tokens}, runs {runs}, "
                f"{tick} bytes a tick: {found} bytes")


def without(slots, jobs, tick, runs):
    """Bytes of a context without stored vectors and tokens, at most."""
    of_slots = (10 + 2 * tick) * slots + (32 + 8 * tick) * (slots + slots // 4 + 1) if runs else (10 + 6 * tick) * slots
    return of_slots + (19 + 8 * tick) * jobs + REST[runs]


def update(also_make, page):
    """Runs the commands, and writes the page with what they print."""
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        stage(directory, page)

        def renewed(match):
            command = match.group(2).split("\n", 1)[0]
            if match.group(1) != "console":
                return match.group(0)
            if command.startswith("$ make ") and also_make:
                return f"```console\n{command}\n{output_of(ROOT, command[2:])}```"
            if runs(directory, command[2:]):
                found = f"```console\n{command}\n{output_of(directory, command[2:])}```"
                return match.group(0) if constant(found) == constant(match.group(0)) else found
            return match.group(0)

        page.write_text(BLOCK.sub(renewed, page.read_text()))


if __name__ == "__main__" and sys.argv[1:] in (["--update"], ["--update-all"]):
    for each in PAGES:
        update(sys.argv[1] == "--update-all", each)
