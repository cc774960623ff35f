"""Simulated boards. A program reports in TAP through semihosting, and ends with an exit status.

An executed instruction takes 64 ns of the board's time (-icount), whatever the host does: every run
is like the one before.
"""
from tests import tap

ARM = "qemu-system-arm"
BOARDS = {
    "m0plus": (ARM, "-machine", "mps2-an385"),
    "m3": (ARM, "-machine", "mps2-an385"),
    "m4": (ARM, "-machine", "mps2-an386"),
    "rv32": ("qemu-system-riscv32", "-machine", "virt", "-m", "16", "-bios", "none"),
}
COMMON = ("-display", "none", "-monitor", "none", "-serial", "none", "-icount", "shift=6,sleep=off")


def run(program, *arguments):
    """Runs a program build/embedded-TARGET[-LEVEL]/NAME.elf on its board, with arguments."""
    target = program.parent.name.removeprefix("embedded-").split("-")[0]
    given = "".join(f",arg={argument}" for argument in arguments)
    semihosting = ("-semihosting-config", "enable=on,target=native" + given)
    return tap.run([*BOARDS[target], *COMMON, *semihosting, "-kernel", str(program)])
