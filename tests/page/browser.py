"""Pages in headless Chromium, through its driver (Debian: chromium-driver, python3-selenium)."""
import base64
import json
import os

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
             "--disable-background-networking", "--disable-component-update", "--no-first-run")


class Browser:
    """A browser with one window. It records words on the console and requests to the network."""

    def __init__(self):
        options = Options()
        for argument in ARGUMENTS:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        os.environ["SE_OFFLINE"] = "true"
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)

    def close(self):
        self.driver.quit()

    def show(self, page, width=1400, height=900, dark=False, script=True):
        """Loads a page (a file) in a window of that size, with that theme preferred. The records
        begin with it."""
        self.visit(page.resolve().as_uri(), width, height, dark, script)

    def visit(self, address, width=1400, height=900, dark=False, script=True):
        """The same for a page at an address."""
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.complaints()
        self.requests()
        self.driver.get(address)

    def ask(self, script, *arguments):
        """The value that a function body of JavaScript returns."""
        return self.driver.execute_script(script, *arguments)

    def complaints(self):
        """What came to the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were asked for since the last call, besides data: ones."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        addresses = [event["params"]["request"]["url"] for event in events
                     if event["method"] == "Network.requestWillBeSent"]
        return [address for address in addresses if not address.startswith("data:")]

    def pointer(self, kind, x, y, buttons=0):
        """Moves, presses or releases the pointer at a point of the window."""
        event = {"type": kind, "x": x, "y": y, "buttons": buttons, "button": "left" if buttons else "none"}
        if kind != "mouseMoved":
            event.update(button="left", clickCount=1)
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def picture(self, path, whole=True):
        """Writes a screenshot of the page, or of the window."""
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": whole})
        path.write_bytes(base64.b64decode(data["data"]))
