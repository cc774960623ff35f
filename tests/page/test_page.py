"""The report page in headless Chromium: both themes, wide and narrow. It asks no network, says
nothing on the console, fits its window, sorts, zooms, names the task under the pointer, and its
colours can be told from their grounds."""
import csv
import pathlib
import re
import subprocess
import tempfile

import pytest

from tests.page.browser import Browser
from tests.tap import ROOT

TINY = "harness/workload/sample/tiny.csv"
HEADER = "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations"
SMALL = ("--map-slots", "4", "--reduce-slots", "2")
WIDTHS = (1400, 400)
TEXT_LEAST, GRAPHIC_LEAST = 4.5, 3  # WCAG 2.2, AA

# Names that would do harm as markup, in an attribute, in a script, or to the direction of text.
HOSTILE = ("<script>window.hit=1</script>", "\"><img src=x onerror=window.hit=1>", "</script><script>window.hit=1//",
           "'`${window.hit=1}`", "\u05e9\u05dc\u05d5\u05dd", "a\u202eb")


@pytest.fixture(scope="module", name="browser")
def one_browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(scope="module", name="pages")
def some_pages():
    """Pages by name: all kinds of them."""
    with tempfile.TemporaryDirectory() as folder:
        yield make_pages(pathlib.Path(folder))


def make_pages(folder):
    with (folder / "hostile.csv").open("w", encoding="utf-8") as out:
        out.write(HEADER + "\n")
        csv.writer(out, lineterminator="\n").writerows([name, 0, 9000, 60, 10, "50;40", 10] for name in HOSTILE)
    commands = {
        "run": ["run", TINY, *SMALL, "--scheduler", "rtmr,dc,edf,fifo"],
        "compare": ["compare", "--workload", "I", "--scheduler", "rtmr,dc,fifo", "--seeds", "2"],
        "all": ["run", "--workload", "I", "--scheduler", "all", "--seeds", "2"],
        "paper": ["paper", "asrpt", "--seeds", "2", "--slots", "200"],
        "hostile": ["run", str(folder / "hostile.csv"), *SMALL, "--scheduler", "rtmr"],
        "single": ["run", "harness/workload/sample/sample.csv", "--map-slots", "50", "--reduce-slots", "20",
                   "--scheduler", "edf"],
    }
    for name, command in commands.items():
        subprocess.run(["build/rtmr", *command, "--report", folder / name], cwd=ROOT, check=True, capture_output=True)
    return {name: folder / name / "index.html" for name in commands}


NAMES = ("run", "compare", "all", "paper", "hostile", "single")


@pytest.mark.parametrize("name", NAMES)
def test_quiet_and_fitting(browser, pages, name):
    """In both themes and both widths, with all tables of jobs open."""
    for dark in (False, True):
        for width in WIDTHS:
            browser.show(pages[name], width, dark=dark)
            browser.ask("document.querySelectorAll('details').forEach((d) => { d.open = true; });")
            assert browser.ask("return document.documentElement.scrollWidth") <= width
            assert browser.complaints() == []
            assert browser.requests() == [pages[name].resolve().as_uri()]
            ground = browser.ask("return getComputedStyle(document.body).backgroundColor")
            assert (luminance(ground) < 0.1) == dark


@pytest.mark.parametrize("name", NAMES)
def test_size(pages, name):
    assert pages[name].stat().st_size < 2_000_000


def test_without_a_script(browser, pages):
    """Every chart has its curves or boxes, labels and a text with data; nothing overflows."""
    browser.show(pages["run"], 400, script=False)
    charts = browser.ask("""return [...document.querySelectorAll('.chart > svg')].map((svg) => [
        svg.getAttribute('aria-label'), svg.querySelectorAll('.x text').length,
        [...svg.querySelectorAll('.plot path')].map((path) => path.getAttribute('d').length)])""")
    assert len(charts) == 3 + 4 + 4
    for label, ticks, paths in charts:
        assert re.search(r"\d", label) and ticks >= 2 and max(paths) > 10, label
    assert browser.ask("return document.documentElement.scrollWidth") == 400
    assert browser.ask("return document.querySelectorAll('button').length") == 0


# --- Tables --------------------------------------------------------------------------------------


def column(browser, number):
    return browser.ask("return [...document.querySelectorAll('#metrics tbody tr')].map((row) => "
                       "row.cells[arguments[0]].textContent)", number)


def test_sorting(browser, pages):
    """By a number, up and down; by names; a value that is missing is last in both directions."""
    browser.show(pages["run"])
    heads = browser.ask("return [...document.querySelectorAll('#metrics thead th')].map((head) => head.textContent)")
    number = next(i for i, head in enumerate(heads) if head.startswith("response"))
    click = "document.querySelectorAll('#metrics thead th')[arguments[0]].querySelector('button').click()"
    before = [float(cell) for cell in column(browser, number)]
    browser.ask(click, number)
    assert [float(cell) for cell in column(browser, number)] == sorted(before)
    browser.ask(click, number)
    assert [float(cell) for cell in column(browser, number)] == sorted(before, reverse=True)
    late = next(i for i, head in enumerate(heads) if head.startswith("late by at most"))
    for _ in range(2):
        browser.ask(click, late)
        cells = column(browser, late)
        missing = cells.count("\u2013")
        assert 0 < missing < len(cells) and cells[-missing:] == ["\u2013"] * missing
    browser.ask(click, 0)
    assert column(browser, 0) == ["dc", "edf", "fifo", "rtmr"]


# --- Charts --------------------------------------------------------------------------------------

PLOT = """const chart = document.querySelector(`#${arguments[0]} + figure .chart`);
          chart.scrollIntoView({ block: 'center' });
          const box = chart.querySelector('.plot').getBoundingClientRect();"""


def place(browser, figure, x, y):
    """The point of the window at these shares of a figure's plot."""
    left, top, width, height = browser.ask(PLOT + """const svg = chart.querySelector('svg').getBoundingClientRect();
        return [svg.left + 52, svg.top + 10, svg.width - 68, Number(chart.dataset.height)]""", figure)
    return left + x * width, top + y * height


def tip(browser):
    return browser.ask("const tip = document.getElementById('tip'); return tip.hidden ? null : tip.innerText")


def ticks(browser, figure):
    return browser.ask(PLOT + "return [...chart.querySelectorAll('.x text')].map((text) => Number(text.textContent))",
                       figure)


def point_at(browser, figure, x, y):
    browser.pointer("mouseMoved", *place(browser, figure, x, y))
    return tip(browser)


@pytest.mark.parametrize("width", WIDTHS)
def test_tip_of_a_schedule(browser, pages, width):
    """The box under the pointer is the task that the picture in README.md shows there: 4 rows of
    map slots, one of gap, 2 of reduce slots."""
    browser.show(pages["run"], width)
    end = browser.ask(PLOT + "return Number(chart.dataset.x.split(' ')[1])", "schedule-rtmr")
    for time, row, words in ((5, 0, ("index", "map task 0", "map slot 0", "0 to 12 ms")),
                             (15, 0, ("clicks", "map task", "map slot 0")),
                             (40, 3, ("report", "map slot 3")),
                             (25, 5, ("alerts", "reduce task 0", "reduce slot 0", "19 to 32 ms")),
                             (5, 5, ("reduce slot 0 is idle",)), (65, 6, ("index", "reduce slot 1"))):
        said = point_at(browser, "schedule-rtmr", time / end, (row + 0.5) / 7)
        for word in words:
            assert word in said, (time, row, said)
    browser.pointer("mouseMoved", 1, 1)
    assert tip(browser) is None


def test_tip_of_curves(browser, pages):
    """The values of all curves at that place: at the end they are what the table says."""
    browser.show(pages["run"])
    lines = point_at(browser, "response-cdf", 1, 0.5).replace("\t", "\n").split("\n")
    shares = dict(zip(lines[1::2], map(float, lines[2::2])))
    outcomes = browser.ask("return [...document.querySelectorAll('#outcomes + figure tbody tr')].map((row) => "
                           "[row.cells[0].textContent, Number(row.cells[3].textContent)])")
    assert list(shares) == ["rtmr", "dc", "edf", "fifo"]
    for name, rejected in outcomes:
        assert shares[name] == pytest.approx(100 - rejected, abs=0.1)


def test_zoom(browser, pages):
    """Dragging zooms all charts over time to the range, a button shows all again; others stay."""
    browser.show(pages["run"])
    before = {figure: ticks(browser, figure) for figure in ("schedule-rtmr", "schedule-fifo", "busy", "response-cdf")}
    end = browser.ask(PLOT + "return Number(chart.dataset.x.split(' ')[1])", "schedule-rtmr")
    start, stop = place(browser, "schedule-rtmr", 0.25, 0.1), place(browser, "schedule-rtmr", 0.5, 0.1)
    browser.pointer("mousePressed", *start, buttons=1)
    browser.pointer("mouseMoved", *stop, buttons=1)
    browser.pointer("mouseReleased", *stop)
    for figure in ("schedule-rtmr", "schedule-fifo", "busy"):
        found = ticks(browser, figure)
        assert 0.24 * end <= min(found) and max(found) <= 0.51 * end and found != before[figure], figure
    assert ticks(browser, "response-cdf") == before["response-cdf"]
    assert "clicks" in point_at(browser, "schedule-rtmr", (28 / end - 0.25) * 4, 5.5 / 7 + 1 / 7)
    browser.ask(PLOT + "chart.querySelector('[aria-label=\"Show all\"]').click()", "busy")
    for figure, values in before.items():
        assert ticks(browser, figure) == values


def test_keys(browser, pages):
    """A chart can be read and zoomed without a pointer."""
    browser.show(pages["run"])
    press = PLOT + """const svg = chart.querySelector('svg'); svg.focus();
        svg.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[1], cancelable: true }))"""
    before = ticks(browser, "slowdown-cdf")
    browser.ask(press, "slowdown-cdf", "ArrowRight")
    assert "rtmr" in tip(browser)
    browser.ask(press, "slowdown-cdf", "Escape")
    assert tip(browser) is None
    browser.ask(press, "slowdown-cdf", "+")
    assert ticks(browser, "slowdown-cdf") != before
    browser.ask(press, "slowdown-cdf", "0")
    assert ticks(browser, "slowdown-cdf") == before


def test_names_stay_text(browser, pages):
    """In tables and in tips; a name that is read from the right leaves its neighbours in place."""
    browser.show(pages["hostile"])
    cells = browser.ask("return [...document.querySelectorAll('table.jobs tbody tr')].map((row) => "
                        "row.cells[0].textContent)")
    assert cells == [name.replace("\u202e", "\\u202e") for name in HOSTILE]
    said = set()
    for x in range(1, 100, 3):
        said.add(point_at(browser, "schedule-rtmr", x / 100, 0.1).split("\n")[0])
    assert len(said & set(cells)) >= 2
    assert browser.ask("return [window.hit ?? null, document.images.length]") == [None, 0]
    assert browser.ask("return getComputedStyle(document.querySelector('td.name bdi')).unicodeBidi") == "isolate"


# --- Colours -------------------------------------------------------------------------------------


def test_theme_button(browser, pages):
    """It turns the theme that is preferred, and turns back."""
    for dark in (False, True):
        browser.show(pages["run"], dark=dark)
        browser.ask("localStorage.clear(); delete document.documentElement.dataset.theme")
        for expected in (not dark, dark):
            browser.ask("document.getElementById('theme').click()")
            assert (luminance(browser.ask("return getComputedStyle(document.body).backgroundColor")) < 0.1) == expected
        browser.ask("localStorage.clear()")


def channels(colour):
    if colour.startswith("#"):
        return [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    return [float(number) for number in re.findall(r"[\d.]+", colour)][:3]


def luminance(colour):
    """Relative luminance, WCAG 2.2."""
    shares = [c / 255 for c in channels(colour)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055)**2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_itself():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("rgb(118, 118, 118)", "#ffffff") == pytest.approx(4.54, abs=0.01)


# The colour of the text of each element that has some, and the ground that it stands on.
TEXTS = """const ground = (element) => { let at = element; let colour;
    do { colour = getComputedStyle(at).backgroundColor; at = at.parentElement; }
    while (/, 0\\)$/.test(colour) && at); return colour; };
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() === '' || element.closest('script')) { continue; }
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.fill : style.color;
    found.set([colour, ground(element)].join(' on '), [colour, ground(element), element.outerHTML.slice(0, 80)]);
  }
  return [...found.values()]"""

# The colours of swatches, bars, curves and boxes.
GRAPHICS = """const found = new Map();
  for (const element of document.querySelectorAll('i[class], .bar span, .curve, .boxes path, .mark')) {
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.stroke : style.backgroundColor;
    found.set(colour, element.getAttribute('class'));
  }
  const root = getComputedStyle(document.documentElement);
  for (let i = 1; i <= 16; i++) { found.set(root.getPropertyValue(`--k${i}`).trim(), `k${i}`); }
  return [[...found], ['--page', '--ground'].map((name) => root.getPropertyValue(name).trim())]"""


@pytest.mark.parametrize("dark", (False, True))
@pytest.mark.parametrize("name", ("run", "all", "paper"))
def test_contrast(browser, pages, name, dark):
    """Of every text and every drawn colour in use."""
    browser.show(pages[name], dark=dark)
    point_at(browser, "response-cdf" if name != "paper" else "fig9-preemptive", 0.5, 0.5)
    texts = browser.ask(TEXTS)
    assert len(texts) > 4
    for colour, ground, where in texts:
        assert contrast(colour, ground) >= TEXT_LEAST, (colour, ground, where)
    graphics, grounds = browser.ask(GRAPHICS)
    assert len(graphics) >= 16
    for colour, where in graphics:
        for ground in grounds:
            assert contrast(colour, ground) >= GRAPHIC_LEAST, (colour, ground, where)


def test_dark_colours_are_the_same_twice():
    """Those of the preference and those of the button."""
    blocks = re.findall(r"color-scheme: dark;(.*?)}", (ROOT / "harness/page/page.css").read_text(), re.DOTALL)
    assert len(blocks) == 2 and blocks[0].split() == blocks[1].split()


@pytest.mark.parametrize("name", NAMES)
def test_one_unit(browser, pages, name):
    """Times of one quantity have one unit on the page: how long jobs take, and when."""
    browser.show(pages[name])
    text = browser.ask("return [...document.querySelectorAll('th, .name, .legend')].map((e) => e.textContent)"
                       ".join('\\n')")
    for quantity in (r"(?:response(?: time| p95)?|longest wait|late by(?: at most)?)",
                     r"(?:arrival|deadline|finish|makespan)"):
        units = set(re.findall(quantity + r", (ms|s|min|h|days)\b", text))
        assert len(units) <= 1, (quantity, units)
