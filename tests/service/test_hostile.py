"""Clients that are slow, silent, large or wrong do not stop others: the service answers these at
once, takes bounded memory, and gets rid of the wrong ones.
"""
import json
import random
import re
import socket
import threading
import time

import pytest

from tests.service.daemon import PATIENCE, Daemon, stands_still, until

JOB = json.dumps({"maps": 1, "map_ms": 1000, "deadline_ms": 600000, "map_command": ["true"], "directory": "/"})
POST = f"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: {len(JOB)}\r\n\r\n{JOB}".encode()
GET = b"GET /v1/status HTTP/1.1\r\nHost: x\r\n\r\n"
BODY_MAX = 1 << 20


@pytest.fixture(scope="module", name="daemon")
def fixture_daemon():
    """A service that the tests of this file share; it runs on at the end of each."""
    with Daemon() as daemon:
        yield daemon
        assert daemon.get("/v1/status")["accepts"]
        assert daemon.stop() == 0
        assert "ERROR" not in daemon.log.read_text()


def connect(daemon):
    """A connection; while too many wait to be accepted there is none."""
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(PATIENCE)
    until(lambda: client.connect_ex(str(daemon.socket)) == 0, "the service accepts the connection")
    return client


def received(client):
    """All that the service sends until it closes the connection."""
    parts = []
    while True:
        try:
            part = client.recv(65536)
        except ConnectionResetError:
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


def send(client, data):
    """Sends as much as the service takes."""
    try:
        client.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
        pass


def status_of(answer):
    """The status of an answer as it was sent; None: there is none."""
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    return int(found[1]) if found else None


def figure(daemon, name):
    """One of the service's own figures."""
    return int(re.search(rf"^{name} (\d+)$", daemon.get("/metrics"), re.MULTILINE)[1])


def test_slow_clients_are_closed_and_stop_no_other(daemon):
    """200 silent connections, some that send a byte now and then, some that stop within a body."""
    silent = [connect(daemon) for _ in range(200)]
    trickle = [connect(daemon) for _ in range(5)]
    stopped = [connect(daemon) for _ in range(5)]
    for client in stopped:
        client.sendall(POST[:-5])
    over = threading.Event()

    def drip():
        for i in range(10**6):
            for client in trickle:
                send(client, POST[i % 60:i % 60 + 1])
            if over.wait(0.5):
                return

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        until(lambda: figure(daemon, "rtmr_http_connections") == 211, "all are connected")
        for _ in range(20):
            assert daemon.accepted("true")
        for client in silent + stopped:
            assert status_of(received(client)) == 408
        for client in trickle:
            assert status_of(received(client)) in (400, 408)
    finally:
        over.set()
        dripping.join()
    assert figure(daemon, "rtmr_http_connections") == 1
    assert figure(daemon, "rtmr_http_connections_slow_total") >= 205


@pytest.mark.parametrize("head", [
    f"Content-Length: {10**9}", f"Content-Length: {BODY_MAX + 1}", "Content-Length: 99999999999999999",
    f"Content-Length: {10**9}\r\nExpect: 100-continue",
])
def test_large_body_is_refused_by_its_head(daemon, head):
    client = connect(daemon)
    client.sendall(f"POST /v1/jobs HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n".encode())
    answer = received(client)
    assert status_of(answer) == 413, answer
    assert b"the body is larger" in answer


def test_endless_body_is_cut(daemon):
    """A body without a length, of 1 GB."""
    before = figure(daemon, "process_resident_memory_bytes")
    client = connect(daemon)
    client.sendall(b"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
    sent = 0
    try:
        while sent < 10**9:
            client.sendall(chunk)
            sent += len(chunk)
    except (BrokenPipeError, ConnectionResetError):
        pass
    assert sent < 10 * BODY_MAX
    assert status_of(received(client)) in (413, None)
    assert figure(daemon, "process_resident_memory_bytes") < before + 64 * BODY_MAX


def test_a_body_of_the_largest_size_is_read(daemon):
    body = JOB.encode() + b" " * (BODY_MAX - len(JOB))
    client = connect(daemon)
    client.sendall(b"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                   b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert status_of(received(client)) == 201


def test_many_half_bodies_take_bounded_memory(daemon):
    """40 bodies of a MiB without their last byte: what does not fit is refused, and what was held
    is free again."""
    before = figure(daemon, "process_resident_memory_bytes")
    clients = [connect(daemon) for _ in range(40)]
    head = f"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: {BODY_MAX}\r\n\r\n".encode()
    for client in clients:
        send(client, head + b" " * (BODY_MAX - 1))
    assert figure(daemon, "process_resident_memory_bytes") < before + 100 * BODY_MAX
    for client in clients:
        send(client, b"x")
    statuses = {status_of(received_once(client)) for client in clients}
    assert statuses == {400, 503}
    for client in clients:
        client.close()
    assert daemon.accepted("true")


def received_once(client):
    """The first bytes of an answer."""
    try:
        return client.recv(65536)
    except ConnectionResetError:
        return b""


WRONG = {
    "no http": b"hello\r\n\r\n", "tls": bytes.fromhex("16030100a5010000a10303") + b"\0" * 100,
    "old": b"GET /v1/status\r\n\r\n", "version": b"GET /v1/status HTTP/9.9\r\n\r\n", "zero": b"\0" * 1000,
    "long line": b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n",
    "long header": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 100000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 20000 + b"\r\n",
    "many parameters": b"GET /v1/jobs?" + b"&".join(b"a%d=1" % i for i in range(500)) + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "bad length": b"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    "two lengths": b"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 2000000\r\n\r\nhello",
    "bad chunk": b"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
    "bad escape": b"GET /v1/jobs/%zz%00%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "zero in path": b"GET /v1/status%00/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "connect": b"CONNECT example:443 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_wrong_http(daemon, data):
    client = connect(daemon)
    send(client, data)
    if b"\r\n\r\n" in data:
        status = status_of(received_once(client))
        assert status is None or 400 <= status < 600 or data.startswith(b"GET /v1/status")
    client.close()
    assert daemon.accepted("true")


def test_pipelined_requests_are_answered_in_order(daemon):
    client = connect(daemon)
    client.sendall(GET * 20 + POST * 20 + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    answers = received(client)
    assert re.findall(rb"HTTP/1\.1 (\d{3})", answers) == [b"200"] * 20 + [b"201"] * 20 + [b"200"]
    numbers = [int(number) for number in re.findall(rb'"job":(\d+)', answers)]
    assert numbers == list(range(numbers[0], numbers[0] + 20))


def test_a_client_that_sends_a_request_and_closes(daemon):
    """The job is there all the same, or not: the service goes on."""
    for _ in range(50):
        client = connect(daemon)
        client.sendall(POST)
        client.close()
    assert daemon.accepted("true")
    until(lambda: figure(daemon, "rtmr_http_connections") == 1, "the connections are gone")


def test_a_client_that_does_not_read(daemon):
    """It asks for much, and takes none of it."""
    number = daemon.accepted("head", "-c", "30000000", "/dev/zero", map_ms=60000, deadline_ms=600000)
    daemon.ended(number)
    clients = [connect(daemon) for _ in range(10)]
    for client in clients:
        client.sendall(f"GET /v1/jobs/{number}/log HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 3)
    for _ in range(20):
        assert daemon.accepted("true")
    for client in clients:
        client.close()
    assert len(daemon.get(f"/v1/jobs/{number}/log")) == 30000000


def test_answers_that_are_not_read_take_bounded_memory(daemon):
    """Of a job with a command of 900 kB, which lists leave out, 100 clients ask for it, and none of
    them reads: what would be too much is refused, and all is free again when they have gone."""
    words = ["true", *["x" * 110_000] * 8]
    number = daemon.accepted(*words)
    assert daemon.job(number)["map_command"] == words
    daemon.ended(number)
    listed = daemon.get("/v1/jobs?state=all&limit=1")["jobs"][0]
    assert listed["job"] == number and "map_command" not in listed and "reduce_command" not in listed
    before = refused_reads(daemon)
    clients = [connect(daemon) for _ in range(100)]
    for client in clients:
        client.sendall(f"GET /v1/jobs/{number} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    until(lambda: refused_reads(daemon) > before, "there is too much")
    assert daemon.accepted("true")
    statuses = [status_of(received(client)) for client in clients]
    assert set(statuses) == {200, 503} and statuses.count(200) < 50
    for client in clients:
        client.close()
    assert daemon.job(number)["map_command"] == words


def refused_reads(daemon):
    """Answers of the kind 5xx so far."""
    return int(re.search(r'^rtmr_http_requests_total{status="5xx"} (\d+)$', daemon.get("/metrics"), re.MULTILINE)[1])


def test_many_changes_at_once_stop_no_other_request():
    """Without latency a turn of the loop has time for one change: between those of 200 clients
    others are answered."""
    with Daemon("--latency", "0", "--decisions-per-user", "0") as daemon:
        clients = [connect(daemon) for _ in range(200)]
        post = POST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
        with stands_still(daemon):
            for client in clients:
                client.sendall(post)
        between = 0
        while figure(daemon, "rtmr_jobs_accepted_total") < 200:
            between += 1
        assert between >= 10
        assert {status_of(received(client)) for client in clients} == {201}


def test_random_requests(daemon):
    """Requests with bytes changed, dropped, doubled and cut, from a generator with a fixed seed."""
    rng = random.Random(46)
    seeds = [POST, GET, POST.replace(b"Content-Length", b"content-length"),
             b"GET /v1/jobs?state=all&after=0&limit=5 HTTP/1.1\r\nHost: x\r\n\r\n",
             b"POST /v1/jobs/1/renew HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{\"deadline_ms\": 1000}",
             b"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
             b"5\r\n{\"a\":\r\n2\r\n1}\r\n0\r\n\r\n"]
    clients = []
    for _ in range(1000):
        data = bytearray(rng.choice(seeds))
        for _ in range(rng.randrange(1, 8)):
            place = rng.randrange(len(data))
            what = rng.randrange(4)
            if what == 0:
                data[place] = rng.randrange(256)
            elif what == 1:
                del data[place]
            elif what == 2:
                data[place:place] = data[place:place + rng.randrange(1, 40)]
            elif len(data) > 20:
                del data[place:place + rng.randrange(1, 20)]
            data = data or bytearray(b"x")
        clients.append(connect(daemon))
        send(clients[-1], bytes(data))
        if len(clients) > 20:
            clients.pop(0).close()
    for client in clients:
        client.close()
    assert daemon.accepted("true")
    until(lambda: figure(daemon, "rtmr_http_connections") == 1, "the connections are gone")


def test_connections_beyond_the_limit_are_refused():
    """With 256 descriptors there are 64 connections, 48 of them for the service's own user."""
    with Daemon(wrapper=["prlimit", "--nofile=256:256"]) as daemon:
        clients = [connect(daemon) for _ in range(60)]
        beyond = [client for client in clients if is_refused(client)]
        assert 12 <= len(beyond) <= 13, "one of the questions whether it answers may be open still"
        for client in clients:
            client.close()
        until(lambda: daemon.request("GET", "/v1/status")[0] == 200, "others are served again")
        assert figure(daemon, "rtmr_http_connections_refused_total") >= 12


def is_refused(client):
    """Whether the service has sent 503 without being asked; it serves the connection otherwise."""
    send(client, GET)
    return status_of(client.recv(65536)) == 503


def test_a_request_in_small_parts(daemon):
    """It is there within the time: as good as any."""
    client = connect(daemon)
    for i in range(0, len(POST), 7):
        client.sendall(POST[i:i + 7])
        time.sleep(0)
    assert status_of(client.recv(65536)) == 201
    client.close()


def test_long_lists_are_whole():
    """Lists that take several turns of the loop are complete and in order; others are served."""
    with Daemon("--jobs-per-user", "5000", "--decisions-per-user", "0", map_slots=1, reduce_slots=1) as daemon:
        body = json.dumps({"maps": 1, "map_ms": 10**6, "deadline_ms": 10**11, "map_command": ["sleep", "1000"],
                           "directory": "/", "name": "x" * 100})
        post = f"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        client = connect(daemon)
        for _ in range(30):
            client.sendall(post * 50)
            answers = b""
            while answers.count(b'"accepted":true') < 50:
                answers += client.recv(1 << 20)
        wanted = list(range(1, 1501))
        lists = ("/v1/jobs?limit=10000", "/v1/jobs?state=all&after=0&limit=10000", "/v1/events?limit=10000",
                 "/v1/jobs?state=all&limit=10000")
        pending = []
        for path in lists * 5:
            pending.append(connect(daemon))
            pending[-1].sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        assert daemon.get("/v1/status")["active_jobs"] == 1500
        for client, path in zip(pending, lists * 5):
            answer = json.loads(received(client).partition(b"\r\n\r\n")[2])
            if "events" in answer:
                assert [e["job"] for e in answer["events"] if e["kind"] == "submit"] == wanted
            else:
                assert sorted(job["job"] for job in answer["jobs"]) == wanted
            if path == lists[3]:
                assert [job["job"] for job in answer["jobs"]] == wanted[::-1]
