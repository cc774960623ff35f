"""tests/packages.sh, on planted systems: what it installs, and what it says when it cannot."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

HAVE_MAKE = 'for name; do :; done; [ "$name" = make ] && printf installed'
RECORD = 'echo "$0 $*" | sed "s,.*/,," >>"$LOG"'
SUDO = f'{RECORD}; exec "$@"'
APT = RECORD
APT_WITHOUT_NETWORK = f'{RECORD}; case "$*" in *install*) echo "E: no network" >&2; exit 100; esac'

OPTIONS = "-qq -o DPkg::Lock::Timeout=300"
BY_HAND = "apt-get install --yes --no-install-recommends gcc zlib1g-dev\n"

# name, commands of the system, packages asked for, (status, standard error, commands that were run)
CASES = [
    ("all is there, no root", {"dpkg-query": HAVE_MAKE, "id": "echo 1000"}, "make", (0, "", "")),
    ("root", {"dpkg-query": HAVE_MAKE, "id": "echo 0", "apt-get": APT}, "make gcc zlib1g-dev",
     (0, "installing gcc zlib1g-dev\n",
      f"apt-get {OPTIONS} update\napt-get {OPTIONS} install --yes --no-install-recommends gcc zlib1g-dev\n")),
    ("sudo", {"dpkg-query": HAVE_MAKE, "id": "echo 1000", "sudo": SUDO, "apt-get": APT}, "gcc",
     (0, "installing gcc\n",
      f"sudo env DEBIAN_FRONTEND=noninteractive apt-get {OPTIONS} update\napt-get {OPTIONS} update\n"
      f"sudo env DEBIAN_FRONTEND=noninteractive apt-get {OPTIONS} install --yes --no-install-recommends gcc\n"
      f"apt-get {OPTIONS} install --yes --no-install-recommends gcc\n")),
    ("neither root nor sudo", {"dpkg-query": HAVE_MAKE, "id": "echo 1000"}, "make gcc zlib1g-dev",
     (1, f"packages are missing, and there is no sudo; run as root: {BY_HAND}", "")),
    ("no network", {"dpkg-query": HAVE_MAKE, "id": "echo 0", "apt-get": APT_WITHOUT_NETWORK}, "gcc zlib1g-dev",
     (1, f"installing gcc zlib1g-dev\nE: no network\npackages could not be installed; run as root: {BY_HAND}",
      f"apt-get {OPTIONS} update\napt-get {OPTIONS} install --yes --no-install-recommends gcc zlib1g-dev\n")),
    ("not Debian", {"id": "echo 1000"}, "gcc zlib1g-dev",
     (0, "not a Debian system; make sure to have the equivalents of: gcc zlib1g-dev\n", "")),
]


def asked(directory, commands, packages):
    """Runs the script on a system that has these commands, and the few that every system has."""
    system = directory / "bin"
    system.mkdir()
    for name in ("cat", "env", "mktemp", "rm", "sed", "sh"):
        (system / name).symlink_to(f"/usr/bin/{name}")
    for name, script in commands.items():
        (system / name).write_text(f"#!/bin/sh\n{script}\n")
        (system / name).chmod(0o755)
    log = directory / "log"
    done = subprocess.run([ROOT / "tests/packages.sh", *packages.split()],
                          check=False,
                          stdin=subprocess.DEVNULL,
                          text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE,
                          env={"PATH": str(system), "LOG": str(log), "TMPDIR": str(directory)})
    left = {entry.name for entry in os.scandir(directory)} - {"bin", "log"}
    return (done.returncode, done.stderr, log.read_text() if log.exists() else ""), left


@pytest.mark.parametrize("commands, packages, expected", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_packages(directory, commands, packages, expected):
    found, left = asked(directory, commands, packages)
    assert found == expected
    assert not left, "something is left behind"
