"""What a player has chosen to be told, and when, is what is sent."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.db.models import F

from accounts.models import User
from games.models import Game, Notice, NoticeSettings
from games.notices.delivery import HELD_BACK, LEASE, NOT_YET, PUT_OFF, deliver_notices
from games.services import looking, seating, telling
from tests.builders import DAY, make_game
from tests.servers.smtp import MailServer

from .tables import A_MOMENT, make_users, miss_turn, now_at, play_turn, turn_notice, whose_turn

pytestmark = pytest.mark.django_db
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def ana() -> User:
    return make_users("Ana")[0]


def her_turn(ana: User, *, at: datetime = NOON, **options: Any) -> Game:
    """Begin a game with two friends in which Ana is to play from *at* on."""
    for _ in range(50):  # the first dealer is drawn by lot
        with time_machine.travel(at, tick=False):
            friends = [User.objects.create_user(f"Friend{User.objects.count()}{letter}") for letter in "ab"]
            game = make_game(ana, *friends, move_time=DAY, **options)
        if whose_turn(game) == ana:
            return game
        Notice.objects.filter(game=game).delete()
    raise AssertionError("fifty lots, and never hers")


def deadline_of(game: Game) -> datetime:
    assert game.deadline is not None
    return game.deadline


def choose(user: User, **changes: Any) -> None:
    telling.change_settings(user, changes)


def subjects(mailoutbox: list[EmailMessage]) -> list[str]:
    return [str(message.subject) for message in mailoutbox]


# Kinds and tables


@pytest.mark.parametrize("changes", [{"mail": False}, {"kinds": {"your_turn": False}}])
def test_what_is_not_wanted_is_not_sent(ana, mailoutbox, changes):
    game = her_turn(ana)
    choose(ana, **changes)
    assert deliver_notices(NOON + A_MOMENT) == {"unwanted": 1}
    assert mailoutbox == []
    assert turn_notice(game).outcome == "unwanted"


def test_one_kind_that_is_not_wanted_stops_no_other(ana, mailoutbox):
    her_turn(ana)
    choose(ana, kinds={"your_turn": False, "game_over": False})
    deliver_notices(NOON + A_MOMENT)
    assert deliver_notices(NOON + DAY / 2)["sent"] == 1
    assert mailoutbox[0].subject.startswith("By ")


def test_a_muted_table_sends_no_mail_and_others_do(ana, mailoutbox):
    muted, other = her_turn(ana), her_turn(ana)
    telling.mute(slug=muted.slug, user=ana, muted=True)
    looks = Game.objects.get(pk=muted.pk).seats.filter(user=ana)
    looks.update(seen=None)  # muting it was a look at it
    assert deliver_notices(NOON + A_MOMENT) == {"unwanted": 1, "sent": 1}
    assert f"/games/{other.slug}" in mailoutbox[0].body


def test_who_unmutes_a_table_is_told_of_the_next_turn(ana, mailoutbox):
    game = her_turn(ana)
    for muted in (True, False):
        telling.mute(slug=game.slug, user=ana, muted=muted)
    game.seats.update(seen=None)
    assert deliver_notices(NOON + A_MOMENT) == {"sent": 1}


def test_who_leaves_a_muted_table_leaves_the_seat_unmuted(ana):
    game = make_game(ana, *make_users("Ben"), begun=False)
    telling.mute(slug=game.slug, user=ana, muted=True)
    seating.leave(slug=game.slug, user=ana)
    (cat,) = make_users("Cat")
    assert seating.join(slug=game.slug, user=cat).muted is False


# Warnings


@pytest.mark.parametrize("stages", [[75, 50, 35, 20, 10, 5], [20], [5], []])
def test_each_warning_comes_once_at_its_stage(ana, mailoutbox, stages):
    game = her_turn(ana)
    choose(ana, stages=stages, kinds={"your_turn": False})
    for number, stage in enumerate(stages):
        moment = deadline_of(game) - DAY * stage / 100
        deliver_notices(moment - A_MOMENT)
        assert len(mailoutbox) == number
        for _ in range(3):
            deliver_notices(moment)
        assert len(mailoutbox) == number + 1
    deliver_notices(deadline_of(game) - A_MOMENT)
    assert len(mailoutbox) == len(stages)


def test_of_the_warnings_missed_while_nothing_was_sent_one_is_sent(ana, mailoutbox):
    game = her_turn(ana)
    choose(ana, stages=[75, 50, 20, 5])
    assert deliver_notices(deadline_of(game) - DAY * 0.15)["sent"] == 1
    assert deliver_notices(deadline_of(game) - DAY * 0.05)["sent"] == 1
    assert len(mailoutbox) == 2


def test_stages_changed_during_a_turn_hold_for_that_turn(ana, mailoutbox):
    game = her_turn(ana)
    deliver_notices(NOON + A_MOMENT)
    deliver_notices(NOON + DAY * 0.3)  # the first warning waits for half of the time
    choose(ana, stages=[10])
    assert deliver_notices(deadline_of(game) - DAY * 0.5) == {HELD_BACK: 1}
    assert deliver_notices(deadline_of(game) - DAY * 0.1) == {"sent": 1}


def test_a_new_deadline_takes_its_warnings_along_and_those_of_the_old_one_are_not_sent(ana, mailoutbox):
    game = her_turn(ana)
    deliver_notices(NOON + A_MOMENT)
    deliver_notices(NOON + DAY / 2)
    assert len(mailoutbox) == 2
    Game.objects.filter(pk=game.pk).update(deadline=F("deadline") + 2 * DAY)  # as holidays would
    old = NOON + DAY * 0.8
    deliver_notices(old)
    deliver_notices(old)
    assert len(mailoutbox) == 2
    for moment in (NOON + 1.5 * DAY, NOON + 2.4 * DAY):
        deliver_notices(moment - A_MOMENT)
        before = len(mailoutbox)
        deliver_notices(moment)
        assert len(mailoutbox) == before + 1
    assert "Thursday 4 March, 12:00" in mailoutbox[-1].body
    assert len(mailoutbox) == 4


# Quiet hours


def test_quiet_hours_hold_back_and_do_not_drop(ana, mailoutbox):
    ana.time_zone = "Europe/Paris"
    ana.save()
    her_turn(ana, at=NOON + 10 * HOUR)  # 23:00 in Paris
    choose(ana, quiet=(time(22), time(7)))
    assert deliver_notices(NOON + 10 * HOUR + A_MOMENT) == {HELD_BACK: 1}
    morning = datetime(2027, 3, 2, 6, tzinfo=UTC)
    assert deliver_notices(morning - A_MOMENT) == {HELD_BACK: 1}  # the warning is looked at for the first time
    assert deliver_notices(morning) == {"sent": 1}
    assert len(mailoutbox) == 1


def test_a_turn_played_in_quiet_hours_is_not_told_after_them(ana, mailoutbox):
    game = her_turn(ana, at=NOON + 10 * HOUR)
    choose(ana, quiet=(time(22), time(7)))
    deliver_notices(NOON + 10 * HOUR + A_MOMENT)
    notice = turn_notice(game)
    play_turn(game, at=NOON + 11 * HOUR)
    deliver_notices(NOON + 19 * HOUR)
    notice.refresh_from_db()
    assert notice.outcome == "stale"
    assert mailoutbox == []


def test_after_quiet_hours_the_turn_and_its_warnings_are_one_mail(ana, mailoutbox):
    game = her_turn(ana, at=NOON + 10 * HOUR)
    choose(ana, quiet=(time(20), time(18)), stages=[75, 50, 20])
    for hours in range(20):
        deliver_notices(NOON + (10 + hours) * HOUR + A_MOMENT)
    assert mailoutbox == []
    ends = deliver_notices(NOON + 30 * HOUR)  # 18:00: four hours are left of the turn
    assert ends["sent"] == 1
    assert subjects(mailoutbox)[0].startswith("By ")
    assert game.deadline == NOON + 34 * HOUR


# Several in one mail


def test_turns_in_three_games_within_the_delay_are_one_mail(ana, mailoutbox):
    choose(ana, delay=15)
    games = [her_turn(ana, at=NOON + number * 5 * MINUTE) for number in range(3)]
    assert deliver_notices(NOON + 14 * MINUTE) == {HELD_BACK: 3}
    assert deliver_notices(NOON + 15 * MINUTE) == {"sent": 3}
    (message,) = mailoutbox
    assert message.subject == "Your turn in 3 games"
    assert message.to == ["ana@example.org"]
    for game in games:
        assert f"http://localhost:8000/games/{game.slug}\n" in message.body
        assert f"Your time is up on Tuesday 2 March, {game.deadline:%H:%M} (UTC)" in message.body
        assert game.head in message.body
    assert set(Notice.objects.exclude(kind="deadline_near").values_list("outcome", flat=True)) == {"sent"}


def test_without_a_delay_what_is_due_together_is_one_mail_as_well(ana, mailoutbox):
    her_turn(ana)
    her_turn(ana)
    assert deliver_notices(NOON + A_MOMENT) == {"sent": 2}
    assert subjects(mailoutbox) == ["Your turn in 2 games"]


def test_a_turn_that_has_been_played_is_not_among_them(ana, mailoutbox):
    choose(ana, delay=15)
    played, waiting = her_turn(ana), her_turn(ana)
    play_turn(played, at=NOON + MINUTE)
    assert deliver_notices(NOON + 15 * MINUTE)["stale"] == 1
    (message,) = mailoutbox
    assert f"/games/{waiting.slug}" in message.body
    assert message.subject.startswith("Your turn: ")


def test_other_news_stands_below_the_turns(ana, mailoutbox):
    choose(ana, delay=60)
    missed = her_turn(ana, at=NOON - DAY + 50 * MINUTE)
    turn = her_turn(ana)
    now = miss_turn(missed)
    assert deliver_notices(NOON + HOUR)["sent"] == 2
    (message,) = [message for message in mailoutbox if message.to == ["ana@example.org"]]
    assert now < NOON + HOUR
    assert message.subject == "Your turn in 1 game, and more"
    assert 0 < message.body.index(turn.slug) < message.body.index("Your time ran out: the bot played ")


def test_at_one_table_one_sits_and_is_told_of_the_other(ana, mailoutbox):
    here, elsewhere = her_turn(ana), her_turn(ana)
    with time_machine.travel(NOON + A_MOMENT, tick=False):
        looking.see_table(slug=here.slug, user=ana)
    ends = deliver_notices(NOON + 2 * A_MOMENT)
    assert (ends["sent"], set(ends)) == (1, {"sent", PUT_OFF})
    assert f"/games/{elsewhere.slug}" in mailoutbox[0].body
    assert deliver_notices(NOON + 3 * MINUTE) == {"sent": 1}


def test_a_mail_of_several_that_is_refused_for_now_is_tried_again_whole(ana, smtp_server: MailServer):
    her_turn(ana)
    her_turn(ana)
    smtp_server.refuse("451 4.3.0 Come back later")
    assert deliver_notices(NOON + A_MOMENT) == {NOT_YET: 2}
    smtp_server.behave()
    assert deliver_notices(NOON + A_MOMENT + MINUTE) == {"sent": 2}
    (message,) = smtp_server.messages
    assert message["Subject"] == "Your turn in 2 games"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["References"] is None


def test_what_another_worker_has_claimed_is_left_to_it(ana, mailoutbox):
    mine, other = her_turn(ana), her_turn(ana)
    Notice.objects.filter(game=other, kind="your_turn").update(due=NOON + LEASE, tries=1)
    assert deliver_notices(NOON + A_MOMENT) == {"sent": 1}
    assert f"/games/{mine.slug}" in mailoutbox[0].body
    assert deliver_notices(NOON + LEASE) == {"sent": 1}


# Once a day


def test_a_digest_comes_once_a_day_at_its_hour_with_what_is_still_true(ana, mailoutbox):
    ana.time_zone = "America/New_York"
    ana.save()
    choose(ana, digest_hour=18, stages=[])
    games = [her_turn(ana, at=NOON + number * HOUR) for number in range(3)]
    play_turn(games[0], at=NOON + 5 * HOUR)
    deliver_notices(NOON + 6 * HOUR)
    assert [message for message in mailoutbox if message.to == ["ana@example.org"]] == []
    six = datetime(2027, 3, 1, 23, tzinfo=UTC)
    deliver_notices(six - A_MOMENT)
    assert deliver_notices(six)["sent"] == 2
    assert subjects(mailoutbox)[-1] == "Your turn in 2 games"


def test_a_warning_does_not_wait_for_the_digest_and_leaves_the_rest_to_it(ana, mailoutbox):
    choose(ana, digest_hour=11)
    game = her_turn(ana)
    her_turn(ana, at=NOON + 11 * HOUR)
    assert deliver_notices(deadline_of(game) - DAY / 2 + A_MOMENT)["sent"] == 1
    assert subjects(mailoutbox)[0].startswith("By ")
    assert deliver_notices(NOON + 23 * HOUR)["sent"] == 2  # the digest, and the second warning of the first game
    assert subjects(mailoutbox)[1] == "Your turn in 2 games"


def test_the_settings_of_one_player_are_not_those_of_another(ana, mailoutbox):
    choose(ana, mail=False)
    game = make_game(*make_users("Ben", "Cat", "Dan"))
    assert deliver_notices(now_at(game)) == {"sent": 1}
    assert NoticeSettings.objects.count() == 1
