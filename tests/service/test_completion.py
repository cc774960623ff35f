"""Completion in bash: what it offers at the end of a command line."""
import os
import subprocess

import pytest

from tests.service.daemon import BUILD, ROOT
from tests.service.fake import Fake

SCRIPT = ROOT / "harness/client/completion/rtmr"
NOW = 1790000000000

# Completes the words that are given, the last of which is being typed.
DRIVER = """
source "$1"; shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_rtmr "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(name="complete", scope="module")
def completing_function():
    """Words -> what is offered, sorted."""
    def complete(*words, socket="/nowhere"):
        done = subprocess.run(["bash", "--norc", "-c", DRIVER, "bash", str(SCRIPT), str(BUILD / "rtmr"), *words],
                              capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, "RTMR_SOCKET": str(socket)})
        assert done.stderr == ""
        return sorted(line for line in done.stdout.splitlines() if line)

    return complete


def test_script_is_clean():
    subprocess.run(["bash", "-n", str(SCRIPT)], check=True)


def test_it_is_registered():
    done = subprocess.run(["bash", "--norc", "-c", f"source {SCRIPT}; complete -p rtmr"], capture_output=True,
                          text=True, check=True)
    assert done.stdout == "complete -F _rtmr rtmr\n"


def test_commands(complete):
    assert complete("su") == ["submit", "suspend"]
    assert complete("w") == ["wait", "what-if"]
    assert complete("h") == ["help"]
    assert complete("x") == []
    every = complete("")
    help_text = subprocess.run([BUILD / "rtmr", "help"], capture_output=True, text=True, check=True).stdout
    assert {"run", "paper", "jobs", "demo", "help"} <= set(every)
    assert all(name == "help" or f"\n  {name} " in help_text for name in every)
    assert complete("help", "fo") == ["formats"]
    assert complete("help", "fi") == ["figures"]
    assert complete("help", "lo") == ["log"]


def test_options(complete):
    assert complete("submit", "--map") == ["--map-command", "--map-time", "--maps"]
    assert complete("submit", "--deadline", "5", "--wa") == ["--wait"]
    assert complete("wait", "--t") == ["--timeout"]
    assert complete("run", "--gan") == ["--gantt"]
    assert complete("log", "--he") == ["--help"]


def test_values(complete):
    assert complete("submit", "--on-overrun", "") == ["extend", "flag", "kill"]
    assert complete("submit", "--on-overrun", "k") == ["kill"]
    assert complete("submit", "--executor", "") == ["local", "slurm"]
    assert complete("submit", "--maps", "") == []


def test_command_of_the_user(complete):
    assert "bash" in complete("submit", "--maps", "2", "--", "bas")
    assert complete("submit", "--", "bash", "--ma") == []
    assert "bash" in complete("submit", "--", "x", ":::", "bas")


def test_jobs_and_slots(complete, directory):
    with Fake(directory) as fake:
        job = {"mine": True, "name": "x", "user": "ada", "state": "running", "map": {}, "reduce": {}}
        fake.on_call("GET", "/v1/jobs", lambda query: (200, {
            "now_at": NOW, "jobs": [{**job, "job": number}
                                    for number in ((7, 12) if query["state"] == "active" else (3, 7, 12))]}))
        fake.on("GET", "/v1/slots", 200, {"slots": [
            {"stage": stage, "slot": slot, "state": "idle"}
            for stage, slot in (("map", 0), ("map", 1), ("reduce", 0))]})
        assert complete("wait", "", socket=fake.path) == ["12", "7"]
        assert complete("abort", "7", "1", socket=fake.path) == ["12"]
        assert complete("status", "", socket=fake.path) == ["12", "3", "7"]
        assert complete("drain", "", socket=fake.path) == ["map", "reduce"]
        assert complete("drain", "map", ":", socket=fake.path) == ["0", "1"]
        assert complete("drain", "map", ":", "1", socket=fake.path) == ["1"]
        assert complete("drain", "re", socket=fake.path) == ["reduce"]
    assert complete("wait", "") == []
