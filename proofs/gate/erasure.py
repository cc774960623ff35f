"""Ghost code is erased: the kernel compiles to the same objects with and without its annotations.

Three variants of every source: as it is, without annotations, and with __FRAMAC__ defined, which is
what Frama-C reads. The last shows that the proof is about the code that ships.
"""
from __future__ import annotations

import concurrent.futures
import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping

from . import sources
from .configurations import Configuration

COMPILERS = ("gcc", "clang")
LEVELS = ("-O2", "-Os")
FLAGS = ("-std=c11", "-ffreestanding", "-w", "-I.", "-Ikernel")


class CannotCompile(Exception):
    """A compiler refused a source."""


def _compile(tree: pathlib.Path, source: str, compiler: str, options: tuple[str, ...], target: pathlib.Path) -> bytes:
    """The stripped object of a source."""
    for command in (
        [compiler, *FLAGS, *options, "-c", source, "-o", str(target)],
        ["strip", "--strip-unneeded", str(target)],
    ):
        done = subprocess.run(
            command,
            cwd=tree,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode != 0:
            raise CannotCompile(f"{' '.join(command)}:\n{done.stdout}")
    return target.read_bytes()


def _bare_copy(tree: pathlib.Path, copy: pathlib.Path) -> None:
    """Copies the kernel without its annotations."""
    shutil.copytree(tree / "kernel", copy / "kernel")
    for path in (copy / "kernel").glob("*.[ch]"):
        path.write_text(sources.without_annotations(path.read_text(encoding="utf-8")), encoding="utf-8")


def _defined(macros: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"-D{name}={value}" for name, value in sorted(macros.items()))


def compare(tree: pathlib.Path, configuration: Configuration) -> list[str]:
    """What compiles differently: one line for each source, compiler and level."""
    names = sorted(str(path.relative_to(tree)) for path in (tree / "kernel").glob("*.c"))
    shipped_with = _defined(configuration.shipped)
    seen_by_framac = ("-D__FRAMAC__", *_defined(configuration.macros))
    with tempfile.TemporaryDirectory(prefix="gate-") as directory:
        work = pathlib.Path(directory)
        _bare_copy(tree, work / "bare")

        def check(case: tuple[int, tuple[str, str, str]]) -> list[str]:
            number, (source, compiler, level) = case
            target = work / f"{number}.o"
            try:
                shipped = _compile(tree, source, compiler, (level, *shipped_with), target)
                bare = _compile(work / "bare", source, compiler, (level, *shipped_with), target)
                seen = _compile(tree, source, compiler, (level, *seen_by_framac), target)
            except CannotCompile as error:
                return [str(error)]
            differs = {"without annotations": shipped != bare, "with __FRAMAC__ defined": shipped != seen}
            return [f"{source}, {compiler} {level}: differs {how}" for how, yes in differs.items() if yes]

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            cases = enumerate(itertools.product(names, COMPILERS, LEVELS))
            return [line for lines in pool.map(check, cases) for line in lines]
