"""The hint on the page of a table."""

from __future__ import annotations

from games.services.overdue import play_game

from .tables import at, seat


def against_bots(reader):
    game = seat(reader, bots=3)
    play_game(game.pk)
    game.refresh_from_db()
    return game


def test_it_is_not_there_before_it_is_asked_for(ann):
    page = ann.get(at(against_bots(ann)))
    assert "A master would play" not in page.text
    assert any(link.startswith(page.url + "/hint") for link in page.links)


def test_asked_for_it_stands_at_the_table_with_its_reason(ann):
    game = against_bots(ann)
    page = ann.get(at(game, "/hint"))
    assert page.status == 200
    assert "A master would play" in page.text
    assert "Your cards" in page.html
    assert page.cards_offered


def test_with_another_person_there_is_neither_button_nor_hint(ann, ben):
    game = seat(ann, ben, bots=1)
    for reader in (ann, ben):
        assert "/hint" not in reader.get(at(game)).html
        page = reader.get(at(game, "/hint"))
        assert "Hints are for games in which you alone play against bots." in page.text
        assert "A master would play" not in page.text


def test_strangers_and_onlookers_get_no_hint(ann, eve, nobody):
    game = against_bots(ann)
    assert "/hint" not in eve.get(at(game)).html
    assert "A master would play" not in eve.get(at(game, "/hint")).text
    assert "A master would play" not in nobody.get(at(game, "/hint")).text
