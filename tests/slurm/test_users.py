"""What users may do with their tasks in the partition, and what they may not: neither to the
service nor to each other. USERS[0] owns, USERS[1] does not.
"""
import json
import re

import pytest

from tests.service.daemon import until
from tests.slurm.cluster import USERS
from tests.slurm.service import RTMR, elements, served_cluster, submit, wait_for

OWNER, OTHER = USERS

PLAIN = ("--partition=rtmr", "--time=1", "--deadline=now+2hours", "--wrap", "true")


def busy(cluster):
    """All 16 map slots run something long: what comes then waits, held."""
    number, job = submit(cluster, 16, "sleep 300", minutes=10, deadline="now+20minutes")
    until(lambda: elements(cluster, number)["RUNNING"] == 16, "all slots are busy")
    return number, job


def array(cluster, number):
    """What Slurm knows of an array."""
    return {job[1:] for job in cluster.jobs() if job.array == str(number)}


def ask(cluster, service, user, method, path, body=None):
    """A request of a user to the service: the status and the answer."""
    done = cluster.run("curl", "--silent", "--unix-socket", service.socket, "--request", method, "--write-out",
                       "\n%{http_code}", *(("--json", json.dumps(body)) if body is not None else ()),
                       f"http://localhost{path}", user=user)
    text, _, status = done.stdout.rpartition("\n")
    return int(status), json.loads(text)


def test_what_is_held_stays_held():
    """Its owner may not release it, move it or rename it; nor may another user."""
    with served_cluster() as (cluster, service):
        busy(cluster)
        number, job = submit(cluster, 3, "true")
        until(lambda: service.job(job)["arrays"]["map"] == number, "the service has seen the array")
        before = array(cluster, number)
        assert len(before) in (1, 3)  # Slurm keeps an array that waits as one record
        for user in (OWNER, OTHER):
            for change in (("release", number), ("update", f"JobId={number}", "Priority=100000"),
                           ("update", f"JobId={number}", "Comment=rtmr:1:map"),
                           ("update", f"JobId={number}", "AdminComment=rtmr:1:map"),
                           ("update", f"JobId={number}", "ReqNodeList=n1"),
                           ("update", f"JobId={number}", "Partition=other"),
                           ("update", f"JobId={number}", "StartTime=now"),
                           ("requeue", number), ("requeuehold", number)):
                done = cluster.run("scontrol", *change, user=user, status=None)
                assert array(cluster, number) == before, (user, change, done.stdout, done.stderr)
        assert service.job(job)["state"] == "waiting"
        assert {element.priority for element in cluster.jobs() if element.array == str(number)} == {"0"}


def test_the_service_is_away():
    """What is held stays held without the service, and after a restart of the controller; the
    numbers that elements have of their own are no way around. What was promised is kept then.
    """
    with served_cluster() as (cluster, service):
        first, _ = busy(cluster)
        number, job = submit(cluster, 3, "true")
        until(lambda: service.job(job)["arrays"]["map"] == number, "the service has seen the array")
        service.stop()
        for task in (1, 2):
            cluster.run("scontrol", "update", f"JobId={number}_{task}", "Comment=split")
        cluster.stop_controller()
        cluster.start_controller()
        text = cluster.run("scontrol", "--oneliner", "show", "job", number).stdout
        names = {*re.findall(r"^JobId=(\d+)", text, re.MULTILINE), f"{number}_1", f"{number}_2"}
        before = array(cluster, number)
        assert len(names) == 5 and len(before) == 3, text
        for name in names:
            for change in (("release", name), ("update", f"JobId={name}", "Priority=100000"),
                           ("update", f"JobId={name}", "NumCPUs=2"), ("update", f"JobId={name}", "Partition=other")):
                done = cluster.run("scontrol", *change, user=OWNER, status=None)
                assert done.returncode != 0 and array(cluster, number) == before, (change, done.stdout, done.stderr)
        service.start()
        cluster.run("scancel", first, user=OWNER)
        assert wait_for(service, [job])[0]["state"] == "finished"


def test_leaving():
    """The service and the plugin are taken away: what runs goes on, and what waits is held until an
    operator lets it run.
    """
    with served_cluster() as (cluster, service):
        first, _ = busy(cluster)
        number, job = submit(cluster, 3, "true")
        until(lambda: service.job(job)["arrays"]["map"] == number, "the service has seen the array")
        cluster.stop_controller()
        cluster.conf.write_text(cluster.conf.read_text().replace("JobSubmitPlugins=rtmr\n", ""))
        cluster.start_controller()
        service.stop()
        assert elements(cluster, first) == {"RUNNING": 16}
        assert set(elements(cluster, number)) == {"PENDING"}
        cluster.run("scontrol", "release", number)
        cluster.run("scancel", first, user=OWNER)
        until(lambda: elements(cluster, number) == {"COMPLETED": 3}, "what waited has run")


def test_owner_throttles():
    """How many elements of an array run at a time is not the owner's to say: Slurm takes the
    number, and the service lifts it.
    """
    with served_cluster() as (cluster, service):
        first, _ = busy(cluster)
        number, job = submit(cluster, 8, "sleep 2")
        cluster.run("scontrol", "update", f"JobId={number}", "ArrayTaskThrottle=1", user=OWNER, status=None)
        cluster.run("scancel", first, user=OWNER)
        until(lambda: elements(cluster, number)["RUNNING"] == 8, "all run at a time")
        ended = wait_for(service, [job])[0]
        assert ended["state"] == "finished" and not ended["flagged"]


def test_owner_requeues():
    """A task that runs is sent back by its owner: it counts as ended by itself, and starts again
    only where and when the service says.
    """
    with served_cluster() as (cluster, service):
        (cluster.work / "ran").touch()
        (cluster.work / "ran").chmod(0o666)
        number, job = submit(cluster, 2, "echo $SLURM_ARRAY_TASK_ID >>ran; sleep 4")
        until(lambda: len((cluster.work / "ran").read_text().split()) == 2, "both have begun")
        cluster.run("scontrol", "requeue", f"{number}_1", user=OWNER, status=None)
        ended = wait_for(service, [job])[0]
        begun = (cluster.work / "ran").read_text().split()
        assert len(begun) == len(ended["attempts"]), (begun, ended["attempts"])
        assert begun.count("0") == 1
        until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "the slots are free")
        until(lambda: set(elements(cluster, number)) <= {"COMPLETED", "CANCELLED", "FAILED"}, "nothing is left")


def test_no_requeue():
    """A task that fails, and that Slurm must not start again: the job ends, and says why."""
    with served_cluster() as (cluster, service):
        number, job = submit(cluster, 2, "exit 3", more=("--no-requeue",))
        ended = wait_for(service, [job])[0]
        assert ended["state"] == "aborted" and ended["reason"]
        until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "the slots are free")
        until(lambda: set(elements(cluster, number)) <= {"FAILED", "CANCELLED"}, "nothing is left")


def test_owner_cancels():
    """What waits, and what runs: the service notices, and the slots serve the next job."""
    with served_cluster() as (cluster, service):
        number, first = busy(cluster)
        waits, second = submit(cluster, 3, "true")
        assert cluster.run("scancel", waits, user=OTHER, status=None).returncode != 0 or elements(cluster, waits)[
            "PENDING"]
        cluster.run("scancel", waits, user=OWNER)
        until(lambda: service.job(second)["state"] == "aborted", "the waiting job is aborted")
        assert service.job(second)["reason"]
        cluster.run("scancel", number, user=OTHER, status=None)
        assert elements(cluster, number)["RUNNING"] == 16
        cluster.run("scancel", number, user=OWNER)
        until(lambda: service.job(first)["state"] == "aborted", "the running job is aborted")
        until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "the slots are free")
        assert wait_for(service, [submit(cluster, 16, "true")[1]])[0]["state"] == "finished"


def test_one_element_is_cancelled():
    """The others go on; the job ends in some way, and its slot is free again."""
    with served_cluster() as (cluster, service):
        number, job = submit(cluster, 4, "sleep 2")
        until(lambda: elements(cluster, number)["RUNNING"] == 4, "all run")
        cluster.run("scancel", f"{number}_2", user=OWNER)
        ended = wait_for(service, [job])[0]
        assert ended["state"] in ("aborted", "finished")
        assert ended["state"] == "finished" or ended["reason"]
        until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "the slots are free")


@pytest.fixture(name="shared", scope="module")
def shared_fixture():
    """A cluster on which nothing remains of what is tried: everything is refused."""
    with served_cluster() as (cluster, service):
        yield cluster, service


def refused(shared, *arguments, user=OWNER):
    """A submission is refused in the name of the service, and leaves nothing. Returns the text."""
    cluster, service = shared
    before = service.get("/v1/status")["active_jobs"]
    text = cluster.sbatch(*arguments, user=user, status=1)
    assert "rtmr" in text, text
    assert not [job for job in cluster.jobs() if job.partition == "rtmr" and job.state not in ("CANCELLED", "FAILED")]
    assert service.get("/v1/status")["active_jobs"] == before
    return text


@pytest.mark.parametrize("comment", [
    "rtmr:999:map", "rtmr:0:map", "rtmr:-1:map", "rtmr:1:shuffle", "rtmr:", "rtmr:1", "rtmr:1:map:2",
    "rtmr:18446744073709551617:map", "rtmr:1:map\n", "rtmr:" + "9" * 900, "rtmr:x:reduce"])
def test_forged_comment(comment, shared):
    """A comment that names no job that waits for an array."""
    refused(shared, f"--comment={comment}", *PLAIN)


@pytest.mark.parametrize("options", [("--time=1",), ("--deadline=now+2hours",),
                                     ("--time=UNLIMITED", "--deadline=now+2hours")], ids=" ".join)
def test_without_a_time(options, shared):
    """Without a deadline, or without a time that a task takes."""
    refused(shared, "--partition=rtmr", *options, "--wrap", "true")


@pytest.mark.parametrize("option", [
    "--nodes=2", "--cpus-per-task=3", "--ntasks=4", "--exclusive", "--partition=rtmr,other", "--begin=now+1hour",
    "--nodelist=n1", "--exclude=n1", "--dependency=singleton", "--array=0-9%2", "--array=1-10", "--array=0-9:2",
    "--array=0,5", "--hold", "--mem=1T", "--tmp=1G", "--test-only", "--array=0-10001"])
def test_with_wishes_of_its_own(option, shared):
    """More than a slot for each task, or where, when and how many at a time."""
    refused(shared, "--partition=rtmr", "--time=1", "--deadline=now+2hours", option, "--wrap", "true")


def test_no_way_in_behind_the_plugin(shared):
    """A job of another partition does not move in, and there are no interactive jobs."""
    cluster, service = shared
    number = cluster.sbatch("--partition=other", "--hold", "--wrap", "true")
    cluster.run("scontrol", "update", f"JobId={number}", "Partition=rtmr", user=OWNER, status=None)
    assert {job.partition for job in cluster.jobs() if job.array == str(number)} == {"other"}
    cluster.run("scancel", number)
    for command in (("srun", "--partition=rtmr", "true"), ("salloc", "--partition=rtmr", "true")):
        done = cluster.run(*command, user=OWNER, status=None)
        assert done.returncode != 0 and "rtmr" in done.stdout + done.stderr, (command, done)
    assert not service.get("/v1/jobs?state=active")["jobs"]


def test_nobody_asks_in_another_name(shared):
    """The field "uid" is for root and for Slurm only."""
    cluster, service = shared
    status, answer = ask(cluster, service, OTHER, "POST", "/v1/jobs",
                         {"maps": 1, "map_ms": 60000, "deadline_ms": 600000, "uid": 5, "map_command": ["true"],
                          "directory": "/tmp"})
    assert status in (400, 403), (status, answer)
    assert not service.get("/v1/jobs?state=active")["jobs"]


def test_two_users():
    """A job of another user can be neither seen nor changed, in the service or through Slurm."""
    with served_cluster() as (cluster, service):
        number, job = busy(cluster)
        status, answer = ask(cluster, service, OTHER, "GET", f"/v1/jobs/{job}")
        assert status in (200, 403, 404)
        assert "name" not in answer and "deadline_at" not in answer, answer
        for what, body in (("abort", None), ("suspend", None), ("renew", {"deadline_ms": 60000})):
            assert ask(cluster, service, OTHER, "POST", f"/v1/jobs/{job}/{what}", body)[0] in (403, 404)
        assert ask(cluster, service, OTHER, "POST", "/v1/slots/map/1/drain")[0] == 403
        assert ask(cluster, service, OTHER, "POST", "/v1/slots", {"stage": "map"})[0] == 403
        assert elements(cluster, number)["RUNNING"] == 16
        text = cluster.sbatch("--comment", f"rtmr:{job}:map", "--array=0-15", *PLAIN, user=OTHER, status=1)
        assert "rtmr" in text
        text = cluster.sbatch("--comment", f"rtmr:{job}:map", "--array=0-15", *PLAIN, user=OWNER, status=1)
        assert "rtmr" in text, "it has its array already"
        done = cluster.run(RTMR, "abort", str(job), "--socket", service.socket, user=OTHER, status=None)
        assert done.returncode != 0
        cluster.run(RTMR, "abort", str(job), "--socket", service.socket, user=OWNER)
        until(lambda: elements(cluster, number) == {"CANCELLED": 16}, "Slurm has cancelled it")


def test_array_for_a_job_that_waits_for_it():
    """A job in two stages: only its owner's arrays of the right sizes are its tasks."""
    with served_cluster() as (cluster, service):
        status, answer = ask(cluster, service, OWNER, "POST", "/v1/jobs",
                             {"maps": 3, "reduces": 1, "map_ms": 60000, "reduce_ms": 60000, "deadline_ms": 1800000})
        assert status == 201, answer
        job = answer["job"]
        for arguments, user in ((("--array=0-2", f"--comment=rtmr:{job}:map"), OTHER),
                                (("--array=0-3", f"--comment=rtmr:{job}:map"), OWNER),
                                (("--array=0-1", f"--comment=rtmr:{job}:map"), OWNER),
                                (("--array=1-3", f"--comment=rtmr:{job}:map"), OWNER),
                                (("--array=0-2", f"--comment=rtmr:{job}:reduce"), OWNER)):
            assert "rtmr" in cluster.sbatch(*arguments, "--partition=rtmr", "--time=1", "--wrap", "true", user=user,
                                            status=1), arguments
        maps = cluster.sbatch("--array=0-2", f"--comment=rtmr:{job}:map", "--partition=rtmr", "--time=1", "--wrap",
                              "true")
        assert "rtmr" in cluster.sbatch("--array=0-2", f"--comment=rtmr:{job}:map", "--partition=rtmr", "--time=1",
                                        "--wrap", "true", status=1), "it has that array already"
        reduces = cluster.sbatch("--array=0-0", f"--comment=rtmr:{job}:reduce", "--partition=rtmr", "--time=1",
                                 "--wrap", "true")
        ended = wait_for(service, [job])[0]
        assert ended["state"] == "finished", (ended["reason"], ended["attempts"])
        assert elements(cluster, maps) == {"COMPLETED": 3} and elements(cluster, reduces) == {"COMPLETED": 1}
