"""The man pages are well formed, and say of each command and option that there is such a thing."""
import re
import subprocess

import pytest

from tests.service.daemon import BUILD, ROOT

FOLDER = ROOT / "harness/client/man"
PAGES = sorted(FOLDER.iterdir())
RTMR = BUILD / "rtmr"
DAEMON = BUILD / "rtmrd"


def text_of(page):
    """A page as it is read, in lines that are not broken."""
    return subprocess.run(["mandoc", "-Tascii", "-O", "width=1000", str(page)], check=True, capture_output=True,
                          text=True).stdout.replace("_\b", "")


def plain(page):
    """Without bold and underlined letters."""
    return re.sub(".\b", "", text_of(page))


def output(program, *arguments):
    """What a program prints."""
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def commands():
    """Those of `rtmr help`, with their summaries, by heading."""
    text = output(RTMR, "help").split("\n\n")
    return {block.splitlines()[0]: re.findall(r"^  ([a-z][a-z-]*) +(\S.*)$", block, re.MULTILINE)
            for block in text if re.match(r"[A-Z][^\n]*:\n  [a-z]", block) and not block.startswith("Examples")}


def options(text):
    """The options of a help: {"--maps", "-m"}."""
    found = set()
    for short, long in re.findall(r"^  (?:(-\w), )?(--[\w-]+)", text, re.MULTILINE):
        found |= {short, long} - {""}
    return found


def sections(page):
    """The parts of a page by their headings."""
    parts = re.split(r"^(?:\.Ss|\.Sh) (.*)$", page.read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def documented(text):
    """The options that a part of a page explains."""
    found = set()
    for line in re.findall(r"^\.It (Fl .*)$", text, re.MULTILINE):
        found |= {f"-{name}" for name in re.findall(r"(?:Fl|,) (?:Fl )?(-?[\w-]+)", line) if name != "Fl"}
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_well_formed(page):
    done = subprocess.run(["mandoc", "-Tlint", "-W", "warning", str(page)], capture_output=True, text=True,
                          check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_fault_is_found(directory):
    (directory / "bad.1").write_text(PAGES[0].read_text() + ".Sh\n.Bl -tag\n")
    assert subprocess.run(["mandoc", "-Tlint", "-W", "warning", str(directory / "bad.1")], capture_output=True,
                          check=False).returncode != 0


def test_all_commands_are_there():
    text = sections(FOLDER / "rtmr.1")
    named = {heading: set(re.findall(r"^\.It Cm ([\w-]+)$", text[heading], re.MULTILINE))
             for heading in ("Real jobs", "Simulated clusters")}
    simulated, real = commands().values()
    assert {name for name, _ in simulated} == named["Simulated clusters"]
    assert {name for name, _ in real} == named["Real jobs"]


def own_commands():
    """The commands that rtmr-jobs.1 describes, each with its section."""
    for heading, text in sections(FOLDER / "rtmr-jobs.1").items():
        for name in re.findall(r"rtmr ([\w-]+)", heading):
            yield name, text


@pytest.mark.parametrize("name, text", own_commands(), ids=[name for name, _ in own_commands()])
def test_all_options_are_there(name, text):
    common = {"--socket", "--json", "--help", "-h"}
    shared = {"submit", "what-if", "abort", "suspend", "renew"}
    found = options(output(RTMR, name, "--help")) - common
    assert found <= documented(text), (name, found - documented(text))
    if name not in shared - {"submit", "renew"}:
        assert documented(text) <= found, (name, documented(text) - found)


def test_the_page_lists_its_commands():
    page = (FOLDER / "rtmr-jobs.1").read_text()
    names = {name for name, _ in own_commands()}
    _, real = commands().values()
    assert names == {name for name, _ in real} - {"audit", "replay"}
    assert set(re.findall(r"^\.Nm rtmr-([\w-]+)", page, re.MULTILINE)) == names
    assert set(re.findall(r"^\.Nm rtmr ([\w-]+)", page, re.MULTILINE)) == names


def test_all_options_of_the_daemon_are_there():
    source = (ROOT / "harness/service/daemon_options.c").read_text()
    of_slurm = re.search(r"cluster_help\[\] =(.*?);", source, re.DOTALL).group(1)  # rtmrd has no such help
    found = set(re.findall(r"--[\w-]+", re.sub(r"Usage.*", "", output(DAEMON, "--help")) + of_slurm))
    assert {"--partition", "--slots"} < found
    assert found == documented((FOLDER / "rtmrd.8").read_text())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_readable(page):
    """They name each other by pages that exist, and their sentences end."""
    text = plain(page)
    names = {other.name for other in PAGES}
    for name, number in re.findall(r"\b(rtmrd?[\w-]*)\(([18])\)", text):
        assert f"{name}.{number}" in names
    assert "NAME" in text and "EXIT STATUS" in text and "SEE ALSO" in text
