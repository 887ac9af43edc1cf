"""GET /games/{slug}."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Seat

from .people import GAMES, play_on, seat_all, to_play


def test_a_player_sees_the_own_cards_and_how_many_the_others_have(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    tables = [caller.table(slug) for caller in (anna, ben, cat)]
    assert [table["my_seat"] for table in tables] == [0, 1, 2]
    assert [len(table["hand"]["held"]) for table in tables] == [10, 10, 10]
    assert len({card for table in tables for card in table["hand"]["held"]}) == 30
    assert tables[0]["hand"]["counts"] == [10, 10, 10]
    assert [seat["is_me"] for seat in tables[1]["seats"]] == [False, True, False]


def test_only_who_is_to_play_is_told_what_may_be_played(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    caller, table = to_play(slug, [anna, ben, cat])
    assert (table["is_my_turn"], table["hand"]["legal"]) == (True, table["hand"]["held"])
    for other in [one for one in (anna, ben, cat) if one is not caller]:
        assert (other.table(slug)["is_my_turn"], other.table(slug)["hand"]["legal"]) == (False, [])


def test_all_complete_tricks_of_the_hand_and_who_made_each_move_when_are_shown(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    play_on(slug, [anna, ben, cat], 7)
    hand = anna.table(slug)["hand"]
    assert (len(hand["tricks"]), len(hand["trick"]["cards"]), hand["ply"]) == (2, 1, 7)
    played = [card for trick in (*hand["tricks"], hand["trick"]) for card in trick["cards"]]
    assert [move["card"] for move in hand["moves"]] == played
    assert [move["ply"] for move in hand["moves"]] == list(range(7))
    assert hand["tricks"][1]["leader"] == hand["tricks"][0]["taker"]
    times = [datetime.fromisoformat(move["at"]) for move in hand["moves"]]
    assert times == sorted(times)
    assert times[0].tzinfo is not None


def test_the_hand_before_is_open(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    play_on(slug, [anna, ben, cat], 31)
    table = anna.table(slug)
    before = table["previous_hand"]
    assert (before["number"], table["hand"]["number"], before["is_over"]) == (1, 2, True)
    assert sorted(card for held in before["dealt"] for card in held) == sorted(m["card"] for m in before["moves"])
    assert (before["points"], table["points"], table["totals"]) == (
        before["penalties"],
        [before["points"]],
        before["points"],
    )
    assert table["tokens"] == [10 - points for points in before["points"]]
    assert table["hand"]["dealt"] is None


def test_the_deadline_is_an_instant_to_be_held_against_the_sites_clock(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    table = anna.table(slug)
    left = datetime.fromisoformat(table["deadline"]) - datetime.fromisoformat(table["now"])
    assert timedelta(hours=23) < left <= timedelta(days=1)
    assert abs(datetime.fromisoformat(table["now"]) - timezone.now()) < timedelta(minutes=1)


def test_nothing_has_changed_is_answered_without_a_body(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    first = anna.get(f"{GAMES}/{slug}")
    tag = first.headers["ETag"]
    assert tag.startswith('W/"')
    same = anna.get(f"{GAMES}/{slug}", **{"If-None-Match": tag})
    assert (same.status, same.body, same.headers["ETag"]) == (304, b"", tag)
    play_on(slug, [anna, ben, cat], 1)
    later = anna.get(f"{GAMES}/{slug}", **{"If-None-Match": tag})
    assert (later.status, later.headers["ETag"] == tag) == (200, False)


def test_one_viewers_tag_is_not_anothers(anna, ben, cat, nobody):
    slug = seat_all(anna, ben, cat)
    tags = {caller.get(f"{GAMES}/{slug}").headers["ETag"] for caller in (anna, ben, cat, nobody)}
    assert len(tags) == 4


def test_a_new_name_at_the_table_is_a_change(guest):
    slug = guest.post(GAMES, {"bots": 3}).json["slug"]
    tag = guest.get(f"{GAMES}/{slug}").headers["ETag"]
    guest.user.username, guest.user.is_guest = "Dora", False
    guest.user.save()
    answer = guest.get(f"{GAMES}/{slug}", **{"If-None-Match": tag})
    assert (answer.status, answer.json["seats"][0]["name"]) == (200, "Dora")


def test_a_tag_that_is_none_is_passed_over(anna):
    slug = anna.post(GAMES, {}).json["slug"]
    for tag in ('"', "W/", "x" * 10_000, ",,,,", '"é"'):
        assert anna.get(f"{GAMES}/{slug}", **{"If-None-Match": tag}).status == 200


def test_looking_is_remembered_even_when_nothing_has_changed(anna):
    slug = anna.post(GAMES, {}).json["slug"]
    tag = anna.get(f"{GAMES}/{slug}").headers["ETag"]
    Seat.objects.update(seen=timezone.now() - timedelta(hours=1))
    assert anna.get(f"{GAMES}/{slug}", **{"If-None-Match": tag}).status == 304
    assert Seat.objects.filter(game__slug=slug, seen__gt=timezone.now() - timedelta(minutes=1)).exists()


def test_no_cache_may_keep_a_table(anna, nobody):
    slug = anna.post(GAMES, {}).json["slug"]
    for caller in (anna, nobody):
        assert caller.get(f"{GAMES}/{slug}").headers["Cache-Control"] == "no-store, private"
        assert caller.get(f"{GAMES}/nowhere").headers["Cache-Control"] == "no-store, private"


def test_what_is_no_name_of_a_game_is_not_found(anna):
    for slug in ("nowhere", "x" * 5000, "%00", "a%20b", "..%2F..", "%C3%A9", "٣"):
        answer = anna.get(f"{GAMES}/{slug}")
        assert answer.status == 404, slug
        assert answer.json["code"]


def test_what_is_said_at_the_table_is_for_those_who_sit_there(anna, ben, cat, stranger):
    path = f"{GAMES}/{seat_all(anna, ben, cat)}"
    before = ben.get(path)
    answer = anna.post(f"{path}/messages", {"text": "Hello\nthere"})
    assert answer.status == 201
    (said,) = answer.json["messages"]
    assert (said["seat"], said["name"], said["text"]) == (0, anna.user.username, "Hello there")
    again = ben.get(path, **{"If-None-Match": before.headers["ETag"]})
    assert (again.status, again.json["messages"]) == (200, [said])
    assert stranger.get(path).status in (200, 404)
    for text, code in (("", 400), (" ", 400), ("x" * 281, 422), (7, 400)):
        assert anna.post(f"{path}/messages", {"text": text}).status == code
    for _ in range(4):
        assert anna.post(f"{path}/messages", {"text": "More"}).status == 201
    refused = anna.post(f"{path}/messages", {"text": "More"})
    assert (refused.status, refused.code) == (409, "too_many_messages")
