"""What is delivered has the same bytes wherever and whenever it is made."""
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DELIVERED = ("build/librtmr.a", "build/dist/rtmr.h", "build/dist/rtmr.c", "build/dist/rtmr.spdx.json")
UNCACHED = {**os.environ, "CCACHE_DISABLE": "1"}  # a cache would give the object of another place


def make(tree, **environment):
    """Makes all of it in a tree."""
    subprocess.run(["make", "build/librtmr.a", "dist", "sbom"], cwd=tree, env={**UNCACHED, **environment},
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)


def copied(directory):
    """A copy of the repository whose files have another date."""
    tree = directory / "a-longer-name-of-another-place"
    shutil.copytree(ROOT, tree, copy_function=shutil.copy,
                    ignore=lambda folder, names: ["build", ".git"] if folder == str(ROOT) else ())
    shutil.copytree(ROOT / "build/packages", tree / "build/packages")
    return tree


def contents(tree):
    """What is delivered, by its name."""
    archives = [str(path.relative_to(tree)) for path in tree.glob("build/dist/rtmr-*.tar.gz")]
    assert archives
    return {name: (tree / name).read_bytes() for name in (*DELIVERED, *archives)}


def test_two_builds(directory):
    """Library, two files, archive and bill of materials, here and elsewhere, in another locale and
    time zone."""
    make(ROOT)
    tree = copied(directory)
    make(tree, TZ="Asia/Kolkata", LC_ALL="C", USER="other", HOME=str(directory))
    here, there = contents(ROOT), contents(tree)
    assert sorted(here) == sorted(there)
    assert [name for name in here if here[name] != there[name]] == []


def test_it_would_show(directory):
    """Without the option that the library is built with, an object names the place where it was
    compiled."""
    objects = []
    for name in ("one", "other"):
        (directory / name).mkdir()
        shutil.copytree(ROOT / "kernel", directory / name / "kernel")
        for option in ((), (f"-ffile-prefix-map={directory / name}=.",)):
            subprocess.run(["gcc", "-std=c11", "-g", *option, "-Ikernel", "-c", "kernel/clock.c", "-o", "clock.o"],
                           cwd=directory / name, env=UNCACHED, check=True)
            objects.append((directory / name / "clock.o").read_bytes())
    assert objects[0] != objects[2] and objects[1] == objects[3]
