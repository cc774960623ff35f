"""What the first page and harness/service/README.md tell people to type, done from the first line
to the last: only the paths are others, and the test does what systemd would.
"""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from tests.service.daemon import BUILD, PATIENCE, ROOT, Daemon, until

PAGE = (ROOT / "harness/service/README.md").read_text()
FIRST_PAGE = (ROOT / "README.md").read_text()


def commands():
    """The commands of the page, in order: (who, command, what it prints)."""
    blocks = re.findall(r"^```shell-session\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [("root" if prompt == "#" else "user", command, output) for block in blocks
            for prompt, command, output in re.findall(r"^([#$]) (.*)\n((?:(?![#$] ).*\n)*)", block, re.MULTILINE)]


def shape(text):
    """A text without its times; small numbers are those of jobs and tasks."""
    text = re.sub(r"\d\d:\d\d:\d\d", "TIME", text)
    return re.sub(r"\d+(\.\d+)? (h|min|s|ms)\b( \d+ (min|s)\b)?", "LONG", text)


class Machine:
    """The machine that the page is about."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.prefix = daemon.folder / "prefix"

    def shell(self, command):
        """Runs a line with the paths of the test; returns what it prints."""
        for told, found in (("/var/lib/rtmr", self.daemon.store), ("/var/backups", self.daemon.folder),
                            ("build/", f"{BUILD}/")):
            command = command.replace(told, str(found))
        environment = {**os.environ, "PATH": f"{self.prefix}/bin:{os.environ['PATH']}", "TZ": "UTC",
                       "RTMR_SOCKET": str(self.daemon.socket)}
        done = subprocess.run(["sh", "-c", f"{command} 2>&1"], cwd=self.daemon.folder, env=environment, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, (command, done.stdout)
        return done.stdout

    def install(self):
        """Into a folder of the test."""
        done = subprocess.run(["make", "-s", "install-client", f"PREFIX={self.prefix}", "DESTDIR="], cwd=ROOT,
                              check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=10 * PATIENCE)
        assert done.returncode == 0, (done.stdout, done.stderr)
        shutil.copy(BUILD / "rtmr", self.prefix / "bin")

    def start(self):
        """What systemd does with the installed unit."""
        unit = (self.prefix / "lib/systemd/system/rtmrd.service").read_text()
        paths = {"/var/lib/rtmr": str(self.daemon.store), "/run/rtmr/socket": str(self.daemon.socket)}
        words = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE).group(1).split()
        self.daemon.command = [paths.get(word, word) for word in words]
        self.daemon.start()

    def as_root(self, command):
        """A command of the administrator."""
        if command == "make install PREFIX=/usr/local":
            self.install()
        elif command in ("systemctl enable --now rtmrd", "systemctl start rtmrd"):
            self.start()
        elif command == "systemctl stop rtmrd":
            self.daemon.stop()
        elif command == "systemctl restart rtmrd":
            self.daemon.stop()
            self.start()
        elif command == "pkill -f '^rtmr-task /var/lib/rtmr/'":
            self.daemon.kill_tasks()
        elif command != "make build":
            self.shell(command)


@pytest.fixture(name="daemon")
def stopped_daemon():
    """A service that is not yet there."""
    daemon = Daemon()
    yield daemon
    if daemon.process is not None:
        daemon.__exit__(None, None, None)


def supervisors(daemon):
    """How the supervisors under a store were started: the pattern of the page must find them."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            found += [(entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()] if entry.name.isdigit() else []
        except OSError:
            pass
    return [line for line in found if re.search(rf"^rtmr-task {daemon.store}/", line)]


def test_the_page(daemon):
    """From the first command to the last; the job is there to the end, and a task that runs is run
    again by a store that was put back.
    """
    machine = Machine(daemon)
    runs = None
    for who, command, output in commands():
        if who == "root" and "--backup" in command:
            runs = daemon.accepted("sleep", "1000", map_ms=100000, deadline_ms=1000000, directory="/")
            until(lambda: len(supervisors(daemon)) == 1, "it runs")
        if who == "root":
            machine.as_root(command)
        else:
            assert shape(machine.shell(command)) == shape(output), command
    assert daemon.job(1)["state"] == "finished"
    assert [attempt["number"] for attempt in daemon.job(runs)["attempts"]] == [0, 1]


def test_the_first_page(daemon):
    """Its job runs as it stands."""
    command = re.search(r"^`build/(rtmr submit .*)`$", FIRST_PAGE, re.MULTILINE).group(1)
    machine = Machine(daemon)
    daemon.start()
    assert "job 1 accepted" in machine.shell(f"build/{command}")
    machine.shell(f"build/rtmr wait 1")
    assert [machine.shell(f"build/rtmr log --map {task} 1") for task in range(4)] == ["0\n", "1\n", "2\n", "3\n"]


def test_the_page_is_read():
    """All of it, in both roles."""
    assert {who for who, *_ in commands()} == {"root", "user"} and len(commands()) >= 16
