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
COMMON = ("-display", "none", "-monitor", "none", "-serial", "none")

# An executed instruction takes 64 ns of the board's time, whatever the host does: every run is like
# the one before.
TIMED = ("-icount", "shift=6,sleep=off")


def command(target, program, *options, arguments=()):
    """How to run a program on the board of a target, with arguments."""
    given = "".join(f",arg={argument}" for argument in arguments)
    semihosting = ("-semihosting-config", "enable=on,target=native" + given)
    return [*BOARDS[target], *COMMON, *semihosting, *options, "-kernel", str(program)]


def run(program, *arguments):
    """Runs a program build/embedded-TARGET[-LEVEL]/NAME.elf on its board, with arguments."""
    target = program.parent.name.removeprefix("embedded-").split("-")[0]
    return tap.run(command(target, program, *TIMED, arguments=arguments))
