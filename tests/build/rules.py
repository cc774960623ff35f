"""The rules of the Makefile as `make` itself sees them with an empty build/: what each target
depends on and runs."""
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INSTALLED = "build/packages/"

STEP = re.compile(r"^\S+:\d+: (?:update target '(?P<updated>.+?)' due to: .*|target '(?P<made>.+)' does not exist)$")
RULE = re.compile(r"^([^#\s:=]+):(?: (.*))?$")
GROUP = re.compile(r"^PACKAGES_(\S+) := (.*)$")


SETTINGS = set("AR CC CFLAGS CONFIG CPPFLAGS DESTDIR LDFLAGS MAKEFLAGS MAKELEVEL MAKEOVERRIDES MFLAGS PREFIX V".split())


def environment(**changes):
    """The environment without settings of `make`, those that a `make` around this one has put
    there included."""
    inherited = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return {**inherited, "LC_ALL": "C", **changes}


def empty_tree(directory):
    """Lays out the repository in a directory, by links, without build/."""
    for entry in ROOT.iterdir():
        if entry.name not in ("build", ".git"):
            (directory / entry.name).symlink_to(entry)


def listed_targets():
    """The targets that `make help` lists."""
    shown = subprocess.run(["make", "help"], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True,
                           check=True).stdout
    return re.findall(r"^  make ([a-z-]+)", shown, re.MULTILINE)


class Rules:
    """What `make -n` would do for the targets: `recipes` (target -> lines, in order),
    `prerequisites` (target -> names, those for the order only included), `packages` (group ->
    packages) and what it complained about."""

    def __init__(self, targets, planted=""):
        with tempfile.TemporaryDirectory() as directory:
            tree = pathlib.Path(directory)
            empty_tree(tree)
            (tree / "planted.mk").write_text(planted)
            done = subprocess.run(["make", "-f", "Makefile", "-f", "planted.mk", "-np", "--trace", *targets],
                                  cwd=tree,
                                  env=environment(),
                                  stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE,
                                  text=True,
                                  check=False)
        self.complaints = done.stderr if done.stderr or done.returncode == 0 else f"make ended with {done.returncode}"
        steps, _, database = done.stdout.partition("\n# GNU Make ")
        self.recipes = {}
        target = None
        for line in steps.splitlines():
            step = STEP.match(line)
            if step:
                target = step["updated"] or step["made"]
            elif target:
                self.recipes.setdefault(target, []).append(line)
        self.packages = {
            group: packages.split()
            for group, packages in map(re.Match.groups, filter(None, map(GROUP.match, database.splitlines())))
        }
        self.prerequisites = {}
        for rule in filter(None, map(RULE.match, database.partition("\n# Files")[2].splitlines())):
            self.prerequisites.setdefault(rule[1], []).extend(name for name in (rule[2] or "").split() if name != "|")

    def before(self, target):
        """All that is made before the recipe of a target runs."""
        found, waiting = set(), list(self.prerequisites.get(target, ()))
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting.extend(self.prerequisites.get(name, ()))
        return found

    def installed_before(self, target):
        """The packages that are installed before the recipe of a target runs."""
        groups = {name.removeprefix(INSTALLED) for name in self.before(target) if name.startswith(INSTALLED)}
        return {package for group in groups for package in self.packages.get(group, ())}
