"""How soon a page is seen on a slow line, what it weighs, whether it moves, and how much work it makes.

The site runs as on a real host (DEBUG off, static files collected), and Chromium looks at it as a phone would. The line
has the figures of Lighthouse for slow 3G, in two ways: as Chromium simulates it, where a connection costs nothing, and
as `tests.bench.slow_line`, where it costs a round trip, so that no first view can be had before two (HTTP/1.1, no TLS).
Work is the processor's time for the thread of the page, so that other work on the machine matters less.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from polignac_site import processes
from tests.servers import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

ROUND_TRIP, KILOBITS = 400, 400  # milliseconds; a second, each way
WANTED = 1000  # milliseconds, for the first view
SIMULATED = {
    "offline": False,
    "latency": ROUND_TRIP,
    "downloadThroughput": KILOBITS * 125,  # bytes a second
    "uploadThroughput": KILOBITS * 125,
}
SLOWER = 4  # the processor, while a card is tapped
REPETITIONS = 3
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
ROOT = Path(__file__).resolve().parents[2]
SIGHTS = [
    "front page", "rules", "lesson", "sign in", "sign up", "lobby", "new table", "my games", "table for 4",
    "table for 6", "score sheet", "replay, in a trick", "finished, won", "profile", "settings", "notices",
]  # fmt: skip

# What the browser itself says of how a page came about.
NOTES = """
window.notes = { paint: 0, moved: 0, answered: 0 };
const watch = (type, note, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
watch("paint", (entry) => { if (entry.name === "first-contentful-paint") notes.paint = entry.startTime; });
watch("layout-shift", (entry) => { if (!entry.hadRecentInput) notes.moved += entry.value; });
watch("event", (entry) => { notes.answered = Math.max(notes.answered, entry.duration); }, { durationThreshold: 16 });
"""

Sight: TypeAlias = tuple[str, str | None]  # the path, and the session of who looks


class Seen(NamedTuple):
    simulated: (
        float  # milliseconds to the first contentful paint with nothing kept, on the line that Chromium simulates
    )
    cold: float  # the same on a line where a connection has to be made
    warm: float  # the same there, for the second time
    bytes: float  # over the wire, all that the page asks for
    moved: float  # cumulative layout shift
    work: float  # milliseconds of the processor, the first time


def run() -> None:
    print(f"Pages: a phone, {KILOBITS} kbit/s, {ROUND_TRIP} ms a round trip; medians of {REPETITIONS}")
    print("                   first view (ms) and with a connection and again   in all (kB)   shift   work (ms)")
    with tempfile.TemporaryDirectory() as folder, site(Path(folder)) as (port, slow_port, sights), browser() as chrome:
        slowest = 0.0
        for name in SIGHTS:
            seen = [_look(chrome, port, slow_port, sights[name]) for _ in range(REPETITIONS)]
            simulated, cold, warm, size, moved, work = (median(column) for column in zip(*seen, strict=True))
            slowest = max(slowest, simulated)
            figures = f"{simulated:13,.0f} {cold:21,.0f} {warm:9,.0f} {size / 1000:13.1f} {moved:7.3f} {work:11,.0f}"
            print(f"  {name:<18} {figures}", flush=True)
        answered = median(_tap(chrome, port, sights["table for 4"]) for _ in range(REPETITIONS))
    print(f"  A card tapped at the table, with a processor {SLOWER} times as slow: seen {answered:,.0f} ms later")
    reached = "reached" if slowest <= WANTED else "NOT reached"
    print(f"  wanted is a first view within {WANTED:,} ms everywhere, as Chromium simulates the line: {reached}")


@contextmanager
def site(folder: Path) -> Iterator[tuple[int, int, dict[str, Sight]]]:
    """Serve a site with people and games; give its port, that of the slow line to it, and what there is to see."""
    port, slow_port = processes.free_port(), processes.free_port()
    ours = os.environ | {
        "DJANGO_SETTINGS_MODULE": "polignac_site.settings",
        "DATABASE_URL": f"sqlite:///{folder}/pages.sqlite3",
        "VAR_DIR": str(folder),
        "SITE_URL": f"http://localhost:{port}",
        "LOG_LEVEL": "ERROR",
        "DEBUG": "false",
        "SECRET_KEY": secrets.token_urlsafe(64),
    }
    filling = [sys.executable, "-W", "ignore", "-m", "tests.bench.sights"]
    filled = subprocess.run(filling, cwd=ROOT, env=ours, check=True, capture_output=True)
    web = [sys.executable, "-m", "uvicorn", "polignac_site.asgi:application", f"--port={port}", "--lifespan=off"]
    line = [sys.executable, "-m", "tests.bench.slow_line", *map(str, (slow_port, port, ROUND_TRIP, KILOBITS))]
    started = [processes.start(command, log=folder / "log", cwd=ROOT, env=ours) for command in (web, line)]
    try:
        _wait_for(slow_port)
        yield port, slow_port, json.loads(filled.stdout)
    finally:
        processes.stop(*started)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(OSError), urllib.request.urlopen(f"http://localhost:{port}/rules", timeout=10):
            return
        time.sleep(0.1)
    raise RuntimeError("the site did not start")


@contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium.find(), args=chromium.OPTIONS)


@contextmanager
def _phone(chrome: Browser, port: int, sight: Sight) -> Iterator[tuple[Page, CDPSession, str]]:
    path, session = sight
    here = f"http://localhost:{port}"
    context = chrome.new_context(locale="en-GB", service_workers="block", **PHONE)
    if session:
        context.add_cookies([{"name": "session", "value": session, "url": here}])
    page = context.new_page()
    page.add_init_script(NOTES)
    yield page, context.new_cdp_session(page), here + path
    context.close()


def _look(chrome: Browser, port: int, slow_port: int, sight: Sight) -> Seen:
    """Open a page for the first time on either line, and for the second."""
    with _phone(chrome, port, sight) as (page, devtools, address):
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", SIMULATED)
        simulated = _notes(page, address)
    sizes: list[float] = []
    with _phone(chrome, slow_port, sight) as (page, devtools, address):
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        devtools.send("Network.enable")
        devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        cold = _notes(page, address)
        size, work = sum(sizes), _processor_time(devtools)
        page.goto("about:blank")
        warm = _notes(page, address)
    return Seen(simulated["paint"], cold["paint"], warm["paint"], size, cold["moved"], work)


def _processor_time(devtools: CDPSession) -> float:
    measured = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
    return float(measured["TaskDuration"] * 1000)


def _tap(chrome: Browser, port: int, sight: Sight) -> float:
    """Choose a card on a slow machine; return how long until that was seen."""
    with _phone(chrome, port, sight) as (page, devtools, address):
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        _notes(page, address)
        page.locator("[data-card]").first.tap()
        page.wait_for_timeout(500)
        return float(page.evaluate("notes.answered"))


def _notes(page: Page, address: str) -> dict[str, float]:
    page.goto(address, wait_until="load")
    page.wait_for_timeout(500)
    noted: dict[str, float] = page.evaluate("notes")
    return noted
