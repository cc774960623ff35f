"""Which slots a service on a cluster has: as they are said, or as Slurm knows the nodes."""
import pytest

from tests.service.daemon import until
from tests.slurm.cluster import Cluster, Nodes
from tests.slurm.service import PLUGIN, RTMRD, SlurmService


@pytest.fixture(name="cluster", scope="module")
def one_cluster():
    """Nodes of three sizes."""
    nodes = (Nodes("n", 2, 3, "rtmr"), Nodes("m", 1, 1, "rtmr"), Nodes("other", 1, 2, "other"))
    cluster = Cluster(nodes, plugins=[PLUGIN], configuration="JobSubmitPlugins=rtmr")
    with cluster:
        yield cluster


def slots_of(service):
    """Node by node: how many slots of each stage."""
    slots = service.get("/v1/slots")["slots"]
    names = dict.fromkeys(slot["node"] for slot in slots)
    return {name: tuple(len([s for s in slots if s["node"] == name and s["stage"] == stage])
                        for stage in ("map", "reduce")) for name in names}


def test_slots_as_said(cluster):
    """Lists in brackets, nodes for one stage only."""
    with SlurmService(cluster, "n[1-2]=1+0,m1=0+1") as service:
        assert slots_of(service) == {"n1": (1, 0), "n2": (1, 0), "m1": (0, 1)}


def test_slots_of_a_partition(cluster):
    """A reduce slot where there are two CPUs, all others for maps; no node of another partition."""
    service = SlurmService(cluster)
    service.command = service.command[:-2]  # without --slots
    with service:
        assert slots_of(service) == {"n1": (2, 1), "n2": (2, 1), "m1": (1, 0)}


def started_with(cluster, service, slots):
    """The service's end, or None if it runs: with other --slots."""
    service.command[-1] = slots
    try:
        service.start()
    except AssertionError as error:
        return str(error)
    service.stop()
    return None


def test_slots_stay_where_they_are(cluster):
    """Nodes are added behind the others, in whatever order they are said. No slot moves or goes."""
    with SlurmService(cluster, "n1=2+1,m1=1+0") as service:
        service.stop()
        for slots, found in (("n1=2+1", "no such node, as if m1=0+0"), ("n1=1+1,m1=1+0", "found n1=1+1"),
                             ("n2=2+1,m1=1+0", "no such node, as if n1=0+0")):
            text = started_with(cluster, service, slots)
            assert text is not None and "this store has " in text and found in text, text
        assert started_with(cluster, service, "m1=1+0,n1=2+1") is None
        assert (service.store / "slots").read_text() == "n1=2+1,m1=1+0\n"
        service.command[-1] = "n2=1+2,m1=1+0,n1=2+1"
        service.start()
        until(lambda: len(service.get("/v1/slots")["slots"]) == 7, "the new node's slots are there")
        assert slots_of(service) == {"n1": (2, 1), "m1": (1, 0), "n2": (1, 2)}
        status, answer = service.request("POST", "/v1/slots", {"stage": "map"})
        assert status == 429 and "--slots" in answer["error"], "a slot without a node"


@pytest.mark.parametrize("slots, complaint", [
    ("n1=4", "expected nodes = map slots + reduce slots"),
    ("=4+1", "expected nodes"),
    ("n1=4+1x", "expected nodes"),
    ("n1=-1+1", "expected nodes"),
    ("n1=0+0", "expected nodes"),
    ("n1=5000+1", "expected nodes"),
    ("n[1-900]=2+1", "more than 1024 slots of a stage"),
    ("n[1-2=1+1", "no name of a node"),
    ("n1=1+1,", "a comma at the end"),
    ("n1=1+1,n[1-2]=1+1", "node n1 is there twice"),
    ("n1=2+0", "no slots of the stage reduce"),
])
def test_what_are_no_slots(cluster, slots, complaint):
    """One line that says why."""
    service = SlurmService(cluster, slots)
    try:
        done = cluster.run(*service.command, status=None, env=service.environment)
        assert done.returncode != 0 and complaint in done.stderr, done.stdout + done.stderr
        assert done.stderr.count("\n") == 1
    finally:
        cluster.run("rm", "-r", service.folder)


def test_a_partition_that_is_not_there(cluster):
    """It is named."""
    service = SlurmService(cluster)
    command = [*service.command[:-4], "--partition", "nothing"]
    done = cluster.run(*command, status=None, env=service.environment)
    assert done.returncode != 0 and "no partition nothing" in done.stderr, done.stdout + done.stderr
    cluster.run("rm", "-r", service.folder)
