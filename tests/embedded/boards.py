"""Simulated boards. A program reports through semihosting, in TAP if it is a test, and ends with an
exit status.
"""
from tests import tap

ARM = "qemu-system-arm"
BOARDS = {
    "m0plus": (ARM, "-machine", "mps2-an385"),
    "m3": (ARM, "-machine", "mps2-an385"),
    "m4": (ARM, "-machine", "mps2-an386"),
    "rv32": ("qemu-system-riscv32", "-machine", "virt", "-m", "16", "-bios", "none"),
}
COMMON = ("-display", "none", "-monitor", "none", "-serial", "none", "-semihosting-config", "enable=on,target=native")

# An executed instruction takes 64 ns of the board's time, whatever the host does: every run is like
# the one before.
TIMED = ("-icount", "shift=6,sleep=off")


def command(target, program, *options):
    """How to run a program on the board of a target."""
    return [*BOARDS[target], *COMMON, *options, "-kernel", str(program)]


def run(program):
    """Runs a program build/embedded-TARGET[-LEVEL]/NAME.elf on its board."""
    target = program.parent.name.removeprefix("embedded-").split("-")[0]
    return tap.run(command(target, program, *TIMED))
