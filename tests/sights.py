"""The pages and states of the site that are worth a look, with people and games to fill them.

The browser tests hold every one of them against what a page must be; ``make gallery`` makes pictures of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from unittest import mock

import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import log
from games.engine.cards import Card
from games.engine.rules import Rules, Seat
from games.models import Game, PushSubscription, Review
from games.models.review import MOST_TRIES
from games.services import absence, feeds, overdue, saying, seating, telling, turns, webhooks
from games.services.reviewing import find_review, make_review

from .builders import DAY, dealing, make_game, make_guest, make_user, move_on, move_once, state_of
from .engine.builders import SURE_GENERAL

LONG_NAME = "Maximiliane-Wilhelmi"  # as long as a name may be


@dataclass(frozen=True, slots=True)
class Sight:
    """A page as *user* sees it; *chief* ones are looked at in every size and colour."""

    name: str
    path: str
    user: User | None = None
    chief: bool = False


@dataclass(frozen=True, slots=True)
class People:
    ann: User
    ben: User
    cat: User
    dan: User
    eve: User
    long: User
    guest: User
    new: User  # has no game, and has not confirmed the address yet


def session_of(user: User) -> str:
    """Return the value of a cookie that shows the site to be read by *user*."""
    client = Client()
    client.force_login(user)
    return client.cookies["session"].value


def make_sights(*kinds: str) -> list[Sight]:
    """Fill an empty database; return what there is to see of these *kinds*."""
    people = People(
        ann=make_user("Ann"),
        ben=make_user("Ben"),
        cat=make_user("Cat"),
        dan=make_user("Dan-le-Roux"),
        eve=make_user("Eve"),
        long=make_user(LONG_NAME),
        guest=make_guest(),
        new=make_user("Newcomer", email="newcomer@example.org"),
    )
    with shuffled(7):
        return [sight for kind in kinds for sight in KINDS[kind](people)]


def make_readme_sights() -> dict[str, Sight]:
    """Return what the README shows, by the name of its picture; `make_sights` may follow."""
    camille, *others = (make_user(name) for name in ("Camille", "Basile", "Diane", "Emile"))
    with shuffled(207), time_machine.travel(timezone.now() - 4 * DAY) as clock:
        table = make_game(camille, *others, move_time=2 * DAY)
        chance, pauses = Random(3), Random(4)
        # In the third hand the Polignac comes to Camille, who can duck it.
        while not (table.hand_number == 3 and "JS" in map(str, state_of(table).cards)):
            move_once(table, chance.choice(state_of(table).legal_cards()))
            clock.shift(timedelta(minutes=pauses.choice([4, 23, 68, 95, 190])))
        assert whose_turn(table) == camille
    with shuffled(11):
        for number in range(3):
            game = make_game(camille, *others, move_time=(number + 1) * DAY, ace_high=number == 1)
            move_on(game, 9 + 5 * number)
        make_game(camille, others[0], begun=False, bots=1)
        over = make_game(camille, *others, target=None, hands=2)
        move_on(over)
    return {
        "table-wide": Sight("table", at(table), camille),
        "table-phone": Sight("table", at(table), camille),
        "my-games-phone": Sight("my games", "/games", camille),
        "lesson-phone": Sight("lesson", "/learn/3?played=&card=JS"),
    }


@contextmanager
def shuffled(number: int) -> Iterator[None]:
    """Have every hand dealt by chance, but the same at every run."""
    chance = Random(number)

    def pack_and_lot(rules: Rules, seed: bytes, **_: object) -> tuple[tuple[Card, ...], Seat]:
        pack = list(rules.pack)
        chance.shuffle(pack)
        return tuple(pack), chance.randrange(rules.players)

    with mock.patch.object(turns, "pack_and_lot", pack_and_lot):
        yield


def at(game: Game, rest: str = "") -> str:
    return f"/games/{game.slug}{rest}"


def whose_turn(game: Game) -> User:
    game.refresh_from_db()
    assert game.to_play is not None, "the game is over"
    user = game.seats.get(number=game.to_play).user
    assert user is not None, "it is a bot's turn"
    return user


def who_waits(game: Game) -> User:
    return next(seat.user for seat in game.seats.all() if seat.user and seat.number != game.to_play)


def _tables(people: People) -> Iterator[Sight]:
    """Tables of every size in the middle of a trick, seen by who is to play, who waits and who looks on."""
    six = [people.ann, people.ben, people.cat, people.dan, people.long, people.eve]
    for players, moves in ((3, 40), (4, 38), (5, 33), (6, 35)):
        game = make_game(*six[:players], target=30, move_time=2 * DAY)
        move_on(game, moves)
        yield Sight(f"table for {players}", at(game), whose_turn(game), chief=players in (4, 6))
        if players == 4:
            for who, words in (
                (people.ann, "Good luck, all!"),
                (people.ben, "I am away on Sunday, and back on Monday."),
            ):
                saying.say(slug=game.slug, user=who, text=words)
            yield Sight("table, waiting", at(game), who_waits(game))
            yield Sight("table, looking on", at(game), people.eve)
            yield Sight("score sheet of a game in play", at(game, "/score-sheet"), people.ann)
            yield Sight("resign?", at(game, "/resign"), people.ann)
            yield Sight("deals", at(game, "/deals"), people.ann)
    with_bots = seating.play_against_bots(people.guest)
    overdue.play_game(Game.objects.get(slug=with_bots.slug).pk)
    yield Sight("table of a visitor", f"/games/{with_bots.slug}", people.guest, chief=True)


def _special_moments(people: People) -> Iterator[Sight]:
    four = (people.ann, people.ben, people.cat, people.dan)
    with dealing():
        apart = make_game(*four)
        yield Sight("table, first card", at(apart), people.ann)
        move_once(apart)
        yield Sight("table, discard", at(apart), people.ben)
    with dealing(*SURE_GENERAL):
        general = make_game(*four, general=True)
        move_once(general)
        yield Sight("declare?", at(general), people.ben, chief=True)
        declared = make_game(*four, general=True)
        move_once(declared)
        move_once(declared, "general")
        yield Sight("table, a general declared", at(declared), people.ann)
    with time_machine.travel(timezone.now() - 2 * DAY) as clock:
        news = make_game(*four, target=30)
        move_on(news, 43)
        back = whose_turn(news)
        move_once(news)
        while whose_turn(news) != back:
            clock.shift(timedelta(hours=3))
            move_once(news)
    yield Sight("table, since I was here", at(news), back, chief=True)
    over = make_game(*four)
    move_on(over, until_hand=2)
    move_once(over)
    yield Sight("table, a hand is over", at(over), whose_turn(over))
    away = make_game(people.ann, people.ben, people.cat, move_time=timedelta(hours=1))
    late = whose_turn(away)
    while away.seats.filter(holder="stand_in").count() == 0:
        if whose_turn(away) == late:
            overdue.play_game(away.pk, now=timezone.now() + timedelta(hours=2))
        else:
            move_once(away)
    yield Sight("table, take the seat back", at(away), late)
    resigned = make_game(*four)
    absence.resign(slug=resigned.slug, user=people.dan)
    yield Sight("table, resigned", at(resigned), people.dan)


def _waiting(people: People) -> Iterator[Sight]:
    public = make_game(people.ann, people.long, begun=False, players=6, bots=2, general=True, ace_high=True)
    hidden = make_game(people.ann, begun=False, access="link")
    closed = make_game(people.cat, begun=False)
    seating.leave(slug=closed.slug, user=people.cat)
    yield Sight("open table, the host", at(public), people.ann, chief=True)
    yield Sight("open table, looking on", at(public))
    yield Sight("closed table", at(closed), people.ann)
    yield Sight("invitation", f"/join/{hidden.invite}")
    yield Sight("new table", "/games/new", people.ann, chief=True)


def _finished(people: People) -> Iterator[Sight]:
    game = make_game(people.ann, people.ben, people.cat, people.long, target=15)
    move_on(game)
    winner = game.seats.get(number=game.winners[0]).user
    moves = state_of(game).ply
    yield Sight("finished, won", at(game), winner, chief=True)
    yield Sight("finished, looking on", at(game))
    yield Sight("score sheet", at(game, "/score-sheet"), people.ann)
    first, *_others, last = log.read_game(game)
    make_review(Review.objects.create(hand_id=first.pk))
    yield Sight("replay, dealt", at(game, "/hands/1"), people.ann)
    yield Sight("replay, in a trick", at(game, "/hands/1/11"), people.ann, chief=True)
    dearest = max(find_review(first.pk).plays, key=lambda play: play.regret)  # type: ignore[union-attr]
    yield Sight("replay, a dear card", at(game, f"/hands/1/{dearest.ply + 1}"), people.ben)
    yield Sight("replay, being reviewed", at(game, f"/hands/{last.number}/3"), people.ann)
    Review.objects.create(hand_id=log.read_game(game)[1].pk, tries=MOST_TRIES)
    yield Sight("replay, not reviewed", at(game, "/hands/2/3"), people.ann)
    yield Sight("replay, at the end", at(game, f"/hands/{game.hand_number}/{moves}"))
    six = make_game(people.ann, people.ben, people.cat, people.dan, people.long, people.eve, target=None, hands=1)
    move_on(six)
    make_review(Review.objects.create(hand_id=log.read_game(six)[0].pk))
    yield Sight("replay for 6", at(six, "/hands/1/8"), people.eve)
    with_general = make_game(people.ann, people.ben, people.cat, target=None, hands=1, general=True)
    move_on(with_general)
    yield Sight("replay, declarations", at(with_general, "/hands/1/2"), people.ann)


def _lists(people: People) -> Iterator[Sight]:
    four = (people.ann, people.ben, people.cat, people.long)
    mine, others = make_game(*four), make_game(*four)
    while whose_turn(mine) != people.ann:
        move_once(mine)
    while whose_turn(others) == people.ann:
        move_once(others)
    make_game(people.ann, begun=False, players=5, bots=1)
    over = make_game(*four, target=None, hands=1, short_hands=True)
    move_on(over)
    yield Sight("my games", "/games", people.ann, chief=True)
    yield Sight("my games, none", "/games", people.new)
    yield Sight("finished games", "/games/finished", people.ann)
    yield Sight("lobby", "/lobby", people.ben)
    yield Sight("profile", "/players/Ann", people.ben)
    yield Sight("profile, long name", f"/players/{LONG_NAME}")


def _words(people: People) -> Iterator[Sight]:
    yield Sight("front page", "/", chief=True)
    yield Sight("rules", "/rules", chief=True)
    yield Sight("lesson", "/learn", chief=True)
    yield Sight("lesson, not right", "/learn/3?card=JH")
    yield Sight("lesson, right", "/learn/3?card=JS")
    yield Sight("lesson, the last", "/learn/6?card=7C", chief=True)
    yield Sight("credits", "/credits")
    yield Sight("api", "/api/")
    yield Sight("not found", "/nowhere")
    yield Sight("not found, signed in", "/nowhere", people.ann)


def _account(people: People) -> Iterator[Sight]:
    yield Sight("sign up", "/account/signup/")
    yield Sight("sign up, a visitor", "/account/signup/", people.guest)
    yield Sight("sign in", "/account/login/")
    yield Sight("forgotten password", "/account/password/reset/")
    yield Sight("settings", "/account/settings/", people.new)
    yield Sight("settings, a visitor", "/account/settings/", people.guest)
    feeds.renew(people.ben)
    hook = webhooks.set_webhook(people.ben, url="https://ben.example/polignac/notices-of-a-long-name/of-mine")
    hook.failures, hook.failing_since, hook.last_error = 3, timezone.now(), "http_404"
    hook.save()
    PushSubscription.objects.create(user=people.ben, endpoint="https://push.example/1", name="Firefox, Android")
    yield Sight("notices", "/notices", people.ben, chief=True)
    yield Sight("notices, mail alone", "/notices", people.ann)
    link = telling.stop_token(people.ann, kind="your_turn", slug="AAAAAAAAAA")
    yield Sight("stop mail", f"/stop-mail/{link}")
    yield Sight("address", "/account/email/", people.new)
    yield Sight("second factor", "/account/2fa/", people.ann)
    yield Sight("sessions", "/account/sessions/", people.ann)
    yield Sight("tokens", "/account/tokens/", people.ann)
    yield Sight("sign out", "/account/logout/", people.ann)


KINDS = {
    "tables": _tables,
    "moments": _special_moments,
    "waiting": _waiting,
    "finished": _finished,
    "lists": _lists,
    "words": _words,
    "account": _account,
}
