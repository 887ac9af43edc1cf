"""Playing a card."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.clock import GRACE
from games.engine.cards import Card
from games.engine.hand import IllegalMove
from games.models import Game, Move, Notice
from games.notices.delivery import spread_notices
from games.services.absence import resign
from games.services.errors import (
    HasResigned,
    NoSuchGame,
    NotBeingPlayed,
    NotSeated,
    NotYourTurn,
    SeatCovered,
    StaleMove,
)
from games.services.overdue import play_game
from games.services.play import play
from tests.builders import DAY, dealing, make_game, move_on, move_once

SEVEN, EIGHT = Card.parse("7S"), Card.parse("8S")  # seat 0 holds all spades, and leads
HEART = Card.parse("7H")


@pytest.fixture
def game(ann, ben, cat, dan):
    """Four persons; Ann holds the spades and leads, Ben the hearts, Cat the diamonds, Dan the clubs."""
    with dealing():
        yield make_game(ann, ben, cat, dan)


def test_a_card_passes_the_turn_to_the_left(game, ann: User) -> None:
    before = timezone.now()
    table = play(slug=game.slug, user=ann, ply=0, move=SEVEN)
    assert (table.to_play, table.version, table.is_my_turn) == (1, 5, False)
    assert table.hand is not None
    assert table.hand.view.trick.cards == (SEVEN,)
    assert SEVEN not in table.hand.view.held
    assert table.turn_began is not None
    assert table.turn_began >= before
    assert table.deadline == table.turn_began + DAY


def test_the_move_is_logged_with_who_caused_it_and_when(game, ann: User) -> None:
    table = play(slug=game.slug, user=ann, ply=0, move=SEVEN)
    move = Move.objects.get()
    assert (move.hand.number, move.ply, move.seat, move.card, move.declaration, move.by) == (
        1,
        0,
        0,
        "7S",
        None,
        "player",
    )
    assert move.created == table.turn_began


def test_the_next_player_is_told(game, ann: User, ben: User) -> None:
    table = play(slug=game.slug, user=ann, ply=0, move=SEVEN)
    spread_notices(table.turn_began)
    assert set(Notice.objects.filter(user=ben).values_list("kind", "hand_number", "ply")) == {
        ("your_turn", 1, 1),
        ("deadline_near", 1, 1),
    }


def test_the_taker_of_a_trick_leads_the_next(game, ann: User) -> None:
    move_on(game, 4)
    assert (game.ply, game.to_play) == (4, 0)


def test_a_card_for_another_ply_is_stale(game, ann: User) -> None:
    for ply in (1, 2, -1, 32, 10**9):
        with pytest.raises(StaleMove):
            play(slug=game.slug, user=ann, ply=ply, move=SEVEN)
    move_on(game, 4)
    with pytest.raises(StaleMove):
        play(slug=game.slug, user=ann, ply=0, move=EIGHT)
    assert Move.objects.count() == 4


def test_another_seats_turn_is_not_mine(game, ben: User) -> None:
    with pytest.raises(NotYourTurn):
        play(slug=game.slug, user=ben, ply=0, move=HEART)
    assert not Move.objects.exists()


def test_what_the_rules_forbid_is_refused_with_the_reason_and_nothing_is_written(game, ann: User) -> None:
    with pytest.raises(IllegalMove) as caught:
        play(slug=game.slug, user=ann, ply=0, move=HEART)
    assert caught.value.code == "not_held"
    with pytest.raises(IllegalMove) as caught:
        play(slug=game.slug, user=ann, ply=0, move="general")
    assert caught.value.code == "must_not_declare"
    game.refresh_from_db()
    assert (game.version, game.ply, Move.objects.count()) == (4, 0, 0)


def test_who_holds_the_suit_led_must_follow(ann: User, ben: User, cat: User) -> None:
    deal = (
        "8S 9S TS AS JS QS KS 7H 8H 9H",
        "TH AH JH QH KH 7D 8D 9D TD AD",
        "JD QD KD 8C 9C TC AC JC QC KC",
    )
    with dealing(*deal, dealer=1):  # Cat leads
        game = make_game(ann, ben, cat)
        move_once(game, Card.parse("JD"))
        move_once(game, Card.parse("9H"))  # Ann has no diamonds and discards
        with pytest.raises(IllegalMove) as caught:
            move_once(game, Card.parse("TH"))
    assert caught.value.code == "must_follow"


def test_the_same_move_sent_again_is_answered_as_the_first_was(game, ann: User) -> None:
    first = play(slug=game.slug, user=ann, ply=0, move=SEVEN)
    again = play(slug=game.slug, user=ann, ply=0, move=SEVEN)
    assert (again.version, again.to_play, again.hand) == (first.version, first.to_play, first.hand)
    assert Move.objects.count() == 1


def test_the_same_move_is_known_again_after_the_others_have_played(game, ann: User) -> None:
    move_on(game, 6)
    assert play(slug=game.slug, user=ann, ply=0, move=SEVEN).hand is not None
    assert Move.objects.count() == 6


def test_another_card_at_a_ply_that_i_have_played_is_stale(game, ann: User) -> None:
    play(slug=game.slug, user=ann, ply=0, move=SEVEN)
    with pytest.raises(StaleMove):
        play(slug=game.slug, user=ann, ply=0, move=EIGHT)


def test_the_card_of_another_seat_sent_by_me_is_not_taken_for_mine(game, ann: User, ben: User) -> None:
    play(slug=game.slug, user=ann, ply=0, move=SEVEN)
    with pytest.raises(StaleMove):
        play(slug=game.slug, user=ben, ply=0, move=SEVEN)


def test_a_card_the_bot_has_played_for_me_is_not_taken_for_mine(game, ann: User) -> None:
    play_game(game.pk, now=timezone.now() + 2 * DAY)
    assert Move.objects.get().by == "timeout"
    with pytest.raises(StaleMove):
        play(slug=game.slug, user=ann, ply=0, move=SEVEN)


def test_the_last_card_of_a_hand_sent_again_is_answered_with_the_new_hand(game, dan: User) -> None:
    move_on(game, 32)
    assert (game.hand_number, game.ply) == (2, 0)
    table = play(slug=game.slug, user=dan, ply=31, move=Card.parse("KC"))
    assert (table.hand_number, table.version) == (2, game.version)
    move_on(game, 2)  # Ben and Cat have played in hand 2, Dan has not
    assert play(slug=game.slug, user=dan, ply=31, move=Card.parse("KC")).hand_number == 2
    move_on(game, 1)  # now Dan has: what he sends is old
    with pytest.raises(StaleMove):
        play(slug=game.slug, user=dan, ply=31, move=Card.parse("KC"))
    assert Move.objects.count() == 35


def test_the_last_card_of_the_game_sent_again_is_answered_with_the_result(ann, ben, cat, dan) -> None:
    with dealing():
        game = make_game(ann, ben, cat, dan, target=5)
        move_on(game)
    table = play(slug=game.slug, user=dan, ply=31, move=Card.parse("KC"))
    assert (table.status, table.winners) == ("finished", (1, 2, 3))


def test_after_the_end_nothing_is_played(ann, ben, cat, dan) -> None:
    with dealing():
        game = make_game(ann, ben, cat, dan, target=5)
        move_on(game)
    for ply in (0, 31, 32):
        with pytest.raises(NotBeingPlayed):
            play(slug=game.slug, user=ann, ply=ply, move=EIGHT)


def test_before_the_start_nothing_is_played(ann: User) -> None:
    with pytest.raises(NotBeingPlayed):
        play(slug=make_game(ann, begun=False).slug, user=ann, ply=0, move=SEVEN)


def test_who_has_resigned_plays_no_more(game, ann: User) -> None:
    resign(slug=game.slug, user=ann)
    with pytest.raises(HasResigned):
        play(slug=game.slug, user=ann, ply=0, move=SEVEN)


def test_who_is_stood_in_for_takes_the_seat_back_first(game, ann: User) -> None:
    cover(game)
    with pytest.raises(SeatCovered):
        play(slug=game.slug, user=ann, ply=8, move=SEVEN)


def cover(game) -> None:
    """Let Ann's time run out twice, all others playing at once."""
    for _ in range(2):
        game.refresh_from_db()
        play_game(game.pk, now=game.deadline + GRACE)
        move_on(game, 3)


def test_an_onlooker_does_not_sit_at_the_table(game, eve: User) -> None:
    with pytest.raises(NotSeated):
        play(slug=game.slug, user=eve, ply=0, move=SEVEN)


def test_a_stranger_is_not_told_that_a_table_behind_a_link_exists(ann: User, eve: User) -> None:
    with pytest.raises(NoSuchGame):
        play(slug=make_game(ann, bots=3, access="link").slug, user=eve, ply=0, move=SEVEN)
    with pytest.raises(NoSuchGame):
        play(slug="nosuchgame", user=eve, ply=0, move=SEVEN)


def test_the_log_says_whose_turn_it_is_whatever_the_copies_say(game, ann: User, ben: User) -> None:
    wrong = {"to_play": 1, "ply": 5}
    Game.objects.filter(pk=game.pk).update(**wrong)
    for ply in (0, 5):
        with pytest.raises((NotYourTurn, StaleMove)):
            play(slug=game.slug, user=ben, ply=ply, move=SEVEN)
    table = play(slug=game.slug, user=ann, ply=0, move=SEVEN)
    assert (table.to_play, table.seats[0].missed) == (1, 0)
    assert Game.objects.values("to_play", "ply").get() == {"to_play": 1, "ply": 1}
    Game.objects.filter(pk=game.pk).update(to_play=3, ply=9)
    play_game(game.pk, now=timezone.now() + 2 * DAY)
    game.refresh_from_db()
    assert (game.to_play, game.ply, game.missed) == (2, 2, [0, 1, 0, 0])
