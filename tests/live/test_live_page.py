"""The live page in headless Chromium: with answers that a test sets (tests/service/page_server.py),
and on the real service. In both themes, wide and narrow, it asks no other host, says nothing on the
console, fits its window, shows what the service says and nothing of what a name might want to do,
and says when the service is away."""
import re
import socket
import time

import pytest

from tests.page.browser import Browser
from tests.page.test_page import GRAPHIC_LEAST, HOSTILE, TEXT_LEAST, contrast
from tests.service import page_server as mock
from tests.service.daemon import Daemon, until
from tests.service.page_server import PageServer, State, attempt, empty, event, foreign, job, now, slot, stage

WIDTHS = (1600, 380)
MINUTE = 60000


@pytest.fixture(scope="module", name="browser")
def one_browser():
    browser = Browser()
    browser.driver.set_script_timeout(60)
    browser.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    yield browser
    browser.close()


@pytest.fixture(name="server")
def one_server():
    with PageServer(empty()) as server:
        yield server


def is_live(browser):
    return browser.ask("return document.getElementById('link')?.dataset.state") == "live"


def visit(browser, address, *arguments, **more):
    """Opens the page, with nothing stored by earlier ones, and waits until it shows something."""
    origin = re.match(r"http://[^/]*", address)[0]
    browser.driver.get("about:blank")
    browser.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    browser.visit(address, *arguments, **more)
    until(lambda: is_live(browser), "the page is live")


def text(browser, selector):
    """The visible texts of the elements."""
    return browser.ask("return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility())"
                       ".map((e) => e.innerText.replace(/\\s+/g, ' ').trim())", selector)


def rows(browser):
    """Rows of the table of jobs: the texts of their cells."""
    return browser.ask("return [...document.querySelectorAll('#jobs tbody tr')].map((row) => [...row.cells]"
                       ".map((cell) => cell.innerText.replace(/\\s+/g, ' ').trim()))")


def figure(browser, name):
    return browser.ask("""return [...document.querySelectorAll('#figures > div')].find((div) =>
        div.firstChild.textContent === arguments[0]).lastChild.innerText.replace(/\\s+/g, ' ').trim()""", name)


def asked(server, path):
    """How many requests for a path there were."""
    return sum(request[1].startswith(path) for request in server.requests)


# --- Any state -----------------------------------------------------------------------------------

STATES = {"empty": empty, "small": lambda: mock.busy(6, 4, 2), "busy": mock.busy,
          "many slots": lambda: mock.busy(100, 600, 300, minutes=2)}


@pytest.mark.parametrize("name", STATES)
def test_quiet_and_fitting(browser, server, name):
    """In both themes and both widths."""
    server.show(STATES[name]())
    for dark in (False, True):
        for width in WIDTHS:
            visit(browser, server.address, width, dark=dark)
            browser.ask("document.querySelectorAll('details').forEach((d) => { d.open = true; });")
            assert browser.ask("return document.documentElement.scrollWidth") <= width
            assert complaints(browser) == []
            requests = browser.requests()
            assert requests and all(address.startswith((server.address, "about:")) for address in requests), requests
            assert is_dark(browser) == dark


def is_dark(browser):
    """Whether the page's ground is dark."""
    (ground,) = colours(browser, [browser.ask("return getComputedStyle(document.body).backgroundColor")])
    return contrast(channels(ground), "#000000") < 2


def complaints(browser):
    """What the page said on the console; the advice is for tests that look at pixels."""
    return [message for message in browser.complaints() if "willReadFrequently" not in message]


def colours(browser, names):
    """Colours of any notation as their three channels, 0 .. 255."""
    return browser.ask("""const c = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        return arguments[0].map((name) => { c.clearRect(0, 0, 1, 1); c.fillStyle = name; c.fillRect(0, 0, 1, 1);
          return [...c.getImageData(0, 0, 1, 1).data].slice(0, 3); })""", names)


TEXTS = """const ground = (element) => { let at = element; let colour;
    do { colour = getComputedStyle(at).backgroundColor; at = at.parentElement; }
    while (/, 0\\)$/.test(colour) && at); return colour; };
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() === '' || element.closest('script, .beyond') || !element.checkVisibility()) {
      continue;
    }
    const colour = getComputedStyle(element).color;
    found.set([colour, ground(element)].join(' on '), [colour, ground(element), element.outerHTML.slice(0, 90)]);
  }
  return [...found.values()]"""


def channels(colour):
    return "#" + "".join(f"{channel:02x}" for channel in colour)


@pytest.mark.parametrize("dark", (False, True))
def test_contrast(browser, server, dark):
    """Of every text; of the colours of jobs, whether they run or are over, to the grounds of their
    boxes, and of the numbers in the boxes."""
    state = mock.busy()
    state.status["accepts"] = False
    server.show(state)
    visit(browser, server.address, dark=dark)
    texts = browser.ask(TEXTS)
    assert len(texts) > 5
    for colour, ground, where in texts:
        one, other = map(channels, colours(browser, [colour, ground]))
        assert contrast(one, other) >= TEXT_LEAST, (colour, ground, where)
    for over in (False, True):
        jobs = colours(browser, browser.ask(
            "return Array.from({ length: 48 }, (_, i) => jobColour(i + 1, ...arguments))", dark, over))
        grounds = colours(browser, browser.ask("return [inks.card, inks.idle]"))
        label = colours(browser, [browser.ask(f"return inks[{'`label-over`' if over else '`label`'}]")])[0]
        for colour in jobs:
            for ground in grounds:
                assert contrast(channels(colour), channels(ground)) >= GRAPHIC_LEAST, (over, colour, ground)
            assert contrast(channels(colour), channels(label)) >= TEXT_LEAST, (over, colour, label)
    signs = colours(browser, browser.ask("return ['bad', 'now', 'warn', 'soft'].map((name) => inks[name])"))
    for colour in signs:
        for ground in grounds:
            assert contrast(channels(colour), channels(ground)) >= GRAPHIC_LEAST, (colour, ground)


def test_colours_of_neighbours_differ(browser, server):
    """Jobs whose numbers are near, in both themes: by more than just can be seen (OKLab)."""
    visit(browser, server.address)
    for dark in (False, True):
        names = browser.ask("return Array.from({ length: 60 }, (_, i) => jobColour(i + 1, arguments[0]))", dark)
        lab = [[float(n) for n in re.findall(r"[\d.]+", name)] for name in names]
        for i, (light, _, hue) in enumerate(lab):
            for other_light, _, other_hue in lab[i + 1:i + 5]:
                turn = abs((hue - other_hue + 180) % 360 - 180)
                assert turn > 25 or abs(light - other_light) > 0.03


# --- The picture ---------------------------------------------------------------------------------


def scene():
    """A finished, a failed, a killed, a lost and two running attempts; one of them is late."""
    at = now()
    attempts = [
        attempt(1, job=1, slot=0, task=0, started_at=at - 240000, ended_at=at - 180000, result="finished",
                exit_status=0),
        attempt(2, job=2, slot=0, task=1, started_at=at - 150000, ended_at=at - 90000, result="failed", exit_status=3),
        attempt(3, job=2, slot=1, task=2, started_at=at - 240000, ended_at=at - 180000, result="killed", signal=9),
        attempt(4, job=3, slot=1, task=4, started_at=at - 150000, ended_at=at - 90000, result="lost"),
        attempt(5, job=2, slot=0, task=1, number=1, started_at=at - 60000),
        attempt(6, job=3, stage="reduce", slot=0, task=0, started_at=at - 60000)]
    slots = [slot("map", 0, job=2, mine=True, task=1, since_at=at - 60000, bound_at=at + 40000), slot("map", 1),
             slot("map", 2, state="absent"),
             slot("reduce", 0, job=3, mine=True, task=0, since_at=at - 60000, bound_at=at - 30000, state="late")]
    return State(slots=slots, attempts=attempts, active=[
        job(2, name="clicks"), job(3, name="rank", flagged=True, reason="reduce task 0 is over its bound")],
        ended=[job(1, name="words", state="finished", ended_at=at - 180000)])


# Where an instant (ms from now) and a row of the picture are in the window.
PLACE = """const box = canvas.getBoundingClientRect();
    return [box.left + xOf(now() + arguments[0]), box.top + plot.tops[arguments[1]] + 2]"""


def tip(browser):
    return browser.ask("const tip = document.getElementById('tip'); return tip.hidden ? null : tip.innerText")


def point_at(browser, ago, row):
    browser.pointer("mouseMoved", *browser.ask(PLACE, ago, row))
    return tip(browser)


@pytest.mark.parametrize("width", WIDTHS)
def test_tips(browser, server, width):
    """The box under the pointer is the attempt that the service names."""
    server.show(scene())
    visit(browser, server.address, width)
    for ago, row, words in (
            (-210000, 0, ("job 1 words", "map task 0 on map slot 0", "1 min")),
            (-165000, 0, ("map slot 0 is idle",)),
            (-120000, 0, ("job 2 clicks", "map task 1 on", "failed: exit status 3")),
            (-30000, 0, ("job 2 clicks", "map task 1, attempt 2 on", "since", "bound", ", in ")),
            (20000, 0, ("job 2 clicks", "attempt 2")),
            (-210000, 1, ("killed: signal 9",)),
            (-120000, 1, ("job 3 rank", "map task 4", "lost", "its job has lost its promise")),
            (-30000, 2, ("map slot 2 is absent",)),
            (-15000, 3, ("job 3 rank", "reduce task 0 on reduce slot 0", "over its bound since"))):
        said = point_at(browser, ago, row)
        for word in words:
            assert said and word in said, (ago, row, said)
    browser.pointer("mouseMoved", 1, 1)
    assert tip(browser) is None


def test_signs_in_the_picture(browser, server):
    """A box that runs ends at the now-line, its bound lies behind; the late part, the failed and
    the killed end have the colours that the legend names."""
    state = scene()
    at = state.attempts[0]["started_at"] + 240000
    server.show(state)
    visit(browser, server.address)
    probe = """draw(); const ratio = window.devicePixelRatio;
        const x = Math.round((xOf(arguments[0]) + arguments[2]) * ratio);
        const y = Math.round((plot.tops[arguments[1]] + 3) * ratio);
        return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].slice(0, 3)"""

    def is_at(colour, ago, row, beside=0):
        found = browser.ask(probe, at + ago, row, beside)
        return max(abs(a - b) for a, b in zip(found, colour)) <= 3

    running, idle, bad, warn, over = colours(browser, browser.ask(
        "return [inkOf(2, false), inks.idle, inks.bad, inks.warn, inkOf(2, true)]"))
    assert is_at(running, -30000, 0) and is_at(idle, -165000, 0)
    assert not is_at(running, 25000, 0) and not is_at(idle, 25000, 0)
    assert is_at(running, 40000, 0, -1) and not is_at(running, 40000, 0, 3)
    assert is_at(bad, -10000, 3) and not is_at(bad, -45000, 3)
    assert is_at(over, -120000, 0) and is_at(bad, -90000, 0, -3)
    assert is_at(warn, -180000, 1, -3)


def test_late_is_what_the_service_says(browser, server):
    """A task whose bound has passed is not called late while the news of its end may be on their
    way; nor is it said to run on."""
    at = now()
    server.show(State(slots=[slot("map", 0, job=1, mine=True, task=0, since_at=at - 60000, bound_at=at + 1)],
                      attempts=[attempt(1, started_at=at - 60000)], active=[job(1)]))
    visit(browser, server.address)
    end = browser.ask("return endOf(rows[0].attempts[0])")
    until(lambda: browser.ask("return now()") > end + 3000, "time goes on")
    assert browser.ask("return endOf(rows[0].attempts[0])") == end
    assert "bound" in point_at(browser, end - now() - 1000, 0) and "over" not in tip(browser)


def width_of_running(browser):
    """Pixels of the box that reaches the now-line, in the first row."""
    return browser.ask("""draw(); const c = canvas.getContext('2d'), ratio = window.devicePixelRatio;
        const y = Math.round((plot.tops[0] + 2) * ratio), end = Math.round((xOf(now()) - 3) * ratio);
        const data = c.getImageData(0, y, end + 1, 1).data;
        const at = (x) => data.slice(4 * x, 4 * x + 3).join();
        let x = end;
        while (x > 0 && at(x) === at(end)) { x--; }
        return at(end) === at(Math.round(plot.right * ratio) - 2) ? 0 : end - x""")


def test_running_boxes_grow(browser, server):
    server.show(scene())
    visit(browser, server.address)
    before = width_of_running(browser)
    assert before > 50
    until(lambda: width_of_running(browser) >= before + 3, "the box has grown")
    assert complaints(browser) == []


def test_nodes(browser, server):
    """Slots of a cluster have the names of their nodes."""
    server.show(State(slots=[slot("map", i, node=f"n{i // 2}") for i in range(4)] + [slot("reduce", 0, node="n0")]))
    visit(browser, server.address)
    assert point_at(browser, -1000, 2) == "map slot 2 on n1 is idle"
    browser.ask("document.querySelector('#slots-now').open = true")
    until(lambda: [row.split(" idle")[0] for row in text(browser, "#slots-now tbody tr")] == [
        "map 0 on n0", "map 1 on n0", "map 2 on n1", "map 3 on n1", "reduce 0 on n0"], "the table names them")
    drawn = browser.ask("""const said = [], c = CanvasRenderingContext2D.prototype, fill = c.fillText;
        c.fillText = function (text, ...more) { said.push(text); fill.call(this, text, ...more); };
        draw(); c.fillText = fill; return said""")
    assert [word for word in drawn if re.fullmatch(r"n\d|\d", word)] == ["n0", "n1", "n0"]


def test_no_room(browser, server):
    """A picture that is not shown, or has no width, stops nothing."""
    server.show(scene())
    visit(browser, server.address)
    for style, value in (("width", "0"), ("display", "none"), ("width", "20px")):
        browser.ask("document.getElementById('slots').style[arguments[0]] = arguments[1]; draw(); tick();",
                    style, value)
        assert browser.ask("return document.querySelectorAll('#jobs tbody tr').length") == 2
        browser.ask("document.getElementById('slots').removeAttribute('style'); draw();")
    assert "job 1 words" in point_at(browser, -210000, 0)


def test_windows(browser, server):
    """A longer window asks for what it lacks, a shorter one for nothing; the choice is kept."""
    server.show(scene())
    visit(browser, server.address)
    for span, more in ((60000, 0), (3600000, 1)):
        before = asked(server, "/v1/attempts")
        browser.ask("document.querySelector(`#window input[value='${arguments[0]}']`).click()", span)
        assert browser.ask("return view.span") == span
        if more:
            until(lambda: asked(server, "/v1/attempts") > before, "it asks")  # pylint: disable=cell-var-from-loop
            since = int(re.search(r"since_at=(\d+)", [r[1] for r in server.requests if "attempts" in r[1]][-1])[1])
            assert abs(now() - 3600000 - since) < 60000
        assert asked(server, "/v1/attempts") == before + more
    browser.driver.refresh()
    until(lambda: is_live(browser), "the page is live")
    assert browser.ask("return view.span") == 3600000


def test_utilisation(browser, server):
    """Of the shown time: one of two map slots was busy for half of it."""
    at = now()
    server.show(State(slots=[slot("map", 0), slot("map", 1), slot("reduce", 0)], attempts=[
        attempt(1, started_at=at - 300000, ended_at=at - 150000, result="finished")]))
    visit(browser, server.address)
    share = int(figure(browser, "Map slots busy").split(" %")[0])
    assert 22 <= share <= 25
    assert figure(browser, "Reduce slots busy").startswith("0 %")


# --- Keys ----------------------------------------------------------------------------------------


def press(browser, key):
    for kind in ("keyDown", "keyUp"):
        browser.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {
            "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": {
                "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Escape": 27}[key]})


def test_keys(browser, server):
    """The tabulator reaches everything; the arrow keys read the picture, aloud."""
    server.show(scene())
    visit(browser, server.address)
    reached = []
    for _ in range(12):
        press(browser, "Tab")
        reached.append(browser.ask("const e = document.activeElement; return e.id || e.name || e.tagName"))
    assert {"theme", "span", "picture", "job-2", "job-3", "SUMMARY"} <= set(reached), reached
    browser.ask("canvas.focus()")
    press(browser, "ArrowDown")
    assert "job 2 clicks" in tip(browser) and "attempt 2" in tip(browser)
    press(browser, "ArrowLeft")
    assert "failed: exit status 3" in tip(browser)
    assert "failed: exit status 3" in browser.ask("return document.getElementById('said').textContent")
    press(browser, "ArrowDown")
    assert "job 3 rank" in tip(browser) and "lost" in tip(browser)
    press(browser, "Escape")
    assert tip(browser) is None


def test_a_job_is_marked(browser, server):
    """The row that has the focus marks its boxes, and a box under the pointer its row."""
    server.show(scene())
    visit(browser, server.address)
    browser.ask("document.querySelector('#jobs tr[data-job=\"3\"]').focus()")
    assert browser.ask("return view.marked") == 3
    browser.ask("document.activeElement.blur()")
    point_at(browser, -30000, 0)
    assert browser.ask("return [...document.querySelectorAll('#jobs tr.marked')].map((row) => row.id)") == ["job-2"]


# --- Tables and lists ----------------------------------------------------------------------------


def test_jobs(browser, server):
    """In the order of the plan, with progress, e, deadline and the room between them."""
    at = now()
    server.show(State(active=[
        job(7, name="rank", finish_at=at + 20000, deadline_at=at + 80000, map=stage(8, 2, 2), reduce=stage(2, 2, 0)),
        job(5, name="words", state="waiting", finish_at=at + 60000, deadline_at=at + 600000, map=stage(4, 4, 0),
            reduce=stage(0, 0, 0))], slots=[slot("map", 0), slot("reduce", 0)]))
    visit(browser, server.address)
    first, second = rows(browser)
    assert first[0] == "7 rank ada" and first[1] == "4 of 8 2 running" and first[2] == "0 of 2"
    assert re.fullmatch(r"\d\d:\d\d:\d\d in \d+ s", first[3]) and re.fullmatch(r"\d\d:\d\d:\d\d in \d+ s", first[4])
    assert first[5].startswith("1 min")
    assert second[0] == "5 words ada waiting" and second[1] == "0 of 4" and second[2] == "\u2013"
    assert second[5] == "9 min"
    bars = browser.ask("return [...document.querySelectorAll('#jobs .line')].map((line) => ['work', 'slack', 'over']"
                       ".map((name) => { const e = line.querySelector(`.${name}`); return e.hidden ? 0 : "
                       "e.getBoundingClientRect().width / line.getBoundingClientRect().width; }))")
    assert bars[0][0] > 0 and bars[0][1] == pytest.approx(3 * bars[0][0], rel=0.2) and bars[0][2] == 0
    assert figure(browser, "Unfinished jobs") == "2"


def test_flagged(browser, server):
    """It is marked, with the reason, and shows how late it will be."""
    at = now()
    server.show(State(active=[
        job(3, finish_at=at + 90000, deadline_at=at + 60000, flagged=True, reason="map task 3 is over its bound"),
        job(4, finish_at=None, deadline_at=at + 60000, flagged=True, reason="suspended")]))
    visit(browser, server.address)
    late, never = rows(browser)
    assert "promise lost" in late[0] and "map task 3 is over its bound" in late[0] and late[5] == "late by 30 s"
    assert "suspended" in never[0] and never[3] == "never" and never[5] == "no finish in sight"
    assert browser.ask("return document.querySelectorAll('#jobs tr.flagged').length") == 2
    assert browser.ask("return document.querySelector('#jobs .over').hidden") is False
    assert figure(browser, "Flagged now") == "2 promise lost"
    assert browser.ask("return document.querySelector('#figures a[href]').hash") == "#job-3"
    assert browser.ask("return document.title").startswith("!")


def test_others(browser, server):
    """Another user's job is a number with what runs of it."""
    server.show(State(active=[foreign(9, 2, 1), job(10)], slots=[
        slot("map", 0, job=9, mine=False, task=1, since_at=now() - 9000, bound_at=now() + 9000), slot("reduce", 0)],
        attempts=[attempt(1, job=9, started_at=now() - 9000)]))
    visit(browser, server.address)
    assert rows(browser)[0] == ["9 of another user", "2 running", "1 running", "", "", ""]
    assert "job 9 of another user" in point_at(browser, -3000, 0)
    assert text(browser, ".notice") == []


def test_strangers(browser, server):
    """Who opens the page without its key is told so, and how to see more."""
    server.show(State(active=[foreign(9)], status={"store": None}, events=[
        event(1, "submit", "another user's"), event(2, "submit", "another user's", accepted=False)]))
    visit(browser, server.address)
    (notice,) = text(browser, ".notice")
    assert "without its key" in notice and "page-key" in notice
    assert rows(browser) == [["9", "", "", "", "", ""]]
    assert set(text(browser, ".nothing")) == {"Not shown without the key."}


def test_refusals(browser, server):
    """Each with what was asked for, why not, and the counter offer."""
    at = now()
    server.show(State(events=[
        event(1, "submit", "refused", accepted=False, reason="late", late_job=0, late_by_ms=125000, maps=40, reduces=4,
              map_ms=30000, reduce_ms=60000, deadline_at=at + 60000, earliest_deadline_at=at + 185000),
        event(2, "submit", "refused", accepted=False, reason="late", late_job=31, late_by_ms=8000, maps=1, reduces=0,
              map_ms=2000, reduce_ms=0, deadline_at=at + 60000, earliest_deadline_at=None),
        event(3, "submit", "job 5 accepted", accepted=True, job=5),
        event(4, "dispatch", "a task starts", job=5),
        event(5, "advance", "a task is over its bound", flagged=[5])]))
    visit(browser, server.address)
    second, first = text(browser, "#refused li")
    assert "it would end 2 min 5 s after its deadline" in first
    assert "40 maps of 30 s, 4 reduces of 1 min" in first and "(2 min 5 s later)" in first
    assert "job 31 would end 8 s after its deadline" in second and "no deadline would do" in second
    assert "1 map of 2 s, deadline" in second
    overrun, accepted = text(browser, "#lately li")
    assert "job 5 accepted" in accepted and "a task is over its bound" in overrun
    assert "promise lost" in overrun and "job 5" in overrun


def test_ended(browser, server):
    at = now()
    server.show(State(ended=[
        job(4, state="aborted", ended_at=at, reason="map task 2 failed 3 times"),
        job(3, state="finished", ended_at=at, deadline_at=at - 5000),
        job(2, state="finished", ended_at=at - 1000, deadline_at=at + 60000)]))
    visit(browser, server.address)
    aborted, late, good = text(browser, "#ended li")
    assert "aborted" in aborted and "map task 2 failed 3 times" in aborted
    assert "5 s late" in late and "in time, 1 min 1 s before" in good


def test_many_jobs(browser, server):
    """The first ones are shown, and how many there are."""
    state = State(active=[job(i + 1) for i in range(200)])
    state.status["active_jobs"] = 10000
    server.show(state)
    visit(browser, server.address)
    assert len(rows(browser)) == 200
    assert text(browser, "#jobs-note") == ["the first 200 of 10,000 in the order of their plan"]


def test_names_stay_text(browser, server):
    """Wherever a name or a text of the service is shown."""
    at = now()
    server.show(State(
        active=[job(i + 1, name=name, user=name, flagged=True, reason=name) for i, name in enumerate(HOSTILE)],
        ended=[job(50 + i, name=name, user=name, state="aborted", reason=name, ended_at=at)
               for i, name in enumerate(HOSTILE)],
        events=[event(i + 1, "submit" if i % 2 else "abort", name, accepted=False, job=i)
                for i, name in enumerate(HOSTILE)],
        slots=[slot("map", i, job=i + 1, mine=True, task=0, since_at=at - 60000, bound_at=at)
               for i in range(len(HOSTILE))],
        attempts=[attempt(i + 1, job=i + 1, slot=i, started_at=at - 60000) for i in range(len(HOSTILE))],
        status={"store": HOSTILE[1], "version": HOSTILE[0], "started_at": at}))
    visit(browser, server.address)
    shown = [name.replace("\u202e", "\\u202e") for name in HOSTILE]
    names = browser.ask("return [...document.querySelectorAll('#jobs bdi')].map((e) => e.textContent)")
    assert names == shown
    for row, name in enumerate(shown):
        assert name in point_at(browser, -30000, row)
    whole = browser.ask("return document.body.innerText")
    assert whole.count(shown[0]) >= 4 and "\u202e" not in whole
    assert browser.ask("return [window.hit ?? null, document.images.length, document.scripts.length]") == [None, 1, 1]
    assert complaints(browser) == []


def test_theme_button(browser, server):
    """It turns the theme that is preferred, turns back, and is remembered."""
    for dark in (False, True):
        visit(browser, server.address, dark=dark)
        for expected in (not dark, dark, not dark):
            browser.ask("document.getElementById('theme').click()")
            assert is_dark(browser) == expected
        browser.driver.refresh()
        until(lambda: is_live(browser), "the page is live")
        assert is_dark(browser) == (not dark)


# --- The service comes, goes, and changes --------------------------------------------------------


def test_away_and_back(browser, server):
    """It says since when the service has not answered, keeps what it knew, and finds it again."""
    server.show(scene())
    visit(browser, server.address)
    server.close()
    until(lambda: text(browser, "#link") == ["away"], "it says that the service is away")
    (notice,) = text(browser, ".notice")
    assert re.search(r"has not answered since \d\d:\d\d:\d\d", notice)
    assert len(rows(browser)) == 2 and "away" in browser.ask("return document.title")
    end = browser.ask("return endOf(rows[0].attempts.at(-1))")
    until(lambda: browser.ask("return now()") > end + 200, "time goes on")
    assert browser.ask("return endOf(rows[0].attempts.at(-1))") == end  # nothing is known behind that
    state = scene()
    state.active.append(job(8, name="new"))
    state.status["last_event"] = 3
    server.state = state
    server.open()
    until(lambda: text(browser, "#link") == ["live"], "it has found the service again")
    assert text(browser, ".notice") == [] and [row[0].split()[0] for row in rows(browser)] == ["2", "3", "8"]


def test_news_are_shown_at_once_and_quietly(browser, server):
    """It waits for events, asks for nothing while there are none, and at most once a second
    otherwise."""
    visit(browser, server.address)
    until(lambda: "wait_ms" in server.requests[-1][1], "it waits")
    quiet, begin = asked(server, "/v1/jobs?state=active"), time.monotonic()
    for number in range(1, 60):
        server.show(State(active=[job(number)], events=[event(number, "submit", "accepted", accepted=True)]))
    until(lambda: [row[0].split()[0] for row in rows(browser)] == ["59"], "the last one is shown")
    assert asked(server, "/v1/jobs?state=active") - quiet <= 2 + time.monotonic() - begin
    until(lambda: "wait_ms" in server.requests[-1][1], "it waits again")
    count = len(server.requests)
    browser.ask("return tick()")
    assert len(server.requests) == count


def test_another_store(browser, server):
    """A service that begins again from nothing leaves nothing of the old one."""
    server.show(State(active=[job(3)], events=[event(i, "submit", "no", accepted=False, reason="jobs_full")
                                              for i in range(1, 9)]))
    visit(browser, server.address)
    assert len(text(browser, "#refused li")) == 8
    server.close()
    until(lambda: text(browser, "#link") == ["away"], "away")
    server.state = State(active=[], events=[event(1, "submit", "job 1 accepted", accepted=True)])
    server.open()
    until(lambda: text(browser, "#link") == ["live"], "live")
    assert text(browser, "#refused li") == [] and rows(browser) == []


def test_nothing_grows_for_ever(browser, server):
    """Names and attempts that are not shown any more are forgotten."""
    at = now()
    server.show(State(active=[job(1)], attempts=[attempt(1, job=1, started_at=at - 1000)], slots=[slot("map", 0)]))
    visit(browser, server.address)
    browser.ask("""for (let i = 10; i < 6000; i++) {
          model.names.set(i, {}); model.attempts.set(i, { attempt: i, job: 1, stage: 'map', slot: 0, ended_at: 1 }); }
        model.since = 1; view.span = 60000""")
    server.show(State(active=[job(2)], attempts=[attempt(6001, job=2, started_at=at)], slots=[slot("map", 0)],
                      events=[event(1, "submit", "job 2 accepted", accepted=True)]))
    until(lambda: browser.ask("return [model.names.size, model.attempts.size]") == [2, 2], "they are forgotten")


def test_wall_clock_is_set(browser, server):
    """Instants that were heard before the service's wall clock was set are asked for again."""
    server.show(scene())
    visit(browser, server.address)
    state = scene()
    state.clock_step = 3600000
    for a in state.attempts:
        a["started_at"] += state.clock_step
        a["ended_at"] = a["ended_at"] and a["ended_at"] + state.clock_step
    for s in state.slots:
        s["bound_at"] = s["bound_at"] and s["bound_at"] + state.clock_step
    state.events = [event(1, "set_estimate", "a change")]
    state.status["last_event"] = 1
    server.show(state)
    until(lambda: abs(browser.ask("return now()") - now() - 3600000) < 2000, "the page's clock follows")
    until(lambda: "job 1 words" in (point_at(browser, -210000, 0) or ""), "the picture follows")


def test_key(browser, server):
    """The key from the address goes with each request, and does not stay in the address."""
    key = "0123456789abcdef" * 4
    visit(browser, server.address)
    assert {request[2] for request in server.requests} == {None}
    server.requests.clear()
    visit(browser, f"{server.address}#{key}")
    assert browser.ask("return location.href") == server.address
    assert {request[2] for request in server.requests if request[1].startswith("/v1/")} == {f"Bearer {key}"}
    server.requests.clear()
    browser.driver.refresh()
    until(lambda: is_live(browser), "the page is live")
    assert {request[2] for request in server.requests if request[1].startswith("/v1/")} == {f"Bearer {key}"}


def test_full_store(browser, server):
    state = empty()
    state.status["accepts"] = False
    server.show(state)
    visit(browser, server.address)
    (notice,) = text(browser, ".notice")
    assert "takes no further jobs" in notice


# --- The real service ----------------------------------------------------------------------------


class Paged(Daemon):
    """A service with its page on a port of its own."""

    def __init__(self, **more):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        super().__init__("--page", f"127.0.0.1:{self.port}", **more)

    @property
    def plain_address(self):
        return f"http://127.0.0.1:{self.port}/"

    @property
    def address(self):
        return self.plain_address + "#" + (self.store / "page-key").read_text(encoding="ascii").strip()


@pytest.fixture(name="daemon")
def one_daemon():
    with Paged(map_slots=2, reduce_slots=1) as daemon:
        yield daemon


def gate(daemon):
    """A command that runs until the test lets it end, and how to let it."""
    path = daemon.folder / "gate"
    return ("sh", "-c", 'while [ ! -e "$0" ]; do sleep 0.05; done', str(path)), path.touch


@pytest.mark.parametrize("dark", (False, True))
def test_real_job(browser, daemon, dark):
    """It appears, its box grows, it ends in time; nothing on the console, no other host."""
    visit(browser, daemon.address, dark=dark)
    assert rows(browser) == [] and is_dark(browser) == dark
    command, let_end = gate(daemon)
    number = daemon.accepted(*command, name="words", maps=1, reduces=1, map_ms=MINUTE, reduce_ms=MINUTE,
                             deadline_ms=10 * MINUTE)
    (row,) = until(lambda: (found := rows(browser)) and "1 running" in found[0][1] and found,
                   "the job runs on the page")
    assert row[0].startswith(f"{number} words") and row[2] == "0 of 1" and "in 1" in row[4]
    before = until(lambda: width_of_running(browser), "it has a box")
    assert f"job {number} words" in point_at(browser, -1, 0) and "bound" in tip(browser)
    browser.ask("document.querySelector('#window input').click()")  # a minute: it grows faster
    until(lambda: width_of_running(browser) > before + 3, "its box grows")
    let_end()
    daemon.ended(number)
    (ended,) = until(lambda: text(browser, "#ended li"), "it has ended on the page")
    assert "words" in ended and "in time" in ended
    until(lambda: rows(browser) == [] and figure(browser, "Finished in time") == "1 all", "the figures say so, too")
    assert complaints(browser) == []
    assert all(address.startswith((daemon.plain_address, "about:")) for address in browser.requests())


def test_real_refusal(browser, daemon):
    """With the counter offer that the client got."""
    visit(browser, daemon.address)
    status, decision = daemon.submit("true", maps=10, map_ms=MINUTE, deadline_ms=2 * MINUTE)
    assert status == 409 and decision["earliest_deadline_at"]
    (refused,) = until(lambda: text(browser, "#refused li"), "it is refused on the page")
    assert "10 maps of 1 min" in refused and "after its deadline" in refused
    offered = time.strftime("%H:%M:%S", time.localtime(decision["earliest_deadline_at"] / 1000))
    assert offered in refused
    until(lambda: figure(browser, "Refused") == "1", "the figures say so, too")


def test_real_restart(browser, daemon):
    """Killed and started again: the page says so, recovers, and the job has gone on."""
    visit(browser, daemon.address)
    command, let_end = gate(daemon)
    number = daemon.accepted(*command, name="words", map_ms=MINUTE, deadline_ms=10 * MINUTE)
    until(lambda: (found := rows(browser)) and "1 running" in found[0][1], "the job runs on the page")
    daemon.kill()
    until(lambda: text(browser, "#link") == ["away"], "it says that the service is away")
    assert re.search(r"since \d\d:\d\d:\d\d", text(browser, ".notice")[0])
    assert rows(browser)[0][0].startswith(f"{number} words")
    daemon.start()
    until(lambda: text(browser, "#link") == ["live"], "it has found the service again")
    assert text(browser, ".notice") == []
    let_end()
    daemon.ended(number)
    until(lambda: [e for e in text(browser, "#ended li") if "in time" in e], "it has ended on the page")


def test_real_stranger(browser, daemon):
    """Without the key a job is a number: no name, no time."""
    command, let_end = gate(daemon)
    number = daemon.accepted(*command, name="secret-name", map_ms=MINUTE, deadline_ms=10 * MINUTE)
    until(lambda: daemon.job(number)["map"]["running"] == 1, "it runs")
    visit(browser, daemon.plain_address)
    assert rows(browser) == [[str(number), "1 running", "", "", "", ""]]
    assert f"job {number}\n" in point_at(browser, -1, 0)
    whole = browser.ask("return document.documentElement.textContent + JSON.stringify([...model.names.values()])")
    assert "secret-name" not in whole and str(daemon.store) not in whole
    assert "page-key" in text(browser, ".notice")[0]
    let_end()
    daemon.ended(number)
