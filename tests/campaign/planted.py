"""Builds the campaign with one of its sources changed, and reads what a campaign reports.

`make` has built the campaign in build/campaign; the options are recorded there. Only the changed
source is compiled again.
"""
import pathlib
import re
import shlex
import subprocess

from tests.campaign.injected_faults import ROOT

BUILD = ROOT / "build/campaign"
CAMPAIGN = BUILD / "campaign"
TIME_LIMIT = 300  # seconds; far above any, it only ends a hang

ROW = re.compile(r"^(\S.*?) +(\d+) +(\d+)(?:  (?:BROKEN|NEVER EVALUATED))?$", re.MULTILINE)


class Broken(Exception):
    """A compiler refused something."""


def run(*command: object) -> subprocess.CompletedProcess[str]:
    """Runs a command; its output is kept."""
    return subprocess.run([str(word) for word in command], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=TIME_LIMIT, check=False)


def compile_with(*command: object) -> None:
    """Runs a compiler, which must succeed."""
    done = run(*command)
    if done.returncode != 0:
        raise Broken(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def built_with(file: str, text: str, directory: pathlib.Path) -> pathlib.Path:
    """The campaign as if the source `file` had this text."""
    source = directory / "changed.c"
    changed = directory / "changed.o"
    binary = directory / "campaign"
    compiler = shlex.split((BUILD / "options").read_text())
    rooms = [BUILD / room for room in ("kernel", "harness", "tests")]
    objects = [path for room in rooms for path in sorted(room.rglob("*.o"))
               if path.relative_to(BUILD).with_suffix(".c") != pathlib.Path(file)
               and (ROOT / path.relative_to(BUILD)).with_suffix(".c").exists()]
    source.write_text(text)
    compile_with(*compiler, "-w", "-c", source, "-o", changed)
    compile_with(compiler[0], *objects, changed, "-o", binary)
    return binary


def clauses(report: str) -> dict[str, int]:
    """The clauses that a campaign reports, with the number of runs that broke them."""
    head, found, table = report.partition("\nclause ")
    rows = ROW.findall(table) if found else []
    return {name: int(broken) for name, _, broken in rows if name != "lawful runs end well"}
