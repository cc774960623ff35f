"""`rtmr submit --executor slurm` on a real cluster: jobs in two stages with real output, refusals,
sbatch that fails, two users.
"""
import json
import os
import re
import sys

import pytest

from tests.service.daemon import until
from tests.service.fake import Fake
from tests.slurm.cluster import USERS, Cluster, Nodes
from tests.slurm.service import RTMR, elements, late_without_flag, served_cluster, wait_for

OWNER, OTHER = USERS

ACCEPTED = {"accepted": True, "job": 12, "now_at": 1790000000000, "finish_at": 1790000100000,
            "deadline_at": 1790000600000}

ODD_WORDS = ["'", "$HOME", "`id`", "a  b", "", "\\n", "*", "a\nb", "\r\n", "\n#SBATCH --time=99\n", "-n", "ä",
             "\t", '"']

SHOW = "import json, os, sys; print(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]))"


def test_what_a_node_runs():
    """Slurm alone: words, folder and environment come to the task as they were given. The service
    is a fake, and its partition has no plugin."""
    with Cluster(nodes=(Nodes("n", 1, 4, "free"),)) as cluster, Fake(cluster.work, str(RTMR)) as fake:
        fake.path.chmod(0o666)
        fake.on("POST", "/v1/jobs", 201, ACCEPTED)
        folder = cluster.work / "it's here"
        folder.mkdir(mode=0o777)
        folder.chmod(0o777)
        done = cluster.run(RTMR, "submit", "--executor", "slurm", "--partition", "free", "--socket", fake.path,
                           "--maps", 3, "--map-time", "1s", "--deadline", "1h", "--chdir", folder, "--env", "A_b=1\n2",
                           "--env-none", "--", sys.executable, "-c", SHOW, *ODD_WORDS, user=OWNER,
                           env={**cluster.environment, "OWN": "x"})
        array = int(re.search(r"^arrays of Slurm: (\d+) \(maps\)$", done.stdout, re.MULTILINE).group(1))
        until(lambda: elements(cluster, array) == {"COMPLETED": 3}, "the array has run", 120)
        for task in range(3):
            words, here, environment = json.loads((folder / f"slurm-{array}_{task}.out").read_text())
            assert words == ODD_WORDS and here == str(folder)
            assert environment["A_b"] == "1\n2" and "OWN" not in environment
            assert {name: environment[name] for name in ("RTMR_JOB", "RTMR_STAGE", "RTMR_TASK", "RTMR_TASKS")} == {
                "RTMR_JOB": "12", "RTMR_STAGE": "map", "RTMR_TASK": str(task), "RTMR_TASKS": "3"}
            assert environment["SLURM_ARRAY_TASK_ID"] == str(task)
        limits = {line for line in cluster.run("scontrol", "show", "job", array).stdout.split() if "TimeLimit=" in line}
        assert limits == {"TimeLimit=00:02:00"}
    assert not os.path.exists(cluster.folder)


@pytest.fixture(name="shared", scope="module")
def shared_fixture():
    """A cluster with the service, for tests that leave nothing behind."""
    with served_cluster() as (cluster, service):
        yield cluster, service
        assert not late_without_flag(service)


def rtmr(shared, *arguments, user=OWNER, status=0):
    """A command of rtmr as a user, in the folder where users may write: its output and errors."""
    cluster, service = shared
    done = cluster.run(RTMR, arguments[0], "--socket", service.socket, *arguments[1:], user=user, status=status)
    return done.stdout, done.stderr


def submit(shared, *arguments, user=OWNER, deadline="1h"):
    """Submits; the numbers of the job and of its arrays."""
    out, err = rtmr(shared, "submit", "--executor", "slurm", "--deadline", deadline, *arguments, user=user)
    assert err == "", err
    job = re.match(r"job (\d+) accepted: done by ", out).group(1)
    arrays = re.search(r"^arrays of Slurm: (.*)$", out, re.MULTILINE).group(1)
    return (int(job), *(int(array) for array in re.findall(r"(\d+) \(", arrays)))


def all_cancelled(cluster, array):
    """Whether nothing of an array waits or runs."""
    return not {"PENDING", "RUNNING", "COMPLETING", "SUSPENDED"} & set(elements(cluster, array))


def test_two_stages(shared):
    """The reduces read what the maps have written; output is Slurm's; tasks are the user's."""
    cluster, service = shared
    folder = cluster.work / "two"
    folder.mkdir()
    folder.chmod(0o777)
    job, maps, reduces = submit(
        shared, "--maps", 6, "--map-time", "20s", "--reduces", 2, "--reduce-time", "20s", "--chdir", folder, "--", "sh",
        "-c", 'echo "$RTMR_TASK $(id -un) $RTMR_JOB" >part.$RTMR_TASK; echo map $RTMR_TASK', ":::", "sh", "-c",
        'cat part.*; echo reduce $RTMR_TASK of $RTMR_TASKS')
    out, _ = rtmr(shared, "wait", job)
    assert out.startswith(f"job {job} finished at "), out
    assert elements(cluster, maps) == {"COMPLETED": 6} and elements(cluster, reduces) == {"COMPLETED": 2}
    for task in range(6):
        assert (folder / f"slurm-{maps}_{task}.out").read_text() == f"map {task}\n"
    whole = "".join(f"{task} {OWNER} {job}\n" for task in range(6))
    for task in range(2):
        assert (folder / f"slurm-{reduces}_{task}.out").read_text() == f"{whole}reduce {task} of 2\n"
    assert (folder / "part.0").owner() == OWNER

    out, _ = rtmr(shared, "status", job)
    assert f"\nin Slurm   array {maps} (maps), {reduces} (reduces)\n" in out
    heading, *attempts = out.split("\n\n")[1].splitlines()
    assert heading.split() == ["task", "attempt", "slot", "node", "started", "ran", "result"]
    assert len(attempts) == 8
    nodes = {line[heading.index("node"):].split()[0] for line in attempts}
    assert nodes <= {"n1", "n2", "n3", "n4"}
    _, err = rtmr(shared, "log", job, "--map", 0, status=1)
    assert f"slurm-{maps}_TASK.out and slurm-{reduces}_TASK.out in {folder} unless" in err
    assert service.job(job)["state"] == "finished"


def test_a_task_on_its_node(shared):
    """A slot's node is where the task runs."""
    cluster, _ = shared
    job, maps = submit(shared, "--maps", 16, "--map-time", "20s", "--wait", "--", "sh", "-c",
                       "echo $RTMR_TASK $SLURMD_NODENAME")
    out, _ = rtmr(shared, "status", job)
    heading, *attempts = out.split("\n\n")[1].splitlines()
    for line in attempts:
        task = line.split()[1]
        node = line[heading.index("node"):].split()[0]
        assert (cluster.work / f"slurm-{maps}_{task}.out").read_text() == f"{task} {node}\n"
    slots = rtmr(shared, "slots")[0].splitlines()
    assert slots[0].split()[:3] == ["slot", "node", "state"]
    assert [line.split()[1] for line in slots[1:17]] == [f"n{n}" for n in range(1, 5) for _ in range(4)]


def test_refused(shared):
    """With the earliest deadline; nothing comes to Slurm. That deadline is accepted."""
    cluster, _ = shared
    before = {job.array for job in cluster.jobs()}
    options = ("--executor", "slurm", "--maps", 40, "--map-time", "30s", "--deadline", "1min", "--", "true")
    out, err = rtmr(shared, "submit", *options, status=3)
    assert out == "" and err.startswith("rtmr: refused: it would end ")
    assert "\nthe earliest deadline that would be accepted: " in err
    assert rtmr(shared, "what-if", *options, status=3)[0].startswith("it would be refused: ")
    assert {job.array for job in cluster.jobs()} == before
    job, _ = submit(shared, "--take-earliest", "1h", *options[2:6], "--", "true", deadline="1min")
    rtmr(shared, "wait", job)


def test_without_the_option(shared):
    """A job for processes of this machine is not for this service, and says so."""
    out, err = rtmr(shared, "submit", "--map-time", "1s", "--deadline", "1h", "--", "true", status=2)
    assert out == "" and "--executor" in err and "slurm" in err, err


def test_sbatch_fails(shared):
    """The plugin's word comes through, and the job is aborted."""
    cluster, service = shared
    out, err = rtmr(shared, "submit", "--executor", "slurm", "--map-time", "1s", "--deadline", "1h",
                    "--sbatch=--nodelist=n1", "--", "true", status=1)
    assert out == ""
    match = re.match(r"rtmr: job (\d+): aborted, as Slurm has not taken its tasks: sbatch: rtmr: --nodelist: ", err)
    assert match, err
    assert service.job(int(match.group(1)))["state"] == "aborted"
    assert not [job for job in cluster.jobs() if job.state == "PENDING"]


def test_one_array_fails(shared):
    """Of two arrays Slurm takes one only: it does not stay."""
    cluster, service = shared
    out, err = rtmr(shared, "submit", "--executor", "slurm", "--maps", 3, "--map-time", "60s", "--reduces", 10002,
                    "--reduce-time", "1ms", "--deadline", "300d", "--", "sleep", 300, status=1)
    match = re.match(r"rtmr: job (\d+): aborted, as Slurm has not taken its tasks: sbatch: ", err)
    assert out == "" and match and "array" in err, err
    job = int(match.group(1))
    assert service.job(job)["state"] == "aborted"
    until(lambda: not [element for element in cluster.jobs() if f"rtmr:{job}:" in element.admin_comment and
                       element.state in ("PENDING", "RUNNING", "COMPLETING")], "its other array is cancelled")


def test_longer_than_said(shared):
    """A task that takes longer keeps its promise by more time, and is not ended by Slurm."""
    _, service = shared
    job, _ = submit(shared, "--map-time", "1s", "--grace", "1min", "--", "sleep", "4")
    out, _ = rtmr(shared, "wait", job)
    assert out.startswith(f"job {job} finished") and "before its deadline" in out
    assert "extend" in {event["kind"] for event in service.get("/v1/events?after=0&limit=10000")["events"]
                        if event["job"] == job}


@pytest.mark.parametrize("options, script", (
    (("--map-time", "20s"), 'test -e $RTMR_JOB.$RTMR_TASK && exit; touch $RTMR_JOB.$RTMR_TASK; exit 3'),
    (("--map-time", "3s", "--on-overrun", "kill"),
     'test -e $RTMR_JOB.$RTMR_TASK && exit; touch $RTMR_JOB.$RTMR_TASK; exec sleep 1000')), ids=("fails", "killed"))
def test_again(options, script, shared):
    """A task that fails, or is killed as it takes too long, runs again."""
    cluster, service = shared
    job, maps = submit(shared, "--maps", 2, *options, "--", "sh", "-c", script)
    rtmr(shared, "wait", job)
    results = sorted(attempt["result"] for attempt in service.job(job)["attempts"])
    assert results.count("finished") == 2 and len(results) == 4, results
    assert elements(cluster, maps) == {"COMPLETED": 2}


def test_fails_for_good(shared):
    """Then the job is aborted, and says why."""
    cluster, service = shared
    job, maps, reduces = submit(shared, "--maps", 2, "--map-time", "20s", "--retries", 1, "--reduces", 2,
                                "--reduce-time", "5s", "--", "sh", "-c", "exit $((RTMR_TASK * 7))")
    out, _ = rtmr(shared, "wait", job, status=5)
    assert out.startswith(f"job {job} aborted") and "map task 1" in out and "7" in out, out
    until(lambda: all_cancelled(cluster, maps) and all_cancelled(cluster, reduces), "its arrays are cancelled")
    assert service.job(job)["state"] == "aborted"


def test_two_users(shared):
    """Each has its own job, as itself, and nothing to say about the other's."""
    cluster, service = shared
    script = ("--maps", 2, "--map-time", "5min", "--", "sh", "-c", "id -un; while test ! -e go; do sleep 0.1; done")
    first, first_array = submit(shared, *script, user=OWNER)
    second, second_array = submit(shared, *script, user=OTHER)
    until(lambda: [elements(cluster, array)["RUNNING"] for array in (first_array, second_array)] == [2, 2], "all run")
    assert "another user" in rtmr(shared, "jobs", user=OTHER)[0]
    assert rtmr(shared, "status", first, user=OTHER)[0] == f"job {first}: another user's\n"
    for command in (("abort", first), ("renew", first, "--deadline", "2h"), ("log", first), ("suspend", first)):
        assert "another user" in rtmr(shared, *command, user=OTHER, status=1)[1], command
    assert service.job(first)["state"] == "running"
    (cluster.work / "go").touch()
    for job, array, user in ((first, first_array, OWNER), (second, second_array, OTHER)):
        assert rtmr(shared, "wait", job, user=user)[0].startswith(f"job {job} finished")
        path = cluster.work / f"slurm-{array}_1.out"
        assert path.read_text() == f"{user}\n" and path.owner() == user
    (cluster.work / "go").unlink()


def test_abort(shared):
    """Slurm has nothing of the job any more, and the slots are free."""
    cluster, service = shared
    job, maps, reduces = submit(shared, "--maps", 20, "--map-time", "1min", "--reduces", 2, "--reduce-time", "1min",
                                "--", "sleep", 300)
    until(lambda: elements(cluster, maps)["RUNNING"] > 0, "it runs")
    rtmr(shared, "abort", job)
    until(lambda: all_cancelled(cluster, maps) and all_cancelled(cluster, reduces), "its arrays are cancelled")
    until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "the slots are free")
    assert rtmr(shared, "wait", job, status=5)[0].startswith(f"job {job} aborted")
