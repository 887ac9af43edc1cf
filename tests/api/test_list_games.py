"""GET /games."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from games.models import Game

from .people import GAMES, play_on, seat_all, to_play


def slugs(answer):
    assert answer.status == 200, answer.body
    return [row["slug"] for row in answer.json["results"]]


def test_a_player_lists_own_games_and_public_ones_the_newest_first(anna, ben, cat, stranger):
    public = seat_all(anna, ben, cat)
    hidden = seat_all(anna, ben, cat, access="link")
    assert slugs(anna.get(GAMES)) == [hidden, public]
    assert slugs(stranger.get(GAMES)) == [public]


def test_without_a_token_one_lists_public_games(anna, ben, cat, nobody):
    public = seat_all(anna, ben, cat)
    seat_all(anna, ben, cat, access="link")
    answer = nobody.get(GAMES)
    assert slugs(answer) == [public]
    assert answer.json["results"][0]["my_seat"] is None


@pytest.mark.parametrize("query", ["mine=true", "my_turn=true"])
def test_what_is_mine_wants_a_token(nobody, db, query):
    assert nobody.get(f"{GAMES}?{query}").status == 401


def test_a_row_says_what_a_list_needs(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    caller, table = to_play(slug, [anna, ben, cat])
    (row,) = caller.get(GAMES).json["results"]
    assert row == {
        "slug": slug,
        "status": "active",
        "access": "public",
        "rules": table["rules"],
        "move_time": 86400,
        "bank": None,
        "cap": None,
        "min_in_time": None,
        "players": ["Anna", "Ben", "Cat"],
        "free_seats": 0,
        "hand_number": 1,
        "to_play": table["my_seat"],
        "my_seat": table["my_seat"],
        "is_my_turn": True,
        "deadline": table["deadline"],
        "totals": [0, 0, 0],
        "winners": [],
        "created": table["created"],
        "finished": None,
        "version": table["version"],
    }


def test_a_finished_game_has_its_totals_and_winners(anna, ben, cat):
    slug = seat_all(anna, ben, cat, target=5)
    play_on(slug, [anna, ben, cat], 1000)
    (row,) = anna.get(f"{GAMES}?status=finished").json["results"]
    table = anna.table(slug)
    assert (row["totals"], row["winners"], row["finished"]) == (table["totals"], table["winners"], table["finished"])
    assert (row["to_play"], row["deadline"], row["is_my_turn"]) == (None, None, False)


def test_a_bots_turn_has_no_deadline(anna, guest):
    slug = guest.post(GAMES, {"bots": 3}).json["slug"]
    while Game.objects.get(slug=slug).to_play == 0:
        play_on(slug, [guest], 1)
    (row,) = guest.get(f"{GAMES}?mine=true").json["results"]
    assert row["players"] == [guest.user.username, "Lahire", "Hector", "Lancelot"]
    assert (row["deadline"], row["is_my_turn"]) == (None, False)


def test_games_are_filtered_by_status(anna, ben, cat):
    active = seat_all(anna, ben, cat)
    open_table = anna.post(GAMES, {}).json["slug"]
    assert slugs(anna.get(f"{GAMES}?status=active")) == [active]
    assert slugs(anna.get(f"{GAMES}?status=open")) == [open_table]
    assert slugs(anna.get(f"{GAMES}?status=finished")) == []


def test_a_closed_table_is_in_no_list(anna):
    slug = anna.post(GAMES, {}).json["slug"]
    anna.post(f"{GAMES}/{slug}/leave")
    assert slugs(anna.get(GAMES)) == []


def test_mine_are_those_i_sit_in(anna, ben, cat, stranger):
    seat_all(anna, ben, cat)
    mine = stranger.post(GAMES, {}).json["slug"]
    assert slugs(stranger.get(f"{GAMES}?mine=true")) == [mine]
    assert len(slugs(stranger.get(f"{GAMES}?mine=false"))) == 2


def test_games_of_a_player_are_those_that_one_may_see_anyway(anna, ben, cat, stranger, nobody):
    public = seat_all(anna, ben, cat)
    hidden = seat_all(anna, ben, cat, access="link")
    stranger.post(GAMES, {})
    assert slugs(stranger.get(f"{GAMES}?player=aNNA")) == slugs(nobody.get(f"{GAMES}?player=Anna")) == [public]
    assert slugs(ben.get(f"{GAMES}?player=Anna")) == [hidden, public]
    assert slugs(ben.get(f"{GAMES}?player=Anna&status=finished")) == []
    assert slugs(nobody.get(f"{GAMES}?player=Nobody-here")) == []


def test_games_of_a_visitor_are_not_to_be_had_by_name(guest, nobody):
    guest.post(GAMES, {"bots": 3})
    assert slugs(nobody.get(f"{GAMES}?player={guest.user.username}")) == []


def test_my_turn_lists_what_waits_for_me_the_nearest_deadline_first(anna, ben, cat):
    games = [seat_all(anna, ben, cat) for _ in range(4)]
    waiting = [slug for slug in games if to_play(slug, [anna, ben, cat])[0] is anna]
    assert slugs(anna.get(f"{GAMES}?my_turn=true")) == waiting
    for slug in waiting:
        play_on(slug, [anna, ben, cat], 1)
    assert slugs(anna.get(f"{GAMES}?my_turn=true")) == []


def test_the_lobby_lists_public_tables_with_free_seats(anna, ben, cat, stranger):
    seat_all(anna, ben, cat)
    anna.post(GAMES, {"access": "link"})
    free = anna.post(GAMES, {"players": 5, "bots": 1}).json["slug"]
    answer = stranger.get(f"{GAMES}?lobby=true")
    assert slugs(answer) == [free]
    assert answer.json["results"][0]["free_seats"] == 3


def test_filters_add_up(anna, ben, cat):
    seat_all(anna, ben, cat)
    mine = anna.post(GAMES, {}).json["slug"]
    ben.post(GAMES, {})
    assert slugs(anna.get(f"{GAMES}?lobby=true&mine=true&status=open")) == [mine]


def test_pages_lead_to_one_another(anna):
    made = [anna.post(GAMES, {}).json["slug"] for _ in range(5)][::-1]
    first = anna.get(f"{GAMES}?mine=true&limit=2")
    assert (first.json["count"], first.json["previous"]) == (5, None)
    found, following = slugs(first), first.json["next"]
    while following:
        page = anna.get(f"{urlsplit(following).path}?{urlsplit(following).query}")
        found += slugs(page)
        following = page.json["next"]
    assert found == made
    back = urlsplit(page.json["previous"])
    assert slugs(anna.get(f"{back.path}?{back.query}")) == made[2:4]


@pytest.mark.parametrize("limit", ["0", "101", "9999999"])
def test_a_page_has_one_to_a_hundred_games(anna, limit):
    for _ in range(2):
        anna.post(GAMES, {})
    assert len(slugs(anna.get(f"{GAMES}?limit={limit}"))) == (1 if limit == "0" else 2)


def test_past_the_last_page_there_is_nothing(anna):
    anna.post(GAMES, {})
    answer = anna.get(f"{GAMES}?offset=9999999")
    assert (slugs(answer), answer.json["next"]) == ([], None)


@pytest.mark.parametrize(
    "query",
    ["status=closed", "status=", "mine=yes", "my_turn=1", "lobby=True", "limit=-1", "limit=1e400", "offset=٣",
     "offset=99999999999999999999", "limit=", "mine=%00", "myturn=true", "status=open%00"],
)  # fmt: skip
def test_a_query_that_means_nothing_is_refused(anna, query):
    answer = anna.get(f"{GAMES}?{query}")
    assert answer.status == 400, answer.body
    assert answer.json["code"]
