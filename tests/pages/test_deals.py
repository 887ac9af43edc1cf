"""The page "check the deals", the nonces that forms carry, and a game that has been stopped."""

from __future__ import annotations

import re

import pytest

from games.engine.deals import seed_chain
from games.models import Commitment, Game, Hand, Sitting
from games.services.broken import close_game
from tests.builders import move_on

from .reader import htmx
from .tables import at, seat, whose_turn

NONCE = "00112233445566778899aabbccddeeff"


@pytest.fixture
def game(ann, ben, cat):
    """A public game of three hands, in its second."""
    game = seat(ann, ben, cat, target=None, hands=3)
    move_on(game, 34)
    return game


# The page


def test_the_page_shows_what_was_published_to_whoever_sees_the_table(game, ann, eve, nobody):
    for reader in (ann, eve, nobody):
        page = reader.get(at(game, "/deals"))
        assert page.status == 200
        for text in (game.commitment, game.head, *game.seats.values_list("nonce", flat=True)):
            assert text in page.text
        assert "made by the site" in page.text
        assert {at(game, "/deals.json"), at(game, "/log.json")} <= set(page.links)


def test_the_table_and_the_finished_game_lead_to_it(game, ann):
    assert at(game, "/deals") in ann.get(at(game)).links
    move_on(game)
    assert at(game, "/deals") in ann.get(at(game)).links


def test_who_may_not_see_the_table_sees_neither_page_nor_files(ann, ben, cat, eve, nobody):
    game = seat(ann, ben, cat, access="link")
    for reader in (eve, nobody):
        for rest in ("/deals", "/deals.json", "/log.json"):
            assert reader.get(at(game, rest)).status == 404


def test_no_page_holds_a_pack_or_a_seed_that_is_not_revealed(game, ann, ben, cat, eve, nobody):
    seeds = [seed.hex() for seed in seed_chain(bytes.fromhex(Commitment.objects.get(game=game).root), 3)]
    secrets = [*seeds[2:], Hand.objects.get(game=game, number=2).pack]
    for reader in (ann, ben, cat, eve, nobody):
        for rest in ("", "/table", "/deals", "/deals.json", "/log.json", "/score-sheet", "/hands/1", "/hands/2"):
            html = reader.get(at(game, rest)).html
            assert not [secret for secret in secrets if secret in html], rest
    assert seeds[1] in nobody.get(at(game, "/deals.json")).html


# Nonces


def sitting(game, number):
    return Sitting.objects.filter(game=game, seat=number).latest("entry")


def test_every_form_by_which_one_sits_down_has_room_for_a_nonce(ann, eve, nobody):
    game = seat(ann, begun=False)
    forms = [
        nobody.get("/").form("/play-now"),
        eve.get("/games/new").form(""),
        eve.get("/lobby").form("/join"),
        eve.get(at(game)).form("/join"),
        eve.get(f"/join/{game.invite}").form("/join"),
    ]
    assert [form.fields["nonce"] for form in forms] == [""] * len(forms)


def test_without_a_script_the_site_makes_the_nonce_and_says_so(ann, eve):
    game = seat(ann, begun=False)
    eve.submit(eve.get(at(game)), "/join")
    assert sitting(game, 1).nonce_is_own is False
    assert re.fullmatch("[0-9a-f]{32}", sitting(game, 1).nonce)
    assert sitting(game, 1).nonce != sitting(game, 0).nonce


def test_a_nonce_sent_with_a_form_is_the_players_own(ann, eve, nobody):
    game = seat(ann, begun=False)
    eve.submit(eve.get(at(game)), "/join", nonce=NONCE)
    eve.submit(eve.get("/games/new"), "", nonce=NONCE)
    nobody.submit(nobody.get("/"), "/play-now", nonce=NONCE)
    rows = [sitting(game, 1), *(sitting(one, 0) for one in Game.objects.exclude(pk=game.pk))]
    assert [(row.nonce, row.nonce_is_own) for row in rows] == [(NONCE, True)] * 3
    assert "made by their own browser or program" in eve.get(at(game, "/deals")).text


def test_what_is_no_nonce_is_refused_and_the_page_says_why(ann, eve):
    game = seat(ann, begun=False)
    answers = [
        eve.submit(eve.get(at(game)), "/join", nonce=NONCE.upper()),
        eve.submit(eve.get("/games/new"), "", nonce="no nonce"),
        eve.post("/play-now", {"nonce": NONCE + "0"}),
    ]
    for page in answers:
        assert "A nonce is 32 hexadecimal digits in lower case." in page.text
    assert [page.status for page in answers] == [200, 422, 200]
    assert Game.objects.count() == Sitting.objects.count() == 1


# A game that has been stopped


@pytest.fixture
def stopped(game):
    close_game(game.slug, ["a test"])
    game.refresh_from_db()
    return game


def test_a_stopped_game_says_so_to_everybody_and_where_to_go_on(stopped, ann, ben, nobody):
    for reader in (ann, ben, nobody):
        page = reader.get(at(stopped))
        assert page.status == 503
        assert "This game has been stopped" in page.text
        assert "Nothing you did caused that" in page.text
        assert "/games" in page.links
        assert not page.offers("/play")


def test_no_deed_is_done_in_it(stopped, ann, ben, cat):
    entries, card = stopped.entries, "JS"
    for reader in (ann, ben, cat):
        for rest, fields in (
            ("/play", {"ply": str(stopped.ply), "card": card}),
            ("/resign", {}),
            ("/take-seat-back", {}),
        ):
            page = reader.post(at(stopped, rest), fields)
            assert (page.status, "This game has been stopped" in page.text) == (503, True), rest
    stopped.refresh_from_db()
    assert stopped.entries == entries


def test_a_table_that_is_open_in_a_browser_is_loaded_anew_and_so_shows_it(game, ann, ben, cat):
    version = game.version
    close_game(game.slug, ["a test"])
    for answer in (
        ann.get(at(game, f"/table?version={version}"), follow=False, headers=htmx("table")),
        ann.post(at(game, "/play"), {"ply": "4", "card": "JS"}, follow=False, headers=htmx("table")),
    ):
        assert (answer.status, answer.header("HX-Refresh"), answer.html) == (200, "true", "")


def test_it_waits_for_nobody_in_the_list_of_games_and_other_games_go_on(game, ann, ben, cat):
    reader = whose_turn(game, ann, ben, cat)
    assert "turn waiting for you" in reader.get("/games").text
    close_game(game.slug, ["a test"])
    page = reader.get("/games")
    assert at(game) in page.links
    assert "turn waiting for you" not in page.text
    assert "Nobody waits for you." in page.text
    other = seat(ann, ben, cat)
    assert whose_turn(other, ann, ben, cat).get(at(other)).cards_offered
