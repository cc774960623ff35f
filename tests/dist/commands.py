"""How the tests of what is delivered run commands, and where things are."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "tests/dist"
PAIR = ROOT / "build/dist"
WARNINGS = ("-Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wvla -Wstrict-prototypes "
            "-Wmissing-prototypes -Werror").split()
ARM = ("arm-none-eabi-gcc", "-mcpu=cortex-m0plus", "-mthumb")
RISCV = ("riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32")
COMPILERS = (("gcc",), ("clang",), ARM, RISCV)
SETTINGS = re.findall(r"^#ifndef (RTMR_(?!CONFIG)\w+)", (ROOT / "kernel/rtmr_config.h").read_text(), re.MULTILINE)
PARTS = re.findall(r"^#ifndef (RTMR_WITH_\w+)", (ROOT / "kernel/rtmr_config.h").read_text(), re.MULTILINE)


class Failed(Exception):
    """A command did not do what it should."""


def run(*command, folder=ROOT, **environment):
    """Runs a command, in the root of the repository if no folder is named. Returns what it
    prints."""
    done = subprocess.run([str(word) for word in command], cwd=folder, env={**os.environ, **environment}, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failed(f"{' '.join(str(word) for word in command)}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def must_fail(reason, *command, **environment):
    """A command that must fail, and say why."""
    try:
        run(*command, **environment)
    except Failed as failure:
        if reason not in str(failure):
            raise Failed(f"not because of {reason!r}: {failure}") from failure
        return
    raise Failed(f"{' '.join(str(word) for word in command)}\ndid not fail")


def install(directory, *settings, **variables):
    """Installs under /opt in `directory`, with these settings and variables of make; returns the
    environment in which pkg-config and CMake find it."""
    run("make", "install", f"DESTDIR={directory}", "PREFIX=/opt/rtmr", f"CONFIG={' '.join(settings)}",
        *(f"{name}={value}" for name, value in variables.items()))
    return {"PKG_CONFIG_SYSROOT_DIR": str(directory), "PKG_CONFIG_PATH": f"{directory}/opt/rtmr/lib/pkgconfig",
            "CMAKE_PREFIX_PATH": f"{directory}/opt/rtmr"}
