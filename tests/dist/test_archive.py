"""The archive stands alone: where it is unpacked, its README's commands work, its examples run, and
its checks find what is wrong."""
import hashlib
import os
import re
import subprocess

import pytest

from tests.embedded import boards
from tests.dist.commands import ARM, COMPILERS, HERE, PAIR, PARTS, ROOT, SETTINGS, WARNINGS, Failed, must_fail, run

# Stand-ins for FreeRTOS and Zephyr, laid out as those are. Without optimisation, for speed.
SYSTEMS = {"FREERTOS_DIR": str(HERE / "freertos"), "ZEPHYR_BASE": str(HERE / "zephyr"), "ZEPHYR_BOARD": "",
           "CFLAGS": "-O0"}
KEPT = "surprises\nevery promise was kept\n"


@pytest.fixture(name="archive")
def unpacked_archive(directory):
    """The folder of the archive, unpacked."""
    packed, *others = PAIR.glob("rtmr-*.tar.gz")
    if others:
        raise Failed(f"one archive expected: {others}")
    run("tar", "--extract", "--file", packed, "--directory", directory)
    return directory / packed.name.removesuffix(".tar.gz")


def test_modules_compile(archive):
    for path in sorted((archive / "kernel").glob("*.c")):
        run("gcc", "-std=c11", *WARNINGS, "-ffreestanding", f"-I{archive}/kernel", "-c", path, "-o",
            archive / "module.o")


def test_readme(archive):
    """Every command of its README; the programs of both systems run to their ends."""
    printed = ""
    blocks = re.findall(r"^```sh\n(.*?)^```$", (archive / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    for line in "".join(blocks).splitlines():
        printed += run("sh", "-c", line, folder=archive, **SYSTEMS)
    assert "ok 1 - threads_and_a_lock" in printed
    assert printed.count(KEPT) == 1  # FreeRTOS
    assert KEPT in run(archive / "build/zephyr/app")
    for name, test in (("super_loop", "the_loop"), ("interrupt", "the_task")):
        board = boards.command("m3", archive / f"build/m3/{name}.elf", *boards.TIMED)
        assert f"ok 1 - {test}_keeps_its_promises" in run(*board)
    for folder, machine in (("small", "X86-64"), ("arm", "ARM"), ("m4", "ARM")):
        assert machine in run("readelf", "-h", archive / f"build/{folder}/librtmr.a")
    assert "v7E-M" in run("readelf", "-A", archive / "build/m4/librtmr.a")


def test_every_file_has_its_checksum(archive):
    listed = dict(reversed(line.split("  ")) for line in (archive / "SHA256SUMS").read_text().splitlines())
    files = {path.relative_to(archive).as_posix(): path for path in archive.rglob("*") if path.is_file()}
    assert files.pop("SHA256SUMS")
    assert listed == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    assert os.access(files["rtmr-check-config"], os.X_OK)
    for name in ("README.md", "LICENSE", "pair/rtmr.c", "kernel/README.md", "proofs/SOUNDNESS.md", "zephyr/module.yml"):
        assert name in listed


def test_same_sources_same_bytes(archive, directory):
    for name in ("rtmr.h", "rtmr.c"):
        (directory / name).write_bytes((PAIR / name).read_bytes())
    run("/usr/bin/python3", "-B", ROOT / "kernel/dist/archive.py", directory)
    name = f"{archive.name}.tar.gz"
    assert (directory / name).read_bytes() == (PAIR / name).read_bytes()


def test_checks_find_what_is_wrong(archive):
    """A changed file, or output. (tests/gate/test_pair.py has changes of the pair.)"""
    (archive / "examples/order.txt").write_text("order 1 will be ready by 51\n")
    must_fail("differ", "make", "-C", archive, "check-examples", "CFLAGS=-O0")
    must_fail("examples/order.txt: FAILED", "sh", "-c", f"cd {archive} && sha256sum --check SHA256SUMS")


def test_examples_compile(archive):
    """Without a warning, by every compiler; those for a system without C library need no helper
    for the interrupt."""
    for compiler in COMPILERS:
        run(*compiler, "-std=c11", *WARNINGS, "-ffreestanding", "-Os", f"-I{archive}/pair", "-c",
            archive / "examples/cell.c", "-o", archive / "cell.o")
        if compiler == ARM:
            assert "__atomic" not in run("arm-none-eabi-nm", archive / "cell.o")
    for compiler in COMPILERS[:2]:
        for name in ("examples/order", "examples/changes", "tests/embedded/examples/posix_thread"):
            run(*compiler, "-std=c11", *WARNINGS, "-D_GNU_SOURCE", f"-I{archive}/pair", "-fsyntax-only",
                archive / f"{name}.c")
        run(*compiler, "-std=c11", *WARNINGS, f"-I{HERE}/freertos/include", f"-I{archive}/pair",
            f"-I{archive}/examples/freertos", "-fsyntax-only", archive / "examples/freertos/main.c")


def test_examples_can_fail(archive):
    """An order that is late is a failure; estimates that are too short are violations, and flagged
    orders are not late."""
    cell = archive / "examples/cell.c"
    good = cell.read_text()
    for old, new, seen in (("kernel) > report.deadline", "kernel) >= 0",
                            " 53 late, 0 violations, 0 surprises\nnot every"),
                           ("MARGIN = 6", "MARGIN = -15", r" 0 late, [1-9]\d* violations, 0 surprises\nevery")):
        assert old in good
        cell.write_text(good.replace(old, new))
        run("make", "-C", archive / "examples/freertos", **SYSTEMS)
        found = subprocess.run([archive / "examples/freertos/build/freertos"], capture_output=True, text=True,
                               check=False)
        assert re.search(seen, found.stdout), found.stdout
        assert found.returncode == int("not every" in seen)


def test_misspelt_settings(archive):
    """Each way to build refuses a name that is no setting, however it is given, and no other."""
    check = archive / "rtmr-check-config"
    (archive / "given.h").write_text("#define RTMR_JOB 8\n")
    (archive / "options").write_text("-DRTMR_SLOT=8\n")
    for compiler in COMPILERS:
        for flags, name in (("-DRTMR_WITH_LATENCE=0", "RTMR_WITH_LATENCE"),
                            ("-D RTMR_WITH_latency=0", "RTMR_WITH_latency"),
                            (f"-include {archive}/given.h", "RTMR_JOB"), (f"@{archive}/options", "RTMR_SLOT"),
                            ("-DRTMR_CONFIG_H", "RTMR_CONFIG_H")):
            must_fail(f"{name} is no setting", check, *compiler, "-O2", *flags.split())
        run(check, *compiler, "-O2", "-DOTHER=1", "-DRTMR_PROVEN_STAMP=9000",
            *(f"-D{name}=1" for name in SETTINGS))
    must_fail("ended with 2", check)
    must_fail("ended with 2", check, "false")
    must_fail("RTMR_WITH_LATENCE is no setting", "make", "-C", archive, "CONFIG=RTMR_WITH_LATENCE=0")
    must_fail("RTMR_JOB is no setting", "make", "-C", archive, "CFLAGS=-DRTMR_JOB=8")
    for number, arguments in enumerate((("-DRTMR_WITH_LATENCE=0",), ("-DCMAKE_C_FLAGS=-DRTMR_WITH_LATENCE=0",))):
        must_fail("no setting of the kernel: RTMR_WITH_LATENCE=0", "cmake", "-S", archive, "-B",
                  archive / f"refused{number}", *arguments)


def test_settings_come_through(archive):
    """A build with other values is another kernel, by make and by CMake, and the program sees the
    same."""
    (archive / "user").mkdir()
    (archive / "user/CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.18)\nproject(user C)\nadd_subdirectory(.. rtmr)\n"
        "add_executable(user user.c)\ntarget_link_libraries(user PRIVATE rtmr::rtmr)\n")
    (archive / "user/user.c").write_text(
        '#include "rtmr.h"\n#if RTMR_JOBS != 8 || RTMR_WITH_TOKENS\n#error "not the settings"\n#endif\n'
        "static struct rtmr kernel;\nint main(void) { struct rtmr_setup setup = {.map_slots = 1, .reduce_slots = 1};\n"
        "return rtmr_init(&kernel, &setup) != RTMR_OK; }\n")
    run("cmake", "-S", archive / "user", "-B", archive / "b", "-DRTMR_JOBS=8", "-DRTMR_WITH_TOKENS=0")
    run("cmake", "--build", archive / "b")
    run(archive / "b/user")
    for config in ("RTMR_JOBS=8 RTMR_WITH_TOKENS=0", "RTMR_JOBS=8"):
        run("make", "-C", archive, f"CONFIG={config}", "CFLAGS=-O0")
        run("gcc", "-std=c11", "-DRTMR_JOBS=8", "-DRTMR_WITH_TOKENS=0", f"-I{archive}/pair", archive / "user/user.c",
            archive / "build/librtmr.a", "-o", archive / "user/user")
        if "TOKENS" in config:
            run(archive / "user/user")
        else:
            must_fail("ended with 1", archive / "user/user")


def test_zephyr(archive):
    """Kconfig has all settings with the header's defaults, and refuses others."""
    text = (archive / "zephyr/Kconfig").read_text()
    assert re.findall(r"^config (RTMR_\w+)$", text, re.MULTILINE) == SETTINGS
    header = (archive / "pair/rtmr.h").read_text()
    for name, value in re.findall(r"^config (RTMR_\w+)$.*?^\tdefault (\w+)$", text, re.MULTILINE | re.DOTALL):
        assert f"#define {name} {({'y': 1, 'n': 0}.get(value, value))}\n" in header, name
    cmake = (archive / "zephyr/CMakeLists.txt").read_text()
    assert [f"RTMR_WITH_{name}" for name in re.search(r"\(name (RUNS .*)\)", cmake).group(1).split()] == PARTS
    configuration = archive / "zephyr/sample/prj.conf"
    good = configuration.read_text()
    for number, wrong in enumerate(("CONFIG_RTMR_WITH_LATENCE=n", "CONFIG_RTMR_JOBS=0", "CONFIG_RTMR_WITH_RUNS=2")):
        configuration.write_text(f"{good}{wrong}\n")
        must_fail("Kconfig refuses", "cmake", "-S", archive / "zephyr/sample", "-B", archive / f"z{number}", **SYSTEMS)
    configuration.write_text(f"{good}CONFIG_RTMR_WITH_RUNS=n\nCONFIG_RTMR_TICK_BITS=32\n")
    run("cmake", "-S", archive / "zephyr/sample", "-B", archive / "z", "-DCMAKE_EXPORT_COMPILE_COMMANDS=1", **SYSTEMS)
    commands = (archive / "z/compile_commands.json").read_text()
    for setting in ("RTMR_SLOTS=8", "RTMR_JOBS=16", "RTMR_TASKS=256", "RTMR_TICK_BITS=32", "RTMR_WITH_RUNS=0",
                    "RTMR_WITH_STORED_VECTORS=0", "RTMR_WITH_TOKENS=1"):
        assert commands.count(f"-D{setting} ") == 3, setting


def test_pages_lead_somewhere(archive):
    """Links of the pages stay in the archive, but for those to what is no part of the kernel."""
    for page in archive.rglob("*.md"):
        for link in re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", page.read_text()):
            assert (page.parent / link).exists() or "harness/" in link, f"{page.name}: {link}"
