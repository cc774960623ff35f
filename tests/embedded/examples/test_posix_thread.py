"""The example with POSIX threads under the thread sanitizer: it runs to its end, and without its
lock a race is noticed."""
from tests import tap

BUILD = tap.ROOT / "build"


def test_with_lock():
    run = tap.run([BUILD / "tsan/posix_thread"])
    assert not list(run.problems()), run.output
    assert run.results() == [("threads_and_a_lock", "ok")], run.output


def test_without_lock():
    run = tap.run([BUILD / "tsan-without-lock/posix_thread"], TSAN_OPTIONS="halt_on_error=1")
    assert run.status != 0
    assert "ThreadSanitizer: data race" in run.output
