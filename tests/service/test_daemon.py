"""The command line of rtmrd, its sockets, and how it stops."""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading

import pytest

from tests.service.daemon import BUILD, PATIENCE, Daemon, UnixConnection, stops_meanwhile, until

PROGRAM = BUILD / "service-gcc/rtmrd"


def run(*arguments):
    """rtmrd that ends by itself: its status, what it printed, and what it said of errors."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def refused(*arguments, status=1):
    """The one line with which rtmrd refuses to serve."""
    found, out, error = run(*arguments)
    assert (found, out) == (status, ""), (found, out, error)
    assert error.startswith("rtmrd: ") and error.endswith("\n") and error.count("\n") == 1, error
    return error


def test_help_and_version():
    status, out, error = run("--help")
    assert (status, error) == (0, "") and out.startswith("Usage: rtmrd --store FOLDER")
    status, out, error = run("--version")
    assert (status, error) == (0, "") and re.fullmatch(r"rtmrd \d+\.\d+\.\d+\n", out)


@pytest.mark.parametrize("arguments, word", [
    ([], "--store"), (["--store"], "--store"), (["--stroe", "x"], "--stroe"), (["--store", "x", "more"], "more"),
    (["--store", "x", "--map-slots", "0"], "--map-slots"), (["--store", "x", "--map-slots", "1025"], "--map-slots"),
    (["--store", "x", "--reduce-slots", "two"], "--reduce-slots"), (["--store", "x", "--latency", "-1"], "--latency"),
    (["--store", "x", "--socket-mode", "0888"], "--socket-mode"), (["--store", "x", "--socket-mode", "7777"],
                                                                     "--socket-mode"),
    (["--store", "x", "--jobs-per-user", ""], "--jobs-per-user"),
    (["--store", "x", "--tasks-per-user", "1e3"], "--tasks-per-user"), (["-x"], "-x"),
    (["--store", "x", "--decisions-per-user", "-1"], "--decisions-per-user"),
    (["--store", "x", "--page-host", ""], "--page-host"), (["--store", "x", "--page-host", "srv:80"], '"srv:80"'),
    (["--store", "x", *["--page-host", "srv"] * 17], "at most 16"),
])
def test_wrong_command_line(directory, arguments, word):
    before = set(os.listdir("."))
    assert word in refused(*arguments, status=2)
    assert set(os.listdir(".")) == before and not list(directory.iterdir()), "nothing is made"


def test_it_says_what_runs():
    with Daemon("--page", "127.0.0.1:0", map_slots=3, reduce_slots=1) as daemon:
        line = until(daemon.log.read_text, "the line is there")
        assert f"store {daemon.store}, socket {daemon.socket}, 3 map slots, 1 reduce slots, latency 50 ms" in line
        assert re.search(r"page http://127\.0\.0\.1:\d+/", line)
        assert (daemon.store / "page-key").read_text() not in line, "the key is no matter for a log"


def test_defaults_of_slots(directory):
    """As many map slots as processors, half as many reduce slots."""
    processors = len(os.sched_getaffinity(0))
    daemon = Daemon(store=directory / "store")
    for option in ("--map-slots", "--reduce-slots"):
        place = daemon.command.index(option)
        del daemon.command[place:place + 2]
    with daemon:
        status = daemon.get("/v1/status")
        assert (status["map_slots"], status["reduce_slots"]) == (processors, (processors + 1) // 2)


def test_a_store_keeps_its_setup():
    with Daemon(map_slots=3, reduce_slots=2) as daemon:
        daemon.stop()
        common = ["--store", daemon.store, "--socket", daemon.socket]
        assert "--map-slots 3" in refused(*common, "--map-slots", "4")
        assert "--reduce-slots 2" in refused(*common, "--reduce-slots", "1")
        assert "--latency 50" in refused(*common, "--latency", "20")
        daemon.command = [PROGRAM, *map(str, common)]
        daemon.start()
        assert daemon.get("/v1/status")["map_slots"] == 3, "what is not said is as it was"


def test_one_service_for_a_store(directory):
    with Daemon() as daemon:
        error = refused("--store", daemon.store, "--socket", directory / "socket")
        assert str(daemon.store) in error and "use" in error
        assert daemon.get("/v1/status")["accepts"]


def test_one_service_for_a_socket(directory):
    with Daemon() as daemon:
        error = refused("--store", directory / "other", "--socket", daemon.socket)
        assert str(daemon.socket) in error and "another service answers" in error
        assert daemon.get("/v1/status")["accepts"]


def test_a_socket_that_was_left_is_replaced():
    with Daemon() as daemon:
        daemon.kill()
        assert daemon.socket.exists()
        daemon.start()
        assert daemon.get("/v1/status")["accepts"]
        daemon.stop()
        assert not daemon.socket.exists(), "a service that ends in order takes it away"


@pytest.mark.parametrize("make, words", [
    (lambda path: path.write_text("precious"), "no socket"), (pathlib.Path.mkdir, "no socket"),
    (lambda path: path.symlink_to("elsewhere"), "no socket"),
])
def test_what_is_no_socket_stays(directory, make, words):
    path = directory / "socket"
    make(path)
    assert words in refused("--store", directory / "store", "--socket", path)
    assert path.is_symlink() or path.exists()


def test_sockets_that_cannot_be(directory):
    assert "--socket" in refused("--store", directory / "store", "--socket", directory / ("x" * 120))
    assert "No such file" in refused("--store", directory / "store", "--socket", directory / "nowhere/socket")
    for page in ("127.0.0.1", "127.0.0.1:", ":x", "::1:80", "no.such.host.invalid:80", "127.0.0.1:99999"):
        assert page in refused("--store", directory / "store", "--page", page)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert "in use" in refused("--store", directory / "store", "--page", str(port))


@pytest.mark.parametrize("mode", ["0600", "0660", "0666"])
def test_the_socket_has_its_mode(mode):
    with Daemon("--socket-mode", mode) as daemon:
        assert daemon.socket.stat().st_mode & 0o777 == int(mode, 8)


def test_a_page_on_another_loopback():
    with Daemon("--page", "[::1]:0") as daemon:
        port = int(re.search(r"page http://\[::1\]:(\d+)/", daemon.log.read_text())[1])
        with socket.create_connection(("::1", port), PATIENCE) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n")
            assert client.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize("address, warns", [("127.0.0.1", False), ("[::1]", False), ("0.0.0.0", True), ("[::]", True)])
def test_a_page_for_other_machines(address, warns):
    """What anybody on the way could read is said when the service starts."""
    with Daemon("--page", f"{address}:0") as daemon:
        until(lambda: "page http" in daemon.log.read_text(), "the line is there")
        assert ("rtmrd: warning: the page http://" in daemon.log.read_text()) == warns


class HostsFile:
    """A command in front of a command: that has another /etc/hosts."""

    def __init__(self, folder, text):
        path = folder / "hosts"
        path.write_text(text)
        self.wrapper = ["unshare", "--mount", "sh", "-c", f"mount --bind {path} /etc/hosts && exec \"$0\" \"$@\""]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can change /etc/hosts for one program")
@pytest.mark.parametrize("taken, left", [("127.0.0.1", "127.0.0.2"), ("127.0.0.2", "127.0.0.1")])
def test_a_name_with_several_addresses(directory, taken, left):
    """The first that works is taken."""
    hosts = HostsFile(directory, "127.0.0.1 two.example\n127.0.0.2 two.example\n")
    with socket.create_server((taken, 0)) as first:
        port = first.getsockname()[1]
        with Daemon("--page", f"two.example:{port}", wrapper=hosts.wrapper) as daemon:
            assert f"page http://{left}:{port}/" in until(daemon.log.read_text, "the line is there")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can change /etc/hosts for one program")
def test_names_of_the_hosts_file(directory):
    """Those of this machine are names of the page, others are not."""
    own = socket.gethostname().split(".")[0]
    hosts = HostsFile(directory, f"127.0.0.1 localhost\n127.0.1.1 {own}.of.example {own} mail.of.example\n")
    with Daemon("--page", "127.0.0.1:0", wrapper=hosts.wrapper) as daemon:
        port = int(re.search(r"page http://[\d.]+:(\d+)/", until(daemon.log.read_text, "the line is there"))[1])
        for name, status in ((f"{own}.of.example", b"200"), ("mail.of.example", b"403")):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
                client.sendall(f"GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
                assert client.recv(12) == b"HTTP/1.1 " + status


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_stops(number):
    """At once, in order, with the tasks going on; requests that wait are answered."""
    with Daemon() as daemon:
        job = daemon.accepted("sh", "-c", f"while ! [ -e {daemon.folder}/go ]; do sleep 0.05; done", map_ms=60000,
                              deadline_ms=600000)
        until(lambda: daemon.job(job)["state"] == "running", "it runs")
        answers = []
        connection = UnixConnection(daemon.socket)
        connection.request("GET", f"/v1/jobs/{job}?wait_ms=60000")
        waiter = threading.Thread(target=lambda: answers.append(connection.getresponse().read()))
        waiter.start()
        until(lambda: "rtmr_http_waiting_requests 1" in daemon.get("/metrics"), "it waits")
        daemon.process.send_signal(number)
        assert daemon.process.wait(PATIENCE) == 0
        waiter.join()
        assert b'"state":"running"' in answers[0]
        connection.close()
        daemon.start()
        assert daemon.job(job)["state"] == "running", "it was not stopped"
        (daemon.folder / "go").touch()
        assert daemon.ended(job)["state"] == "finished"


def test_what_is_refused_at_the_stop_is_not_kept():
    with Daemon(map_slots=1) as daemon:
        body = json.dumps({"maps": 1, "map_ms": 1000, "deadline_ms": 60000, "map_command": ["true"],
                           "directory": str(daemon.folder), "environment": {"LONG": "x" * 150000}})
        connection = UnixConnection(daemon.socket)
        connection.putrequest("POST", "/v1/jobs")
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body[:100].encode())
        assert daemon.get("/v1/status")
        with stops_meanwhile(daemon):  # the body takes several turns of the loop
            connection.send(body[100:].encode())
        with connection.getresponse() as answer:
            status = answer.status
        assert daemon.process.wait(PATIENCE) == 0
        daemon.start()
        jobs = daemon.get("/v1/jobs?state=all")["jobs"]
        assert (status, len(jobs)) in ((503, 0), (201, 1))


def test_backup_and_check(directory):
    with Daemon() as daemon:
        daemon.ended(daemon.accepted("true", maps=3))
        status, out, error = run("--store", daemon.store, "--backup", directory / "copy")
        assert (status, error) == (0, "") and str(directory / "copy") in out
        assert run("--store", daemon.store, "--check-store")[0] == 0
    assert run("--store", directory / "copy", "--check-store")[0] == 0
    refused("--store", directory / "nothing", "--backup", directory / "other")
    with Daemon(store=directory / "copy") as daemon:
        assert daemon.job(1)["state"] == "finished"


def test_tasks_do_not_inherit_the_services_limits():
    """The service raises its limit of open files; its tasks have the usual one."""
    with Daemon(wrapper=["prlimit", "--nofile=300:2000"]) as daemon:
        job = daemon.accepted("sh", "-c", "ulimit -Sn; ulimit -Hn")
        daemon.ended(job)
        assert daemon.get(f"/v1/jobs/{job}/log") == "300\n2000\n"
        limits = pathlib.Path(f"/proc/{daemon.process.pid}/limits").read_text()
        assert re.search(r"Max open files +2000 +2000 ", limits)


def test_tasks_do_not_inherit_ignored_signals():
    """The service ignores SIGPIPE; its tasks do not."""
    with Daemon() as daemon:
        job = daemon.accepted("grep", "-E", "Sig(Ign|Blk)", "/proc/self/status")
        daemon.ended(job)
        masks = dict(line.split(":\t") for line in daemon.get(f"/v1/jobs/{job}/log").splitlines())
        assert not int(masks["SigIgn"], 16) >> (signal.SIGPIPE - 1) & 1 and int(masks["SigBlk"], 16) == 0, masks
