"""The service in a made-up world (service_world.c): random users, tasks and misfortunes."""
import itertools
import os
import shutil
import subprocess
import tempfile

import pytest

from tests.service.daemon import BUILD

PROGRAM = BUILD / "service-gcc/service_world"
TURNS = 300

# The live tests have more.
SEEDS = int(os.environ.get("RTMR_WORLDS", "4"))

MOODS = ("calm", "away", "rough", "nodes", "stalls")


# In the fifth world of nodes a commit fails while a slot waits for its last task.
@pytest.mark.parametrize("mood, seed", [*itertools.product(MOODS, range(1, SEEDS + 1)),
                                        ("nodes", max(5, SEEDS + 1))])
def test_world(mood, seed):
    folder = tempfile.mkdtemp(prefix="rtmr-world-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    try:
        run = subprocess.run([PROGRAM, folder + "/store", str(seed), str(TURNS), mood], capture_output=True, text=True,
                             timeout=300, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
        assert "all is well" in run.stdout
        audit = subprocess.run([BUILD / "rtmr", "audit", folder + "/store"], capture_output=True, text=True,
                               timeout=300, check=False)
        assert audit.returncode == 0 and "all confirmed" in audit.stdout, audit.stdout + audit.stderr
    finally:
        shutil.rmtree(folder)
