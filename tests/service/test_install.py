"""What `make install` installs works where it is: the demo runs from there, man finds the pages,
bash the completion, and systemd takes the units."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest

from tests.service.daemon import PATIENCE, ROOT


def run(*command, **environment):
    """What a command prints; it must succeed."""
    done = subprocess.run([str(word) for word in command], cwd=ROOT, env={**os.environ, **environment}, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=4 * PATIENCE)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


@pytest.fixture(name="prefix", scope="module")
def installation():
    """A folder in which everything is installed, as the user who runs it."""
    with tempfile.TemporaryDirectory() as name:
        run("make", "-s", "install-client", f"PREFIX={name}", "DESTDIR=")
        shutil.copy(ROOT / "build/rtmr", pathlib.Path(name) / "bin")
        yield pathlib.Path(name)


def test_the_demo_runs(prefix, directory):
    """rtmr finds rtmrd beside itself, and this rtmr-task in ../libexec/rtmr."""
    out = run(prefix / "bin/rtmr", "demo", "--size", "1", TMPDIR=str(directory))
    assert "One process counts all" in out


def test_man_finds_the_pages(prefix):
    environment = {"MANPATH": str(prefix / "share/man"), "PATH": os.environ["PATH"]}
    for section, name in (("1", "rtmr"), ("1", "rtmr-jobs"), ("8", "rtmrd"), ("1", "rtmr-submit"), ("1", "rtmr-demo")):
        assert str(prefix) in run("man", "--where", section, name, **environment)


def test_links_lead_to_a_page(prefix):
    pages = list((prefix / "share/man/man1").iterdir())
    described = re.findall(r"^\.Nm (rtmr-[\w-]+)", (prefix / "share/man/man1/rtmr-jobs.1").read_text(), re.MULTILINE)
    assert {page.stem for page in pages} == {"rtmr", *described}
    for page in pages:
        if page.name not in ("rtmr.1", "rtmr-jobs.1"):
            assert page.read_text() == ".so man1/rtmr-jobs.1\n"


def test_completion_is_found(prefix):
    script = prefix / "share/bash-completion/completions/rtmr"
    assert run("bash", "--norc", "-c", f"source {script}; complete -p rtmr") == "complete -F _rtmr rtmr\n"


@pytest.mark.parametrize("kind", ("system", "user"))
def test_units(prefix, kind):
    """The program that a unit starts is there, and takes the options; systemd has no complaint."""
    unit = prefix / f"lib/systemd/{kind}/rtmrd.service"
    words = re.search(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE).group(1).split()
    assert words[0] == str(prefix / "bin/rtmrd")
    known = run(words[0], "--help")
    assert all(word in known for word in words if word.startswith("--"))
    lines = unit.read_text().splitlines()
    assert {"KillMode=process", "OOMPolicy=continue", "StartLimitIntervalSec=0", "RestartSec=100ms",
            "TasksMax=infinity", "RestartPreventExitStatus=2"} <= set(lines)
    assert ("OOMScoreAdjust=-900" in lines) == (kind == "system"), "a user may not lower it"
    if shutil.which("systemd-analyze"):
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", f"--{kind}", str(unit)], capture_output=True,
                              text=True, check=False, env={**os.environ, "XDG_RUNTIME_DIR": str(prefix)})
        assert "rtmrd" not in done.stderr, done.stderr
