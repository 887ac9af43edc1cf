"""``make gallery``: pictures of the chief pages and states, in ``var/gallery``, and those of the README.

It fills a database of its own with people and games, serves the site on it, and looks at it with Chromium.
"""

from __future__ import annotations

import html
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.servers import chromium
from tests.smaller import smaller

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.sights import Sight

ROOT = Path(__file__).resolve().parent.parent
GALLERY, README_PICTURES = ROOT / "var" / "gallery", ROOT / "docs" / "pictures"
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
TABLET: Any = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
WIDE: Any = {"viewport": {"width": 1280, "height": 900}}
SIZES, COLOURS = {"phone": PHONE, "tablet": TABLET, "wide": WIDE}, ("light", "dark")


def main() -> int:
    path = chromium.find()
    if path is None:
        print("There is no Chromium here: 'make test' installs it.", file=sys.stderr)
        return 1
    shutil.rmtree(GALLERY, ignore_errors=True)
    GALLERY.mkdir(parents=True)
    README_PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder))
        from playwright.sync_api import sync_playwright

        from tests import sights

        of_readme, seen = sights.make_readme_sights(), sights.make_sights(*sights.KINDS)
        with served() as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=chromium.OPTIONS)
            for name, sight in of_readme.items():
                with looking(browser, site, sight, PHONE if name.endswith("phone") else WIDE) as page:
                    picture = smaller(page.screenshot(), browser.new_page())
                (README_PICTURES / f"{name}.png").write_bytes(picture)
            for sight in seen:
                print(sight.name, flush=True)
                take(browser, site, sight)
            browser.close()
    (GALLERY / "index.html").write_text(index_of(seen))
    print(f"Open {os.path.relpath(GALLERY / 'index.html')}")
    return 0


def set_up(folder: Path) -> None:
    """Make an empty database in *folder*, and have this process use it."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "polignac_site.settings",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "true",  # Playwright keeps an event loop running in this thread
        "DATABASE_URL": f"sqlite:///{folder}/gallery.sqlite3",
        "VAR_DIR": str(folder),
        "SITE_URL": "http://polignac.example",  # as an invitation shows it
        "LOG_LEVEL": "ERROR",
    }
    import django
    from django.conf import settings
    from django.core.management import call_command

    from polignac_site.celery import app

    django.setup()
    settings.DEBUG = False  # the real pages of errors
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    app.conf.update(broker_url="memory://")  # no worker: the bots play when we say so
    call_command("migrate", verbosity=0)


@contextmanager
def served() -> Iterator[str]:
    """Serve the site from a thread; give its address."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.test.testcases import LiveServerThread

    server = LiveServerThread("127.0.0.1", StaticFilesHandler, connections_override={})
    server.daemon = True
    server.start()
    server.is_ready.wait()
    if server.error:
        raise server.error
    yield f"http://127.0.0.1:{server.port}"
    server.terminate()


@contextmanager
def looking(browser: Browser, site: str, sight: Sight, size: Any) -> Iterator[Page]:
    """Open *sight* as its reader sees it."""
    from tests.sights import session_of

    context = browser.new_context(locale="en-GB", timezone_id="Europe/Paris", reduced_motion="reduce", **size)
    if sight.user is not None:
        context.add_cookies([{"name": "session", "value": session_of(sight.user), "url": site}])
    page = context.new_page()
    page.goto(site + sight.path)
    yield page
    context.close()


def take(browser: Browser, site: str, sight: Sight) -> None:
    """Make the pictures of a sight: whole pages, in each size and colour."""
    for size, options in SIZES.items():
        with looking(browser, site, sight, options) as page:
            for colours in COLOURS:
                page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
                page.screenshot(path=GALLERY / file_of(sight, size, colours), full_page=True)


def file_of(sight: Sight, size: str, colours: str) -> str:
    words = "".join(letter if letter.isalnum() else " " for letter in sight.name).split()
    return f"{'-'.join(words)}.{size}.{colours}.png"


def index_of(sights: list[Sight]) -> str:
    """Return a page with all pictures."""
    parts = []
    for sight in sights:
        files = [file_of(sight, size, colours) for size in SIZES for colours in COLOURS]
        pictures = "".join(f'<a href="{file}"><img src="{file}" height="420" loading="lazy"></a> ' for file in files)
        parts.append(f"<h2>{html.escape(sight.name)}</h2><p>{pictures}</p>")
    return f"<!doctype html><meta charset='utf-8'><title>Polignac: gallery</title>{''.join(parts)}"


if __name__ == "__main__":
    sys.exit(main())
