"""A job with more attempts than an answer has room for: all of them can be asked for, the client
shows all, and to count them stops no other request.
"""
import json
import os
import subprocess
import threading

import pytest

from tests.service.daemon import PATIENCE, Daemon, until
from tests.service.description import Described
from tests.service.long_history import add_attempts, has_written

LIST_MOST = 10_000
MAPS, REDUCES = 3, 2
# Very many attempts of the first map, and one of each of the other tasks, behind what fits into an
# answer.
TASKS = [("map", 0)] * LIST_MOST + [("map", task) for task in range(1, MAPS)] + [
    ("reduce", task) for task in range(REDUCES)]


@pytest.fixture(scope="module", name="long")
def fixture_long():
    """A service, and the numbers of the attempts of its only job."""
    with Daemon() as daemon:
        assert daemon.accepted("true", name="long") == 1
        daemon.ended(1)
        daemon.stop()
        numbers = [1, *add_attempts(daemon, 1, TASKS, maps=MAPS, reduces=REDUCES)]
        for number, (stage, task) in zip(numbers[1 - MAPS - REDUCES - 1:], TASKS[-MAPS - REDUCES:]):
            has_written(daemon, number, f"{stage} {task}\n")
        daemon.start()
        yield daemon, numbers


def found(job):
    """The numbers of the attempts of an answer."""
    return [attempt["attempt"] for attempt in job["attempts"]]


class TestPages:
    def test_a_list_that_is_cut_says_so(self, long):
        daemon, numbers = long
        ask = Described(daemon)
        first = ask.get("/v1/jobs/1")
        assert found(first) == numbers[:LIST_MOST] and first["more"]
        rest = ask.get(f"/v1/jobs/1?after={numbers[LIST_MOST - 1]}")
        assert found(rest) == numbers[LIST_MOST:] and not rest["more"]
        assert not ask.get(f"/v1/jobs/1?after={numbers[LIST_MOST - 1]}&limit={len(numbers) - LIST_MOST}")["more"]
        assert ask.get(f"/v1/jobs/1?after={numbers[LIST_MOST - 1]}&limit=2")["more"]
        none = ask.get("/v1/jobs/1?limit=0")
        assert none["attempts"] == [] and none["more"]

    def test_of_a_stage_or_a_task(self, long):
        daemon, numbers = long
        ask = Described(daemon)
        reduces = ask.get("/v1/jobs/1?stage=reduce")
        assert found(reduces) == numbers[-REDUCES:] and not reduces["more"]
        assert found(ask.get("/v1/jobs/1?stage=map&task=2")) == [numbers[-REDUCES - 1]]
        assert found(ask.get("/v1/jobs/1?task=1")) == [numbers[-REDUCES - 2], numbers[-1]]
        first = ask.get("/v1/jobs/1?stage=map&task=0&limit=5")
        assert found(first) == numbers[:5] and first["more"]
        assert found(ask.get("/v1/jobs/1?task=7")) == []

    @pytest.mark.parametrize("query, field", [
        ("stage=side", "stage"), ("task=-1", "task"), ("after=x", "after"), ("limit=10001", "limit"),
    ])
    def test_bad_parameter(self, long, query, field):
        status, answer = long[0].request("GET", f"/v1/jobs/1?{query}")
        assert (status, answer["field"]) == (400, field), answer

    def test_other_lists_that_are_cut_say_so(self, long):
        daemon, _ = long
        ask = Described(daemon)
        events = len(ask.get("/v1/events")["events"])
        assert ask.get(f"/v1/events?limit={events - 1}")["more"]
        for path in (f"/v1/events?limit={events}", "/v1/jobs?state=all&limit=1", "/v1/jobs?state=all", "/v1/jobs",
                     "/v1/attempts"):
            assert not ask.get(path)["more"], path

    def test_earlier_times_are_those_of_the_first_attempts(self, long):
        times = long[0].get("/v1/estimates?name=long")
        assert times["map"]["runs"] == 4096 and times["reduce"]["runs"] == REDUCES


@pytest.mark.usefixtures("program")
class TestClient:
    def run(self, program, daemon, *arguments):
        """Runs the command, which succeeds; its output."""
        done = subprocess.run([program, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                              env={**os.environ, "RTMR_SOCKET": str(daemon.socket)}, text=True, timeout=PATIENCE,
                              check=False)
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    def test_status_shows_all_attempts(self, program, long):
        daemon, numbers = long
        lines = self.run(program, daemon, "status", 1).splitlines()
        shown = [line.split()[2] for line in lines if line.endswith("  finished")]
        assert shown == [str(number) for number in numbers]
        text = self.run(program, daemon, "status", 1, "--json")
        first, end = json.JSONDecoder().raw_decode(text)
        assert found(first) + found(json.loads(text[end:])) == numbers

    def test_log_has_all_tasks(self, program, long):
        text = self.run(program, long[0], "log", 1)
        assert text == "\n".join(f"==> {stage} {task} <==\n{stage} {task}\n" for stage, task in TASKS[-MAPS - REDUCES:])

    def test_log_follows_a_task(self, program, long):
        assert self.run(program, long[0], "log", 1, "--reduce", 1, "--follow") == "reduce 1\n"
        assert self.run(program, long[0], "log", 1, "--map", 0, "--follow") == "map 0\n"


def test_counting_attempts_stops_no_other_request():
    """Of an aborted job the attempts say how far it was: very many are counted in parts, between
    which others are answered, and once only."""
    count = 300_000
    with Daemon() as daemon:
        job = daemon.accepted("sleep", "1000", map_ms=10**6, deadline_ms=10**9)
        until(lambda: daemon.job(job)["state"] == "running", "it runs")
        assert daemon.request("POST", f"/v1/jobs/{job}/abort")[0] == 200
        daemon.ended(job)
        until(lambda: daemon.job(job)["map"]["running"] == 0, "nothing of it runs any more")
        daemon.stop()
        add_attempts(daemon, job, [("map", task) for task in range(count)], maps=count + 1)
        daemon.start()
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(daemon.get("/v1/jobs?state=all"))) for _ in range(3)]
        for thread in threads:
            thread.start()
        between = 0
        while any(thread.is_alive() for thread in threads):
            daemon.get("/v1/status")
            between += 1
        assert between >= 10, "others are answered meanwhile"
        answers.append(daemon.get("/v1/jobs?state=all"))
        assert [answer["jobs"][0]["map"]["finished"] for answer in answers] == [count] * 4
        assert daemon.get(f"/v1/jobs/{job}?limit=0")["map"]["finished"] == count
