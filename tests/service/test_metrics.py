"""The figures for Prometheus: real parsers read them, and they say what has happened."""
import http.client
import shutil
import subprocess

import pytest
from prometheus_client.openmetrics import parser as openmetrics
from prometheus_client import parser as prometheus

from tests.service.daemon import Daemon, UnixConnection, until

OPEN = "application/openmetrics-text; version=1.0.0"


@pytest.fixture(scope="module", name="daemon")
def fixture_daemon():
    """A service with some history: 3 jobs finished, one failed twice, one refused, one runs."""
    with Daemon() as daemon:
        for _ in range(3):
            daemon.ended(daemon.accepted("true", maps=2, reduces=1))
        daemon.ended(daemon.accepted("false", retries=1))
        assert daemon.submit("true", map_ms=1000, deadline_ms=1)[0] == 409
        daemon.accepted("sleep", "600", map_ms=1000000, deadline_ms=10000000)
        until(lambda: daemon.get("/v1/jobs")["jobs"][0]["state"] == "running", "the last one runs")
        yield daemon


def text(daemon, accept="*/*"):
    """The page of figures, and its type."""
    connection = UnixConnection(daemon.socket)
    connection.request("GET", "/metrics", headers={"Accept": accept})
    answer = connection.getresponse()
    assert answer.status == http.client.OK
    body = answer.read().decode()
    connection.close()
    return answer.getheader("Content-Type"), body


def samples(families):
    """Sample by name and labels."""
    return {(sample.name, *sorted(sample.labels.values())): sample.value
            for family in families for sample in family.samples}


def expect(found):
    """What the service's history has left."""
    assert found["rtmr_jobs_accepted_total",] == 5
    assert found["rtmr_jobs_refused_total",] == 1
    assert found["rtmr_jobs_finished_total",] == 3
    assert found["rtmr_jobs_aborted_total",] == 1
    assert found["rtmr_promises_broken_total",] == 0
    assert found["rtmr_attempts_total", "finished"] == 9
    assert found["rtmr_attempts_total", "failed"] == 2
    assert found["rtmr_active_jobs", "running"] == 1
    assert found["rtmr_active_jobs", "waiting"] == 0
    assert found["rtmr_slots", "busy", "map"] == 1
    assert found["rtmr_slots", "idle", "map"] == 1
    assert found["rtmr_slots", "idle", "reduce"] == 2
    assert found["rtmr_store_accepts",] == 1
    assert found["rtmr_decision_seconds_count",] == 6
    assert found["rtmr_decision_seconds_bucket", "+Inf"] == 6
    assert found["rtmr_commits_total",] == found["rtmr_commit_seconds_count",] > 6
    assert found["rtmr_http_requests_total", "4xx"] == 1
    assert found["process_resident_memory_bytes",] > 1 << 20


def test_prometheus(daemon):
    kind, body = text(daemon)
    assert kind.startswith("text/plain; version=0.0.4")
    expect(samples(prometheus.text_string_to_metric_families(body)))


def test_openmetrics(daemon):
    kind, body = text(daemon, OPEN)
    assert kind.startswith("application/openmetrics-text; version=1.0.0")
    assert body.endswith("# EOF\n")
    expect(samples(openmetrics.text_string_to_metric_families(body)))


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is a tool of `make test-live`")
def test_promtool(daemon):
    """Prometheus' own checker has nothing to say."""
    done = subprocess.run(["promtool", "check", "metrics"], input=text(daemon)[1], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert (done.returncode, done.stdout) == (0, "")
