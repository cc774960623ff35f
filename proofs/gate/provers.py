"""The provers, and how they are run."""
from __future__ import annotations

import dataclasses
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile
import threading

# Of this checkout, also when a copy elsewhere is proved.
BUILD = pathlib.Path(__file__).resolve().parents[2] / "build" / "prove"

# Every prover is run by this: it limits the prover's processor time.
_LIMITED = pathlib.Path(__file__).resolve().with_name("limited.sh")

WALL_SECONDS_PER_SECOND = 100  # WP's own limit, by the clock on the wall, is so many times as long: see limited.sh

_registering = threading.Lock()


class NotInstalled(Exception):
    """A program that a proof needs is missing."""


@dataclasses.dataclass(frozen=True)
class Team:
    """Provers that try each goal at the same time, until one of them has proved it."""

    name: str
    # As Why3 calls them: its driver, and the arguments, Why3's own but for the limit and what the team is about.
    how_to_run: tuple[tuple[str, str, str], ...]

    @property
    def provers(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(name for name, _, _ in self.how_to_run)

    def registered(self) -> pathlib.Path:
        """A configuration of Why3 with these provers: in build/, as nobody's home directory is ours to change."""
        path = BUILD / f"why3-{self.name}.conf"
        with _registering:
            if path not in _written:
                path.parent.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryDirectory(dir=BUILD) as directory:
                    fresh = pathlib.Path(directory) / "why3.conf"
                    fresh.write_text(self._configuration(_detected(fresh)), encoding="utf-8")
                    fresh.replace(path)
                _written.add(path)
        return path

    def _configuration(self, detected: str) -> str:
        found = {entry["name"].lower(): entry for part in detected.split("[partial_prover]")[1:]
                 for entry in [dict(re.findall(r'(\w+) = "([^"]*)"', part))]}
        missing = [prover for prover in self.provers if prover not in found]
        if missing:
            raise NotInstalled(f"why3 does not find {' and '.join(missing)}:\n{detected}")
        main = detected.split("[partial_prover]", maxsplit=1)[0]
        return main + "".join(_entry(driver=driver, arguments=arguments, **found[name])
                              for name, driver, arguments in self.how_to_run)

    def cache_in(self, directory: pathlib.Path) -> pathlib.Path:
        """A directory for WP's cache. Provers, their options and how their limit is kept are not in WP's digest of a goal, so each
        choice of them has one of its own."""
        how = (self.registered().read_text(encoding="utf-8"), _LIMITED.read_text(encoding="utf-8"), WALL_SECONDS_PER_SECOND)
        cache = directory / hashlib.sha256(repr(how).encode()).hexdigest()[:16]
        cache.mkdir(parents=True, exist_ok=True)
        return cache


# Nearly all goals need only what z3 finds by matching the patterns of hypotheses, without building models: and what it
# cannot prove so, it mostly gives up at once, where models are sought until the time limit.
MATCHING = Team("matching", (("z3", "z3_471", "-smt2 smt.random_seed=42 smt.auto_config=false smt.mbqi=false -st %f"),))

# For what is not proved so.
RACING = Team("racing", (
    ("z3", "z3_471", "-smt2 sat.random_seed=42 nlsat.randomize=false smt.random_seed=42 -st %f"),
    ("cvc4", "cvc4_17", "--stats --lang=smt2 %f")))

# For smoke tests, which are to find whatever contradiction there is.
SEEKING = Team("seeking", RACING.how_to_run[:1])

_written: set[pathlib.Path] = set()


def _detected(path: pathlib.Path) -> str:
    """What Why3 finds on this machine."""
    try:
        done = subprocess.run(["why3", "config", "detect"], env={**os.environ, "WHY3CONFIG": str(path)}, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError as error:
        raise NotInstalled(f"cannot run why3: {error.strerror}") from error
    return path.read_text(encoding="utf-8") if path.exists() else done.stdout


def _entry(name: str, version: str, path: str, driver: str, arguments: str) -> str:
    """An entry of Why3's configuration: without an option that limits time by the clock on the wall, so that a busy machine
    does not change a verdict."""
    return (f'\n[prover]\nname = "{name}"\nversion = "{version}"\n'
            f'command = "\\"{_LIMITED}\\" {path} {arguments}"\ndriver = "{driver}"\n'
            f'editor = ""\nin_place = false\ninteractive = false\nshortcut = "{name.lower()}"\n')
