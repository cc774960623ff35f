"""What can happen on a cluster while promises stand: nodes that die, drain and come back, a
controller and a service that are restarted, and everything that the service must leave alone.
"""
import collections
import json
import signal
import time

from tests.service.daemon import PATIENCE, until
from tests.slurm.cluster import USERS, Nodes
from tests.slurm.service import RTMR, elements, late_without_flag, served_cluster, submit, wait_for

EIGHT = (Nodes("n", 8, 5, "rtmr"), Nodes("other", 1, 2, "other"))
EIGHT_SLOTS = "n[1-8]=4+1"

# A task that says that it ran.
SAYS_SO = 'echo "$SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID" >>ran; sleep 0.3'


def ran(cluster):
    """How often each task began, by array and element."""
    path = cluster.work / "ran"
    return collections.Counter(path.read_text().splitlines() if path.exists() else [])


def expected(numbers, tasks):
    """Each task once."""
    return {f"{number} {task}": 1 for number in numbers for task in range(tasks)}


def shared_file(cluster, name="ran"):
    """A file into which the tasks of all users write."""
    (cluster.work / name).touch()
    (cluster.work / name).chmod(0o666)
    return cluster.work / name


def test_forty_jobs():
    """200 tasks of two users: each runs once, and no promise is broken."""
    with served_cluster(EIGHT, EIGHT_SLOTS) as (cluster, service):
        shared_file(cluster)
        numbers = [submit(cluster, 5, SAYS_SO, user=USERS[i % 2], deadline=f"now+{30 + i}minutes") for i in range(40)]
        jobs = wait_for(service, [job for _, job in numbers])
        assert {job["state"] for job in jobs} == {"finished"}
        assert not [job for job in jobs if job["flagged"] or job["ended_at"] > job["deadline_at"]]
        assert ran(cluster) == expected([array for array, _ in numbers], 5)
        assert not late_without_flag(service)


def test_a_node_is_killed():
    """Its tasks run again elsewhere; it comes back, and gets tasks again."""
    with served_cluster() as (cluster, service):
        shared_file(cluster)
        begun = shared_file(cluster, "begun")
        number, job = submit(cluster, 16, "echo $SLURM_ARRAY_TASK_ID >>begun; sleep 5", minutes=2)
        until(lambda: len(begun.read_text().split()) == 16, "all slots are busy, and all tasks have begun")
        cluster.kill_node("n2")
        until(lambda: any(e["kind"] == "slot_lost" for e in service.get("/v1/events?limit=1000")["events"]),
              "the service has noticed")
        assert wait_for(service, [job])[0]["state"] == "finished"
        cluster.start_node("n2")
        until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "its slots are back")
        number, job = submit(cluster, 16, SAYS_SO)
        assert wait_for(service, [job])[0]["state"] == "finished"
        assert ran(cluster) == expected([number], 16)


def test_a_node_is_drained():
    """It takes no further task, and those that it has go on; then it is resumed."""
    with served_cluster() as (cluster, service):
        shared_file(cluster)
        number, job = submit(cluster, 16, "sleep 2")
        until(lambda: elements(cluster, number)["RUNNING"] == 16, "all slots are busy")
        cluster.run("scontrol", "update", "NodeName=n3", "State=DRAIN", "Reason=test")
        until(lambda: [s["state"] for s in service.get("/v1/slots")["slots"]].count("absent") == 5, "it has left")
        assert wait_for(service, [job])[0]["state"] == "finished"
        assert {job.node for job in cluster.jobs() if job.array == str(number)} == {"n1", "n2", "n3", "n4"}
        number, job = submit(cluster, 12, SAYS_SO)
        assert wait_for(service, [job])[0]["state"] == "finished"
        assert {job.node for job in cluster.jobs() if job.array == str(number)} == {"n1", "n2", "n4"}
        cluster.run("scontrol", "update", "NodeName=n3", "State=RESUME")
        until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "it is back")
        assert ran(cluster) == expected([number], 12)


def test_a_node_does_not_respond():
    """It gets no further task, long before Slurm takes it for down; then it is there again."""
    with served_cluster(configuration="SlurmdTimeout=60\nMessageTimeout=5") as (cluster, service):
        shared_file(cluster)
        cluster.daemons["n2"].send_signal(signal.SIGSTOP)
        until(lambda: [s["state"] for s in service.get("/v1/slots")["slots"]].count("absent") == 5, "it is left alone",
              2 * PATIENCE)
        assert cluster.states()["n2"] == "idle*"
        number, job = submit(cluster, 16, SAYS_SO)
        assert wait_for(service, [job])[0]["state"] == "finished"
        assert {job.node for job in cluster.jobs() if job.array == str(number)} == {"n1", "n3", "n4"}
        cluster.daemons["n2"].send_signal(signal.SIGCONT)
        until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "it is back",
              2 * PATIENCE)


def test_the_controller_is_restarted():
    """slurmctld is away for a while: tasks go on, and no task runs twice."""
    with served_cluster() as (cluster, service):
        shared_file(cluster)
        numbers = [submit(cluster, 12, SAYS_SO) for _ in range(4)]
        until(lambda: ran(cluster), "the first tasks have begun")
        cluster.stop_controller()
        assert service.get("/v1/status")["active_jobs"] > 0
        cluster.start_controller()
        jobs = wait_for(service, [job for _, job in numbers])
        assert {job["state"] for job in jobs} == {"finished"}
        assert ran(cluster) == expected([array for array, _ in numbers], 12)
        assert not late_without_flag(service)


def test_the_service_is_killed():
    """Again and again while tasks run: none is lost, none runs twice. There are more tasks than run
    between five kills."""
    with served_cluster() as (cluster, service):
        shared_file(cluster)
        numbers = [submit(cluster, 12, SAYS_SO) for _ in range(10)]
        for _ in range(5):
            begun = sum(ran(cluster).values())
            until(lambda begun=begun: sum(ran(cluster).values()) > begun, "further tasks have begun")
            service.kill()
            service.start()
        jobs = wait_for(service, [job for _, job in numbers])
        assert {job["state"] for job in jobs} == {"finished"}
        assert ran(cluster) == expected([array for array, _ in numbers], 12)
        assert not late_without_flag(service)


def test_other_partitions_are_left_alone():
    """With the service and without it, with comments that look like its own."""
    with served_cluster() as (cluster, service):
        for comment in ("", "rtmr:1:map"):
            number = cluster.sbatch("--partition=other", f"--comment={comment}", "--wrap", "true")
            until(lambda number=number: elements(cluster, number) == {"COMPLETED": 1}, "it has run")
        assert not service.get("/v1/jobs?state=all")["jobs"]
        service.kill()
        number = cluster.sbatch("--partition=other", "--wrap", "true")
        until(lambda: elements(cluster, number) == {"COMPLETED": 1}, "it has run")
        service.start()


def test_the_service_is_away():
    """A clear refusal, soon; also if the service takes the connection and is silent."""
    with served_cluster() as (cluster, service):
        arguments = ("--partition=rtmr", "--time=1", "--deadline=now+1hour", "--wrap", "true")
        service.process.send_signal(19)  # SIGSTOP
        begin = time.monotonic()
        text = cluster.sbatch(*arguments, status=1)
        assert "rtmr" in text and time.monotonic() - begin < 10, text
        service.process.send_signal(18)
        service.kill()
        begin = time.monotonic()
        text = cluster.sbatch(*arguments, status=1)
        assert "rtmr" in text and time.monotonic() - begin < 10, text
        assert not [job for job in cluster.jobs() if job.partition == "rtmr"]
        service.start()
        assert not service.get("/v1/jobs?state=active")["jobs"]
        assert wait_for(service, [submit(cluster, 2, "true")[1]])[0]["state"] == "finished"


def test_what_cannot_be_kept_is_refused():
    """With the earliest deadline that would do, which is then accepted."""
    with served_cluster() as (cluster, service):
        text = cluster.sbatch("--partition=rtmr", "--array=0-39", "--time=2", "--deadline=now+3minutes", "--wrap",
                              "true", status=1)
        assert "not before" in text, text
        assert not [job for job in cluster.jobs() if job.partition == "rtmr"]
        assert wait_for(service, [submit(cluster, 40, "true", minutes=2)[1]])[0]["state"] == "finished"


def test_tight_deadlines():
    """Two stages, and times that are hardly longer than the tasks: what was promised is kept, and
    what could not be is refused.
    """
    with served_cluster(EIGHT, EIGHT_SLOTS) as (cluster, service):
        shared_file(cluster)
        says = f'echo "$RTMR_JOB $RTMR_STAGE $RTMR_TASK" >>{cluster.work}/ran; sleep 1'
        accepted, refused = [], 0
        for i in range(40):
            done = cluster.run(RTMR, "submit", "--executor", "slurm", "--socket", service.socket, "--maps", 8,
                               "--map-time", "3s", "--reduces", 2, "--reduce-time", "3s", "--deadline", "45s", "--json",
                               "--", "sh", "-c", says, user=USERS[i % 2], status=None)
            answer = json.loads(done.stdout)
            assert (done.returncode, answer["accepted"]) in ((0, True), (3, False)), done
            if answer["accepted"]:
                accepted.append(answer["job"])
            else:
                assert answer["earliest_deadline_at"] > answer["now_at"] + 45000
                refused += 1
        assert len(accepted) >= 8 and refused >= 4, (len(accepted), refused)
        jobs = wait_for(service, accepted)
        assert {job["state"] for job in jobs} == {"finished"}
        assert not late_without_flag(service)
        # of the environment that keeps its own promise, H, no job is flagged
        assert len([job for job in jobs if job["flagged"]]) <= len(jobs) // 5
        assert ran(cluster) == {f"{job} {stage} {task}": 1 for job in accepted
                                for stage, tasks in (("map", 8), ("reduce", 2)) for task in range(tasks)}
