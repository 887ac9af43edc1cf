"""Games as text: the record ``polignac-record/1``, read and checked, answered, and written.

A record says how each hand was dealt and which cards were played in order; who played them follows from the rules.
What is optional in it (points, totals, winners) is checked when it is there. Faults are reported in reading order: the
fields of a hand are read as dealer, held, declarations, plays, points; the game's totals and winners come last.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeAlias

from .cards import Card, NotACard, cards_in, parse_cards, text_of
from .game import BadDealer, GameOver, GameState, HandUnfinished, ranks_of, winners_of
from .hand import DECLARATIONS, BadDeal, HandState, IllegalMove
from .rules import BadRules, Rules, Seat

FORMAT = "polignac-record/1"
Json: TypeAlias = Any  # what `json.loads` gives


class RecordError(ValueError):
    """A record that is not one, or not true to the rules.

    *code* is stable (``docs/records.md``); *hand* and *card* count from 1, None where they do not apply. The text is
    a sentence for the reader.
    """

    def __init__(self, code: str, sentence: str, *, hand: int | None = None, card: int | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.hand = hand
        self.card = card

    def as_json(self) -> Json:
        return {"error": {"code": self.code, "hand": self.hand, "card": self.card}}


def loads(text: str | bytes) -> GameState:
    """Read a record written as JSON.

    :raises RecordError: at its first fault.
    """
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise RecordError("not_json", f"This is not JSON: {error}.") from None
    return read(data)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")  # Python's reader takes NaN and Infinity, JSON has neither


def read(data: Json) -> GameState:
    """Replay a record.

    :raises RecordError: at its first fault.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError("bad_format", f'The field "format" must be "{FORMAT}".')
    rules = _read_rules(data.get("rules"))
    read_names(data, rules.players)
    hands = data.get("hands")
    if not isinstance(hands, list):
        raise RecordError("bad_format", 'The field "hands" must be a list.')
    game = GameState(rules)
    for number, hand in enumerate(hands, start=1):
        game = _read_hand(game, hand, number)
    _check_result(game, data)
    return game


def read_names(data: Json, players: int) -> list[str]:
    """Return the names of a record's players.

    :raises RecordError: if there is not a name for each seat.
    """
    names = data.get("players")
    if not isinstance(names, list) or len(names) != players or not all(isinstance(name, str) for name in names):
        raise RecordError("bad_format", f'The field "players" must be a list of {players} names.')
    return names


def _read_rules(data: Json) -> Rules:
    if not isinstance(data, dict):
        raise RecordError("bad_format", 'The field "rules" must be an object.')
    flags = ("ace_high", "general", "short_hands")
    for name in flags:
        if not isinstance(data.get(name), bool):
            raise RecordError("bad_format", f'The field "{name}" of the rules must be true or false.')
    for name in ("players", "target", "hands"):
        if name not in data or not (_is_number(data[name]) or (data[name] is None and name != "players")):
            raise RecordError("bad_format", f'The field "{name}" of the rules must be a number.')
    try:
        return Rules(**{name: data[name] for name in ("players", "target", "hands", *flags)})
    except BadRules as error:
        raise RecordError("bad_format", str(error)) from None


def _read_hand(game: GameState, data: Json, number: int) -> GameState:
    """Return *game* with hand *number* (from 1) dealt and played."""
    try:
        game.check_may_deal()
    except HandUnfinished:
        raise RecordError("hand_unfinished", f"Hand {number - 1} is not complete.", hand=number) from None
    except GameOver:
        raise RecordError("game_over", f"The game ended with hand {number - 1}.", hand=number) from None
    if not isinstance(data, dict):
        raise RecordError("bad_format", f"Hand {number} must be an object.", hand=number)
    state = _read_deal(game, data, number)
    state = _read_declarations(state, data, number)
    state = _read_plays(state, data, number)
    if "points" in data:
        _check_points(state, data["points"], number)
    return game._replace(hands=(*game.hands, state))


def _read_deal(game: GameState, data: Json, number: int) -> HandState:
    dealer, held = data.get("dealer"), data.get("held")
    if not _is_number(dealer):
        raise RecordError("bad_format", f'The field "dealer" of hand {number} must be a seat.', hand=number)
    try:
        game.check_dealer(dealer)
    except BadDealer as error:
        raise RecordError("bad_dealer", f"Hand {number}: {error}", hand=number) from None
    if not isinstance(held, list) or not all(isinstance(cards, str) for cards in held):
        raise RecordError("bad_format", f'The field "held" of hand {number} must be a list of texts.', hand=number)
    try:
        return game.deal([parse_cards(cards) for cards in held], dealer=dealer).hands[-1]
    except (BadDeal, NotACard) as error:
        raise RecordError("bad_deal", f"Hand {number}: {error}", hand=number) from None


def _read_declarations(state: HandState, data: Json, number: int) -> HandState:
    words = data.get("declarations", None if state.rules.general else [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise RecordError("bad_format", f'The field "declarations" of hand {number} must be a list.', hand=number)
    for word in words:
        if word not in DECLARATIONS:
            raise RecordError(
                "bad_declaration", f'Hand {number}: {word!r} is neither "pass" nor "general".', hand=number
            )
        try:
            state = state.declare(word)
        except IllegalMove as error:
            raise RecordError("bad_declaration", f"Hand {number}: {error}", hand=number) from None
    return state


def _read_plays(state: HandState, data: Json, number: int) -> HandState:
    plays = data.get("plays")
    if not isinstance(plays, str):
        raise RecordError("bad_format", f'The field "plays" of hand {number} must be a text.', hand=number)
    for place, word in enumerate(plays.split(), start=1):
        try:
            state = state.play(Card.parse(word))
        except NotACard as error:
            raise RecordError("not_a_card", f"Hand {number}, card {place}: {error}", hand=number, card=place) from None
        except IllegalMove as error:
            if error.code == "must_declare":
                raise RecordError("bad_declaration", f"Hand {number}: {error}", hand=number) from None
            raise RecordError(error.code, f"Hand {number}, card {place}: {error}", hand=number, card=place) from None
    return state


def _check_points(state: HandState, points: Json, number: int) -> None:
    if points is not None and not _is_list_of_numbers(points):
        raise RecordError("bad_format", f'The field "points" of hand {number} must be a list of numbers.', hand=number)
    true = list(state.points()) if state.is_over else None
    if points != true:
        raise RecordError("bad_points", f"Hand {number}: the points are {true}, not {points}.", hand=number)


def _check_result(game: GameState, data: Json) -> None:
    for name, code, true in (
        ("totals", "bad_totals", list(game.totals)),
        ("winners", "bad_winners", list(winners_of(game.totals)) if game.is_over else []),
    ):
        if name not in data:
            continue
        if not _is_list_of_numbers(data[name]):
            raise RecordError("bad_format", f'The field "{name}" must be a list of numbers.')
        if data[name] != true:
            raise RecordError(code, f"The {name} are {true}, not {data[name]}.")


def _is_number(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list_of_numbers(value: Json) -> bool:
    return isinstance(value, list) and all(_is_number(item) for item in value)


def answer(game: GameState) -> Json:
    """Return what the rules make of a record: points and tricks by hand, totals, ranks, winners and who is to play."""
    return {
        "finished": game.is_over,
        "hands": [_answer_hand(hand) for hand in game.hands],
        "totals": list(game.totals),
        "ranks": list(ranks_of(game.totals)),
        "winners": list(winners_of(game.totals)) if game.is_over else [],
        "to_play": game.to_play,
    }


def _answer_hand(hand: HandState) -> Json:
    return {
        "points": list(hand.points()) if hand.is_over else None,
        "tricks": [
            {
                "leader": trick.leader,
                "cards": text_of(trick.cards),
                "taker": trick.taker,
                "points": trick.penalty,
            }
            for trick in hand.tricks
        ],
    }


def write(game: GameState, names: Sequence[str], *, resigned: Sequence[Seat] = ()) -> Json:
    """Write *game* as a record that `read` reads back to the same game.

    Where somebody resigned the winners are not the lowest totals, so they are left out and ``resigned`` says who.
    """
    rules = game.rules
    record: Json = {
        "format": FORMAT,
        "rules": {
            "players": rules.players,
            "ace_high": rules.ace_high,
            "target": rules.target,
            "hands": rules.hands,
            "general": rules.general,
            "short_hands": rules.short_hands,
        },
        "players": list(names),
        "hands": [_write_hand(hand) for hand in game.hands],
        "totals": list(game.totals),
    }
    if resigned:
        record["resigned"] = list(resigned)
    else:
        record["winners"] = list(winners_of(game.totals)) if game.is_over else []
    return record


def _write_hand(hand: HandState) -> Json:
    played = [card for trick in (*hand.tricks, hand.trick) for card in trick.cards]
    data: Json = {
        "dealer": hand.dealer,
        "held": [text_of(cards_in(dealt)) for dealt in hand.dealt],
        "plays": text_of(played),
    }
    if hand.rules.general:
        data["declarations"] = list(hand.declarations)
    if hand.is_over:
        data["points"] = list(hand.points())
    return data
