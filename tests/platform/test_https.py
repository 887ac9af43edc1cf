"""The site by https: cookies that no other host can set or read, and a browser that comes back by https alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# A site with settings of its own, without a database: what it sets and says is printed.
LOOK = """
import django, json
django.setup()
from django.conf import settings
from django.contrib.messages.storage import default_storage
from django.http import HttpResponse
from django.test import Client, RequestFactory
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"  # not collected
client, cookies, headers = Client(), [settings.SESSION_COOKIE_NAME + "; Path=/; Secure"], []
asked = [("GET", "/rules", {}), ("POST", "/account/language/", {"language": "fr"})]
for method, path, data in asked + [("GET", "/nowhere", {}), ("GET", "/api/v1/me", {})]:
    ask = client.get if method == "GET" else client.post
    answer = ask(path, data, headers={"host": "cards.example", "x-forwarded-proto": "https"})
    cookies += [cookie.OutputString() for cookie in answer.cookies.values()]
    headers.append(answer.headers.get("Strict-Transport-Security"))
request, answer = RequestFactory().get("/"), HttpResponse()
request.session = {}
said = default_storage(request)
said.add(20, "A sentence for the next page.")
said.update(answer)
cookies += [cookie.OutputString() for cookie in answer.cookies.values()]
by_http = client.get("/rules", headers={"host": "cards.example"})
print(json.dumps([cookies, headers, by_http.status_code, by_http.headers["Location"]]))
"""


def test_every_cookie_is_of_this_host_alone_and_every_answer_asks_for_https(tmp_path: Path) -> None:
    environment = {
        "DJANGO_SETTINGS_MODULE": "polignac_site.settings",
        "SITE_URL": "https://cards.example",
        "DEBUG": "false",
        "BEHIND_PROXY": "true",
        "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
        "EMAIL_URL": "consolemail://",
        "LOG_LEVEL": "CRITICAL",
        "VAR_DIR": str(tmp_path),
    }
    command = [sys.executable, "-c", LOOK]
    ended = subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=60, check=True
    )
    cookies, headers, status, location = json.loads(ended.stdout)
    assert {cookie.partition("=")[0].partition(";")[0] for cookie in cookies} == {
        f"__Host-{name}" for name in ("session", "csrf", "language", "messages")
    }
    for cookie in cookies:
        assert {"Path=/", "Secure"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    assert set(headers) == {"max-age=31536000; includeSubDomains; preload"}
    assert (status, location) == (301, "https://cards.example/rules")
