"""What Slurm and the store know of each other: a new store beside what Slurm remembers of an
earlier one, a copy of an earlier state, and ends that Slurm has forgotten."""
import shutil
import subprocess

from tests.service.daemon import PATIENCE, until
from tests.slurm.cluster import SLURM_USER
from tests.slurm.service import RTMRD, elements, served_cluster, submit, wait_for

SAYS_SO = 'echo "$SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID" >>ran'


def ran(cluster):
    """Which elements have run, each as often as it did."""
    path = cluster.work / "ran"
    return sorted(path.read_text().splitlines()) if path.exists() else []


def replace_store(service, copy=None):
    """The service begins with an empty store, or with a copy."""
    service.kill()
    shutil.rmtree(service.store)
    if copy is not None:
        shutil.copytree(copy, service.store)
        for path in (service.store, *service.store.iterdir()):
            shutil.chown(path, SLURM_USER, SLURM_USER)
    service.start()


def test_a_new_store():
    """Its jobs have the numbers of jobs that Slurm still knows, and run for real; what an earlier
    store has left in the partition goes."""
    with served_cluster() as (cluster, service):
        first, job = submit(cluster, 4, SAYS_SO)
        assert wait_for(service, [job])[0]["state"] == "finished"
        left, _ = submit(cluster, 20, "sleep 1000", minutes=30)
        until(lambda: elements(cluster, left)["RUNNING"] == 16, "it runs")
        replace_store(service)
        second, again = submit(cluster, 4, SAYS_SO)
        assert again == job and second != first
        assert elements(cluster, first) == {"COMPLETED": 4}, "Slurm still knows it"
        assert wait_for(service, [again])[0]["state"] == "finished"
        assert ran(cluster) == sorted(f"{array} {task}" for array in (first, second) for task in range(4))
        until(lambda: set(elements(cluster, left)) == {"CANCELLED"}, "what is left of the earlier store is cancelled")
        assert elements(cluster, first) == {"COMPLETED": 4}


def test_a_copy_of_an_earlier_state():
    """Jobs of the copy go on; jobs that came after it are no longer known, and the next job gets
    the number of one of them."""
    with served_cluster() as (cluster, service):
        copy = service.folder / "copy"
        kept, job = submit(cluster, 20, f"{SAYS_SO}; sleep 5", minutes=5)
        subprocess.run([RTMRD, "--store", service.store, "--backup", copy], check=True, timeout=PATIENCE)
        lost, number = submit(cluster, 3, SAYS_SO)
        until(lambda: [line for line in ran(cluster) if line.startswith(f"{lost} ")], "the next job has begun")
        replace_store(service, copy)
        new, again = submit(cluster, 3, SAYS_SO)
        assert again == number
        jobs = wait_for(service, [job, again])
        assert [job["state"] for job in jobs] == ["finished"] * 2, jobs
        assert [ran(cluster).count(f"{new} {task}") for task in range(3)] == [1] * 3
        assert all(f"{kept} {task}" in ran(cluster) for task in range(20))


def test_an_end_that_slurm_has_forgotten():
    """The service was away for longer than MinJobAge: its word for that is true."""
    with served_cluster(configuration="MinJobAge=2") as (cluster, service):
        number, job = submit(cluster, 20, 'sleep "$((3 + SLURM_ARRAY_TASK_ID / 16 * 1000))"', minutes=30)
        until(lambda: elements(cluster, number)["RUNNING"] == 16, "it runs")
        assert "MinJobAge is 2 s, at least 3600 s are expected" in service.log.read_text()
        service.kill()
        until(lambda: elements(cluster, number) == {"PENDING": 1}, "Slurm has forgotten what has ended", 5 * PATIENCE)
        service.start()
        ended, = wait_for(service, [job])
        assert ended["state"] == "aborted" and "Slurm has forgotten map task" in ended["reason"], ended["reason"]
        until(lambda: not elements(cluster, number)["PENDING"], "the rest is cancelled")
