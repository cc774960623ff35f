"""The user's compiler, flags and paths are honoured; programs are hardened, and the kernel
library needs nothing of a host."""
import re
import subprocess

import pytest

from tests.build.rules import ROOT, Rules, empty_tree, environment

USER = [
    "CC=usercc", "AR=userar", "CPPFLAGS=-DUSER_P", "CFLAGS=-O1 -DUSER_C='\"two words\"'", "LDFLAGS=-Wl,-z,user",
    "PREFIX=/opt/x y", "DESTDIR=/d"
]

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
    "install": ("'/d/opt/x y'/bin",),
    "install-kernel": ("'/d/opt/x y'/bin", "'/d/opt/x y'/lib", "'/d/opt/x y'/include/rtmr", "@PREFIX@|/opt/x y|"),
    "uninstall": ("'/d/opt/x y'/bin/rtmr", "'/d/opt/x y'/lib/librtmr.a"),
}

# The tests keep their own compilers and options.
KEPT = {"build/unit-gcc/kernel/clock.o": "gcc ", "build/embedded-m3/kernel/clock.o": "arm-none-eabi-gcc "}


@pytest.fixture(scope="module", name="rules")
def rules_with_settings():
    """The rules when the user has settings."""
    return Rules(["build", "bench", "install", "uninstall", "CONFIG=RTMR_JOBS=8", *KEPT, *USER])


def recipe(rules, target):
    """What `make` runs for a target."""
    return "\n".join(rules.recipes.get(target, ["nothing"]))


def test_make_takes_the_settings(rules):
    assert not rules.complaints


def test_settings_of_the_user(rules):
    for target, expected in HONOURED.items():
        found = recipe(rules, target)
        assert not [words for words in expected if words not in found], (target, found)


def test_settings_of_the_tests(rules):
    for target, compiler in KEPT.items():
        found = recipe(rules, target)
        assert compiler in found and "USER_" not in found, target


def made(tree, *arguments, **changes):
    """Whether `make` of one object with these settings compiles it."""
    done = subprocess.run(["make", "build/lib/kernel/clock.o", *arguments],
                          cwd=tree,
                          env=environment(**changes),
                          check=True,
                          stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE,
                          text=True)
    return "CC lib/kernel/clock.o" in done.stdout


def test_made_again(directory):
    """Other flags, from the command line or the environment, have an object compiled again; the
    same do not."""
    empty_tree(directory)
    assert made(directory)
    assert not made(directory)
    assert made(directory, "CFLAGS=-O0")
    assert not made(directory, CFLAGS="-O0")
    assert made(directory, CPPFLAGS="-DX='\"y z\"'")
    assert made(directory)


def test_group_installed_again(directory):
    """The packages of a group are looked at once, and again when the list changes."""
    empty_tree(directory)
    found = []
    for packages in ("make", "make", "make coreutils", "make coreutils"):
        done = subprocess.run(["make", "V=1", "build/packages/python", f"PACKAGES_python={packages}"],
                              cwd=directory,
                              env=environment(),
                              check=True,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE,
                              text=True)
        found.append(re.findall(r"packages\.sh (.*)", done.stdout))
    assert found == [["make"], [], ["make coreutils"], []]


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


def test_hardened():
    assert not hardening_gaps("build/rtmr")


def test_a_program_that_is_not_hardened_is_found(directory):
    source, plain = directory / "plain.c", directory / "plain"
    source.write_text(
        '#include <stdio.h>\nint main(int n, char **a) { char t[9]; sprintf(t, "%.*s", n, *a); return *t; }\n')
    subprocess.run([
        "gcc", "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-no-pie", "-Wl,-z,norelro,-z,lazy,-z,execstack", source,
        "-o", plain
    ],
                   check=True)
    assert len(hardening_gaps(plain)) == 6


def test_the_library_needs_nothing_of_a_host():
    undefined = set(re.findall(r"^\s+U (\w+)$", printed("nm", "build/librtmr.a"), re.MULTILINE))
    # A compiler may make calls of these four of any loop, also with -ffreestanding.
    foreign = {name for name in undefined if not name.startswith("rtmr_")}
    assert foreign <= {"memcpy", "memmove", "memset", "memcmp", "_GLOBAL_OFFSET_TABLE_"}


def test_the_library_fits_into_a_shared_object(directory):
    source, library = directory / "user.c", directory / "user.so"
    source.write_text('#include "rtmr.h"\nint64_t now(const struct rtmr *c);\n'
                      'int64_t now(const struct rtmr *c) { return rtmr_now(c); }\n')
    subprocess.run([
        "gcc", "-shared", "-fPIC", "-Ikernel", source, "build/librtmr.a", "-Wl,--fatal-warnings,-z,text", "-o", library
    ],
                   cwd=ROOT,
                   check=True)
