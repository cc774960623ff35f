"""Builds of the kernel that are measured: for a target, at a level of optimisation, with some
optional parts."""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
OUT = ROOT / "build" / "footprint"
DIST = ROOT / "build" / "dist"
LEVELS = ("-Os", "-O2")
FLAGS = ("-std=c11", "-ffreestanding", "-fno-tree-loop-distribute-patterns", "-ffunction-sections", "-fstack-usage",
         "-fcallgraph-info=su")

# The calls without which there is no kernel. The queries and texts are optional: what is not called
# is not linked.
CORE = ("rtmr_init_as", "rtmr_submit", "rtmr_withdraw", "rtmr_offer", "rtmr_dispatch", "rtmr_finish", "rtmr_advance")


@dataclasses.dataclass(frozen=True)
class Target:
    """A processor: its name, and the compiler with the options that choose it."""
    name: str
    compiler: tuple[str, ...]

    def tool(self, name):
        """One of its binutils."""
        return self.compiler[0].removesuffix("gcc") + name


@dataclasses.dataclass(frozen=True)
class Form:
    """How the kernel is compiled: module by module, or as the one file of `make dist`; with
    ticks of so many bits; with the defaults, or with the capacities of the boards' kernel."""
    name: str
    is_one_file: bool = False
    bits: int = 64
    is_for_boards: bool = False


MODULES = Form("modules")
ONE_FILE = Form("one file", True)
NARROW = Form("32-bit ticks", bits=32)
SMALLEST = Form("32-bit ticks, one file", True, 32)
BOARDS = Form("boards", is_for_boards=True)


@dataclasses.dataclass(frozen=True)
class Build:
    """The kernel, compiled. `parts` are the RTMR_WITH_... that are built in."""
    target: Target
    level: str
    parts: tuple[str, ...]
    form: Form = MODULES

    @property
    def folder(self):
        """Where its objects are."""
        name = "+".join(part.removeprefix("RTMR_WITH_").lower() for part in self.parts) or "core"
        return OUT / self.target.name / self.level.removeprefix("-") / self.form.name.replace(" ", "_") / name

    def modules(self):
        """The names of what is compiled."""
        return ("rtmr",) if self.form.is_one_file else modules()

    def object_of(self, module):
        """The object of a module."""
        return self.folder / f"{module}.o"

    def macros(self):
        """What the command line says about the settings."""
        return [*(f"-D{part}={int(part in self.parts)}" for part in all_parts()), f"-DRTMR_TICK_BITS={self.form.bits}",
                *(board_capacities() if self.form.is_for_boards else [])]

    def compile(self):
        """Compiles it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        source = DIST if self.form.is_one_file else ROOT / "kernel"
        for module in self.modules():
            output([
                *self.target.compiler, *FLAGS, f"-I{source}", self.level, *self.macros(), "-c", f"{source / module}.c",
                "-o",
                str(self.object_of(module))
            ])

    def link(self, calls):
        """Links what these calls of the API need, with the compiler's helpers. Returns the file."""
        program = self.folder / "linked.elf"
        roots = [f"-Wl,-u,{call}" for call in calls]
        output([*self.target.compiler, "-nostdlib", "-Wl,--gc-sections", f"-Wl,--entry={calls[0]}", *roots,
                *(str(self.object_of(module)) for module in self.modules()), "-lgcc", "-o", str(program)])
        return program

    def sizes(self, file):
        """Bytes of code and constants, of initialised data, of zeroed data."""
        numbers = output([self.target.tool("size"), str(file)]).splitlines()[1].split()
        return tuple(int(number) for number in numbers[:3])


def output(command):
    """What a command prints; a failure ends the program."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def modules():
    """The names of the kernel's modules."""
    return sorted(path.stem for path in (ROOT / "kernel").glob("*.c"))


def all_parts():
    """The optional parts of the kernel that a macro leaves out."""
    return tuple(re.findall(r"^#ifndef (RTMR_WITH_\w+)", (ROOT / "kernel/rtmr_config.h").read_text(), re.MULTILINE))


def board_setting(name):
    """A capacity of the kernel that the boards run, SLOTS, JOBS or TASKS."""
    text = (ROOT / "tests/embedded/embedded.mk").read_text()
    return int(re.search(rf"^EMBEDDED_{name} := (\d+)$", text, re.MULTILINE).group(1))


def board_capacities():
    """All of them, for a command line."""
    return [f"-DRTMR_{name}={board_setting(name)}" for name in ("SLOTS", "JOBS", "TASKS")]


def board_macros():
    """The settings of that kernel: it has all parts."""
    return [*board_capacities(), *(f"-D{part}=1" for part in all_parts())]


def api(target, parts, header="rtmr.h"):
    """The functions that a header declares in a build with these parts."""
    build = Build(target, LEVELS[0], parts)
    text = output([*target.compiler, "-std=c11", "-E", "-P", "-Ikernel", *build.macros(), f"kernel/{header}"])
    return tuple(dict.fromkeys(re.findall(r"\b(rtmr_\w+)\(", text)))


def compile_all(builds):
    """Compiles the builds, as many at a time as there are processors."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(Build.compile, builds))
