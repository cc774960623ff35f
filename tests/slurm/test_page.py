"""The live page of a cluster: slots have the names of their nodes; a node that dies is shown."""
import socket

import pytest

from tests.live.test_live_page import point_at, text, visit
from tests.page.browser import Browser
from tests.service.daemon import until
from tests.slurm.service import served_cluster, submit, wait_for


@pytest.fixture(scope="module", name="browser")
def one_browser():
    browser = Browser()
    browser.driver.set_script_timeout(60)
    yield browser
    browser.close()


def serve_page(service):
    """Starts the service again, with its page; returns the address with the key."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    service.stop()
    service.command += ["--page", f"127.0.0.1:{port}"]
    service.start()
    return f"http://127.0.0.1:{port}/#" + (service.store / "page-key").read_text(encoding="ascii").strip()


def test_nodes_on_the_page(browser):
    """The task that runs is named with its node; the slots of a dead node are absent."""
    with served_cluster() as (cluster, service):
        visit(browser, serve_page(service), 1600, 1200)
        browser.ask("document.querySelector('#slots-now').open = true")
        until(lambda: len(text(browser, "#slots-now tbody tr")) == 20, "all slots are shown")
        shown = text(browser, "#slots-now tbody tr")
        assert shown[0].startswith("map 0 on n1 idle") and shown[4].startswith("map 4 on n2 idle")
        assert shown[19].startswith("reduce 3 on n4 idle")
        _, job = submit(cluster, 16, "sleep 5", minutes=2)
        until(lambda: f"job {job}" in (said := point_at(browser, -1, 0) or "") and "map slot 0 on n1" in said,
              "a task runs there on the page")
        cluster.kill_node("n2")
        until(lambda: [row for row in text(browser, "#slots-now tbody tr") if row.startswith("map 4 on n2 absent")],
              "its slots are absent on the page")
        assert wait_for(service, [job])[0]["state"] == "finished"
        until(lambda: [row for row in text(browser, "#ended li") if f" {job} " in row], "it has ended on the page")
        assert browser.complaints() == []
