"""What the mails say, and what they never say."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest

from accounts.models import User
from games.engine.cards import Card
from games.models import Game, Move, Notice
from games.notices import outbox
from games.notices.delivery import spread_notices
from games.notices.mail import message_for, message_for_several
from games.services import absence, rematching, saying, seating
from games.services.expiry import close_expired_tables
from games.words import card_name
from tests.accounts.people import make_user
from tests.builders import dealing, make_game, state_of

from .tables import (
    make_users,
    miss_turn,
    now_at,
    play_to_end,
    play_turn,
    play_until,
    player_to_play,
    turn_notice,
    view,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once]
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
CARD = re.compile(r"(10|[789JQKARDV])([♠♥♦♣])")
LETTERS = {"10": "T"}


def mail_of(notice: Notice, now: datetime | None = None):
    return message_for(notice, view(notice.game, notice.user, now))


def html_of(message) -> str:
    return message.alternatives[0][0]


def cards_in(text: str) -> set[str]:
    """Every card that *text* names, by sign or in words."""
    signs = {LETTERS.get(rank, rank) + SIGNS[sign] for rank, sign in CARD.findall(text)}
    words = {card.text for card in _pack() if card_name(card) in text}
    return signs | words


def _pack() -> list[Card]:
    return [Card.parse(rank + suit) for suit in "SHDC" for rank in "789TJQKA"]


def make_three(**options) -> Game:
    return make_game(*make_users("Ana", "Ben", "Cat"), **options)


def test_a_turn_says_what_to_do_with_whom_until_when_and_where():
    users = make_users("Ana", "Ben", "Cat", time_zone="Europe/Paris")
    with dealing():  # each one suit, Ana the spades
        game = make_game(*users, bots=1)
    notice = turn_notice(game)
    Game.objects.filter(pk=game.pk).update(deadline=datetime(2027, 3, 1, 17, 30, tzinfo=UTC))
    message = mail_of(notice)
    assert message.subject == "Your turn: lead to trick 1 — with Ben, Cat and Lancelot"
    assert message.to == ["ana@example.org"]
    assert "Your time is up on Monday 1 March, 18:30 (CET)" in message.body
    assert f"http://localhost:8000/games/{game.slug}\n" in message.body
    assert "K♠ Q♠ J♠ A♠ 10♠ 9♠ 8♠ 7♠" in message.body


def test_a_turn_shows_the_trick_who_takes_it_so_far_and_what_may_be_played():
    deal = (
        "7S 8S 9S TS 7H 8H 9H TH",
        "AS JS AH JH 7D 8D 9D TD",
        "QS KS QH KH 7C 8C 9C TC",
        "AD JD QD KD AC JC QC KC",
    )
    with dealing(*deal, dealer=3):
        game = make_game(*make_users("Ana", "Ben", "Cat", "Dan"))
    play_turn(game)  # Ana leads the seven of spades
    play_turn(game)  # Ben follows with the ace, the lowest he has
    message = mail_of(turn_notice(game))
    assert message.subject == "Your turn: follow spades — with Ana, Ben and Dan"
    assert "7♠  Ana: seven of spades\n" in message.body
    assert "A♠  Ben: ace of spades (takes it so far)\n" in message.body
    assert "[K♠] [Q♠]\n" in message.body
    assert "  K♥ Q♥\n" in message.body


def test_cards_have_the_letters_of_the_readers_language():
    users = make_users("Ana", "Ben", "Cat", language="fr")
    with dealing():  # each one suit, Ana the spades
        game = make_game(*users, bots=1)
    assert "R♠ D♠ V♠ A♠ 10♠ 9♠ 8♠ 7♠" in mail_of(turn_notice(game)).body


def test_two_readers_of_one_moment_read_it_in_their_own_zones():
    ana = make_user("Ana", time_zone="America/New_York")
    game = make_game(ana, make_user("Ben", time_zone="Asia/Kolkata"), bots=1)
    Game.objects.filter(pk=game.pk).update(deadline=datetime(2027, 7, 1, 12, 0, tzinfo=UTC), to_play=0)
    notice = Notice(pk=1, user=ana, game=game, kind="your_turn")
    game.refresh_from_db()
    assert "08:00 (EDT)" in mail_of(notice).body
    Game.objects.filter(pk=game.pk).update(to_play=1)
    notice.user = User.objects.get(username="Ben")
    assert "17:30 (IST)" in mail_of(notice).body


def test_with_the_general_the_turn_to_declare_says_so():
    game = make_three(general=True)
    message = mail_of(turn_notice(game))
    assert message.subject.startswith("Your turn: declare the general or pass — with ")
    play_turn(game)
    second = mail_of(turn_notice(game))
    assert re.search(r"Declared: \w+ pass\n", second.body)


def test_the_tricks_of_the_hand_so_far_are_told():
    game = make_three()
    play_until(game, lambda game: game.ply == 6)
    body = mail_of(turn_notice(game)).body
    assert "The tricks of hand 1 so far" in body
    assert len(re.findall(r"takes? it: ", body)) == 2


def test_the_points_of_the_hand_that_has_ended_are_told_with_the_first_turn_of_the_next():
    game = make_three()
    play_until(game, lambda game: game.hand_number == 2)
    assert re.search(r"Hand 1 is over: You \d, \w+ \d, \w+ \d\n", mail_of(turn_notice(game)).body)


def test_the_bots_move_is_named_and_the_seat_is_still_ones_own_after_one_missed_turn():
    game = make_three()
    miss_turn(game)
    notice = Notice.objects.get(kind="bot_played")
    card = state_of(game).cards[0]
    message = mail_of(notice)
    assert f"the bot played the {card_name(card)} for you" in message.body
    assert "Your seat is still yours." in message.body
    assert "#take-seat-back" not in message.body + html_of(message)


def test_after_two_missed_turns_the_mail_says_how_to_come_back():
    game = make_three()
    user = player_to_play(game)
    miss_turn(game)
    play_until(game, lambda game: player_to_play(game) == user)
    miss_turn(game)
    message = mail_of(Notice.objects.get(kind="seat_held"))
    assert "the bot plays your seat until you come back" in message.body
    assert f"http://localhost:8000/games/{game.slug}#take-seat-back" in message.body
    assert f'href="http://localhost:8000/games/{game.slug}#take-seat-back"' in html_of(message)


def test_the_bots_move_is_named_even_when_the_game_is_hands_ahead():
    ana = make_user("Ana")
    game = make_game(ana, bots=2, target=50)
    play_until(game, lambda game: player_to_play(game) == ana)
    miss_turn(game)
    notice = Notice.objects.get(kind="bot_played")
    missed = Card.parse(Move.objects.get(by="timeout").card or "")
    play_until(game, lambda game: game.hand_number == 4)
    assert f"the bot played the {card_name(missed)} for you" in mail_of(notice).body


def test_the_end_tells_the_winner_the_ranks_and_the_score_sheet():
    game = make_three(target=None, hands=2)
    play_to_end(game)
    totals = [sum(column) for column in zip(*game.points, strict=True)]
    for seat in game.seats.all():
        message = mail_of(Notice.objects.get(kind="game_over", user=seat.user))
        won = seat.number in game.winners
        assert ("you have won" in message.body or "You and" in message.body) == won
        assert re.search(rf"\d  You +{totals[seat.number]}\n", message.body)
        for number, points in enumerate(game.points, 1):
            assert re.search(rf"{number}  You {points[seat.number]}, ", message.body)
        assert f"http://localhost:8000/games/{game.slug}/score-sheet" in message.body


def test_winners_who_share_a_game_are_all_named():
    game = make_three(target=None, hands=2)
    play_to_end(game)
    game.winners = [0, 1]
    game.save()
    assert mail_of(Notice.objects.get(kind="game_over", user__username="Ana")).subject == (
        "The game is over: you share the win with Ben"
    )
    assert mail_of(Notice.objects.get(kind="game_over", user__username="Cat")).subject == (
        "The game is over: Ana and Ben win together"
    )


def test_a_game_from_which_all_have_resigned_has_no_winner_to_name():
    ana, ben, cat = make_users("Ana", "Ben", "Cat")
    game = make_game(ana, ben, cat, target=None, hands=1)
    for user in (ana, ben, cat):
        absence.resign(slug=game.slug, user=user)
    play_to_end(game)
    message = mail_of(Notice.objects.get(kind="game_over", user=ana))
    assert message.subject == "The game is over — with Ben and Cat"
    assert "nobody wins" in message.body


def test_an_invitation_says_who_invites_by_which_rules_and_at_what_pace():
    ana, ben, dan = make_users("Ana", "Ben", "Dan")
    game = make_game(ana, begun=False, players=5, access="link", target=None, hands=7, ace_high=True, general=True)
    seating.join(slug=game.slug, user=ben, invite=game.invite)
    seating.invite(slug=game.slug, user=ben, name="dan")
    message = mail_of(Notice.objects.get(kind="invitation", user=dan), game.created)
    assert message.subject == "Ben invites you to a table of Polignac"
    for words in ("Seated so far: Ana and Ben", "3 seats are free", "- 5 players", "- 7 hands", "- the ace is high",
                  "- with the general", "- 1 day a move", f"http://localhost:8000/join/{game.invite}"):  # fmt: skip
        assert words in message.body


@pytest.mark.parametrize("options", [{}, {"general": True}, {"short_hands": True, "ace_high": True}])
def test_no_mail_names_a_card_that_its_reader_may_not_know(options):
    game = make_three(target=None, hands=1, **options)
    while game.status == "active":
        user = player_to_play(game)
        seat = game.seats.get(user=user).number
        hand = state_of(game)
        known = {card.text for card in hand.rules.pack if card.bit & (hand.played | hand.dealt[seat])}
        for kind in ("your_turn", "deadline_near"):
            message = mail_of(turn_notice(game, kind))
            for text in (message.subject, message.body, html_of(message)):
                assert cards_in(text) <= known
        play_turn(game)


def test_a_mail_stays_the_same_when_cards_its_reader_cannot_know_are_exchanged():
    mine, hidden = (
        "KS QS JS AS TS 9S 8S 7S",
        ("KH QH JH AH TH 9H 8H 7H", "KD QD JD AD TD 9D 8D 7D", "KC QC JC AC TC 9C 8C 7C"),
    )
    texts = []
    user = make_user("Ana")
    for others in (hidden, hidden[::-1]):
        with dealing(mine, *others, dealer=3):
            game = make_game(user, bots=3)
        Game.objects.filter(pk=game.pk).update(
            turn_began=datetime(2027, 1, 1, tzinfo=UTC), deadline=datetime(2027, 1, 2, tzinfo=UTC)
        )
        message = mail_of(turn_notice(game))
        text = message.subject + message.body + html_of(message)
        text = re.sub(r"/stop-mail/[\w:-]+", "/stop-mail/signed", text)  # it names the game
        # The digest is another for another game; that it does not depend on hidden cards is tested with the log.
        texts.append(text.replace(game.slug, "slug").replace(Game.objects.get(pk=game.pk).head, "head"))
    assert texts[0] == texts[1]


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links |= {value or "" for name, value in attrs if name in ("href", "src")}


KINDS = Notice.Kind.values


def last_notice(kind: str) -> Notice:
    """Have a game in which there is such a notice, and return it."""
    if kind == "table_expired":
        game = make_game(make_user("Dan"), begun=False)
        close_expired_tables(now=game.created + timedelta(days=14))
    elif kind == "message":
        game = make_three()
        saying.say(slug=game.slug, user=game.host, text="Good luck <b>to you</b> all")
    elif kind == "holiday_ending":
        game = make_three(move_time=timedelta(days=2))
        end = game.created + timedelta(days=3)
        outbox.write(outbox.for_holiday(game.host, game, end=end, due=game.created, now=game.created))
    elif kind == "rematch":
        played = make_three(target=None, hands=1)
        play_to_end(played)
        slug = rematching.play_again(slug=played.slug, user=played.host).slug
        game = Game.objects.get(slug=slug)
    elif kind in ("invitation", "joined", "started"):
        dan, ben = make_users("Dan", "Ben")
        game = make_game(dan, begun=False, players=3)
        seating.invite(slug=game.slug, user=dan, name="ben")
        if kind != "invitation":
            seating.join(slug=game.slug, user=ben)
        if kind == "started":
            seating.join(slug=game.slug, user=make_user("Cat"))
    else:
        game = make_three(target=None, hands=1 if kind == "game_over" else 2)
        miss_turn(game)
        if kind == "seat_held":
            absent = Notice.objects.get(kind="bot_played").user
            play_until(game, lambda game: player_to_play(game) == absent)
            miss_turn(game)
        if kind == "hand_over":
            play_until(game, lambda game: game.hand_number == 2)
        if kind == "game_over":
            play_to_end(game)
    spread_notices(now_at(game))
    return Notice.objects.filter(kind=kind, game=game).latest("pk")


@pytest.mark.parametrize("kind", KINDS)
def test_the_digest_of_the_log_is_at_the_foot_of_every_mail_to_be_kept(kind):
    notice = last_notice(kind)
    message = mail_of(notice, now_at(notice.game))
    game = Game.objects.get(pk=notice.game_id)
    sentence = f"The digest of this game’s log after {game.entries} entries is {game.head}: keep it"
    assert sentence in message.body.splitlines()[-1]
    assert sentence in re.sub(r"\s+", " ", html_of(message).rpartition('class="foot"')[2])


@pytest.mark.parametrize("kind", KINDS)
def test_the_html_runs_nothing_loads_nothing_and_links_to_this_site_only(kind, settings):
    settings.SITE_URL = "https://polignac.example"
    notice = last_notice(kind)
    game = notice.game
    message = mail_of(notice, now_at(game))
    parser = Links()
    parser.feed(html_of(message))
    assert not parser.tags & {"script", "link", "img", "form", "iframe"}
    assert parser.links
    assert all(link.startswith("https://polignac.example/") for link in parser.links)
    assert message.extra_headers["Message-ID"] == f"<notice-{notice.pk}.{game.slug}@polignac.example>"
    assert "\n" not in message.subject
    assert "\n\n\n" not in message.body


def test_a_mail_about_several_games_has_the_digest_of_each():
    games = [make_game(*make_users(*(f"{name}{number}" for name in ("Ana", "Ben", "Cat")))) for number in (1, 2)]
    message = message_for_several([(notice, view(notice.game, notice.user)) for notice in map(turn_notice, games)])
    for game in games:
        sentence = f"The digest of this game’s log after {game.entries} entries is {game.head}: keep it"
        assert sentence in message.body
        assert sentence in re.sub(r"\s+", " ", html_of(message).rpartition('class="foot"')[2])
