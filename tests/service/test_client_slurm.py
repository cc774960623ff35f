"""`rtmr submit --executor slurm` against a fake service and a fake sbatch, which keeps what it got:
its words, its environment and the script, which is then run as Slurm would."""
import json
import os
import signal
import subprocess
import sys

import pytest

from tests.service.daemon import PATIENCE, until
from tests.service.fake import Fake
from tests.service.test_client import ACCEPTED, JOB, NOW, REFUSED, attempt

pytestmark = pytest.mark.usefixtures("program")

SBATCH = """#!{python}
import json, os, pathlib, sys
words = sys.argv[1:]
stage = next(word for word in words if word.startswith("--comment=")).split(":")[2]
folder = pathlib.Path({folder!r})
with open(folder / (stage + ".json"), "w") as out:
    json.dump({{"words": words, "environment": dict(os.environ), "script": sys.stdin.read()}}, out)
{then}
"""

NUMBERS = 'print("101;cluster" if stage == "map" else "102")'


@pytest.fixture(name="fake")
def fake_service(directory, program):
    """A fake service that accepts."""
    with Fake(directory, program) as fake:
        fake.on("POST", "/v1/jobs", 201, ACCEPTED)
        fake.on("POST", "/v1/jobs/12/abort", 200, {"job": 12})
        yield fake


def submit(fake, *options, then=NUMBERS, words=("--", "./job"), environment=None):
    """Submits with a fake sbatch: exit status, output, errors."""
    programs = fake.directory / "programs"
    programs.mkdir(exist_ok=True)
    sbatch = programs / "sbatch"
    sbatch.write_text(SBATCH.format(python=sys.executable, folder=str(fake.directory), then=then))
    sbatch.chmod(0o755)
    return fake.run("submit", "--executor", "slurm", "--deadline", "1h", *options, *words,
                    environment={"PATH": f"{programs}:{os.environ['PATH']}", **(environment or {})})


def got(fake, stage):
    """What sbatch has got for a stage."""
    return json.loads((fake.directory / f"{stage}.json").read_text())


def run(fake, stage, task):
    """Runs the script of a stage as Slurm would: what it prints."""
    asked = got(fake, stage)
    done = subprocess.run(["/bin/sh", "-s"], input=asked["script"].encode(), capture_output=True, timeout=PATIENCE,
                          env={**asked["environment"], "SLURM_ARRAY_TASK_ID": str(task)}, cwd="/", check=False)
    assert done.returncode == 0, done
    return done.stdout.decode()


TIMES = ("--maps", 3, "--map-time", "20s", "--reduces", 1, "--reduce-time", "3min")


def test_two_arrays(fake, directory):
    status, out, err = submit(fake, *TIMES, "--name", "words", words=("--", "./a", ":::", "./b", "x"))
    assert (status, err) == (0, "")
    first, second = out.splitlines()
    assert first.startswith("job 12 accepted: done by ")
    assert second == "arrays of Slurm: 101 (maps), 102 (reduces)"
    body = fake.asked()[3]
    assert body["executor"] == "slurm" and body["map_command"] == ["./a"] and body["reduce_command"] == ["./b", "x"]
    assert "environment" not in body  # Slurm has it
    here = str(directory.resolve())
    assert got(fake, "map")["words"] == [
        "--export=ALL", "--job-name=words", "--time=2", f"--chdir={here}", "--partition=rtmr", "--array=0-2",
        "--comment=rtmr:12:map", "--parsable"]
    assert got(fake, "reduce")["words"] == [
        "--export=ALL", "--job-name=words", "--time=7", f"--chdir={here}", "--partition=rtmr", "--array=0-0",
        "--comment=rtmr:12:reduce", "--parsable"]


def test_one_array(fake):
    status, out, err = submit(fake, "--map-time", "60s", "--on-overrun", "kill", words=("--", "/x/job"))
    assert (status, err) == (0, "") and out.endswith("\narrays of Slurm: 101 (maps)\n")
    words = got(fake, "map")["words"]
    assert "--array=0-0" in words and "--time=2" in words and "--job-name=job" in words
    assert not (fake.directory / "reduce.json").exists()


@pytest.mark.parametrize("options, minutes", (
    (("--map-time", "1ms", "--grace", 0), 2), (("--map-time", "1min", "--grace", 0), 2),
    (("--map-time", "60001ms", "--grace", 0), 3), (("--map-time", "30s"), 2),
    (("--map-time", "2h", "--grace", "1h"), 181),
    (("--map-time", "2h", "--grace", "1h", "--on-overrun", "kill"), 121),
    (("--map-time", "2h", "--grace", "1h", "--on-overrun", "flag"), 181)))
def test_limit(fake, options, minutes):
    """Slurm's own limit is behind all that the service may allow."""
    assert submit(fake, *options)[0] == 0
    assert f"--time={minutes}" in got(fake, "map")["words"]


def test_options_of_sbatch(fake):
    """They come before those that the job needs, and behind those that may be changed."""
    assert submit(fake, "--map-time", 1, "--partition", "real", "--sbatch=--output=%x", "--sbatch", "--time=9")[0] == 0
    words = got(fake, "map")["words"]
    assert words.index("--time=2") < words.index("--output=%x") < words.index("--time=9") < words.index("--array=0-0")
    assert "--partition=real" in words


@pytest.mark.parametrize("options, text", (
    (("--executor", "slurm", "--sbatch", "script"), "rtmr: --sbatch: expected an option such as"),
    (("--partition", "x"), "rtmr: --partition: expected with --executor slurm\n"),
    (("--sbatch=-Q",), "rtmr: --sbatch: expected with --executor slurm\n"),
    (("--executor", "moon"), "rtmr: --executor: "),
    (("--executor", "slurm", "--env", "A.b=1"), "rtmr: --env: expected a name of letters, digits and _ with"),
    (("--executor", "slurm", "--env", "1a=1"), "rtmr: --env: expected a name of letters, digits and _ with")))
def test_bad_options(fake, options, text):
    status, out, err = fake.run("submit", "--map-time", 1, "--deadline", 9, *options, "--", "./job")
    assert (status, out) == (2, "") and err.startswith(text), err
    assert not fake.server.requests


def test_wrong_service(fake):
    """A service that has no Slurm."""
    fake.on("POST", "/v1/jobs", 400, {"error": 'executor: "local" is expected', "field": "executor"})
    status, out, err = submit(fake, "--map-time", 1)
    assert (status, out) == (2, "") and "--executor" in err
    assert not (fake.directory / "map.json").exists()


def test_words_are_as_given(fake, directory):
    """No shell changes them, and sbatch finds no option of its own in them."""
    words = ["'", "''", "$HOME", "`id`", "a  b", "", "\\n", "*", "a\nb", "\r\n", "x\r", "\n#SBATCH --time=99\n",
             "-n", "ä", "!x", "\t", '"', "%", "~"]
    show = [sys.executable, "-c",
            "import json, os, sys; print(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]))"]
    folder = directory / "it's a\tfolder"
    folder.mkdir()
    assert submit(fake, *TIMES, "--chdir", folder, words=("--", *show, *words))[0] == 0
    script = got(fake, "map")["script"]
    assert "\r" not in script
    assert [line for line in script.splitlines()[:2] if line.startswith("#")] == ["#!/bin/sh"]
    for stage, task, tasks in (("map", 2, 3), ("reduce", 0, 1)):
        found, here, variables = json.loads(run(fake, stage, task))
        assert found == words and here == str(folder.resolve())
        assert {name: variables[name] for name in ("RTMR_JOB", "RTMR_STAGE", "RTMR_TASKS", "RTMR_TASK")} == {
            "RTMR_JOB": "12", "RTMR_STAGE": stage, "RTMR_TASKS": str(tasks), "RTMR_TASK": str(task)}


def test_folder_that_is_missing(fake, directory):
    """On a node without the folder nothing runs."""
    folder = directory / "gone"
    folder.mkdir()
    assert submit(fake, "--map-time", 1, "--chdir", folder, words=("--", "touch", str(directory / "ran")))[0] == 0
    folder.rmdir()
    done = subprocess.run(["/bin/sh", "-s"], input=got(fake, "map")["script"].encode(), capture_output=True,
                          timeout=PATIENCE, check=False)
    assert done.returncode != 0 and b"gone" in done.stderr
    assert not (directory / "ran").exists()


def test_environment(fake):
    """All of it, as sbatch does, and what --env says."""
    assert submit(fake, "--map-time", 1, "--env", "A_b=1=2\n", environment={"OTHER": "x", "BAD": os.fsdecode(b"\xff")}
                  )[0] == 0
    environment = got(fake, "map")["environment"]
    assert (environment["OTHER"], environment["A_b"], environment["BAD"]) == ("x", "1=2\n", os.fsdecode(b"\xff"))


def test_empty_environment(fake):
    """Only what is asked for, and Slurm's own variables."""
    assert submit(fake, "--map-time", 1, "--env-none", "--env", "A=1", "--env", "SLURM_CONF=/y",
                  environment={"OTHER": "x", "SLURM_CONF": "/x", "SLURM_X": "z"})[0] == 0
    environment = got(fake, "map")["environment"]
    for own in ("LC_CTYPE",):  # of the fake's interpreter
        environment.pop(own, None)
    assert environment == {"A": "1", "SLURM_CONF": "/y", "SLURM_X": "z"}


def test_refused(fake):
    """Nothing comes to Slurm."""
    fake.on("POST", "/v1/jobs", 409, REFUSED)
    status, out, err = submit(fake, "--map-time", 1)
    assert (status, out) == (3, "") and "earliest deadline" in err
    assert not (fake.directory / "map.json").exists()


def test_what_if(fake):
    fake.on("POST", "/v1/jobs", 200, {**ACCEPTED, "job": None})
    status, out, err = fake.run("what-if", "--executor", "slurm", "--map-time", 1, "--deadline", 9, "--", "./job",
                                environment={"PATH": "/nowhere"})
    assert (status, err) == (0, "") and out.startswith("it would be accepted")
    assert fake.asked()[3]["executor"] == "slurm"


def aborted(fake):
    """Whether the job was aborted."""
    return ("POST", "/v1/jobs/12/abort", {}, None) in [(*request[:3], None) for request in fake.server.requests]


@pytest.mark.parametrize("then, text", (
    ('if stage == "reduce":\n    print("sbatch: error: rtmr: no\\nsbatch: error: Batch job submission failed: x", '
     'file=sys.stderr)\n    sys.exit(1)\n' + NUMBERS, "sbatch: rtmr: no; Batch job submission failed: x"),
    ('print("bad \\x1b[31m", file=sys.stderr); sys.exit(1)', "sbatch: bad \\x1b[31m"),
    ("sys.exit(3)", "sbatch: no word why"), ("os.kill(os.getpid(), 9)", "sbatch: ended by signal 9"),
    ('print("Submitted batch job 5")', 'sbatch: expected the number of an array, found "Submitted batch job 5"'),
    ('print("99999999999999999999")', 'sbatch: expected the number of an array, found "99999999999999999999"'),
    ('print("x" * 5000, file=sys.stderr); sys.exit(1)', "sbatch: " + "x" * 300)))
def test_sbatch_fails(fake, then, text):
    """Then there is no job."""
    status, out, err = submit(fake, *TIMES, then=then)
    assert (status, out) == (1, "")
    assert err.startswith(f"rtmr: job 12: aborted, as Slurm has not taken its tasks: {text}"), err
    assert err.count("\n") == 1 and aborted(fake)


def test_no_sbatch(fake):
    status, out, err = fake.run("submit", "--executor", "slurm", "--map-time", 1, "--deadline", 9, "--", "./job",
                                environment={"PATH": "/nowhere"})
    assert (status, out) == (1, "") and aborted(fake)
    assert err == "rtmr: job 12: aborted, as Slurm has not taken its tasks: sbatch: No such file or directory\n"


def test_neither_submitted_nor_aborted(fake):
    fake.on("POST", "/v1/jobs/12/abort", 503, {"error": "the disk is full"})
    status, out, err = submit(fake, "--map-time", 1, then="sys.exit(1)")
    assert (status, out) == (1, "") and err.count("\n") == 1
    assert "sbatch: no word why" in err and "rtmr abort" in err and "the disk is full" in err


def test_warning(fake):
    """What sbatch says besides is shown."""
    status, out, err = submit(fake, "--map-time", 1, then='print("careful", file=sys.stderr)\n' + NUMBERS)
    assert status == 0 and "101" in out and err == "careful\n"


def test_json(fake):
    """The service's answer alone; why sbatch has failed is no answer of the service."""
    status, out, err = submit(fake, "--map-time", 1, "--json")
    assert (status, json.loads(out), err) == (0, ACCEPTED, "")
    status, out, err = submit(fake, "--map-time", 1, "--json", then="sys.exit(1)")
    assert (status, json.loads(out)) == (1, ACCEPTED) and "no word why" in err


def test_interrupted(fake):
    """Ctrl-C while sbatch runs ends sbatch, and the job is aborted."""
    programs = fake.directory / "programs"
    submit(fake, "--map-time", 1)
    (fake.directory / "map.json").unlink()
    (programs / "sbatch").write_text(f"#!/bin/sh\ntouch {fake.directory}/begun\nexec sleep 1000\n")
    with subprocess.Popen([fake.program, "submit", "--executor", "slurm", "--map-time", "1", "--deadline", "9", "--",
                           "./job"], env={**os.environ, "RTMR_SOCKET": str(fake.path),
                                          "PATH": f"{programs}:{os.environ['PATH']}"},
                          stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        until((fake.directory / "begun").exists, "sbatch runs")
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and "sbatch: ended by signal 2" in err and aborted(fake)


# --- Jobs of Slurm --------------------------------------------------------------------------------

ARRAYS = {"arrays": {"map": 101, "reduce": 102}}
SLOTS = [{"stage": "map", "slot": 0, "state": "busy", "job": 12, "mine": True, "task": 3, "since_at": NOW,
          "bound_at": NOW, "node": "n1"},
         {"stage": "map", "slot": 1, "state": "absent", "job": None, "mine": None, "task": None, "since_at": None,
          "bound_at": None, "node": None}]


def test_status(fake):
    """With the arrays, and the nodes of the attempts."""
    fake.on("GET", "/v1/slots", 200, {"now_at": NOW, "slots": SLOTS})
    fake.on("GET", "/v1/jobs/12", 200, {**JOB, **ARRAYS, "now_at": NOW, "attempts": [attempt("map", 3, 1, "running")]})
    status, out, err = fake.run("status", 12)
    assert (status, err) == (0, "")
    assert "\nin Slurm   array 101 (maps), 102 (reduces)\n" in out
    lines = out.splitlines()
    assert "slot" in lines[-2] and "node" in lines[-2]
    column = lines[-2].index("node")
    assert lines[-1][column:].split()[0] in ("n1", "-")


def test_status_of_a_plain_sbatch(fake):
    """Neither commands nor a folder are known."""
    fake.on("GET", "/v1/slots", 200, {"now_at": NOW, "slots": SLOTS})
    fake.on("GET", "/v1/jobs/12", 200, {**JOB, "arrays": {"map": 101, "reduce": None}, "map_command": [],
                                        "reduce_command": [], "directory": None, "attempts": []})
    status, out, err = fake.run("status", 12)
    assert (status, err) == (0, "")
    assert "map runs" not in out and "\nin   " not in out and out.endswith("\nin Slurm   array 101 (maps)\n")


def test_slots(fake):
    fake.on("GET", "/v1/slots", 200, {"now_at": NOW, "slots": SLOTS})
    status, out, err = fake.run("slots")
    assert (status, err) == (0, "")
    heading, first, second = out.splitlines()
    assert heading.split()[:3] == ["slot", "node", "state"]
    assert first.split()[:3] == ["map:0", "n1", "busy"] and second.split()[:3] == ["map:1", "-", "absent"]


@pytest.mark.parametrize("job, text", (
    (ARRAYS, "slurm-101_TASK.out and slurm-102_TASK.out in /home/ada unless"),
    ({"arrays": {"map": 101, "reduce": None}, "directory": None}, "slurm-101_TASK.out in the folder of sbatch unless"),
    ({"arrays": {"map": None, "reduce": None}}, "no tasks of it")))
def test_log(fake, job, text):
    """Slurm has it."""
    fake.on("GET", "/v1/jobs/12", 200, {**JOB, **job, "attempts": []})
    for options in ((), ("--map", 0), ("--reduce", 0, "--follow")):
        status, out, err = fake.run("log", 12, *options)
        assert (status, out) == (1, "") and text in err, err
