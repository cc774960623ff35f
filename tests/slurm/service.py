"""rtmrd-slurm on a cluster of a test, with the plugin in its slurmctld."""
import collections
import contextlib
import shutil
import sqlite3
import subprocess

from tests.service.daemon import BUILD, PATIENCE, Daemon, until
from tests.slurm.cluster import SLURM_USER, SMALL, USERS, Cluster

RTMRD = BUILD / "rtmrd-slurm"
RTMR = BUILD / "rtmr"
PLUGIN = BUILD / "job_submit_rtmr.so"

# Slots of the default cluster: 4 nodes with 4 map slots and a reduce slot each.
SLOTS = "n[1-4]=4+1"


class SlurmService(Daemon):
    """The service, as the user that Slurm trusts. Its socket is where the plugin looks for it."""

    def __init__(self, cluster, slots=SLOTS, program=RTMRD):
        super().__init__(program=program)
        self.folder.chmod(0o755)
        room = self.folder / "room"
        room.mkdir()
        shutil.chown(room, SLURM_USER)
        self.store = room / "store"
        self.socket = room / "socket"
        self.environment.update(cluster.environment)
        self.command = ["setpriv", f"--reuid={SLURM_USER}", f"--regid={SLURM_USER}", "--clear-groups", str(program),
                        "--store", str(self.store), "--socket", str(self.socket), "--socket-mode", "0666",
                        "--partition", "rtmr", "--slots", slots]
        (cluster.folder / "rtmr.conf").write_text(f"Socket={self.socket}\nPartition=rtmr\n")


@contextlib.contextmanager
def served_cluster(nodes=SMALL, slots=SLOTS, configuration=""):
    """A cluster and its service. At the end the store is checked and audited."""
    cluster = Cluster(nodes, plugins=[PLUGIN], configuration=f"JobSubmitPlugins=rtmr\n{configuration}")
    service = SlurmService(cluster, slots)
    with cluster, service:
        yield cluster, service
        service.stop()
        check(service)


def check(service):
    """The store is sound, and every decision was right."""
    for command in ([RTMRD, "--store", service.store, "--check-store"], [RTMR, "audit", service.store]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def late_without_flag(service):
    """Jobs that have broken their promise without a word."""
    with contextlib.closing(sqlite3.connect(f"file:{service.store}/store.db?mode=ro", uri=True)) as database:
        return database.execute("SELECT job FROM jobs WHERE state = 'finished' AND flagged = 0 AND ended > deadline"
                                ).fetchall()


def wait_for(service, numbers, patience=5 * PATIENCE):
    """Until jobs of the service have ended; returns them."""
    return [until(lambda number=number: (job := service.job(number))["state"] in ("finished", "aborted") and job,
                  f"job {number} has ended", patience) for number in numbers]


def submit(cluster, tasks, command, user=USERS[0], deadline="now+2hours", minutes=1, more=()):
    """A plain sbatch of an array: the numbers of Slurm's job and of the service's."""
    number = cluster.sbatch("--partition=rtmr", f"--array=0-{tasks - 1}", f"--time={minutes}",
                            f"--deadline={deadline}", *more, "--wrap", command, user=user)
    # behind the first release of an element its attempt follows
    told, = {tuple(job.admin_comment.split(":")[:3]) for job in cluster.jobs() if job.array == str(number)}
    prefix, job, stage = told
    assert (prefix, stage) == ("rtmr", "map")
    return number, int(job)


def elements(cluster, number):
    """The elements of an array that Slurm knows, by state."""
    return collections.Counter(job.state for job in cluster.jobs() if job.array == str(number))
