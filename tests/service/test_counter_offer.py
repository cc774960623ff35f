"""Counter offers of the service: their tests in C."""
import subprocess

from tests.service.daemon import BUILD


def test_counter_offers():
    run = subprocess.run([BUILD / "service-gcc/test_counter_offer"], capture_output=True, text=True, timeout=300,
                         check=False)
    assert run.returncode == 0 and "2 test(s)" in run.stderr + run.stdout, run.stdout + run.stderr
