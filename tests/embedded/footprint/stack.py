"""The deepest stack that a call can need: frames from gcc (-fcallgraph-info=su) along the deepest
path of the call graph.

The call graph is complete: a call through a pointer, a cycle or a frame whose size is not fixed is
an error. What the compiler's own library needs is read from its instructions.
"""
import functools
import re

from . import build

NODE = re.compile(r'^node: \{ title: "([^"]*)" label: "([^"]*)"', re.MULTILINE)
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"', re.MULTILINE)
FRAME = re.compile(r"\\n(\d+) bytes \((\w+(?:,\w+)?)\)")
# What moves the stack pointer down: push and sub on ARM, addi on RISC-V.
PUSH = re.compile(r"\bpush\s+\{([^}]*)\}|\bstmdb\s+sp!, \{([^}]*)\}")
SUBTRACT = re.compile(r"\bsub(?:\.w)?\s+sp, (?:sp, )?#(\d+)|\baddi\s+sp,sp,-(\d+)")
CALL = re.compile(r"\b(?:bl|jal|jalr)\s.*<([^>+]+)>")


class Unbounded(Exception):
    """The stack cannot be bounded."""


class Graph:
    """Functions: their frames and whom they call. What is not among them is in the compiler's
    library, and in a program."""

    def __init__(self, target, program):
        self.target, self.program = target, program
        self.frames, self.calls = {}, {}

    def read(self, text):
        """Adds the functions of a module, from what gcc wrote about it."""
        for title, label in NODE.findall(text):
            if title == "__indirect_call":
                raise Unbounded("a call through a pointer")
            frame = FRAME.search(label)
            if frame:
                if frame.group(2) != "static":
                    raise Unbounded(f"{title}: the frame is {frame.group(2)}")
                self.frames[title] = int(frame.group(1))
        for caller, called in EDGE.findall(text):
            self.calls.setdefault(caller, set()).add(called)

    @functools.cache
    def _library(self, name):
        """What a function of the compiler's library needs."""
        text = build.output([self.target.tool("objdump"), "--disassemble=" + name, str(self.program)])
        if f"<{name}>:" not in text:
            raise Unbounded(f"{name} is not in the program")
        need = sum(4 * _registers(a or b) for a, b in PUSH.findall(text))
        need += sum(int(a or b) for a, b in SUBTRACT.findall(text))
        return need + max((self._library(called) for called in set(CALL.findall(text)) - {name}), default=0)

    def deepest(self, function, above=()):
        """(bytes, path): the deepest path from this function on."""
        if function in above:
            raise Unbounded(f"{function} calls itself")
        if function not in self.frames:
            return self._library(function), (function,)
        need, path = max((self.deepest(called, (*above, function)) for called in self.calls.get(function, ())),
                         default=(0, ()))
        return self.frames[function] + need, (function.split(":")[-1], *path)


def graph_of(b, program):
    """The functions of a build."""
    graph = Graph(b.target, program)
    for module in b.modules():
        graph.read((b.folder / f"{module}.ci").read_text())
    return graph


def _registers(listed):
    """How many registers a list like `r4, r5-r7, lr` has."""
    count = 0
    for item in listed.split(","):
        ends = [int(re.sub(r"\D", "", name) or 0) for name in item.split("-")]
        count += ends[-1] - ends[0] + 1
    return count
