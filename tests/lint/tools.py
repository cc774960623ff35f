"""The four tools: each is asked about files and answers with what it found."""
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PARTS = ["-DRTMR_WITH_WHAT_IF=1", "-DRTMR_WITH_STORED_VECTORS=1", "-DRTMR_WITH_SLOT_CHANGES=1"]


class Finding(NamedTuple):
    """One line of a file breaks one rule. A tool that fails without a place says so in `rule`."""
    file: str
    line: int
    rule: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.rule}"


PLACED = re.compile(r"^(?P<file>[^\s:]+):(?P<line>\d+):(?:\d+:)? (?:(?:warning|error): )?(?P<rule>.*)$")


def ask(command, directory=ROOT):
    """The distinct findings in what a command prints, in order. Notes and quoted source lines
    are not findings."""
    done = subprocess.run(command,
                          cwd=directory,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT,
                          text=True,
                          check=False)
    found = {Finding(match["file"].replace(f"{directory}/", ""), int(match["line"]), match["rule"])
             for match in map(PLACED.match, done.stdout.splitlines())
             if match and not match["rule"].startswith("note: ")}
    if done.returncode != 0 and not found:
        found = {Finding(command[0], 0, done.stdout.strip() or f"ended with {done.returncode}")}
    return sorted(found)


def clang_format(sources):
    """The layout of .clang-format."""
    return ask(["clang-format", "--dry-run", "-Werror", *sources])


def cppcheck(sources):
    """General checks."""
    return ask(["cppcheck", "--quiet", "--std=c11", "--enable=warning,performance,portability", "--inline-suppr",
                "--error-exitcode=1", "--suppress=missingIncludeSystem", "--max-configs=64",
                "--template={file}:{line}: {id}: {message}",
                "-I.", "-Ikernel", *sources])


def misra(sources):
    """MISRA C:2012 by cppcheck's addon, whose rules are `misra-c2012-N`; any other rule means
    that cppcheck could not read the code. The headers are those of a freestanding gcc, with its
    predefined macros; all parts are built in."""
    with tempfile.TemporaryDirectory() as directory, tempfile.NamedTemporaryFile("w", suffix=".h") as predefined:
        # What cppcheck notes for rules about several files has fixed names: no other analysis may
        # be at work beside it.
        for room in ("kernel", "tests/lint/planted"):
            shutil.copytree(ROOT / room, pathlib.Path(directory) / room)
        subprocess.run(["gcc", "-std=c11", "-ffreestanding", "-dM", "-E", "-x", "c", "/dev/null"],
                       stdout=predefined,
                       check=True)
        headers = subprocess.run(["gcc", "-print-file-name=include"], stdout=subprocess.PIPE, text=True,
                                 check=True).stdout.strip()
        found = ask(["cppcheck", "--quiet", "--std=c11", "--addon=misra", "--enable=style", "--error-exitcode=1",
                     f"--suppress=*:{predefined.name}", f"--suppress=*:{headers}/*", "--template={file}:{line}: {id}",
                     f"--include={predefined.name}", f"-I{headers}", "-Ikernel", *PARTS, *sources], directory)
    return found


def clang_tidy(sources):
    """The checks of clang_tidy.yaml."""
    return ask(["clang-tidy", "--quiet", "--config-file=tests/lint/clang_tidy.yaml", *sources,
                "--", "-std=c11", "-ffreestanding", "-Ikernel"])


def analyzer(sources, *flags):
    """gcc -fanalyzer, file by file. It follows values best in optimised code."""
    return sorted(finding for source in sources for finding in ask([
        "gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-fanalyzer", "-Werror", "-Ikernel", *flags, "-c", "-o",
        "/dev/null", source
    ]))


def freestanding_analyzer(sources):
    return analyzer(sources, "-ffreestanding")


def hosted_analyzer(sources):
    return analyzer(sources, "-D_GNU_SOURCE")
