"""Plans: the next card arranged in advance, and the one legal card played for its player."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from random import Random
from typing import Any
from unittest import mock

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games import tasks, verify
from games.clock import GRACE
from games.engine.cards import Card, Suit
from games.models import Game, Move, Notice, NoticeSettings, Plan
from games.notices import delivery
from games.services import plans, proof
from games.services.absence import resign
from games.services.errors import BadPlan, HasResigned, NotBeingPlayed, NothingToPlan, NotSeated
from games.services.looking import see_hand, see_table
from games.services.overdue import play_due_games
from games.services.plans import LONGEST_DELAY, SHORTEST_DELAY, holds_back_mail, my_plan, play_plans, set_plan
from tests.builders import dealing, make_game, make_user, move_on, move_once, taking_what_was_dealt

RANKS_APART = (
    "7S 8S 7H 8H 7D 8D 7C 8C",
    "9S TS 9H TH 9D TD 9C TC",
    "AS JS AH JH AD JD AC JC",
    "QS KS QH KH QD KD QC KC",
)
# Ann takes three tricks with kings, and then Ben has one spade.
ONE_SPADE = (
    "KH KD KC KS QS AS TS 9S",
    "JS 8H 9H TH 8D 9D 8C 9C",
    "7S 7H JH 7D TD JD 7C TC",
    "8S QH AH QD AD JC QC AC",
)
SPADES, HEARTS = Suit.SPADES, Suit.HEARTS
NOON = "2026-03-01T12:00:00Z"


def card(text: str) -> Card:
    return Card.parse(text)


def _exchanged(mine: str, yours: str) -> tuple[str, ...]:
    """Return `ONE_SPADE` with a card of Ben's in the place of one of Cat's, which nobody has seen by then."""
    ann, ben, cat, dan = ONE_SPADE
    return ann, ben.replace(mine, yours), cat.replace(yours, mine), dan


@pytest.fixture
def game(ann, ben, cat, dan):
    """Ann leads; each holds two cards of every suit, Ann the lowest."""
    with dealing(*RANKS_APART):
        yield make_game(ann, ben, cat, dan)


def later(now: datetime) -> datetime:
    return now + LONGEST_DELAY + timedelta(seconds=1)


def deadline(game: Game) -> datetime:
    game.refresh_from_db()
    assert game.deadline is not None
    return game.deadline


def due() -> datetime:
    due = Plan.objects.get().due
    assert due is not None
    return due


def moves(game: Game) -> list[tuple[str | None, str]]:
    return list(Move.objects.filter(hand__game=game).order_by("entry").values_list("card", "by"))


def test_the_card_planned_for_the_suit_led_is_played_after_a_while(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS"), HEARTS: card("9H")})
    move_once(game, card("7S"))
    now = timezone.now()
    assert play_plans(now=now) == 0
    assert play_plans(now=now + SHORTEST_DELAY - timedelta(seconds=1)) == 0
    assert play_plans(now=later(now)) == 1
    assert moves(game) == [("7S", "player"), ("TS", "plan")]
    assert not my_plan(slug=game.slug, user=ben).is_set


def test_nothing_is_played_before_the_turn_has_come(game: Game, cat: User) -> None:
    set_plan(slug=game.slug, user=cat, plays_single=False, ducks=True)
    move_once(game, card("7S"))
    assert play_plans() == 0
    assert play_plans(now=later(timezone.now())) == 0
    assert Plan.objects.get().due is None


def test_a_plan_that_says_nothing_of_the_suit_led_is_dropped(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7H"))
    assert play_plans() == play_plans(now=later(timezone.now())) == 0
    assert not my_plan(slug=game.slug, user=ben).is_set
    assert moves(game) == [("7H", "player")]


def test_a_plan_holds_for_its_own_trick_alone(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={HEARTS: card("9H")})
    for text in ("7S", "9S", "AS", "QS", "QH"):  # Ben plays to the first trick himself; hearts are led to the second
        move_once(game, card(text))
    move_on(game, 1)
    assert play_plans(now=later(timezone.now())) == 0
    assert [by for _card, by in moves(game)] == ["player"] * 6


def test_who_plays_before_the_plan_does_has_played(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    now = timezone.now()
    play_plans(now=now)
    move_once(game, card("9S"))
    assert play_plans(now=later(now)) == 0
    assert moves(game) == [("7S", "player"), ("9S", "player")]


def test_a_plan_made_anew_goes_before_the_old(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("9S")})
    move_once(game, card("7S"))
    play_plans()
    assert play_plans(now=later(timezone.now())) == 1
    assert moves(game)[-1] == ("9S", "plan")
    assert Plan.objects.count() == 1


def test_a_plan_taken_back_in_the_meantime_is_not_played(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    play_plans()
    set_plan(slug=game.slug, user=ben, plays_single=False)
    assert play_plans() == play_plans(now=later(timezone.now())) == 0


def test_a_job_that_comes_fifty_times_plays_one_card(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, ducks=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    now = timezone.now()
    play_plans(now=now)
    assert sum(play_plans(now=later(now)) for _ in range(50)) == 1


def three_tricks(game: Game, clock: time_machine.Traveller, minutes: tuple[int, ...] = (7, 50, 120)) -> None:
    """Play three tricks of `ONE_SPADE` by hand, Ben after so many *minutes*, and have Ann lead a spade."""
    texts = iter(["KH", "8H", "7H", "QH", "KD", "8D", "7D", "QD", "KC", "8C", "7C", "QC", "KS"])
    for ply, text in enumerate(texts):
        clock.shift(timedelta(minutes=minutes[ply // 4] if ply % 4 == 1 else 1))
        move_once(game, card(text))


def test_who_has_one_legal_card_may_have_it_played_for_them_all_game(ann, ben, cat, dan) -> None:
    with time_machine.travel(NOON, tick=False) as clock, dealing(*ONE_SPADE):
        game = make_game(ann, ben, cat, dan)
        set_plan(slug=game.slug, user=ben, plays_single=True)
        three_tricks(game, clock)  # and now Ben must follow, and holds the jack alone
        play_plans()
        assert play_plans(now=due()) == 1
    assert moves(game)[-2:] == [("KS", "player"), ("JS", "plan")]
    assert my_plan(slug=game.slug, user=ben).plays_single
    assert Plan.objects.get().due is None


def test_who_has_hardly_played_by_hand_is_asked_even_with_one_legal_card(ann, ben, cat, dan) -> None:
    """Nobody knows yet how long Ben takes, and any pace of a program would be its own."""
    spades_but_one = "7S 8S 9S TS AS QS KS 7H"
    with dealing(spades_but_one, "JS 8H 9H TH AH JH QH KH", "7D 8D 9D TD AD JD QD KD", "7C 8C 9C TC AC JC QC KC"):
        game = make_game(ann, ben, cat, dan)
    set_plan(slug=game.slug, user=ben, plays_single=True)
    move_once(game, card("7S"))
    play_plans()
    assert play_plans(now=later(timezone.now())) == 0
    assert holds_back_mail(game=game.pk, user=ben.pk, now=timezone.now()) is None


def test_the_last_card_of_a_hand_comes_soon_since_all_know_that_there_is_no_choice(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=True)
    move_on(game, 28)
    while game.to_play != 1:
        move_on(game, 1)
    now = timezone.now()
    play_plans(now=now)
    assert now + SHORTEST_DELAY <= due() <= now + LONGEST_DELAY
    assert play_plans(now=due()) == 1


def test_a_planned_card_ends_a_row_of_missed_turns(game: Game, ben: User) -> None:
    move_once(game, card("7S"))
    play_due_games(now=deadline(game) + GRACE)
    game.refresh_from_db()
    assert game.missed == [0, 1, 0, 0]
    for text in ("AS", "QS"):  # Dan takes, and leads to the next trick
        move_once(game, card(text))
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={HEARTS: card("9H")})
    move_once(game, card("QH"))
    move_once(game, card("7H"))
    play_plans()
    assert play_plans(now=later(timezone.now())) == 1
    game.refresh_from_db()
    assert game.missed == [0, 0, 0, 0]
    with taking_what_was_dealt():
        assert verify.verify_game(game.pk).is_sound


def test_who_has_a_choice_is_asked(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=True)
    move_once(game, card("7S"))
    play_plans()
    assert play_plans(now=later(timezone.now())) == 0


@pytest.mark.parametrize("lot", range(5))
def test_when_a_card_comes_that_depends_on_what_is_held_is_the_same_whatever_is_held(ann, ben, cat, dan, lot) -> None:
    """The only spade, another only spade, the lower of two: each comes at the same time where the lot is the same."""
    ways: list[tuple[tuple[str, ...], dict[str, Any], str]] = [
        (ONE_SPADE, {"plays_single": True}, "JS"),
        (_exchanged("JS", "7S"), {"plays_single": True}, "7S"),
        (_exchanged("TH", "7S"), {"plays_single": False, "ducks": True}, "7S"),
        (_exchanged("9D", "7S"), {"plays_single": True, "ducks": True}, "7S"),
    ]
    waits = set()
    for held, plan, plays in ways:
        with time_machine.travel(NOON, tick=False) as clock, dealing(*held):
            game = make_game(ann, ben, cat, dan)
            three_tricks(game, clock)
            Plan.objects.create(
                seat=game.seats.get(number=1), weighed=0, hand_number=1, trick=3, cards={}, **{"ducks": False, **plan}
            )
            with mock.patch.object(plans, "_lots", return_value=Random(lot)):
                play_plans()
            at = Plan.objects.get(seat__game=game).due
            assert at is not None
            waits.add(at)
            play_plans(now=at)
            assert moves(game)[-1] == (plays, "plan")
    assert len(waits) == 1


@pytest.mark.parametrize("lot", range(3))
def test_how_long_a_card_named_for_the_suit_led_waits_depends_on_no_card(ann, ben, cat, dan, lot: int) -> None:
    waits = set()
    with time_machine.travel(NOON, tick=False):
        for text in ("9S", "TS"):
            with dealing(*RANKS_APART):
                game = make_game(ann, ben, cat, dan)
            set_plan(slug=game.slug, user=ben, plays_single=True, ducks=True, cards={SPADES: card(text)})
            move_once(game, card("7S"))
            with mock.patch.object(plans, "_lots", return_value=Random(lot)):
                play_plans()
            waits.add(Plan.objects.get(seat__game=game).due)
    assert len(waits) == 1
    assert None not in waits


def test_a_card_that_is_due_before_the_next_sweep_has_a_hint_of_its_own(game: Game, ben: User) -> None:
    """So that it does not come by the beat of the sweep, which others could count."""
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    with mock.patch.object(tasks, "hint") as hint:
        tasks.play_plans()
        assert not hint.called
        with time_machine.travel(due() - timedelta(seconds=2), tick=False):
            tasks.play_plans()
    hint.assert_called_once_with(tasks.play_due_plans, after=pytest.approx(2))
    with time_machine.travel(due(), tick=False):
        tasks.play_due_plans()
    assert moves(game)[-1] == ("TS", "plan")


def test_a_planned_card_comes_in_the_first_quarter_of_a_short_time_to_play(ann, ben, cat, dan) -> None:
    with dealing(*RANKS_APART):
        game = make_game(ann, ben, cat, dan, move_time=timedelta(minutes=2))
    set_plan(slug=game.slug, user=ben, plays_single=False, ducks=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    play_plans()
    assert due() <= deadline(game) - timedelta(seconds=89)


def test_the_others_see_nothing_of_a_plan_before_or_after(game: Game, ann: User, ben: User, cat: User) -> None:
    def seen(user: User) -> str:
        return str(see_table(slug=game.slug, user=user)).partition("now=")[0]

    before = seen(cat)
    set_plan(slug=game.slug, user=ben, plays_single=True, cards={SPADES: card("TS")})
    assert seen(cat) == before
    move_once(game, card("7S"))
    play_plans()
    play_plans(now=later(timezone.now()))
    hands = {user: see_table(slug=game.slug, user=user).hand for user in (ann, ben, cat)}
    assert [hand.moves[1].by for hand in hands.values() if hand] == ["player", "plan", "player"]
    assert '"by":"plan"' not in json.dumps(proof.log_of(slug=game.slug, user=ann)).replace("\\", "").replace(" ", "")
    with taking_what_was_dealt():
        assert verify.verify_game(game.pk).is_sound


def test_nor_in_the_replay_of_the_hand(game: Game, ann: User, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    play_plans()
    play_plans(now=later(timezone.now()))
    move_on(game, 30)
    assert see_hand(slug=game.slug, user=ann, number=1).moves[1].by == "player"
    assert see_hand(slug=game.slug, user=ben, number=1).moves[1].by == "plan"


def test_no_mail_tells_of_a_turn_that_a_plan_plays(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    game.refresh_from_db()
    now = timezone.now()
    assert holds_back_mail(game=game.pk, user=ben.pk, now=now) is not None  # the worker has not looked yet
    play_plans(now=now)
    until = holds_back_mail(game=game.pk, user=ben.pk, now=now)
    assert until is not None
    assert until > due()
    play_plans(now=later(now))
    assert holds_back_mail(game=game.pk, user=ben.pk, now=now) is None


def test_mail_comes_when_the_plan_does_not_fit(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7H"))
    play_plans()
    assert holds_back_mail(game=game.pk, user=ben.pk, now=timezone.now()) is None


def test_nobody_waits_long_for_word_of_a_turn_whose_plan_was_taken_back(ann, ben, cat, dan) -> None:
    with time_machine.travel(NOON, tick=False) as clock, dealing(*ONE_SPADE):
        game = make_game(ann, ben, cat, dan)
        set_plan(slug=game.slug, user=ben, plays_single=True)
        three_tricks(game, clock, minutes=(200, 210, 220))
        play_plans()
        now = timezone.now()
        assert due() > now + 2 * LONGEST_DELAY
        until = holds_back_mail(game=game.pk, user=ben.pk, now=now)
        assert until is not None
        assert until <= now + LONGEST_DELAY + SHORTEST_DELAY
        set_plan(slug=game.slug, user=ben, plays_single=False)
        play_plans()
        assert holds_back_mail(game=game.pk, user=ben.pk, now=until) is None


def test_no_warning_of_a_deadline_comes_while_the_card_is_to_be_played_before_it(ann, ben, cat, dan) -> None:
    User.objects.filter(pk=ben.pk).update(email="ben@example.org")
    EmailAddress.objects.create(user=ben, email="ben@example.org", verified=True, primary=True)
    with time_machine.travel(NOON, tick=False) as clock, dealing(*ONE_SPADE):
        game = make_game(ann, ben, cat, dan, move_time=timedelta(hours=4))
        set_plan(slug=game.slug, user=ben, plays_single=True)
        three_tricks(game, clock, minutes=(140, 141, 142))
        play_plans()
        near = timezone.now() + timedelta(hours=4) * 0.4
        Plan.objects.update(due=near + timedelta(minutes=10))
        NoticeSettings.objects.create(user=ben, stages=[75, 25])
        assert delivery.deliver_notices(near)[delivery.HELD_BACK] == 1
        Plan.objects.update(due=near - timedelta(minutes=10))  # the worker has not played it, for whatever reason
        assert delivery.deliver_notices(near + LONGEST_DELAY + timedelta(minutes=1))["sent"] == 1


def test_the_notice_of_a_turn_waits_for_the_plan_and_is_stale_when_it_has_played(game: Game, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(email="ben@example.org")
    EmailAddress.objects.create(user=ben, email="ben@example.org", verified=True, primary=True)
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    now = timezone.now()
    assert delivery.deliver_notices(now + timedelta(seconds=1))[delivery.HELD_BACK] == 1
    play_plans(now=now)
    play_plans(now=later(now))
    delivery.deliver_notices(later(now) + timedelta(minutes=2))
    assert Notice.objects.get(user=ben, kind="your_turn", ply=1).outcome == "stale"


def test_nothing_can_be_planned_on_ones_turn_nor_after_it(game: Game, ann: User) -> None:
    with pytest.raises(NothingToPlan):
        set_plan(slug=game.slug, user=ann, plays_single=False, ducks=True)
    move_once(game, card("7S"))
    with pytest.raises(NothingToPlan):
        set_plan(slug=game.slug, user=ann, plays_single=False, ducks=True)
    assert my_plan(slug=game.slug, user=ann).choices == {}


def test_a_card_that_could_not_be_played_to_the_suit_is_refused(game: Game, ben: User) -> None:
    for suit, text in ((SPADES, "9H"), (SPADES, "7S"), (HEARTS, "9S")):
        with pytest.raises(BadPlan):
            set_plan(slug=game.slug, user=ben, plays_single=False, cards={suit: card(text)})
    assert not Plan.objects.exists()


def test_what_could_be_played_is_told_for_the_suit_led_alone_once_there_is_one(game: Game, cat: User) -> None:
    assert set(my_plan(slug=game.slug, user=cat).choices) == set(Suit)
    move_once(game, card("7S"))
    assert my_plan(slug=game.slug, user=cat).choices == {SPADES: (card("AS"), card("JS"))}


def test_who_does_not_play_has_nothing_to_plan(game: Game, ben: User) -> None:
    with pytest.raises(NotSeated):
        set_plan(slug=game.slug, user=make_user(), plays_single=True)
    resign(slug=game.slug, user=ben)
    with pytest.raises(HasResigned):
        my_plan(slug=game.slug, user=ben)
    with pytest.raises(NotBeingPlayed):
        set_plan(slug=make_game(ben, begun=False).slug, user=ben, plays_single=True)


def test_a_turn_that_has_run_out_is_the_time_outs(game: Game, ben: User) -> None:
    set_plan(slug=game.slug, user=ben, plays_single=False, cards={SPADES: card("TS")})
    move_once(game, card("7S"))
    play_plans()
    assert play_due_games(now=deadline(game) + GRACE) == 1
    assert play_plans(now=deadline(game) + timedelta(days=1)) == 0
    assert moves(game)[-1][1] == "timeout"
