"""What harness/slurm/README.md tells an administrator and users to do, done from its first line to
its last on a cluster of the test: only the paths are others, and the test does what systemd would.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

from tests.service.daemon import PATIENCE, ROOT
from tests.slurm.cluster import USERS, Cluster
from tests.slurm.service import SlurmService, check

TEXT = (ROOT / "harness/slurm/README.md").read_text()

# What the page takes to be there.
SCRIPTS = {"map": "echo $RTMR_TASK >part.$RTMR_TASK", "reduce": "echo $(cat part.*)", "work": "true"}


def blocks():
    """The page's blocks: (kind, text)."""
    return re.findall(r"^```([\w-]+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def settings():
    """The files that the page has written: path -> lines."""
    files = {}
    for kind, text in blocks():
        if kind == "conf":
            path, *lines = text.splitlines()
            files[path.removeprefix("# ")] = lines
    return files


def commands():
    """The commands of the page, in order: (who, command, what it prints)."""
    found = []
    for kind, text in blocks():
        for prompt, command, output in re.findall(r"^([#$]) (.*)\n((?:(?![#$] ).*\n)*)", text, re.MULTILINE):
            if kind == "shell-session":
                found.append(("root" if prompt == "#" else "user", command, output))
    return found


def shape(text):
    """A text without its times and numbers."""
    text = re.sub(r"(\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d", "TIME", text)
    text = re.sub(r"\d+(\.\d+)? (h|min|s|ms)\b( \d+ (min|s)\b)?", "LONG", text)
    return re.sub(r"\d+", "N", text)


class Page:
    """The machine that the page is about."""

    def __init__(self, folder):
        self.prefix = folder / "prefix"
        self.plugins = folder / "plugins"
        self.cluster = None
        self.service = None
        self.arrays = {}  # of the page -> of this cluster

    def make(self, command):
        """make, into folders of the test."""
        words = [str(self.prefix).join(word.split("/usr/local")) for word in shlex.split(command)]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        done = subprocess.run([*words, "-s", f"SLURM_PLUGINS={self.plugins}"], cwd=ROOT, env=environment, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=10 * PATIENCE)
        assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])

    def start_cluster(self):
        """With the page's lines in slurm.conf that the cluster of a test does not have anyway."""
        lines = settings()["/etc/slurm/slurm.conf"]
        more = [line for line in lines if line.startswith("JobSubmitPlugins=")]
        self.cluster = Cluster(plugins=[self.plugins / "job_submit_rtmr.so"], configuration="\n".join(more))
        assert set(lines) <= set(self.cluster.conf.read_text().splitlines())

    def start_service(self):
        """What systemd does with the installed unit."""
        unit = self.prefix / "lib/systemd/system/rtmrd-slurm.service"
        values = dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE))
        if shutil.which("systemd-analyze"):
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", "--system", str(unit)], capture_output=True,
                                  text=True, check=False, env={**os.environ, "XDG_RUNTIME_DIR": str(self.prefix)})
            assert "rtmrd" not in done.stderr, done.stderr
        options, = settings()["/etc/default/rtmrd-slurm"]
        name, value = shlex.split(options)[0].split("=", 1)
        assert values["EnvironmentFile"] == "-/etc/default/rtmrd-slurm"
        command = values["ExecStart"].replace(f"${name}", value).split()
        self.service = SlurmService(self.cluster, program=command[0])
        paths = {"/var/lib/rtmr-slurm": str(self.service.store), "/run/rtmr/socket": str(self.service.socket)}
        user = values["User"]
        self.service.command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups",
                                *(paths.get(word, word) for word in command)]
        lines = settings()["/etc/slurm/rtmr.conf"]
        assert "Socket=/run/rtmr/socket" in lines
        (self.cluster.folder / "rtmr.conf").write_text(
            "\n".join(lines).replace("/run/rtmr/socket", str(self.service.socket)) + "\n")
        self.service.__enter__()

    def as_root(self, command):
        """A command of the administrator."""
        if command.startswith("make "):
            self.make(command)
        elif command == "systemctl enable --now rtmrd-slurm":
            self.start_cluster()
            self.cluster.__enter__()
            self.start_service()
        elif command == "systemctl restart slurmctld":
            self.cluster.stop_controller()
            self.cluster.start_controller()
        elif command == "systemctl disable --now rtmrd-slurm":
            self.service.stop()
            check(self.service)
        else:
            raise AssertionError(f"the test does not know how to do: {command}")

    def as_user(self, command, output):
        """A command of a user prints what the page shows, but for times and numbers."""
        for told, found in self.arrays.items():
            command = command.replace(f"slurm-{told}_", f"slurm-{found}_")
        environment = {**self.cluster.environment, "RTMR_SOCKET": str(self.service.socket), "TZ": "UTC",
                       "PATH": f"{self.prefix}/bin:{os.environ['PATH']}"}
        done = self.cluster.run("sh", "-c", f"{command} 2>&1", user=USERS[0], status=None, env=environment)
        assert shape(done.stdout) == shape(output), (command, done.stdout)
        pattern = r"^arrays of Slurm: (\d+) \(maps\), (\d+) \(reduces\)$"
        told, found = (re.search(pattern, text, re.MULTILINE) for text in (output, done.stdout))
        if told:
            self.arrays.update(zip(told.groups(), found.groups()))

    def close(self):
        """Stops everything."""
        if self.service is not None:
            self.service.__exit__(None, None, None)
        if self.cluster is not None:
            self.cluster.__exit__(None, None, None)


def test_the_page():
    """From the first command to the last."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        page = Page(folder)
        try:
            for who, command, output in commands():
                if who == "root":
                    page.as_root(command)
                else:
                    for script, text in SCRIPTS.items():
                        (page.cluster.work / script).write_text(f"#!/bin/sh\n{text}\n")
                        (page.cluster.work / script).chmod(0o755)
                    page.as_user(command, output)
        except BaseException:
            print(page.cluster.logs() if page.cluster else "")
            raise
        finally:
            page.close()
        left = [path for path in (page.prefix, page.plugins) for path in path.rglob("*slurm*") if path.is_file()]
        assert not left and not list(page.plugins.iterdir())


def test_the_page_is_read():
    """All of it: blocks, files, commands of both."""
    assert [kind for kind, _ in blocks() if kind not in ("shell-session", "conf")] == []
    assert {who for who, *_ in commands()} == {"root", "user"}
    assert len(commands()) >= 11 and len(settings()) == 3
