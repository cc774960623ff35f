"""A fake of the service: HTTP over a Unix socket, with answers that a test sets. What it was asked
is on record."""
import http.server
import json
import os
import socketserver
import subprocess
import threading
import urllib.parse

from tests.service.daemon import BUILD, PATIENCE

TEXT = "text/plain; charset=utf-8"


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers as the server's table says."""
    protocol_version = "HTTP/1.1"

    def address_string(self):
        return "client"

    def log_message(self, *arguments):  # pylint: disable=arguments-differ
        pass

    def answer(self):
        """Looks the answer up; a function is called with the query."""
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        self.server.requests.append((self.command, url.path, query, body))
        found = self.server.answers.get((self.command, url.path), (404, {"error": "no such thing"}))
        status, content = found(query) if callable(found) else found
        if status is None:  # breaks off
            self.close_connection = True
            return
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", TEXT if isinstance(content, bytes) else "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = answer  # pylint: disable=invalid-name
    do_POST = answer  # pylint: disable=invalid-name


class Server(socketserver.ThreadingUnixStreamServer):
    """With its answers and what it was asked."""
    daemon_threads = True

    def __init__(self, path):
        self.answers = {}
        self.requests = []
        super().__init__(str(path), Handler)


class Fake:
    """A fake service in a folder, and the command that talks to it."""

    def __init__(self, directory, program=None):
        self.directory = directory
        self.program = program or os.environ.get("RTMR", str(BUILD / "rtmr"))
        self.path = directory / "socket"
        self.server = None
        self.thread = None

    def __enter__(self):
        self.server = Server(self.path)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(PATIENCE)

    def on(self, method, path, status, content):
        """Sets an answer: JSON, or text as bytes."""
        self.server.answers[method, path] = (status, content)

    def on_call(self, method, path, function):
        """Sets an answer that is made when it is asked for: function(query) -> (status,
        content)."""
        self.server.answers[method, path] = function

    def asked(self):
        """The last request: method, path, query and body."""
        return self.server.requests[-1]

    def run(self, *arguments, environment=None, directory=None):
        """Runs the command; its status, output and error."""
        done = subprocess.run([self.program, *map(str, arguments)], cwd=directory or self.directory,
                              env={**os.environ, "TZ": "UTC", "RTMR_SOCKET": str(self.path), **(environment or {})},
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()
