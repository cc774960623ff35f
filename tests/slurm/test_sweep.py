"""rtmr compare --slurm on a real cluster: the same bytes as on this machine."""
import signal
import subprocess

import pytest

from tests.service.daemon import PATIENCE, ROOT, until
from tests.slurm.cluster import USERS, Cluster, Nodes

RTMR = ROOT / "build/rtmr"
TRACE = ROOT / "tests/golden/small.csv"


@pytest.fixture(name="cluster", scope="module")
def fixture_cluster():
    """Two nodes without the service."""
    with Cluster(nodes=(Nodes("n", 2, 4, "any"),)) as cluster:
        yield cluster


@pytest.fixture(name="work")
def fixture_work(cluster, request):
    """A user's folder."""
    folder = cluster.work / request.node.name
    folder.mkdir()
    folder.chmod(0o777)
    return folder


def compare(cluster, folder, *arguments, status=0):
    """As a user, in the folder, who has put the outputs there."""
    return cluster.run("sh", "-c", 'cd "$0" && exec "$@"', folder, RTMR, "compare", *arguments, user=USERS[0],
                       status=status)


def files_of(folder):
    """All files by name; none but these."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("arguments", [
    ("--workload", "I", "--seeds", 6, "--report", "page"),
    (TRACE, "--seeds", 3, "--map-slots", 3, "--reduce-slots", 2, "--scheduler", "rtmr,dc,fifo", "--failure-rate", 0.1,
     "--report", "page", "--threads", 2)])
def test_same_bytes(cluster, work, arguments):
    """Standard output and all files."""
    found = []
    for name, more in (("here", ()), ("there", ("--slurm", "any"))):
        folder = work / name
        folder.mkdir()
        folder.chmod(0o777)
        done = compare(cluster, folder, *arguments, "--json", "out.json", *more)
        found.append((done.stdout, done.stderr, files_of(folder)))
    assert found[0] == found[1]
    assert "page/index.html" in found[0][2] and "out.json" in found[0][2]


def test_failing_element(cluster, work):
    """Its error, and nothing else."""
    done = compare(cluster, work, TRACE, "--scheduler", "fair", "--overrun-rate", 1, "--overrun-factor", 1000000,
                   "--node-mtbf", 1, "--node-mttr", 1, "--json", "out.json", "--seeds", 3, "--slurm", "any", status=1)
    assert done.stdout == ""
    assert "element 0 of 0 to 2 failed: rtmr: fair: the run was stopped:" in done.stderr
    assert not list(work.iterdir())


def test_unknown_partition(cluster, work):
    """sbatch says it."""
    done = compare(cluster, work, TRACE, "--slurm", "none", status=1)
    assert "invalid partition" in done.stderr
    assert not list(work.iterdir())


def test_interrupted(cluster, work):
    """The array is cancelled."""
    with subprocess.Popen([RTMR, "compare", "--workload", "lsps", "--cluster", "lsps", "--deadline-factor", "4",
                           "--seeds", "100", "--json", "out.json", "--slurm", "any"],
                          cwd=work, env=cluster.environment, user=USERS[0], group=USERS[0], extra_groups=[],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            until(lambda: any(job.state == "RUNNING" for job in cluster.jobs()), "elements run")
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=PATIENCE) == (b"", b"")
        finally:
            process.kill()
    assert process.returncode == -signal.SIGINT
    until(lambda: not [job for job in cluster.jobs() if job.state in ("PENDING", "RUNNING", "COMPLETING")],
          "nothing is left of the array")
    assert any(job.state == "CANCELLED" for job in cluster.jobs())
    assert not list(work.iterdir())
