"""Fill the database of the settings with people and games; say as JSON what pages there are, and a session for each."""

from __future__ import annotations

import json

import django


def main() -> None:
    django.setup()
    from django.core.management import call_command

    from polignac_site.celery import app
    from tests.sights import make_sights, session_of

    app.conf.update(broker_url="memory://")  # no worker
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    sights = make_sights("tables", "waiting", "finished", "lists", "words", "account")
    print(json.dumps({sight.name: (sight.path, sight.user and session_of(sight.user)) for sight in sights}))


if __name__ == "__main__":
    main()
