"""The courses of attempts on Slurm: tests in C, without Slurm."""
import subprocess

from tests.service.daemon import BUILD


def test_courses():
    run = subprocess.run([BUILD / "service-gcc/test_course"], capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
