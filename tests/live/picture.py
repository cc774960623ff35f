"""Makes harness/service/live-page.png: the live page of a real service with real jobs, some of
which are refused, fail, or take longer than they said. Takes a minute and a half."""
import pathlib
import tempfile
import time

from tests.page.browser import Browser
from tests.service.daemon import BUILD, ROOT, until
from tests.live.test_live_page import Paged, is_live, rows

PICTURE = ROOT / "harness/service/live-page.png"

# name, maps, their seconds, reduces, their seconds, deadline after so many seconds
JOBS = (("words", 8, 9, 2, 14, 90), ("index", 12, 6, 3, 8, 150), ("clicks", 10, 5, 1, 12, 110),
        ("thumbs", 16, 7, 0, 4, 170), ("rank", 6, 11, 4, 15, 220), ("logs", 14, 8, 2, 10, 260),
        ("invoices", 8, 6, 2, 9, 300), ("crawl", 12, 10, 3, 12, 400))

# A task takes what it said, or up to three seconds less.
SLEEP = 'if [ $RTMR_STAGE = map ]; then t=$0; else t=$1; fi; sleep $((t - (RTMR_TASK * 7 + RTMR_JOB) % 4))'


def work(daemon):
    """Submits the jobs, and waits until the picture has something of everything."""
    for name, maps, map_s, reduces, reduce_s, deadline_s in JOBS:
        daemon.accepted("sh", "-c", SLEEP, str(map_s), str(reduce_s), name=name, maps=maps, map_ms=1000 * map_s + 500,
                        reduces=reduces, reduce_ms=1000 * reduce_s + 500, deadline_ms=1000 * deadline_s)
    status, decision = daemon.submit("true", name="genome", maps=60, map_ms=30000, deadline_ms=90000)
    assert status == 409, decision
    daemon.accepted("sh", "-c", "sleep 4; test $RTMR_TASK -ne 1 || exit 3", name="checks", maps=3, map_ms=6000,
                    deadline_ms=120000, retries=5)
    time.sleep(35)
    daemon.accepted("sleep", "60", name="report", maps=1, map_ms=12000, deadline_ms=60000, on_overrun="flag")
    status, decision = daemon.submit("true", name="nightly", maps=40, map_ms=20000, reduces=2, reduce_ms=20000,
                                     deadline_ms=120000)
    assert status == 409, decision
    time.sleep(30)


def main():
    with tempfile.TemporaryDirectory() as folder, \
         Paged(map_slots=6, reduce_slots=3, program=BUILD / "rtmrd", store=pathlib.Path(folder) / "rtmr") as daemon:
        browser = Browser()
        try:
            work(daemon)
            browser.visit(daemon.address, 1280, 860)
            until(lambda: is_live(browser) and rows(browser), "the page is live")
            browser.ask("document.querySelector('#window input').click()")
            time.sleep(1)
            browser.picture(PICTURE, whole=False)
        finally:
            browser.close()
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
