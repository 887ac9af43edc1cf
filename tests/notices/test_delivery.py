"""What is sent, what is not, and when."""

from __future__ import annotations

from datetime import timedelta
from email.message import Message

import pytest
import time_machine
from django.core.mail import EmailMessage

from accounts.bounces import refuse_mail
from games.models import Game, Notice
from games.notices.delivery import LEASE, PUT_OFF, deliver_notices, spread_notices
from games.services import absence, looking, seating
from tests.builders import DAY, make_game, make_guest

from .tables import (
    A_MOMENT,
    make_users,
    miss_turn,
    now_at,
    past_deadline,
    play_to_end,
    play_to_turn_of,
    play_turn,
    player_to_play,
    turn_notice,
    whose_turn,
)

pytestmark = pytest.mark.django_db
TWO_MINUTES = timedelta(minutes=2)


@pytest.fixture
def game() -> Game:
    return make_game(*make_users("Ana", "Ben", "Cat"), move_time=DAY, target=None, hands=3)


def recipients(mailoutbox: list[EmailMessage]) -> list[str]:
    return [address for message in mailoutbox for address in message.to]


def address_to_play(game: Game) -> str:
    return whose_turn(game).email


def test_the_player_whose_turn_it_is_is_told(game, mailoutbox):
    assert deliver_notices(now_at(game)) == {"sent": 1}
    assert recipients(mailoutbox) == [address_to_play(game)]
    notice = turn_notice(game)
    assert (notice.outcome, notice.done, notice.tries) == ("sent", now_at(game), 1)


def test_however_many_sweeps_run_a_notice_is_sent_once(game, mailoutbox):
    for _ in range(3):
        deliver_notices(now_at(game))
    deliver_notices(now_at(game) + LEASE * 2)
    assert len(mailoutbox) == 1


def test_each_move_tells_the_next_player(game, mailoutbox):
    order = []
    for _ in range(3):
        order.append(address_to_play(game))
        deliver_notices(now_at(game) + TWO_MINUTES)
        play_turn(game)
    assert recipients(mailoutbox) == order


def test_a_turn_that_has_been_played_in_the_meantime_is_not_mailed(game, mailoutbox):
    first = turn_notice(game)
    play_turn(game)
    second = address_to_play(game)
    deliver_notices(now_at(game))
    first.refresh_from_db()
    assert first.outcome == "stale"
    assert recipients(mailoutbox) == [second]


def test_a_turn_handed_to_a_bot_in_the_meantime_is_not_mailed(game, mailoutbox):
    absence.resign(slug=game.slug, user=whose_turn(game))
    assert deliver_notices(now_at(game)) == {"stale": 1}
    assert mailoutbox == []


def test_the_reminder_comes_once_when_half_of_the_time_is_left_and_once_when_a_fifth_is(game, mailoutbox):
    deliver_notices(now_at(game))
    for count, near in enumerate((game.turn_began + DAY * 0.5, game.turn_began + DAY * 0.8), 2):
        assert deliver_notices(near - A_MOMENT)["sent"] == 0
        assert deliver_notices(near)["sent"] == 1
        assert deliver_notices(near + timedelta(hours=1))["sent"] == 0
        assert len(mailoutbox) == count
        assert mailoutbox[-1].to == [address_to_play(game)]
        assert mailoutbox[-1].subject.startswith("By ")


def test_no_reminder_comes_for_a_turn_that_has_been_played(game, mailoutbox):
    near = game.turn_began + DAY * 0.8
    reminder = turn_notice(game, "deadline_near")
    play_turn(game)
    deliver_notices(near)
    reminder.refresh_from_db()
    assert reminder.outcome == "stale"


def test_where_turn_and_reminder_are_due_together_only_the_reminder_is_mailed(game, mailoutbox):
    assert deliver_notices(game.turn_began + DAY * 0.9) == {"stale": 1, "sent": 1}
    assert mailoutbox[0].subject.startswith("By ")


def test_a_turn_whose_time_has_run_out_is_not_announced_any_more(game, mailoutbox):
    spread_notices(now_at(game))
    assert deliver_notices(past_deadline(game)) == {"stale": 2}
    assert mailoutbox == []


def test_a_turn_that_was_over_before_any_sweep_has_no_warning(game):
    over = turn(game)
    play_turn(game)
    deliver_notices(now_at(game))
    warned = Notice.objects.filter(kind="deadline_near").values_list("hand_number", "ply")
    assert list(warned) == [turn(game)] != [over]


def test_a_turn_has_one_warning_however_often_it_is_looked_at(game):
    for _ in range(3):
        Notice.objects.update(spread=False)
        deliver_notices(now_at(game))
    assert Notice.objects.filter(kind="deadline_near").count() == 1


def turn(game):
    game.refresh_from_db()
    return game.hand_number, game.ply


def test_an_address_that_is_not_confirmed_gets_nothing(mailoutbox):
    game = make_game(*make_users("Ana", "Ben", "Cat", confirmed=False))
    assert deliver_notices(now_at(game)) == {"no_address": 1}
    assert mailoutbox == []


def test_an_address_from_which_mail_came_back_gets_nothing(game, mailoutbox):
    refuse_mail(address_to_play(game), now_at(game))
    assert deliver_notices(now_at(game)) == {"no_address": 1}
    assert mailoutbox == []


def test_an_account_that_has_been_closed_gets_nothing(game, mailoutbox):
    user = whose_turn(game)
    user.is_active = False
    user.save()
    assert deliver_notices(now_at(game)) == {"no_address": 1}
    assert mailoutbox == []


def test_who_looks_at_the_table_is_told_two_minutes_after_the_last_look(game, mailoutbox):
    user, looked = whose_turn(game), now_at(game)
    with time_machine.travel(looked, tick=False):
        looking.see_table(slug=game.slug, user=user)
    assert deliver_notices(looked + A_MOMENT) == {PUT_OFF: 1}
    notice = turn_notice(game)
    assert (notice.due, notice.tries, notice.done) == (looked + TWO_MINUTES, 0, None)
    assert deliver_notices(looked + TWO_MINUTES - A_MOMENT) == {}
    assert deliver_notices(looked + TWO_MINUTES) == {"sent": 1}


def test_who_has_just_made_a_move_counts_as_being_there(mailoutbox):
    ana, ben = make_users("Ana", "Ben")
    game = make_game(ana, ben, bots=1)
    play_to_turn_of(game, ana)
    deliver_notices(now_at(game))
    before = len(mailoutbox)
    moved = now_at(game)
    play_turn(game, at=moved)
    with time_machine.travel(moved, tick=False):
        while player_to_play(game) != ana:
            play_turn(game, at=moved)
    assert deliver_notices(moved + A_MOMENT)[PUT_OFF] >= 1
    assert "ana@example.org" not in recipients(mailoutbox)[before:]
    assert deliver_notices(moved + TWO_MINUTES)["sent"] >= 1
    assert "ana@example.org" in recipients(mailoutbox)[before:]


def test_who_missed_a_turn_is_told_what_the_bot_played(game, mailoutbox):
    user = whose_turn(game)
    now = miss_turn(game)
    assert deliver_notices(now)["sent"] == 2  # and whose turn it is now
    told = next(message for message in mailoutbox if message.to == [user.email])
    assert told.subject.startswith("Your time ran out: the bot played ")


def test_who_has_come_back_and_moved_is_not_told_of_the_missed_turn(game, mailoutbox):
    user = whose_turn(game)
    miss_turn(game)
    notice = Notice.objects.get(kind="bot_played")
    play_to_turn_of(game, user)
    play_turn(game)
    deliver_notices(now_at(game) + TWO_MINUTES)
    notice.refresh_from_db()
    assert notice.outcome == "stale"


def test_who_has_taken_the_seat_back_is_not_told_of_the_missed_turns(game):
    user = whose_turn(game)
    miss_turn(game)
    play_to_turn_of(game, user)
    now = miss_turn(game)
    with time_machine.travel(now, tick=False):
        absence.take_back(slug=game.slug, user=user)
    deliver_notices(now + A_MOMENT)
    assert list(Notice.objects.filter(kind__in=["bot_played", "seat_held"]).values_list("outcome", flat=True)) == [
        "stale",
        "stale",
    ]


def test_everybody_is_told_that_the_game_is_over_bots_and_visitors_aside(mailoutbox):
    ana, ben = make_users("Ana", "Ben")
    game = make_game(ana, ben, bots=2, target=None, hands=1)
    play_to_end(game)
    deliver_notices(now_at(game) + TWO_MINUTES)
    over = [message for message in mailoutbox if "score-sheet" in message.body]
    assert sorted(recipients(over)) == ["ana@example.org", "ben@example.org"]


def test_who_has_resigned_is_told_of_the_end_too(mailoutbox):
    ana, ben = make_users("Ana", "Ben")
    game = make_game(ana, ben, bots=1, target=None, hands=1)
    absence.resign(slug=game.slug, user=ben)
    play_to_end(game)
    deliver_notices(now_at(game) + TWO_MINUTES)
    assert "ben@example.org" in recipients(mailoutbox)


def test_who_has_seen_the_finished_table_is_not_told_that_the_game_is_over(mailoutbox):
    ana, ben, cat = make_users("Ana", "Ben", "Cat")
    game = make_game(ana, ben, cat, target=None, hands=1)
    play_to_end(game)
    assert game.finished is not None
    with time_machine.travel(game.finished - A_MOMENT, tick=False):
        looking.see_table(slug=game.slug, user=ana)  # a look before the end does not count
    with time_machine.travel(game.finished + A_MOMENT, tick=False):
        looking.see_table(slug=game.slug, user=ana)
    deliver_notices(game.finished + TWO_MINUTES)
    assert Notice.objects.get(kind="game_over", user=ana).outcome == "stale"
    assert "ana@example.org" not in recipients(mailoutbox)


def test_a_look_just_before_the_end_does_not_keep_the_mail_away(mailoutbox):
    ana, ben, cat = make_users("Ana", "Ben", "Cat")
    game = make_game(ana, ben, cat, target=None, hands=1)
    play_to_end(game)
    assert game.finished is not None
    with time_machine.travel(game.finished - A_MOMENT, tick=False):
        looking.see_table(slug=game.slug, user=ana)
    deliver_notices(game.finished)
    assert "ana@example.org" not in recipients(mailoutbox)
    deliver_notices(game.finished + TWO_MINUTES)
    assert "ana@example.org" in recipients(mailoutbox)


def test_a_visitor_has_no_notices():
    game = Game.objects.get(slug=seating.play_against_bots(make_guest()).slug)
    play_to_end(game)
    assert not Notice.objects.exists()


def invite_dan(**options) -> tuple[Game, Notice]:
    ana, dan = make_users("Ana", "Dan")
    game = make_game(ana, begun=False, **options)
    seating.invite(slug=game.slug, user=ana, name="dan")
    return game, Notice.objects.get(kind="invitation", user=dan)


def test_who_is_invited_gets_the_secret_link(mailoutbox):
    game, notice = invite_dan(access="link")
    assert deliver_notices(notice.due) == {"sent": 1}
    assert recipients(mailoutbox) == ["dan@example.org"]
    assert f"/join/{game.invite}" in mailoutbox[0].body


def test_who_has_sat_down_already_is_not_invited_any_more(mailoutbox):
    game, notice = invite_dan()
    seating.join(slug=game.slug, user=notice.user)
    assert deliver_notices(notice.due)["stale"] == 1
    assert mailoutbox == []


def test_an_invitation_to_a_table_that_has_begun_is_not_sent(mailoutbox):
    game, notice = invite_dan()
    seating.start(slug=game.slug, user=game.host)
    deliver_notices(notice.due)
    notice.refresh_from_db()
    assert notice.outcome == "stale"


def test_an_invitation_to_a_table_that_was_closed_is_not_sent(mailoutbox):
    game, notice = invite_dan()
    seating.leave(slug=game.slug, user=game.host)
    assert deliver_notices(notice.due) == {"stale": 1}


def test_every_mail_about_a_game_is_in_one_thread_and_answers_no_robot(game, mailoutbox):
    deliver_notices(now_at(game))
    deliver_notices(game.turn_began + DAY * 0.8)
    messages: list[Message] = [message.message() for message in mailoutbox]
    assert len({message["Message-ID"] for message in messages}) == 2
    assert {message["References"] for message in messages} == {f"<game-{game.slug}@localhost>"}
    assert {message["In-Reply-To"] for message in messages} == {f"<game-{game.slug}@localhost>"}
    assert {message["Auto-Submitted"] for message in messages} == {"auto-generated"}


def test_the_number_of_queries_for_a_notice_does_not_grow_with_the_game(game, django_assert_max_num_queries):
    spread_notices(now_at(game))
    with django_assert_max_num_queries(12):  # two of them begin and end the claim
        deliver_notices(now_at(game))
    while game.hand_number < 3:
        play_turn(game)
    Notice.objects.filter(done=None).exclude(pk=turn_notice(game).pk).delete()
    with django_assert_max_num_queries(12):  # two of them begin and end the claim
        assert deliver_notices(now_at(game) + TWO_MINUTES) == {"sent": 1}


def test_two_who_sweep_at_once_make_one_mail_of_what_waits_for_one_reader(mailoutbox):
    """Whoever comes second finds nothing of that reader, and takes the next."""
    ana, ben, cat = make_users("Ana", "Ben", "Cat")
    games = [make_game(ana, ben, cat, target=None, hands=1) for _ in range(2)]
    for game in games:
        play_to_end(game)
    Notice.objects.exclude(kind="game_over").delete()
    now = max(map(now_at, games)) + TWO_MINUTES
    first, second = (Notice.objects.claim(now, LEASE) for _ in range(2))
    assert [len(first), len(second)] == [2, 2]
    assert {notice.user for notice in first} != {notice.user for notice in second}
