"""Workload I of the papers, scaled to two minutes, as real processes under the service."""
import json
import pathlib
import subprocess
import tempfile

from tests.service.daemon import BUILD

SPEED = 10
PATIENCE = 900


def rtmr(*arguments):
    """Runs the command, which must succeed; returns what it printed."""
    done = subprocess.run([BUILD / "rtmr", *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE,
                          check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout


def test_workload_one():
    """Every decision is that of the simulation, or it is said why not; no job with a promise is
    late, and the runs are alike. The audit of the store confirms every decision."""
    with tempfile.TemporaryDirectory(prefix="rtmr-test-") as folder:
        store = pathlib.Path(folder) / "store"
        report = json.loads(rtmr("replay", "--workload", "I", "--speed", SPEED, "--json", "--store", store))
        rtmr("audit", store)
    simulation, reality = report["simulation"], report["reality"]
    assert report["explained"] and report["unexplained"] == 0 and report["foreign"] == 0
    assert len(report["jobs"]) == 88
    assert simulation["accepted"] > 44
    assert reality["late_unflagged"] == 0
    assert reality["in_time"] + reality["late"] == reality["accepted"]
    assert abs(reality["makespan_ms"] - simulation["makespan_ms"]) < simulation["makespan_ms"] / 10
