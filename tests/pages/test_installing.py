"""What a browser reads to install the site."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.pages.installing import IN_THE_PAGE, SHELL


@pytest.mark.parametrize(("language", "name"), [("en", "Polignac by correspondence"), ("fr", "Polignac")])
def test_the_manifest_has_what_a_browser_needs_and_is_in_the_readers_language(db, language, name):
    answer = Client().get("/manifest.webmanifest", headers={"Accept-Language": language})
    manifest = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == (language, "/games", "standalone")
    assert manifest["name"].startswith(name)
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_every_page_names_the_manifest(nobody):
    assert '<link rel="manifest" href="/manifest.webmanifest">' in nobody.get("/").html


def test_the_service_worker_serves_the_whole_site_and_is_never_kept(db):
    answer = Client().get("/service-worker.js")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript")
    assert "no-store" in answer["Cache-Control"]
    files = re.findall(r'"/static/([^"]+)", ', answer.content.decode().replace("\\u002D", "-"))
    assert files == list(SHELL)
    assert all(finders.find(file) for file in files)
    assert "&quot;" not in answer.content.decode()


def test_the_service_worker_is_served_on_a_real_site_where_the_name_of_a_file_has_its_digest(db, settings, tmp_path):
    files = (*SHELL, *IN_THE_PAGE, "games/icons/192.png")
    names = {name: name.replace(".", ".0ddba11d1e57.", 1) for name in files}
    (tmp_path / "staticfiles.json").write_text(json.dumps({"version": "1.1", "paths": names, "hash": ""}))
    settings.STATIC_ROOT = tmp_path
    collected = {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": collected}
    answer = Client().get("/service-worker.js")
    assert answer.status_code == 200
    script = answer.content.decode()
    assert 'url.pathname.startsWith("/static/")' in script
    assert "/static/games/site.0ddba11d1e57.js" in script


def test_the_page_for_no_network_asks_nobody_who_reads_it(nobody):
    page = nobody.get("/offline")
    assert (page.status, "No network" in page.text) == (200, True)


def test_signing_out_has_the_browser_forget_what_it_kept(ann, nobody):
    ann.get("/games")
    assert ann.post("/account/logout/", follow=False).header("Clear-Site-Data") == '"storage"'
    assert nobody.get("/").header("Clear-Site-Data") == ""


def test_the_number_of_turns_waiting_is_there_for_the_icon(ann, ben, cat):
    from .tables import seat, whose_turn

    game = seat(ann, ben, cat)
    assert 'data-turns="1"' in whose_turn(game, ann, ben, cat).get("/games").html
