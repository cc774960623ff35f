"""Everything at once: jobs of two users, while nodes die, drain and come back, and controller and
service are restarted, in random order.
"""
import collections
import contextlib
import os
import random
import sqlite3
import time

from tests.service.daemon import PATIENCE
from tests.slurm.cluster import USERS, Nodes
from tests.slurm.service import late_without_flag, served_cluster, submit, wait_for

EVENTS = int(os.environ.get("RTMR_EVENTS", "12"))
SEED = int(os.environ.get("RTMR_SEED", "1"))
NODES = (Nodes("n", 8, 5, "rtmr"), Nodes("other", 1, 2, "other"))
DONE = 'sleep 0.2; echo "$SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID" >>done'


class Chaos:
    """What happens to a cluster."""

    def __init__(self, cluster, service, rng):
        self.cluster = cluster
        self.service = service
        self.rng = rng
        self.dead = []
        self.drained = []

    def event(self):
        """One of many."""
        events = [self.restart_service, self.restart_controller]
        events += [self.kill_node, self.drain_node] if len(self.dead) + len(self.drained) < 3 else []
        events += [self.start_node] if self.dead else []
        events += [self.resume_node] if self.drained else []
        chosen = self.rng.choice(events)
        print(f"{time.monotonic():.1f} {chosen.__name__}")
        chosen()

    def restart_service(self):
        """SIGKILL, and a while without it."""
        self.service.kill()
        time.sleep(self.rng.uniform(0, 2))
        self.service.start()

    def restart_controller(self):
        """slurmctld is stopped, and away for a while."""
        self.cluster.stop_controller()
        time.sleep(self.rng.uniform(0, 2))
        self.cluster.start_controller()

    def some_node(self):
        """One that is well."""
        return self.rng.choice([f"n{i}" for i in range(1, 9) if f"n{i}" not in (*self.dead, *self.drained)])

    def kill_node(self):
        """With all that runs there."""
        self.dead.append(self.some_node())
        self.cluster.kill_node(self.dead[-1])

    def start_node(self):
        """The oldest of the dead."""
        self.cluster.start_node(self.dead.pop(0))

    def drain_node(self):
        """By the administrator."""
        self.drained.append(self.some_node())
        self.cluster.run("scontrol", "update", f"NodeName={self.drained[-1]}", "State=DRAIN", "Reason=test")

    def resume_node(self):
        """The oldest of the drained."""
        self.cluster.run("scontrol", "update", f"NodeName={self.drained.pop(0)}", "State=RESUME")

    def end(self):
        """All nodes are there again."""
        while self.dead:
            self.start_node()
        while self.drained:
            self.resume_node()


def lost_tasks(service):
    """Job and task of attempts that were lost: such tasks may have written before."""
    with contextlib.closing(sqlite3.connect(f"file:{service.store}/store.db?mode=ro", uri=True)) as database:
        return set(database.execute("SELECT job, task FROM attempts WHERE state = 'lost'"))


def test_chaos():
    """No job is lost or late without a word; a task runs again only if its attempt was lost."""
    rng = random.Random(SEED)
    with served_cluster(NODES, "n[1-8]=4+1") as (cluster, service):
        (cluster.work / "done").touch()
        (cluster.work / "done").chmod(0o666)
        chaos = Chaos(cluster, service, rng)
        arrays = {}
        for _ in range(EVENTS):
            for _ in range(rng.randrange(4)):
                tasks = rng.randrange(1, 9)
                number, job = submit(cluster, tasks, DONE, user=rng.choice(USERS))
                arrays[number] = (job, tasks)
            time.sleep(rng.uniform(0, 1.5))
            chaos.event()
        chaos.end()
        jobs = wait_for(service, [job for job, _ in arrays.values()], patience=10 * PATIENCE)
        assert {job["state"] for job in jobs} == {"finished"}, [job for job in jobs if job["state"] != "finished"]
        assert not late_without_flag(service)
        done = collections.Counter((cluster.work / "done").read_text().splitlines())
        lost = lost_tasks(service)
        for number, (job, tasks) in arrays.items():
            for task in range(tasks):
                times = done[f"{number} {task}"]
                assert times == 1 or (times > 1 and (job, task) in lost), (number, job, task, times)
