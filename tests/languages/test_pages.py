"""Every page of the games and of the site, and every error page: in French to the last word."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from games.clock import GRACE
from games.engine.cards import Card
from games.learning import LESSONS, Moment, see_lesson
from games.models import Game
from games.services import overdue, reviewing
from games.services.telling import stop_token
from tests.builders import SUITS_APART, bots_choosing, dealing, first_move, make_guest, make_user, move_on
from tests.pages.reader import Page, Reader, htmx
from tests.pages.tables import at, finished, seat, who_waits, whose_turn

from .french import SHOWN, French, reading, unmarked

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PEOPLE = ("Ann", "Ben", "Cat", "Dan", "Eve")
ERRORS = ["403.html", "403_csrf.html", "404.html", "405.html", "429.html", "500.html"]


@pytest.fixture
def people() -> list[Reader]:
    """Five people who read French."""
    return [Reader(make_user(name, language="fr")) for name in PEOPLE]


@pytest.fixture
def nobody() -> Reader:
    """Somebody without an account who has chosen French."""
    reader = Reader()
    reader.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    return reader


@pytest.fixture
def visitor() -> Reader:
    reader = Reader(make_guest())
    reader.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    return reader


def look(french: French, reader: Reader, path: str, headers: dict[str, str] | None = None) -> Page:
    page = reader.get(path, headers=headers)
    assert page.status < 500
    french.page(path, page.html)
    return page


def test_every_page_of_the_games_is_french(people, nobody, visitor):
    assert visitor.user
    names = (*PEOPLE, *SHOWN, visitor.user.username)
    with reading(*names) as french, bots_choosing(first_move):
        _play_and_look(french, people)
        _declare_and_look(french, people)
        _go_away_and_look(french, people)
        _open_tables_and_look(french, people, nobody, visitor)
        _end_games_and_look(french, people, nobody)
        _look_at_the_rest(french, people[0], nobody, visitor)
        _learn_and_look(french, nobody)
    assert french.left == {}
    mailbox = {"games/mailbox.html", "games/mailbox_letter.html"}  # of development: see test_mails
    assert french.templates_not_read("games") - mailbox == set()


def _learn_and_look(french: French, reader: Reader) -> None:
    """Each lesson by one way through it, with every card tried that its pupil holds."""
    for number in range(1, len(LESSONS) + 1):
        moment = see_lesson(number)
        while not moment.is_over:
            played = " ".join(moment.played)
            answers = {card.text: see_lesson(number, played, card.text) for card in _held(moment)}
            for card in answers:
                look(french, reader, f"/learn/{number}?{urlencode({'played': played, 'card': card})}")
            moment = next(answer for answer in answers.values() if answer.is_right)
        look(french, reader, f"/learn/{number}?{urlencode({'played': ' '.join(moment.played)})}")


def _held(moment: Moment) -> tuple[Card, ...]:
    assert moment.table.hand is not None
    return moment.table.hand.view.held


def _play_and_look(french: French, people: list[Reader]) -> None:
    """A trick with jacks, tricks before it, a discard, a refusal; the next hand."""
    with dealing(*SUITS_APART):
        game = seat(*people[:4])
    for moves in (0, 1, 1, 2, 3):
        move_on(game, moves)
        for person in people:
            look(french, person, at(game))
    held = "7S 8S 7H 8H 7D 8D 7C 8C", "9S TS 9H TH 9D TD 9C TC", "AS JS AH JH AD JD AC JC", "QS KS QH KH QD KD QC KC"
    with dealing(*held):
        game = seat(*people[:4])
        move_on(game, 2)
        reader = whose_turn(game, *people)
        french.page("a refusal", reader.post(at(game, "/play"), {"ply": "2", "card": "JH"}).html)
        french.page("no card", reader.post(at(game, "/play"), {"ply": "2", "card": "x"}).html)
        french.page("too late", reader.post(at(game, "/play"), {"ply": "0", "card": "JS"}).html)
        french.page(
            "not my turn", who_waits(game, *people[:4]).post(at(game, "/play"), {"ply": "2", "card": "JS"}).html
        )
        look(french, reader, at(game))
        move_on(game, until_hand=2)
    look(french, whose_turn(game, *people), at(game))
    look(french, whose_turn(game, *people), at(game, "/table"), htmx("table"))
    look(french, people[0], at(game, "/resign"))
    look(french, people[0], at(game, "/score-sheet"))


def _declare_and_look(french: French, people: list[Reader]) -> None:
    game = seat(*people[:3], general=True, ace_high=True, short_hands=True, target=None, hands=2)
    look(french, whose_turn(game, *people), at(game))
    move_on(game, 1)
    look(french, who_waits(game, *people[:3]), at(game))
    whose_turn(game, *people).post(at(game, "/declare"), {"ply": "1", "declaration": "general"})
    for person in people[:4]:
        look(french, person, at(game))
    move_on(game, until_hand=2)
    for step in range(4):
        look(french, people[0], at(game, f"/hands/1/{step}"))


def _go_away_and_look(french: French, people: list[Reader]) -> None:
    """A seat that the bot covers, taken back; one that was resigned."""
    game = seat(*people[:3], move_time=timedelta(hours=1))
    away = whose_turn(game, *people)
    while not game.seats.filter(user=away.user, holder="stand_in"):
        move_on(game, 0)
        if whose_turn(game, *people) is away:
            assert game.deadline is not None
            overdue.play_game(game.pk, now=game.deadline + GRACE)
        else:
            move_on(game, 1)
    for person in people[:3]:
        look(french, person, at(game))
    french.page("a covered seat", away.post(at(game, "/play"), {"ply": "0", "card": "JS"}).html)
    french.page("back", away.post(at(game, "/take-seat-back")).html)
    away.post(at(game, "/resign"))
    for person in people[:3]:
        look(french, person, at(game))


def _open_tables_and_look(french: French, people: list[Reader], nobody: Reader, visitor: Reader) -> None:
    ann, ben, _cat, _dan, eve = people
    for reader in (ann, nobody):
        look(french, reader, "/lobby")
    games = [
        seat(ann, ben, begun=False, bots=1, access="link"),
        seat(ben, begun=False, players=3, target=None, hands=1),
    ]
    for game in games:
        for reader in (ann, ben, eve, nobody, visitor):
            look(french, reader, at(game))
            look(french, reader, f"/join/{game.invite}")
            french.page("joining", reader.post(at(game, "/join")).html)
            french.page("inviting", reader.post(at(game, "/invite"), {"name": "Dan"}).html)
            french.page("inviting nobody", reader.post(at(game, "/invite"), {"name": "x"}).html)
        for reader in (ann, nobody):
            look(french, reader, "/lobby")
    for person in (eve, ben, ann):
        french.page("leaving", person.post(at(games[1], "/leave")).html)
    for reader in (ben, eve):
        look(french, reader, at(games[1]))
        look(french, reader, f"/join/{games[1].invite}")


def _end_games_and_look(french: French, people: list[Reader], nobody: Reader) -> None:
    for person in people:
        look(french, person, "/games")
        look(french, person, "/games/finished")
    games = [finished(*people[:3]) for _ in range(4)]
    shared = games[-1]
    shared.winners = [0, 1]
    shared.save()
    Game.objects.filter(pk=games[0].pk).update(winners=[])
    for game in games:
        for reader in (*people, nobody):
            look(french, reader, at(game))
    for path in (
        at(shared, "/score-sheet"),
        at(shared, "/deals"),
        *(at(shared, f"/hands/1/{step}") for step in range(0, 31, 3)),
    ):
        look(french, people[0], path)
    reviewing.review_hands()
    for step in range(31):
        look(french, people[0], at(shared, f"/hands/1/{step}"))
    stopped = seat(*people[:3])
    Game.objects.filter(pk=stopped.pk).update(broken=stopped.created)
    for path in (at(stopped), at(stopped, "/deals"), at(stopped, "/hands/1")):
        french.page(f"{path}, stopped", people[0].get(path).html)
    seat(*people[:3])
    for person in people[:2]:
        for path in ("/games", "/games/finished", "/players/Ann", "/players/Ben"):
            look(french, person, path)


def _look_at_the_rest(french: French, person: Reader, nobody: Reader, visitor: Reader) -> None:
    """The pages of the site, and a new table that is refused."""
    for reader in (person, nobody, visitor):
        for path in ("/", "/rules", "/credits", "/lobby", "/games", "/games/new", "/api/"):
            look(french, reader, path)
    assert person.user
    for token in (
        stop_token(person.user),
        stop_token(person.user, kind="your_turn", slug=at(Game.objects.all()[0])[7:]),
    ):
        page = look(french, person, f"/stop-mail/{token}")
        french.page("mail is stopped", person.post(f"/stop-mail/{token}", {"what": "all"}).html)
        assert page.status == 200
    for path in ("/notices", "/offline"):
        look(french, person, path)
    for fields in ({}, {"mail": "on", "quiet_from": "22:00"}, {"mail": "on", "how": "daily", "digest_at": "8"}):
        french.page(f"notices with {fields}", person.post("/notices", fields).html)
    for deed in ("make", "away"):
        french.page(f"feeds: {deed}", person.post("/notices/feeds", {"what": deed}).html)
    visitor.post("/play-now")
    overdue.play_game(Game.objects.latest("pk").pk)
    look(french, visitor, at(Game.objects.latest("pk"), "/hint"))
    for path in ("/games", at(Game.objects.latest("pk"))):
        look(french, visitor, path)
    for fields in (
        {},
        {"players": "4", "bots": "4", "length": "hands", "clock": "custom", "who": "x"},
        {"players": "9", "length": "target", "target": "11", "clock": "custom", "clock_number": "99999"},
    ):
        french.page(f"a table with {fields}", person.post("/games/new", fields).html)


def test_the_error_pages_are_french(nobody):
    with reading() as french:
        page = look(french, nobody, "/nowhere")
        assert page.status == 404
        for name in ERRORS:
            request = RequestFactory().get("/")
            with translation.override("fr"):
                french.page(name, render_to_string(name, request=request))
    assert french.left == {}


def test_a_word_that_is_not_marked_is_found():
    french = French("Ann")
    french.page("good", "<p>⟦Bonjour ⟦lundi⟧⟧ Ann <b title='⟦valet⟧'>V♠</b><i lang='en'>of</i></p>")
    french.page("bad text", "<p>⟦Bonjour⟧ dear Ann</p>")
    french.page("bad attribute", "<p><a title='the jack'>⟦valet⟧</a></p>")
    french.page("bad data", "<p data-left='%s left' data-key='abc'></p>")
    assert french.left == {"bad text": ["dear"], "bad attribute": ["the", "jack"], "bad data": ["left"]}


def test_brackets_may_be_nested():
    assert unmarked("a⟦b⟦c⟧d⟧e").replace(" ", "") == "ae"
