"""The cluster of these tests itself: jobs run as their users, and nothing is left behind."""
import pathlib

from tests.service.daemon import until
from tests.slurm.cluster import USERS, Cluster


def test_a_cluster():
    """Two users, nodes that are lost and come back, a controller that is away; and no trace."""
    with Cluster() as cluster:
        for user in USERS:
            number = cluster.sbatch("--partition=rtmr", "--array=0-3", "--wrap", "id -un; sleep 0.1", user=user)
            until(lambda: {job.state for job in cluster.jobs() if job.array == str(number)} == {"COMPLETED"},
                  "the array has run")
            texts = [(cluster.work / f"{number}_{task}.out").read_text() for task in range(4)]
            assert texts == [f"{user}\n"] * 4
        number = cluster.sbatch("--partition=other", "--wrap", "sleep 1000")
        until(lambda: [job.state for job in cluster.jobs() if job.array == str(number)] == ["RUNNING"], "it runs")
        cluster.kill_node("n2")
        until(lambda: cluster.states()["n2"].startswith("down"), "the node is missed")
        cluster.start_node("n2")
        until(lambda: cluster.states()["n2"] == "idle", "the node is back")
        cluster.stop_controller()
        cluster.start_controller()
        assert [job.state for job in cluster.jobs() if job.array == str(number)] == ["RUNNING"]
        assert list(cluster.own_processes())
    assert not list(cluster.own_processes())
    assert not cluster.folder.exists()
    assert not list(pathlib.Path("/tmp").glob(f"*{cluster.folder.name}*"))
