"""Attempts on a cluster: tasks that fail, that are killed for their overrun, that their user
requeues, and the service killed between all that."""
import pwd

from tests.service.daemon import BUILD, PATIENCE, until
from tests.slurm.cluster import USERS, Cluster
from tests.slurm.service import PLUGIN, SlurmService, check, elements, served_cluster, submit, wait_for

# A task that fails the first time.
ONCE = 'test -e "$SLURM_ARRAY_TASK_ID" && exit 0; touch "$SLURM_ARRAY_TASK_ID"; exit 7'


def elements_of(cluster, number):
    """The elements of an array, as Slurm shows them."""
    return [job for job in cluster.jobs() if job.array == str(number)]


def attempts(job):
    """(task, number, result, exit status) of each attempt."""
    return [(a["task"], a["number"], a["result"], a["exit_status"]) for a in job["attempts"]]


def client_job(cluster, service, tasks, command, **more):
    """A job as `rtmr submit` makes it: asked of the service, then submitted with its comment."""
    status, decision = service.request("POST", "/v1/jobs", {
        "name": "client", "maps": tasks, "map_ms": 2000, "deadline_ms": 600000, "executor": "slurm",
        "uid": pwd.getpwnam(USERS[0]).pw_uid, **more})
    assert status == 201, (status, decision)
    array = cluster.sbatch("--partition=rtmr", f"--array=0-{tasks - 1}", "--time=5",
                           f"--comment=rtmr:{decision['job']}:map", "--wrap", command)
    return array, decision["job"]


def test_a_task_that_fails_runs_again():
    """And only that one; at once, not after two minutes as Slurm would have it."""
    with served_cluster() as (cluster, service):
        number, job = submit(cluster, 3, ONCE, minutes=5)
        ended, = wait_for(service, [job])
        assert ended["state"] == "finished" and not ended["flagged"]
        assert sorted(attempts(ended)) == [(task, attempt, *how) for task in range(3)
                                           for attempt, how in enumerate((("failed", 7), ("finished", 0)))]
        assert ended["ended_at"] - ended["submitted_at"] < 60000
        assert elements(cluster, number) == {"COMPLETED": 3}


def test_a_task_that_always_fails_ends_its_job():
    """What waits of it is cancelled, and what runs."""
    with served_cluster() as (cluster, service):
        number, job = submit(cluster, 30, 'test "$SLURM_ARRAY_TASK_ID" = 0 && exit 9; sleep 1000', minutes=20)
        ended, = wait_for(service, [job])
        assert ended["state"] == "aborted" and "9" in ended["reason"], ended
        assert [a[1:] for a in sorted(attempts(ended)) if a[0] == 0] == [(i, "failed", 9) for i in range(3)]
        until(lambda: set(elements(cluster, number)) == {"CANCELLED", "FAILED"}, "all is cancelled")
        until(lambda: {slot["state"] for slot in service.get("/v1/slots")["slots"]} == {"idle"}, "slots are free")


def test_an_overrun_is_killed_and_runs_again():
    with served_cluster() as (cluster, service):
        number, job = client_job(cluster, service, 2, f'{ONCE.replace("exit 7", "sleep 1000")}', on_overrun="kill",
                                 grace_ms=0)
        ended, = wait_for(service, [job])
        assert ended["state"] == "finished", ended
        assert [a[:3] for a in sorted(attempts(ended))] == [(task, attempt, result) for task in range(2)
                                                            for attempt, result in enumerate(("killed", "finished"))]
        assert elements(cluster, number) == {"COMPLETED": 2}


def test_retries_while_the_service_is_killed():
    """Each task fails once, and finishes once, wherever the service is killed."""
    with served_cluster() as (cluster, service):
        number, job = submit(cluster, 40, f'echo "$SLURM_ARRAY_TASK_ID" >>ran; {ONCE}', minutes=10)
        for count in (5, 20, 35, 50, 65):
            until(lambda count=count: (cluster.work / "ran").exists()
                  and len((cluster.work / "ran").read_text().split()) >= count, f"{count} attempts have begun")
            service.kill()
            service.start()
        ended, = wait_for(service, [job])
        assert ended["state"] == "finished", ended
        ran = (cluster.work / "ran").read_text().split()
        assert sorted(ran) == sorted([str(task) for task in range(40)] * 2)
        assert [a[2:] for a in sorted(attempts(ended))] == [("failed", 7), ("finished", 0)] * 40
        assert elements(cluster, number) == {"COMPLETED": 40}


def test_an_array_that_never_comes():
    """The user asked for a job and did not submit it: it is given up, the slots serve others."""
    with served_cluster() as (cluster, service):
        status, decision = service.request("POST", "/v1/jobs", {
            "name": "nothing", "maps": 2, "map_ms": 60000, "deadline_ms": 600000, "executor": "slurm",
            "uid": pwd.getpwnam(USERS[0]).pw_uid})
        assert status == 201, decision
        _, job = submit(cluster, 3, "true")
        assert wait_for(service, [job])[0]["state"] == "finished"
        ended, = wait_for(service, [decision["job"]])
        assert ended["state"] == "aborted" and ended["reason"], ended


def test_an_array_that_never_comes_for_a_job_that_waits():
    """It has no slot yet, and loses its capacity all the same."""
    with served_cluster() as (cluster, service):
        _, busy = submit(cluster, 16, "sleep 1000", minutes=30)
        status, decision = service.request("POST", "/v1/jobs", {
            "name": "nothing", "maps": 2, "map_ms": 60000, "deadline_ms": 36000000, "executor": "slurm",
            "uid": pwd.getpwnam(USERS[0]).pw_uid})
        assert status == 201, decision
        ended, = wait_for(service, [decision["job"]])
        assert (ended["state"], ended["attempts"]) == ("aborted", []), ended
        assert "no array was submitted for its map tasks" in ended["reason"]
        assert service.job(busy)["state"] == "running"


def test_a_task_that_slurm_does_not_let_start():
    """It is released so often, and no more; then its job is aborted with Slurm's word for it."""
    with served_cluster() as (cluster, service):
        cluster.run("scontrol", "update", "PartitionName=rtmr", "State=DOWN")
        number, job = client_job(cluster, service, 1, "true", retries=0)

        def hold_again():
            if elements_of(cluster, number)[0].priority != "0":
                cluster.run("scontrol", "hold", number, status=None)
            return service.job(job)["state"] == "aborted"

        until(hold_again, "the job is aborted", 3 * PATIENCE)
        assert "could not be started: Slurm holds it again: JobHeldAdmin" in service.job(job)["reason"]
        until(lambda: set(elements(cluster, number)) == {"CANCELLED"}, "it is cancelled")


def test_a_release_that_slurm_refuses():
    """The slot's node is in no partition of the job any more."""
    with served_cluster() as (cluster, service):
        cluster.run("scontrol", "update", "PartitionName=rtmr", "Nodes=n1")
        number, job = client_job(cluster, service, 16, "true", retries=0)
        ended, = wait_for(service, [job])
        assert ended["state"] == "aborted" and "could not be started: Slurm" in ended["reason"], ended["reason"]
        until(lambda: "PENDING" not in elements(cluster, number), "what waits is cancelled")


def test_the_hold_is_the_administrators():
    """Slurm itself refuses its owner, whether the service and the plugin know the array or not."""
    with served_cluster() as (cluster, service):
        submit(cluster, 16, "sleep 1000", minutes=30)
        number, _ = submit(cluster, 3, "touch started", minutes=5)
        until(lambda: "Reason=JobHeldAdmin" in cluster.run("scontrol", "show", "job", number).stdout, "it is held")
        service.stop()
        cluster.stop_controller()
        cluster.start_controller()  # the plugin forgets whose arrays it has let in
        done = cluster.run("scontrol", "release", number, user=USERS[0], status=None)
        assert done.returncode != 0 and "Access/permission denied" in done.stdout + done.stderr, done
        assert {element.priority for element in elements_of(cluster, number)} == {"0"}
        service.start()


def test_an_array_that_is_moved():
    """Its job ends, and nothing of it is left in the other partition."""
    with served_cluster() as (cluster, service):
        _, busy = submit(cluster, 16, "sleep 5")
        number, job = submit(cluster, 3, "true")
        cluster.run("scontrol", "update", f"JobId={number}", "Partition=other")  # as root, who may
        ended, = wait_for(service, [job])
        assert ended["state"] == "aborted" and "moved" in ended["reason"], ended
        until(lambda: set(elements(cluster, number)) <= {"CANCELLED"}, "it is cancelled")
        assert wait_for(service, [busy])[0]["state"] == "finished"


def test_with_sanitizers():
    """Retries, an abort, stops with Slurm and without: no leak and no bad access, status 0."""
    cluster = Cluster(plugins=[PLUGIN], configuration="JobSubmitPlugins=rtmr\n")
    service = SlurmService(cluster, program=BUILD / "service-gcc/rtmrd-slurm")
    with cluster, service:
        jobs = [submit(cluster, 8, ONCE, minutes=5)[1] for _ in range(3)]
        until(lambda: service.job(jobs[0])["attempts"], "tasks have begun")
        assert service.stop() == 0
        service.start()
        number, job = submit(cluster, 4, "sleep 1000", minutes=5)
        until(lambda: elements(cluster, number)["RUNNING"] > 0, "it runs")
        assert service.request("POST", f"/v1/jobs/{job}/abort")[0] == 200
        assert [ended["state"] for ended in wait_for(service, jobs)] == ["finished"] * 3
        until(lambda: set(elements(cluster, number)) == {"CANCELLED"}, "it is cancelled")
        cluster.stop_controller()
        assert service.stop() == 0
        cluster.start_controller()
        service.start()
        assert service.stop() == 0
        check(service)
