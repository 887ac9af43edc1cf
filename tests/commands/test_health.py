"""``manage.py health`` and the page ``/health``: whether the sweeps run, and what has waited longest."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils.module_loading import import_string

from accounts.models import SweepRun
from accounts.sweeps import note_run, periods
from games.models import Game, Notice
from tests.accounts.people import signup
from tests.builders import DAY, make_game
from tests.notices.tables import A_MOMENT, make_users, now_at, past_deadline

pytestmark = pytest.mark.django_db
NOON = datetime(2027, 1, 1, 12, tzinfo=UTC)


def run_all() -> None:
    """Do once what beat has the worker do."""
    schedule: dict[str, Any] = settings.CELERY_BEAT_SCHEDULE
    for entry in schedule.values():
        import_string(entry["task"])()


def command() -> tuple[list[str], int]:
    output, status = io.StringIO(), 0
    try:
        call_command("health", stdout=output)
    except SystemExit as end:
        status = int(str(end.code))
    return output.getvalue().splitlines(), status


def page() -> tuple[dict[str, dict[str, Any]], str, int]:
    answer = Client().get("/health")
    said = answer.json()
    return {sweep["name"]: sweep for sweep in said["sweeps"]}, said["status"], answer.status_code


def test_a_site_whose_worker_runs_is_well():
    with time_machine.travel(NOON, tick=False):
        run_all()
        lines, status = command()
        sweeps, word, code = page()
    assert lines == [f"{name}: ok, last ran 0 s ago, nothing is due" for name in periods()]
    assert (status, word, code) == (0, "ok", 200)
    assert sweeps["play due turns"] == {
        "name": "play due turns", "status": "ok", "period_seconds": 5.0, "last_run": "2027-01-01T12:00:00Z",
        "oldest_waiting_seconds": None,
    }  # fmt: skip


def test_a_site_where_nothing_ever_ran_is_not():
    lines, status = command()
    assert lines[0] == "play due turns: STALE, never ran, nothing is due"
    assert status == 1
    assert page()[1:] == ("stale", 503)


@pytest.mark.parametrize(("name", "patience"), [(name, 3 * period) for name, period in periods().items()])
def test_a_sweep_is_stale_beyond_three_of_its_periods(name, patience):
    for other in periods():
        note_run(other, now=NOON + DAY if other != name else NOON)
    for now, is_stale in ((NOON + patience, False), (NOON + patience + A_MOMENT, True)):
        SweepRun.objects.exclude(name=name).update(at=now)
        with time_machine.travel(now, tick=False):
            sweeps, _, code = page()
            assert ("STALE" in " ".join(command()[0])) == is_stale
        assert [key for key, sweep in sweeps.items() if sweep["status"] == "stale"] == [name] * is_stale
        assert code == (503 if is_stale else 200)


def test_whoever_sweeps_by_cron_is_well_for_three_minutes():
    with time_machine.travel(NOON, tick=False):
        call_command("sweep", stdout=io.StringIO())
    with time_machine.travel(NOON + timedelta(minutes=3), tick=False):
        assert command()[1] == 0
    with time_machine.travel(NOON + timedelta(minutes=3, seconds=1), tick=False):
        assert command()[1] == 1


def test_a_turn_that_nobody_plays_shows_its_age():
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    Notice.objects.all().delete()
    now = past_deadline(game) + timedelta(hours=1)
    with time_machine.travel(now, tick=False):
        for name in periods():
            note_run(name)
        sweeps, _, code = page()
        assert sweeps["play due turns"]["oldest_waiting_seconds"] == 3601
        assert command()[0][0] == "play due turns: STALE, last ran 0 s ago, the oldest has been due for 3601 s"
    assert code == 503


def test_a_game_that_was_stopped_is_not_waited_for():
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    Notice.objects.all().delete()
    Game.objects.update(broken=now_at(game))
    with time_machine.travel(past_deadline(game) + DAY, tick=False):
        run_all()
        assert page()[1] == "ok"


def test_a_game_that_was_closed_is_an_alarm_for_a_day_and_named_to_the_operator_alone():
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    Notice.objects.all().delete()
    Game.objects.update(broken=NOON)
    for later, is_alarm in ((timedelta(0), True), (DAY, True), (DAY + A_MOMENT, False)):
        with time_machine.travel(NOON + later, tick=False):
            for name in periods():
                note_run(name)
            assert page()[1:] == (("broken", 503) if is_alarm else ("ok", 200))
            lines, status = command()
            answer = Client().get("/health")
        assert status == is_alarm
        state = "BROKEN" if is_alarm else "known"
        assert lines[-1] == f"logs: {state}, 1 broken, their games are closed: {game.slug}"
        assert (answer.json()["games_broken"], answer.json()["last_broken"]) == (1, "2027-01-01T12:00:00Z")
        assert game.slug not in answer.content.decode()


def test_mail_that_nobody_sends_shows_its_age():
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    Client().post("/account/signup/", signup(username="Dan", email="dan@example.org"))
    with time_machine.travel(now_at(game) + timedelta(hours=2), tick=False):
        for name in periods():
            note_run(name)
        sweeps, _, code = page()
    assert code == 503
    assert sweeps["deliver notices"]["oldest_waiting_seconds"] == 7201
    assert sweeps["deliver letters"]["oldest_waiting_seconds"] >= 7200


def test_a_run_says_when_the_one_before_began():
    assert note_run("play due turns", now=NOON) is None
    assert note_run("play due turns", now=NOON + DAY) == NOON
    assert SweepRun.objects.get().at == NOON + DAY


def test_looking_asks_six_things_and_changes_nothing(django_assert_num_queries):
    with django_assert_num_queries(6):
        Client().get("/health")
    assert not SweepRun.objects.exists()
