"""One short scenario on four nodes: promised, refused, run, with a restart in between."""
import os

from tests.service.daemon import until
from tests.slurm.service import elements, late_without_flag, served_cluster, submit, wait_for


def test_a_short_scenario():
    """What a user of a cluster sees first."""
    with served_cluster() as (cluster, service):
        first, first_job = submit(cluster, 20, "sleep 0.3", minutes=2)
        text = cluster.sbatch("--partition=rtmr", "--array=0-39", "--time=2", "--deadline=now+5minutes", "--wrap",
                              "true", status=1)
        assert "not before" in text, text
        second, second_job = submit(cluster, 3, "true")
        until(lambda: elements(cluster, first)["RUNNING"] > 0, "the first has begun")
        service.kill()
        service.start()
        jobs = wait_for(service, [first_job, second_job])
        assert [(job["state"], job["flagged"]) for job in jobs] == [("finished", False)] * 2
        assert elements(cluster, first) == {"COMPLETED": 20} and elements(cluster, second) == {"COMPLETED": 3}
        assert not late_without_flag(service)
    assert not os.path.exists(cluster.folder)
