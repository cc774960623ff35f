"""What is delivered: the pair of files, the archive and the installation compile, work, and say
what they cost."""
import itertools
import json
import os
import re
import shutil

from tests.embedded import boards
from tests.dist.commands import (ARM, COMPILERS, HERE, PAIR, PARTS, RISCV, ROOT, SETTINGS, WARNINGS, Failed, install,
                                 must_fail, run)


def test_pair_compiles(directory):
    """Alone, without a warning, with every part and without, with wide ticks and narrow ones."""
    for compiler, level, value, bits in itertools.product(COMPILERS, ("-O2", "-Os"), (0, 1), (64, 32)):
        run(*compiler, "-std=c11", *WARNINGS, "-ffreestanding", level, *(f"-D{part}={value}" for part in PARTS),
            f"-DRTMR_TICK_BITS={bits}", "-c", PAIR / "rtmr.c", "-o", directory / "rtmr.o")


def test_pair_exports_its_interface(directory):
    """and nothing else"""
    run("gcc", "-std=c11", "-c", PAIR / "rtmr.c", "-o", directory / "rtmr.o")
    exported = set(re.findall(r" T (\w+)$", run("nm", "--extern-only", directory / "rtmr.o"), re.MULTILINE))
    declared = set(
        re.findall(r"\b(rtmr_\w+)\(", re.sub(r"/\*.*?\*/|^#define [^\n]*", "", (PAIR / "rtmr.h").read_text(),
                                             flags=re.DOTALL | re.MULTILINE)))
    if exported != declared or "rtmr_submit" not in declared:
        raise Failed(
            f"exported, and not declared: {exported - declared}; declared, and not exported: {declared - exported}")


def test_pair_is_freestanding(directory):
    """It needs nothing, exports rtmr_... only, and has no data: as the modules
    (tests/freestanding)."""
    run("gcc", "-std=c11", "-ffreestanding", "-Os", "-fno-tree-loop-distribute-patterns", "-c", PAIR / "rtmr.c", "-o",
        directory / "rtmr.o")
    run("tests/freestanding/check_object.sh", "", directory / "rtmr.o")


def test_headers_in_cplusplus(directory):
    """The pair's header and the module's."""
    source = directory / "user.cpp"
    source.write_text('#include "rtmr.h"\n'
                      'int main() { return rtmr_now(nullptr) != 0 || rtmr_init(nullptr, nullptr) != RTMR_E_NULL; }\n')
    for folder in (PAIR, ROOT / "kernel"):
        run("g++", "-std=c++11", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{folder}", "-c", source, "-o",
            directory / "user.o")
    run("gcc", "-std=c11", "-c", PAIR / "rtmr.c", "-o", directory / "rtmr.o")
    run("g++", directory / "user.o", directory / "rtmr.o", "-o", directory / "user")
    run(directory / "user")


def test_pair_passes_the_kernels_tests(directory):
    """All that use nothing but the interface, with wide ticks and narrow ones."""
    for bits in (64, 32):
        pass_the_kernels_tests(directory, "-std=c11", "-D_GNU_SOURCE", "-O1", f"-I{PAIR}", "-I.",
                               f"-DRTMR_TICK_BITS={bits}", "-DRTMR_SLOTS=64", "-DRTMR_JOBS=32",
                               "-DRTMR_TASKS=4096", "-DRTMR_WITH_STORED_VECTORS=1")


def pass_the_kernels_tests(directory, *flags):
    """Compiles and runs those tests."""
    shared = [directory / f"{name}.o" for name in ("rtmr", "kernel_fixture", "kernel_invariants")]
    for source, target in zip((PAIR / "rtmr.c", "tests/unit/kernel_fixture.c", "tests/unit/kernel_invariants.c"),
                              shared):
        run("gcc", *flags, "-c", source, "-o", target)
    known = {"kernel_fixture.h", "kernel_invariants.h", "rtmr.h"}
    tests = [path for path in sorted((ROOT / "tests/unit").glob("test_kernel_*.c"))
             if set(re.findall(r'#include "(.*)"', path.read_text())) <= known]
    if len(tests) < 10:
        raise Failed(f"only {len(tests)} tests use nothing but the interface")
    for path in tests:
        run("gcc", *flags, path, *shared, "-lcmocka", "-o", directory / path.stem)
        run(directory / path.stem, RTMR_FUZZ_RUNS="100", RTMR_PROMISE_RUNS="100", RTMR_COUNTER_OFFER_RUNS="30")


def choices_of_parts():
    """Builds with all parts and with none, each without one part and each with one only: of any
    two parts there are all four cases."""
    chosen = [(1,) * len(PARTS), (0,) * len(PARTS)]
    for part in range(len(PARTS)):
        alone = tuple(int(part == other) for other in range(len(PARTS)))
        chosen += [alone, tuple(1 - value for value in alone)]
    return chosen


def test_pair_without_parts(directory):
    """A build without some part, or any, answers as the whole one does, and refuses what it
    lacks."""
    whole = None
    for values in choices_of_parts():
        run("gcc", "-std=c11", *WARNINGS, "-O1",
            "-fsanitize=address,undefined", "-fno-sanitize-recover=all", f"-I{PAIR}",
            *(f"-D{part}={value}" for part, value in zip(PARTS, values)), HERE / "parts.c", PAIR / "rtmr.c", "-o",
            directory / "parts")
        answers = run(directory / "parts")
        whole = whole or answers
        if answers != whole:
            raise Failed(f"{dict(zip(PARTS, values))} answers otherwise")
    for what in (" s0:0,", " s1:1,", " f0:", " d1,", " w0", " a0,", " a3,", " a4,"):
        if what not in whole:
            raise Failed(f"no {what!r} among the answers")


def test_other_configurations_are_refused(directory):
    """A program that was compiled with another value of any setting is told so by rtmr_init(), in
    C and in C++; with the same value it is not."""
    source = directory / "user.c"
    source.write_text('#include "rtmr.h"\n#include <stdio.h>\nstatic struct rtmr kernel;\n'
                      'int main(void) { struct rtmr_setup setup = {}; setup.map_slots = setup.reduce_slots = 1;\n'
                      'printf("%d\\n", (int)rtmr_init(&kernel, &setup)); return 0; }\n')
    values = {"RTMR_SLOTS": 63, "RTMR_JOBS": 33, "RTMR_TASKS": 4095, "RTMR_TICK_BITS": 32,
              "RTMR_WITH_STORED_VECTORS": 1}
    others = [""] + [f"-D{name}={values.get(name, 0)}" for name in SETTINGS]
    if len(others) != len(values) + len(PARTS):
        raise Failed(f"the settings are {SETTINGS}")
    for kernel in ("", "-DRTMR_JOBS=33", "-DRTMR_WITH_TOKENS=0"):
        run("gcc", "-std=c11", *kernel.split(), "-c", PAIR / "rtmr.c", "-o", directory / "rtmr.o")
        for language, user in itertools.product((("gcc", "-O0"), ("gcc", "-O2"), ("g++", "-x", "c++")), others):
            run(*language, f"-I{PAIR}", *user.split(), "-c", source, "-o", directory / "user.o")
            run(language[0], directory / "user.o", directory / "rtmr.o", "-o", directory / "user")
            answer = int(run(directory / "user"))
            if answer != (0 if user == kernel else -30):
                raise Failed(f"kernel with {kernel or 'defaults'}, {language} with {user or 'defaults'}: {answer}")


def test_settings_that_are_none(directory):
    """A part is in or out; a name that is no setting is refused by those who see it."""
    for part, value in itertools.product(PARTS, ("2", "-1", "yes", "")):
        must_fail("error", "gcc", "-std=c11", "-Ikernel", f"-D{part}={value}", "-c", ROOT / "kernel/rtmr.c", "-o",
                  directory / "rtmr.o")
    for command in (("make", "CONFIG=RTMR_WITH_LATENCE=0"), ("make", "dist", "CONFIG=RTMR_JOBS=3 RTMR_WITH_IT=1"),
                    ("make", "prove", "CONFIG=RTMR_WITH_LATENCE=0"), ("make", "CFLAGS=-O2 -DRTMR_WITH_LATENCE=0"),
                    ("make", "CPPFLAGS=-D RTMR_WITH_LATENCE")):
        must_fail("no setting RTMR_WITH_", *command)
    must_fail("no setting RTMR_JOB:", "make", "CFLAGS=-DRTMR_JOB=8")
    must_fail("CONFIG is of make install", "make", "CONFIG=RTMR_JOBS=8")
    for known in ("CONFIG=RTMR_WITH_LATENCY=0", "CONFIG=RTMR_SLOTS=8 MACHINE=x86_32", "CFLAGS=-DRTMR_WITH_LATENCY=0"):
        run("make", "help", known)


def test_installation_with_pkg_config(directory):
    found = install(directory)
    flags = run("pkg-config", "--cflags", "--libs", "rtmr", **found).split()
    run("gcc", "-std=c11", *WARNINGS, HERE / "consumer.c", *flags, "-o", directory / "consumer")
    run(directory / "consumer")
    named = run("pkg-config", "--variable=check_config", "rtmr", **found).strip()
    check = directory / named.removeprefix(str(directory)).lstrip("/")
    must_fail("RTMR_WITH_LATENCE is no setting", check, "gcc", "-DRTMR_WITH_LATENCE=0", *flags[:1])
    run(check, "gcc", "-DRTMR_WITH_LATENCY=1", *flags[:1])
    must_fail("'rtmr >= 99' could not be satisfied", "pkg-config", "--print-errors", "rtmr >= 99", **found)


def test_installation_with_cmake(directory):
    found = install(directory)
    for name in ("consumer.c", "CMakeLists.txt"):
        shutil.copy(HERE / name, directory)
    version = run("pkg-config", "--modversion", "rtmr", **found).strip()
    run("cmake", "-S", directory, "-B", directory / "build", f"-DWANTED_VERSION={version}", **found)
    run("cmake", "--build", directory / "build")
    run(directory / "build/consumer")
    for number, (name, argument, environment) in enumerate((
        ("RTMR_WITH_LATENCE", "-DRTMR_WITH_LATENCE=0", {}), ("RTMR_JOBS=8", "-DCMAKE_C_FLAGS=-O1 -DRTMR_JOBS=8", {}),
        ("RTMR_WITH_LATENCY=0", "-DRTMR_WITH_LATENCY=0", {}), ("RTMR_WITH_IT", "-Wdev", {"CFLAGS": "-DRTMR_WITH_IT"}))):
        must_fail(name, "cmake", "-S", directory, "-B", directory / f"refused{number}", f"-DWANTED_VERSION={version}",
                  argument, **found, **environment)
    run("cmake", "-S", directory, "-B", directory / "same", f"-DWANTED_VERSION={version}", "-DRTMR_WITH_LATENCY=1",
        "-DCMAKE_C_FLAGS=-DRTMR_JOBS=16", **found)
    for wanted in ("99.0", "0.1"):
        must_fail("Could not find a configuration file", "cmake", "-S", directory, "-B", directory / wanted,
                  f"-DWANTED_VERSION={wanted}", **found)


# A board's start-up code, which ends the simulation with what main() returns.
BOARD = ("-nostdlib", "-nostartfiles", "-Itests/embedded/board", "-isystem", "tests/embedded/shim", "-T",
         "tests/embedded/board/mps2.ld", "tests/embedded/board/mps2.c", "tests/embedded/shim/libc.c")


def test_installation_for_bare_metal(directory):
    """With a cross compiler and its flags the library alone is installed; a program is linked with
    it on its board, by pkg-config and by CMake with the toolchain file, and runs."""
    compiler, *flags = ARM
    found = install(directory, "RTMR_JOBS=8", CC=compiler, CFLAGS=" ".join(["-Os", *flags]))
    installed = directory / "opt/rtmr"
    assert not (installed / "bin/rtmr").exists() and not (installed / "libexec").exists()
    attributes = run("readelf", "--arch-specific", installed / "lib/librtmr.a")
    assert attributes.count("Tag_CPU_arch: v6S-M") == attributes.count("File: ") > 20
    run("arm-none-eabi-ld", "-r", "--whole-archive", installed / "lib/librtmr.a", "-o", directory / "all.o")
    run("tests/freestanding/check_object.sh", "arm-none-eabi-", directory / "all.o", "__aeabi_lmul", "__aeabi_ldivmod",
        "__aeabi_idiv", "__aeabi_idivmod")
    libraries = run("pkg-config", "--cflags", "--libs", "rtmr", **found).split()
    run(*ARM, "-std=c11", "-DEXPECTED_JOBS=8", HERE / "consumer.c", *BOARD, *libraries, "-lgcc", "-o",
        directory / "consumer.elf")
    simulate(directory / "consumer.elf")
    for name in ("consumer.c", "CMakeLists.txt"):
        shutil.copy(HERE / name, directory)
    run("cmake", "-S", directory, "-B", directory / "build",
        f"-DCMAKE_TOOLCHAIN_FILE={installed}/lib/cmake/rtmr/arm-none-eabi.cmake", "-DARM_CPU=cortex-m3",
        "-DCMAKE_C_FLAGS=-DEXPECTED_JOBS=8", f"-DBOARDS={ROOT}/tests/embedded", **found)
    run("cmake", "--build", directory / "build")
    assert "v7" in run("readelf", "-A", directory / "build/consumer")
    simulate(directory / "build/consumer")


def simulate(program):
    """Runs a program on a simulated board, which must end with 0."""
    run(*boards.command("m3", program))


def test_installation_for_another_board(directory):
    """The archiver is that of the compiler."""
    compiler, *flags = RISCV
    install(directory, "RTMR_JOBS=8", CC=compiler, CFLAGS=" ".join(["-Os", *flags]))
    assert "RISC-V" in run("readelf", "-h", directory / "opt/rtmr/lib/librtmr.a")


def test_dropped_status(directory):
    """A compiler warns of a call whose status is dropped: of every function that returns one."""
    header = re.sub(r"/\*.*?\*/", "", (PAIR / "rtmr.h").read_text(), flags=re.DOTALL)
    declared = re.findall(r"^(RTMR_NODISCARD )?enum rtmr_(?:estimator_)?status\s+(rtmr_\w+)\(([^;]*)\);", header,
                          re.MULTILINE)
    if len(declared) < 25 or not all(marked for marked, _, _ in declared):
        raise Failed(f"not marked: {[name for marked, name, _ in declared if not marked]}")
    source = directory / "user.c"
    calls = "".join(f"void use_{name}({parameters});\nvoid use_{name}({parameters})\n{{\n    {name}({arguments});\n}}\n"
                    for _, name, parameters in declared
                    for arguments in [", ".join(re.findall(r"(\w+)(?=,|$)", parameters))])
    source.write_text(f'#include "rtmr.h"\n{calls}')
    for language in (("gcc", ), ("clang", ), ("g++", "-x", "c++")):
        warned = run(*language, f"-I{PAIR}", "-c", source, "-o", directory / "user.o")
        if len(re.findall(r"warning: .*unused-result", warned)) != len(declared):
            raise Failed(f"{language} warns of others:\n{warned}")


def test_installation_with_settings(directory):
    """The installed header knows them, and one who does not is told. There must be such
    settings."""
    flags = run("pkg-config", "--cflags", "--libs", "rtmr",
                **install(directory, "RTMR_JOBS=8", "RTMR_WITH_TOKENS=0")).split()
    run("gcc", "-std=c11", "-DEXPECTED_JOBS=8", HERE / "consumer.c", *flags, "-o", directory / "consumer")
    run(directory / "consumer")
    must_fail("not the version or the settings", "gcc", "-std=c11", HERE / "consumer.c", *flags, "-o",
              directory / "other")
    must_fail("no setting RTMR_JOB", "make", "install", f"DESTDIR={directory}", "CONFIG=RTMR_JOB=8")


def test_context_size(directory):
    """The formula holds for several capacities, machines and ticks; a wrong one is noticed."""
    for compiler, (slots, jobs), stored, bits, runs in itertools.product(
        (("gcc", ), ARM, RISCV), ((1, 1), (7, 3), (64, 32), (128, 1), (1000, 100)), (0, 1), (64, 32), (0, 1)):
        command = (*compiler, "-std=c11", "-ffreestanding", "-Ikernel", f"-DRTMR_SLOTS={slots}", f"-DRTMR_JOBS={jobs}",
                   f"-DRTMR_WITH_STORED_VECTORS={stored}", f"-DRTMR_TICK_BITS={bits}", f"-DRTMR_WITH_RUNS={runs}",
                   "-c", HERE / "context_size.c", "-o", directory / "size.o")
        run(*command)
        if jobs >= 100:
            must_fail("more than the formula says", *command, "-DERROR_PER_JOB=-4")
            must_fail("less than the formula says", *command, "-DERROR_PER_JOB=4")


def test_version(directory):
    """The macros of the version, all that is delivered and the command agree."""
    text = (ROOT / "kernel/rtmr_config.h").read_text()
    version = ".".join(re.search(rf"^#define RTMR_VERSION_{part} (\d+)$", text, re.MULTILINE).group(1)
                       for part in ("MAJOR", "MINOR", "PATCH"))
    found = install(directory)
    installed = directory / "opt/rtmr"
    run("tar", "--extract", "--file", PAIR / f"rtmr-{version}.tar.gz", "--directory", directory)
    run("build/rtmr", "paper", "rtmr", "--seeds", "1", "--json", directory / "report.json")
    macro = f'#define RTMR_VERSION "{version}"'
    said = {
        "rtmr --version":
        run(installed / "bin/rtmr", "--version") == f"rtmr {version}\n", "a report":
        json.loads((directory / "report.json").read_text())["version"] == version, "pkg-config":
        run("pkg-config", "--modversion", "rtmr", **found) == f"{version}\n", "CMake":
        f'set(PACKAGE_VERSION "{version}")\n' in (installed / "lib/cmake/rtmr/rtmr-config-version.cmake").read_text()
    }
    said |= {str(header): macro in header.read_text().splitlines()
             for header in (ROOT / "kernel/rtmr_config.h", installed / "include/rtmr/rtmr_config.h", PAIR / "rtmr.h",
                            directory / f"rtmr-{version}/kernel/rtmr_config.h")}
    if not all(said.values()):
        raise Failed(f"not version {version}: {[name for name, right in said.items() if not right]}")


def test_installed_files(directory):
    """Programs and data have their modes, whatever the umask, also in a path of two words;
    exactly these files are removed."""
    target = directory / "two words"
    before = os.umask(0o077)
    install(target)
    os.umask(before)
    installed = sorted(path.relative_to(target / "opt/rtmr").as_posix() for path in target.rglob("*") if path.is_file())
    pages = ("", "-abort", "-add", "-demo", "-drain", "-events", "-jobs", "-log", "-renew", "-slots", "-status",
             "-submit", "-suspend", "-wait", "-what-if")
    expected = sorted([
        "bin/rtmr", "bin/rtmr-check-config", "include/rtmr/rtmr.h", "include/rtmr/rtmr_config.h",
        "include/rtmr/rtmr_context.h",
        "include/rtmr/rtmr_estimator.h", "lib/cmake/rtmr/rtmr-config-version.cmake", "lib/cmake/rtmr/rtmr-config.cmake",
        "lib/cmake/rtmr/rtmr-settings.cmake", "lib/cmake/rtmr/arm-none-eabi.cmake",
        "lib/librtmr.a", "lib/pkgconfig/rtmr.pc", "bin/rtmrd", "libexec/rtmr/rtmr-task",
        *(f"share/man/man1/rtmr{page}.1" for page in pages), "share/man/man8/rtmrd.8",
        "share/bash-completion/completions/rtmr", "lib/systemd/system/rtmrd.service", "lib/systemd/user/rtmrd.service"
    ])
    if installed != expected:
        raise Failed(f"installed are {installed}")
    modes = {path: (target / "opt/rtmr" / path).stat().st_mode & 0o777 for path in installed}
    programs = ("bin/rtmr", "bin/rtmr-check-config", "bin/rtmrd", "libexec/rtmr/rtmr-task")
    if modes != {path: 0o755 if path in programs else 0o644 for path in installed}:
        raise Failed(f"modes: {modes}")
    other = target / "opt/rtmr/lib/cmake/rtmr/of_the_user"
    other.touch()
    for _ in range(2):  # to remove what is gone is no mistake
        run("make", "uninstall", f"DESTDIR={target}", "PREFIX=/opt/rtmr")
    left = [path for path in target.rglob("*") if path.is_file()]
    if left != [other] or any((target / "opt/rtmr" / own).exists() for own in ("include/rtmr", "libexec/rtmr")):
        raise Failed(f"left are {left}")
