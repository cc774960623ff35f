"""What was executed, as clang-19 has recorded it and llvm-cov-19 exports it."""
import collections
import json
import pathlib
import re
import subprocess
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

CODE, CONDITION = 0, 6  # kinds of regions in the export: of code, and of branches that are conditions of a decision

TEXT_MOST = 80  # characters that name a piece of code

NEVER_REACHED = "never reached"
NEVER_TRUE = "never true"
NEVER_FALSE = "never false"
NEVER_DECIDES = "never decides alone"  # MC/DC: no two runs differ in this condition only and in the outcome

COMMENT_OR_DIRECTIVE = re.compile(r"/\*.*?\*/|//[^\n]*|^[ \t]*#(?:\\\n|[^\n])*", re.DOTALL | re.MULTILINE)

# What only builds without a part have: this one has all.
OTHERWISE = re.compile(r"^#(?:else|if !RTMR_WITH_\w+)$.*?^#endif$", re.DOTALL | re.MULTILINE)


class Gap(NamedTuple):
    """What no test has done with a condition or a piece of code, which is named by its text."""
    file: str
    function: str
    text: str
    what: str

    def __str__(self):
        return f"{self.file}, {self.function}: `{self.text}` {self.what}"


class Place(NamedTuple):
    """A piece of source. An inline function has one place however many objects it is compiled
    into."""
    file: str
    function: str
    begin: tuple
    end: tuple

    def text(self):
        lines = (ROOT / self.file).read_text().splitlines()[self.begin[0] - 1:self.end[0]]
        lines[-1] = lines[-1][:self.end[1] - 1]
        lines[0] = lines[0][self.begin[1] - 1:]
        return " ".join(" ".join(lines).split())

    def holds(self, other):
        return (self.file, self.function) == (other.file,
                                              other.function) and self.begin <= other.begin and other.end <= self.end


class Coverage:
    """What the runs of one or more programs have executed of some source files. The programs
    contain the same objects of these files, and run without an argument; their status is in
    `failed`."""

    def __init__(self, programs, sources, directory):
        directory.mkdir(parents=True, exist_ok=True)
        self.program, self.sources, self.directory = programs[0], sources, directory
        self.profile = directory / "all.profdata"
        self.failed = [program for program in programs if not self._run(program)]
        subprocess.run(
            ["llvm-profdata-19", "merge", "-o", self.profile, *filter(pathlib.Path.exists, map(self._raw, programs))],
            check=True)
        exported = json.loads(self._llvm_cov("export"))["data"][0]
        self.summary = {self._name(file["filename"]): file["summary"] for file in exported["files"]}
        self._reached = collections.Counter()
        self._outcomes = {}
        self._conditions = set()
        self._decisions = {}
        for function in exported["functions"]:
            self._take(function)

    def gaps(self):
        """Everything that no run has done."""
        found = [self._gap(place, NEVER_REACHED) for place, count in self._reached.items() if count == 0]
        for place, (true, false) in self._outcomes.items():
            found += [self._gap(place, NEVER_TRUE)] * (true == 0) + [self._gap(place, NEVER_FALSE)] * (false == 0)
        for decision, decides in self._decisions.items():
            conditions = sorted(filter(decision.holds, self._conditions))
            found += [
                self._gap(place, NEVER_DECIDES) for place, alone in zip(conditions, decides, strict=True) if not alone
            ]
        return sorted(set(found))

    def unmeasured(self):
        """Files in which the compiler has left out a decision: it only warns when it cannot
        measure one. Each && and || joins two conditions of a decision."""
        measured = collections.Counter()
        for decision, decides in self._decisions.items():
            measured[decision.file] += len(decides) - 1
        for file in self.sources:
            code = COMMENT_OR_DIRECTIVE.sub(" ", OTHERWISE.sub("", (ROOT / file).read_text()))
            operators = len(re.findall(r"&&|\|\|", code))
            if operators != measured[file]:
                yield f"{file}: {operators} operators && and ||, but {measured[file]} in decisions that are measured"

    def write_html(self):
        self._llvm_cov("show", "-format=html", f"-output-dir={self.directory / 'html'}", "-show-branches=count",
                       "-show-mcdc", "-show-mcdc-summary", "-show-line-counts-or-regions")
        return (self.directory / "html" / "index.html").relative_to(ROOT)

    def _raw(self, program):
        return self.directory / f"{pathlib.Path(program).name}.profraw"

    def _run(self, program):
        self._raw(program).unlink(missing_ok=True)
        done = subprocess.run([ROOT / program],
                              env={"LLVM_PROFILE_FILE": str(self._raw(program))},
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT,
                              text=True,
                              check=False)
        if done.returncode != 0:
            print(done.stdout, end="")
        return done.returncode == 0

    def _llvm_cov(self, command, *options):
        return subprocess.run([
            "llvm-cov-19", command, *options, f"-instr-profile={self.profile}",
            str(ROOT / self.program), "-sources", *(str(ROOT / source) for source in self.sources)
        ],
                              stdout=subprocess.PIPE,
                              text=True,
                              check=True).stdout

    @staticmethod
    def _name(file):
        return str(pathlib.Path(file).relative_to(ROOT))

    @staticmethod
    def _gap(place, what):
        return Gap(place.file, place.function, place.text()[:TEXT_MOST], what)

    def _take(self, function):
        files = list(map(self._name, function["filenames"]))
        if files[0] not in self.sources:  # the export has all functions of the program
            return

        def place(numbers, file=0):
            return Place(files[file], function["name"].split(":")[-1], tuple(numbers[:2]), tuple(numbers[2:4]))
        for region in function["regions"]:
            if region[7] == CODE:
                self._reached[place(region, region[5])] += region[4]
        for branch in function["branches"]:
            true, false = self._outcomes.get(place(branch, branch[6]), (0, 0))
            self._outcomes[place(branch, branch[6])] = true + branch[4], false + branch[5]
            if branch[8] == CONDITION:
                self._conditions.add(place(branch, branch[6]))
        for record in function["mcdc_records"]:
            before = self._decisions.get(place(record), [False] * len(record[-1]))
            self._decisions[place(record)] = [a or b for a, b in zip(before, record[-1], strict=True)]
