#!/usr/bin/python3
"""The user's compiler, flags and paths are honoured; programs are hardened, and the kernel library needs nothing of a host."""
import pathlib
import re
import subprocess
import sys
import tempfile

from rules import ROOT, Rules, empty_tree, environment

sys.path.append(str(ROOT / "tests" / "runner"))
from tally import Tally  # pylint: disable=wrong-import-position

USER = ["CC=usercc", "AR=userar", "CPPFLAGS=-DUSER_P", "CFLAGS=-O1 -DUSER_C='\"two words\"'", "LDFLAGS=-Wl,-z,user", "PREFIX=/opt/x y",
        "DESTDIR=/d"]

# target -> what of the above its recipe must hold.
HONOURED = {
    "build/lib/kernel/clock.o": ("usercc ", " -DUSER_P -O1 -DUSER_C='\"two words\"' -MMD"),
    "build/app/kernel/clock.o": ("usercc ", " -DUSER_P -O1 -DUSER_C='\"two words\"' -MMD"),
    "build/app/harness/cli/main.o": ("usercc ", " -DUSER_P -O1 -DUSER_C='\"two words\"' -MMD"),
    "build/bench/harness/bench/main.o": ("usercc ", " -DUSER_P -O1 -DUSER_C='\"two words\"' -MMD"),
    "build/lib-config/kernel/clock.o": ("usercc ", "-DRTMR_JOBS=8 -DUSER_P -O1 -DUSER_C='\"two words\"' -MMD"),
    "build/librtmr.a": ("userar rcs",),
    "build/lib-config/librtmr.a": ("userar rcs",),
    "build/rtmr": ("usercc -O1 -DUSER_C='\"two words\"' ", " -Wl,-z,user -o "),
    "build/bench/bench": ("usercc -O1 -DUSER_C='\"two words\"' ", " -Wl,-z,user -o "),
    "install": ("'/d/opt/x y'/bin", "'/d/opt/x y'/lib", "'/d/opt/x y'/include/rtmr", "@PREFIX@|/opt/x y|"),
    "uninstall": ("'/d/opt/x y'/bin/rtmr", "'/d/opt/x y'/lib/librtmr.a"),
}

# The tests keep their own compilers and options.
KEPT = {"build/unit-gcc/kernel/clock.o": "gcc ", "build/embedded-m3/kernel/clock.o": "arm-none-eabi-gcc "}


def honoured(tally):
    rules = Rules(["build", "bench", "install", "uninstall", "CONFIG=RTMR_JOBS=8", *KEPT, *USER])
    tally.verdict("make takes the settings", [rules.complaints] if rules.complaints else [])
    for target, expected in HONOURED.items():
        recipe = "\n".join(rules.recipes.get(target, ["nothing"]))
        tally.verdict(f"{target} with the user's settings", [f"{words!r} is not in: {recipe}" for words in expected
                                                             if words not in recipe])
    for target, compiler in KEPT.items():
        recipe = "\n".join(rules.recipes.get(target, ["nothing"]))
        tally.verdict(f"{target} with its own settings", [recipe] if compiler not in recipe or "USER_" in recipe else [])


def made(tree, *arguments, **changes):
    """Whether `make` of one object with these settings compiles it."""
    done = subprocess.run(["make", "build/lib/kernel/clock.o", *arguments], cwd=tree, env=environment(**changes), check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    return "CC lib/kernel/clock.o" in done.stdout


def made_again(tally):
    """Other flags, from the command line or the environment, have an object compiled again; the same do not."""
    with tempfile.TemporaryDirectory() as directory:
        tree = pathlib.Path(directory)
        empty_tree(tree)
        steps = [("first", made(tree), True), ("the same", made(tree), False),
                 ("with CFLAGS=-O0", made(tree, "CFLAGS=-O0"), True), ("with CFLAGS=-O0 again", made(tree, CFLAGS="-O0"), False),
                 ("with CPPFLAGS of the environment", made(tree, CPPFLAGS="-DX='\"y z\"'"), True),
                 ("without", made(tree), True)]
    for name, found, expected in steps:
        tally.verdict(f"compiled {name}", [] if found == expected else [f"expected {expected}, found {found}"])


def group_installed_again(tally):
    """The packages of a group are looked at once, and again when the list changes."""
    with tempfile.TemporaryDirectory() as directory:
        tree = pathlib.Path(directory)
        empty_tree(tree)
        found = []
        for packages in ("make", "make", "make coreutils", "make coreutils"):
            done = subprocess.run(["make", "V=1", "build/packages/python", f"PACKAGES_python={packages}"], cwd=tree,
                                  env=environment(), check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
            found.append(re.findall(r"packages\.sh (.*)", done.stdout))
    expected = [["make"], [], ["make coreutils"], []]
    tally.verdict("a changed list of packages is installed", [] if found == expected else [f"expected {expected}, found {found}"])


def printed(*command):
    return subprocess.run(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=True).stdout


def hardening_gaps(program):
    """What a program lacks."""
    header, segments, dynamic = (printed("readelf", option, "--wide", program) for option in
                                 ("--file-header", "--program-headers", "--dynamic"))
    symbols = printed("nm", "--dynamic", program)
    seen = {"position-independent": re.search(r"Type:\s+DYN", header) and "INTERP" in segments,
            "read-only relocations": "GNU_RELRO" in segments,
            "bound at the start": re.search(r"FLAGS.*BIND_NOW|FLAGS_1.*\bNOW\b", dynamic),
            "a stack that is not executable": re.search(r"GNU_STACK.* RW ", segments),
            "the stack protector": "__stack_chk_fail" in symbols,
            "checked calls of the C library": re.search(r"__\w+_chk\b", symbols)}
    return [f"it lacks: {name}" for name, found in seen.items() if not found]


def hardened(tally):
    tally.verdict("build/rtmr is hardened", hardening_gaps("build/rtmr"))
    with tempfile.TemporaryDirectory() as directory:
        source, plain = (pathlib.Path(directory) / name for name in ("plain.c", "plain"))
        source.write_text('#include <stdio.h>\nint main(int n, char **a) { char t[9]; sprintf(t, "%.*s", n, *a); return *t; }\n')
        subprocess.run(["gcc", "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-no-pie", "-Wl,-z,norelro,-z,lazy,-z,execstack", source,
                        "-o", plain], check=True)
        gaps = hardening_gaps(plain)
    tally.verdict("a program that is not hardened is found", [] if len(gaps) == 6 else [f"six gaps expected: {gaps}"])


def library_is_bare(tally):
    undefined = set(re.findall(r"^\s+U (\w+)$", printed("nm", "build/librtmr.a"), re.MULTILINE))
    # A compiler may make calls of these four of any loop, also with -ffreestanding.
    foreign = {name for name in undefined if not name.startswith("rtmr_")} - {"memcpy", "memmove", "memset", "memcmp", "_GLOBAL_OFFSET_TABLE_"}
    tally.verdict("the kernel library needs nothing of a host", sorted(foreign))
    with tempfile.TemporaryDirectory() as directory:
        source, library = (pathlib.Path(directory) / name for name in ("user.c", "user.so"))
        source.write_text('#include "rtmr.h"\nint64_t now(const struct rtmr *c);\nint64_t now(const struct rtmr *c) { return rtmr_now(c); }\n')
        done = subprocess.run(["gcc", "-shared", "-fPIC", "-Ikernel", source, "build/librtmr.a", "-Wl,--fatal-warnings,-z,text", "-o", library],
                              cwd=ROOT, check=False, stderr=subprocess.PIPE, text=True)
    tally.verdict("it fits into a shared object", [done.stderr] if done.returncode else [])


def main():
    tally = Tally()
    honoured(tally)
    made_again(tally)
    group_installed_again(tally)
    hardened(tally)
    library_is_bare(tally)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
