"""10,000 submissions from 50 clients at the same time: each is answered, the accepted ones are
there after a kill, and the service stays small.
"""
import collections
import concurrent.futures
import json
import re

from tests.service.daemon import BUILD, Daemon, UnixConnection

CLIENTS = 50
EACH = 200


def client(daemon, number):
    """Submits over one connection; every fifth job is too large for its deadline. Returns the
    answers: name, status, number of the job.
    """
    answers = []
    connection = UnixConnection(daemon.socket)
    for i in range(EACH):
        hopeless = i % 5 == 4
        body = {"name": f"c{number}-{i}", "maps": 2, "reduces": 1, "map_ms": 10**6, "reduce_ms": 10**6,
                "deadline_ms": 100 if hopeless else 10**11, "map_command": ["sleep", "1000"], "directory": "/"}
        connection.request("POST", "/v1/jobs", json.dumps(body))
        answer = connection.getresponse()
        decision = json.loads(answer.read())
        answers.append((body["name"], answer.status, decision.get("job")))
    connection.close()
    return answers


def listed(daemon):
    """The active jobs: name by number, read page by page."""
    found = {}
    after = 0
    while True:
        page = daemon.get(f"/v1/jobs?state=active&after={after}&limit=1000")["jobs"]
        if not page:
            return found
        found.update({job["job"]: job["name"] for job in page})
        after = page[-1]["job"]


def test_load():
    with Daemon("--decisions-per-user", "0", program=BUILD / "rtmrd", map_slots=2, reduce_slots=2) as daemon:
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            answers = [answer for some in pool.map(lambda number: client(daemon, number), range(CLIENTS))
                       for answer in some]
        assert len(answers) == CLIENTS * EACH
        assert collections.Counter(status for _, status, _ in answers) == {201: 8000, 409: 2000}
        accepted = {job: name for name, status, job in answers if status == 201}
        assert len(accepted) == 8000, "each has a number of its own"
        assert listed(daemon) == accepted
        status = daemon.get("/v1/status")
        assert (status["active_jobs"], status["counts"]["accepted"], status["counts"]["refused"]) == (8000, 8000, 2000)
        resident = int(re.search(r"^process_resident_memory_bytes (\d+)$", daemon.get("/metrics"), re.MULTILINE)[1])
        assert resident < 64 << 20, "bytes"
        daemon.kill()
        daemon.start()
        assert listed(daemon) == accepted
        assert daemon.get("/v1/jobs?limit=1")["jobs"][0]["state"] == "running"
