"""Headless Chromium over the WebDriver protocol, with the standard library alone."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip


def missing() -> str:
    """Why no browser can be started, or the empty string."""
    absent = [str(path) for path in (CHROMIUM, DRIVER) if not path.exists()]
    return f"not installed: {', '.join(absent)}" if absent else ""


class Browser:
    """One session."""

    def __init__(self, address: str) -> None:
        self.address = address

    def call(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)["value"]

    def open(self, address: str) -> None:
        self.call("/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        return self.call("/execute/sync", {"script": script, "args": list(arguments)})

    def log(self, kind: str) -> list[dict[str, Any]]:
        return self.call("/se/log", {"type": kind})

    def requests(self) -> list[str]:
        """The addresses that were asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        sent = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
        return [address for address in sent if not address.startswith("data:")]

    def command(self, name: str, **parameters: Any) -> Any:
        """A command of the DevTools protocol."""
        return self.call("/goog/cdp/execute", {"cmd": name, "params": parameters})

    def width(self, pixels: int, height: int = 900) -> None:
        size = {"width": pixels, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.command("Emulation.setDeviceMetricsOverride", **size)

    def screenshot(self, path: Path, whole: bool = False) -> None:
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def press(self, key: str, times: int = 1) -> None:
        strokes = [{"type": kind, "value": key} for _ in range(times) for kind in ("keyDown", "keyUp")]
        self.call("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})


@contextmanager
def browser() -> Iterator[Browser]:
    """A fresh headless Chromium with an empty profile; console and network are logged."""
    with tempfile.TemporaryDirectory(prefix="symproof-chromium-") as profile:
        driver = subprocess.Popen(
            [str(DRIVER), "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            port = next(
                m[1]
                for line in driver.stdout
                if (m := re.search(r"started successfully on port (\d+)", line))
            )
            address = f"http://127.0.0.1:{port}/session"
            options = {
                "binary": str(CHROMIUM),
                "args": [*QUIET, f"--user-data-dir={profile}", "--window-size=1200,900"],
            }
            wanted = {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            }
            session = Browser(address).call("", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
            found = Browser(f"{address}/{session}")
            found.open("about:blank")
            found.log("performance")  # what the browser asked for before
            try:
                yield found
            finally:
                request = urllib.request.Request(f"{address}/{session}", method="DELETE")
                urllib.request.urlopen(request, timeout=60).close()
        finally:
            driver.terminate()
            driver.wait(timeout=30)
            driver.stdout.close()
