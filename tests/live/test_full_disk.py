"""A disk that gets full again and again under a service that works, and that is killed now and
then: no accepted job is lost, no task runs twice, nothing on record is contradicted.
"""
import collections
import os
import random
import subprocess
import time

from tests.service.daemon import BUILD, PATIENCE, Daemon, until
from tests.service.test_store import Disk

ROUNDS = int(os.environ.get("RTMR_FULL_DISKS", "12"))
SEED = int(os.environ.get("RTMR_SEED", "1"))
RTMRD = BUILD / "rtmrd"
HOUR = 3600 * 1000


def submit_until(daemon, end, accepted, refused):
    """Submits jobs until an instant; remembers what was answered."""
    script = f'echo "$RTMR_JOB $RTMR_STAGE $RTMR_TASK" >>{daemon.folder}/ran; sleep 0.0$RTMR_TASK'
    while time.monotonic() < end:
        status, answer = daemon.submit("sh", "-c", script, maps=4, reduces=2, map_ms=2000, reduce_ms=2000,
                                       deadline_ms=HOUR, retries=0)
        if status == 201:
            accepted.append(answer["job"])
        else:
            assert status in (503, 507) and "error" in answer, (status, answer)
            refused.append(answer["error"])
        time.sleep(0.05)  # not more than can run


def test_disks_that_get_full():
    """Some rounds of it."""
    rng = random.Random(SEED)
    accepted, refused = [], []
    with Disk(40) as disk, Daemon(store=disk.folder / "store", wrapper=disk.wrapper, program=RTMRD, map_slots=4,
                                  reduce_slots=2) as daemon:
        for _ in range(ROUNDS):
            before = len(refused)
            submit_until(daemon, time.monotonic() + rng.uniform(0.1, 0.4), accepted, refused)
            disk.fill()
            submit_until(daemon, time.monotonic() + rng.uniform(0.1, 0.6), accepted, refused)
            if rng.random() < 0.5:
                daemon.kill()
                disk.fill()
                daemon.start()
            submit_until(daemon, time.monotonic() + rng.uniform(0.1, 0.6), accepted, refused)
            assert len(refused) > before
            disk.clear()
            until(lambda: daemon.get("/v1/status")["accepts"], "jobs are accepted again")
        jobs = [daemon.ended(job, patience=5 * PATIENCE) for job in accepted]
        assert {job["state"] for job in jobs} == {"finished"}, [job for job in jobs if job["state"] != "finished"]
        assert not [job["job"] for job in jobs if job["ended_at"] > job["deadline_at"] and not job["flagged"]]
        assert daemon.stop() == 0
        ran = collections.Counter((daemon.folder / "ran").read_text().splitlines())
        expected = {f"{job} {stage} {task}" for job in accepted for stage, tasks in (("map", 4), ("reduce", 2))
                    for task in range(tasks)}
        assert set(ran) == expected
        assert not [task for task, times in ran.items() if times > 1]
        assert "all is well" in disk.run(RTMRD, "--store", daemon.store, "--check-store")
        audit = subprocess.run([*disk.wrapper, BUILD / "rtmr", "audit", daemon.store], capture_output=True, text=True,
                               timeout=PATIENCE, check=False)
        assert audit.returncode == 0, audit.stdout[-3000:] + audit.stderr
