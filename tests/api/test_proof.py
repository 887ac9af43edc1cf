"""What a client needs to check deals and log by itself: the seal, nonces, the head; GET …/deals and …/log."""

from __future__ import annotations

import hashlib
import json

import pytest

from games.engine.deals import seed_chain
from games.models import Commitment, Game, Hand, Sitting
from games.services.broken import close_game
from tests.deals.builders import program

from .people import GAMES, move_of, play_on, seat_all, to_play

NONCE = "00112233445566778899aabbccddeeff"


@pytest.fixture
def slug(anna, ben, cat):
    """A game of three hands, in its second."""
    slug = seat_all(anna, ben, cat, target=None, hands=3)
    play_on(slug, [anna, ben, cat], 34)
    return slug


# The seal and the head


def test_a_table_shows_the_seal_of_its_deals_from_the_start(anna, nobody):
    table = anna.post(GAMES, {}).json
    row = Commitment.objects.get(game__slug=table["slug"])
    assert table["commitment"] == nobody.table(table["slug"])["commitment"] == row.commitment
    assert (row.entry, table["entries"], table["broken"]) == (0, 2, None)


def test_the_head_of_the_log_is_in_every_answer_to_a_move(anna, ben, cat):
    callers = [anna, ben, cat]
    slug = seat_all(*callers, target=None, hands=1)
    heads = []
    while Game.objects.get(slug=slug).status == Game.Status.ACTIVE:
        caller, table = to_play(slug, callers)
        answer = caller.post(f"{GAMES}/{slug}/moves", move_of(table)).json
        log = anna.get(f"{GAMES}/{slug}/log").json
        assert (answer["head"], answer["entries"]) == (log["head"], len(log["entries"]))
        heads.append(answer["head"])
    assert len(set(heads)) == 30
    digests = [entry["digest"] for entry in anna.get(f"{GAMES}/{slug}/log").json["entries"]]
    assert set(heads) <= set(digests)


def test_it_is_in_the_answer_to_a_move_that_comes_too_late(anna, ben, cat, slug):
    caller, table = to_play(slug, [anna, ben, cat])
    answer = caller.post(f"{GAMES}/{slug}/moves", {"ply": 29, "card": table["hand"]["legal"][0]})
    assert answer.json["table"]["head"] == Game.objects.get(slug=slug).head


# Nonces


def sitting(slug, seat):
    return Sitting.objects.filter(game__slug=slug, seat=seat).latest("entry")


def test_a_nonce_sent_when_opening_or_joining_is_the_players_own(anna, ben):
    slug = anna.post(GAMES, {"nonce": NONCE}).json["slug"]
    ben.post(f"{GAMES}/{slug}/join", {"nonce": NONCE[::-1]})
    assert [(row.nonce, row.nonce_is_own) for row in (sitting(slug, 0), sitting(slug, 1))] == [
        (NONCE, True),
        (NONCE[::-1], True),
    ]
    assert anna.get(f"{GAMES}/{slug}/deals").json["nonces"] == [
        {"nonce": NONCE, "is_own": True},
        {"nonce": NONCE[::-1], "is_own": True},
        {"nonce": "", "is_own": False},
        {"nonce": "", "is_own": False},
    ]


def test_where_none_is_sent_the_site_makes_one_and_says_so(anna, ben):
    slug = anna.post(GAMES, {"nonce": ""}).json["slug"]
    ben.post(f"{GAMES}/{slug}/join")
    nonces = anna.get(f"{GAMES}/{slug}/deals").json["nonces"][:2]
    assert [nonce["is_own"] for nonce in nonces] == [False, False]
    assert all(len(bytes.fromhex(nonce["nonce"])) == 16 for nonce in nonces)
    assert nonces[0] != nonces[1]


def test_the_site_chooses_none_for_bots(anna):
    slug = anna.post(GAMES, {"bots": 3, "nonce": NONCE}).json["slug"]
    nonces = anna.get(f"{GAMES}/{slug}/deals").json["nonces"]
    assert nonces == [{"nonce": NONCE, "is_own": True}] + [{"nonce": "0" * 32, "is_own": False}] * 3


def test_who_leaves_and_joins_again_has_another_nonce(anna, ben):
    slug = anna.post(GAMES, {}).json["slug"]
    found = []
    for body in ({}, {}, {"nonce": NONCE}):
        ben.post(f"{GAMES}/{slug}/join", body)
        found.append(sitting(slug, 1).nonce)
        ben.post(f"{GAMES}/{slug}/leave")
        assert sitting(slug, 1).nonce == ""
    assert len(set(found)) == 3
    assert found[-1] == NONCE


@pytest.mark.parametrize("nonce", ["0", NONCE[1:], NONCE + "0", NONCE.upper(), "g" * 32, "٣" * 32, NONCE[:-1] + "\n0"])
def test_what_is_no_nonce_is_refused_and_changes_nothing(anna, ben, nonce):
    slug = anna.post(GAMES, {}).json["slug"]
    before = Game.objects.values().get()
    for answer in (
        anna.post(GAMES, {"nonce": nonce}),
        ben.post(f"{GAMES}/{slug}/join", {"nonce": nonce}),
    ):
        assert (answer.status, answer.code) == (422, "bad_options")
        assert "32 hexadecimal digits" in answer.json["detail"]
    assert Game.objects.values().get() == before
    assert Sitting.objects.count() == 1


@pytest.mark.parametrize("nonce", [7, None, True, [NONCE], {"nonce": NONCE}, "0" * 101])
def test_what_is_not_even_a_short_text_is_400(anna, nonce):
    answer = anna.post(GAMES, {"nonce": nonce})
    assert answer.status == 400
    assert not Game.objects.exists()


# The documents


def test_the_deals_are_those_of_the_hands_that_are_over(anna, slug):
    deals = anna.get(f"{GAMES}/{slug}/deals").json
    assert (deals["format"], deals["algorithm"], deals["game"]) == ("polignac-deals/1", "polignac-deal/1", slug)
    assert (deals["players"], deals["hands"]) == (3, 3)
    [deal] = deals["deals"]
    assert hashlib.sha256(bytes.fromhex(deal["seed"])).hexdigest() == deals["commitment"]
    hand = Hand.objects.get(game__slug=slug, number=1)
    cards = hand.pack.split()
    held = [sorted(cards[10 * seat : 10 * seat + 10]) for seat in range(3)]
    assert (deal["hand"], deal["dealer"]) == (1, hand.dealer)
    assert [sorted(text.split()) for text in deal["held"]] == held


def test_the_program_of_one_file_finds_them_and_the_log_good_at_every_hand(anna, ben, cat):
    callers = [anna, ben, cat]
    slug = seat_all(*callers, target=None, hands=3, general=True)
    checker, kept = program(), []
    for _ in range(12):
        play_on(slug, callers, 11)
        deals, log = (anna.get(f"{GAMES}/{slug}/{name}").json for name in ("deals", "log"))
        kept.append(log["head"])
        assert list(checker.check_deals(deals)) == []
        for head in kept:
            assert list(checker.check_log(log, head, deals)) == []
    assert [deal["hand"] for deal in deals["deals"]] == [1, 2, 3]
    assert Game.objects.get(slug=slug).status == "finished"


def test_everybody_who_sees_the_table_gets_the_same_documents(anna, ben, nobody, slug):
    for name in ("deals", "log"):
        answers = [caller.get(f"{GAMES}/{slug}/{name}") for caller in (anna, ben, nobody)]
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body for answer in answers}) == 1


def test_who_may_not_see_the_table_gets_none(anna, stranger, nobody):
    slug = anna.post(GAMES, {"access": "link"}).json["slug"]
    for caller in (stranger, nobody):
        for name in ("deals", "log"):
            answer = caller.get(f"{GAMES}/{slug}/{name}")
            assert (answer.status, answer.code) == (404, "no_such_game")


def test_no_answer_holds_a_pack_or_a_seed_that_is_not_revealed(anna, ben, cat, stranger, nobody, slug):
    game = Game.objects.get(slug=slug)
    seeds = [seed.hex() for seed in seed_chain(bytes.fromhex(Commitment.objects.get(game=game).root), 3)]
    pack = Hand.objects.get(game=game, number=2).pack
    secrets = [*seeds[2:], pack, json.dumps(pack.split()), json.dumps(pack.split(), separators=(",", ":"))]
    paths = ["", "/deals", "/log", "/sittings", "/hands/1", "/hands/2", "/record"]
    for caller in (anna, ben, cat, stranger, nobody):
        for path in [f"{GAMES}/{slug}{path}" for path in paths] + [GAMES]:
            text = caller.get(path).body.decode()
            assert not [secret for secret in secrets if secret in text], path
    assert seeds[1] in anna.get(f"{GAMES}/{slug}/deals").body.decode()


# A game that is stopped


def test_a_stopped_game_says_since_when_and_refuses_every_deed(anna, ben, cat, slug):
    etag = anna.get(f"{GAMES}/{slug}").headers["ETag"]
    caller, table = to_play(slug, [anna, ben, cat])
    close_game(slug, ["a test"])
    answer = anna.get(f"{GAMES}/{slug}", **{"If-None-Match": etag})
    assert answer.status == 200
    assert answer.json["broken"].endswith("Z")
    for path, body in (("moves", move_of(table)), ("resign", None), ("take-back", None)):
        answer = caller.post(f"{GAMES}/{slug}/{path}", body)
        assert (answer.status, answer.code) == (503, "game_broken"), path
        assert "has been stopped" in answer.json["detail"]
    assert not caller.get(f"{GAMES}?my_turn=true").json["results"]
    other = seat_all(anna, ben, cat)
    play_on(other, [anna, ben, cat], 5)
    assert Game.objects.get(slug=other).ply == 5
