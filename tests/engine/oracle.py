"""The rules a second time, by lists of words and nothing clever, to hold the engine against.

It shares no code with `games.engine`: a fault would have to be made twice, in two ways of thinking.
"""

from __future__ import annotations

from random import Random
from typing import Any

SUITS = "SHDC"
BASE_ORDER = ["7", "8", "9", "T", "A", "J", "Q", "K"]
ACE_HIGH_ORDER = ["7", "8", "9", "T", "J", "Q", "K", "A"]


def pack(players: int) -> list[str]:
    words = [rank + suit for suit in SUITS for rank in BASE_ORDER]
    if players != 4:
        words.remove("7S")
        words.remove("7C")
    return words


def penalty(word: str) -> int:
    if word == "JS":
        return 2
    if word in ("JH", "JD", "JC"):
        return 1
    return 0


class OracleHand:
    """One hand. *rules* is the object of that name in a record; *held* a list of words for each seat."""

    def __init__(self, rules: dict[str, Any], held: list[list[str]], dealer: int) -> None:
        self.rules = rules
        self.players = rules["players"]
        self.held = [list(words) for words in held]
        self.dealer = dealer
        self.eldest = (dealer + 1) % self.players
        self.declarations: list[str] = []
        self.declarer: int | None = None
        self.trick: list[tuple[int, str]] = []  # (seat, card)
        self.leader = self.eldest
        self.tricks: list[dict[str, Any]] = []
        self.plays: list[str] = []

    def is_declaring(self) -> bool:
        return self.rules["general"] and self.declarer is None and len(self.declarations) < self.players

    def is_over(self) -> bool:
        if self.trick:
            return False
        if all(len(words) == 0 for words in self.held):
            return True
        if not self.rules["short_hands"]:
            return False
        jacks_taken = [word for trick in self.tricks for word in trick["cards"] if word[0] == "J"]
        if len(jacks_taken) < 4:
            return False
        return self.declarer is None or self.declarer_has_lost_a_trick()

    def declarer_has_lost_a_trick(self) -> bool:
        return any(trick["taker"] != self.declarer for trick in self.tricks)

    def has_made_the_general(self) -> bool:
        return self.is_over() and self.declarer is not None and not self.declarer_has_lost_a_trick()

    def to_play(self) -> int | None:
        if self.is_over():
            return None
        if self.is_declaring():
            return (self.eldest + len(self.declarations)) % self.players
        return (self.leader + len(self.trick)) % self.players

    def legal(self) -> list[str]:
        seat = self.to_play()
        if seat is None or self.is_declaring():
            return []
        if not self.trick:
            return self.held[seat]
        suit_led = self.trick[0][1][1]
        following = [word for word in self.held[seat] if word[1] == suit_led]
        return following or self.held[seat]

    def declare(self, word: str) -> None:
        assert self.is_declaring()
        if word == "general":
            self.declarer = self.to_play()
        self.declarations.append(word)

    def play(self, word: str) -> None:
        assert word in self.legal()
        seat = self.to_play()
        assert seat is not None
        self.held[seat].remove(word)
        self.plays.append(word)
        self.trick.append((seat, word))
        if len(self.trick) == self.players:
            self._take_trick()

    def _take_trick(self) -> None:
        order = ACE_HIGH_ORDER if self.rules["ace_high"] else BASE_ORDER
        taker, highest = self.trick[0]
        for seat, word in self.trick:
            if word[1] == highest[1] and order.index(word[0]) > order.index(highest[0]):
                taker, highest = seat, word
        words = [word for _, word in self.trick]
        points = sum(penalty(word) for word in words)
        self.tricks.append({"leader": self.leader, "cards": words, "taker": taker, "points": points})
        self.leader = taker
        self.trick = []

    def jacks(self) -> list[int]:
        """Points of the jacks taken so far, by seat."""
        return [sum(trick["points"] for trick in self.tricks if trick["taker"] == seat) for seat in range(self.players)]

    def points(self) -> list[int] | None:
        if not self.is_over():
            return None
        points = self.jacks()
        if self.declarer is None:
            return points
        if self.declarer_has_lost_a_trick():
            points[self.declarer] += 5
            return points
        return [0 if seat == self.declarer else 5 for seat in range(self.players)]

    def record(self) -> dict[str, Any]:
        """What a record says of the hand, the fields that are optional left out."""
        data: dict[str, Any] = {"dealer": self.dealer, "held": self.dealt, "plays": " ".join(self.plays)}
        if self.rules["general"]:
            data["declarations"] = self.declarations
        return data

    @property
    def dealt(self) -> list[str]:
        gone: list[list[str]] = [[] for _ in range(self.players)]
        for trick in self.tricks:
            for place, word in enumerate(trick["cards"]):
                gone[(trick["leader"] + place) % self.players].append(word)
        for seat, word in self.trick:
            gone[seat].append(word)
        return [" ".join(sorted(self.held[seat] + gone[seat])) for seat in range(self.players)]

    def answer(self) -> dict[str, Any]:
        tricks = [{**trick, "cards": " ".join(trick["cards"])} for trick in self.tricks]
        return {"points": self.points(), "tricks": tricks}


class OracleGame:
    """A game: hands until the target or the number of hands."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.rules = rules
        self.hands: list[OracleHand] = []

    def totals(self) -> list[int]:
        totals = [0] * self.rules["players"]
        for hand in self.hands:
            for seat, points in enumerate(hand.points() or []):
                totals[seat] += points
        return totals

    def is_over(self) -> bool:
        if not self.hands or not self.hands[-1].is_over():
            return False
        if self.rules["hands"] is not None:
            return len(self.hands) == self.rules["hands"]
        return any(total >= self.rules["target"] for total in self.totals())

    def ranks(self) -> list[int]:
        in_order = sorted(self.totals())
        return [in_order.index(total) + 1 for total in self.totals()]

    def winners(self) -> list[int]:
        if not self.is_over():
            return []
        return [seat for seat, total in enumerate(self.totals()) if total == min(self.totals())]

    def winners_without(self, resigned: list[int]) -> list[int]:
        """The lowest totals among those who have not resigned."""
        still_there = [seat for seat in range(self.rules["players"]) if seat not in resigned]
        best = [self.totals()[seat] for seat in still_there]
        return [seat for seat in still_there if self.totals()[seat] == min(best)]

    def ranks_without(self, resigned: list[int]) -> list[int]:
        """Ranks, those who have resigned after all others."""
        beyond = [total + (1_000_000 if seat in resigned else 0) for seat, total in enumerate(self.totals())]
        return [sorted(beyond).index(total) + 1 for total in beyond]

    def record(self) -> dict[str, Any]:
        names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"][: self.rules["players"]]
        hands = [hand.record() for hand in self.hands]
        return {"format": "polignac-record/1", "rules": self.rules, "players": names, "hands": hands}

    def answer(self) -> dict[str, Any]:
        return {
            "finished": self.is_over(),
            "hands": [hand.answer() for hand in self.hands],
            "totals": self.totals(),
            "ranks": self.ranks(),
            "winners": self.winners(),
            "to_play": self.hands[-1].to_play() if self.hands else None,
        }


def random_rules(chance: Random) -> dict[str, Any]:
    hands = chance.randint(1, 8) if chance.random() < 0.3 else None
    return {
        "players": chance.choice([3, 4, 5, 6]),
        "ace_high": chance.random() < 0.5,
        "target": None if hands else chance.choice([1, 5, 7, 10, 15, 20, 30]),
        "hands": hands,
        "general": chance.random() < 0.5,
        "short_hands": chance.random() < 0.4,
    }


def random_hand(rules: dict[str, Any], dealer: int, chance: Random) -> OracleHand:
    """Deal a hand; one time in three the best cards all go to one seat, which makes a general likely to be made."""
    players = rules["players"]
    words = pack(players)
    chance.shuffle(words)
    if chance.random() < 1 / 3:
        order = ACE_HIGH_ORDER if rules["ace_high"] else BASE_ORDER
        words.sort(key=lambda word: -order.index(word[0]))
    size = len(words) // players
    held = [words[seat * size : (seat + 1) * size] for seat in range(players)]
    chance.shuffle(held)
    return OracleHand(rules, held, dealer)


def random_word(hand: OracleHand, chance: Random) -> str:
    """Choose a legal move. Who holds the most kings and queens declares the general more often than others."""
    seat = hand.to_play()
    assert seat is not None
    if hand.is_declaring():
        courts = sum(word[0] in "KQA" for word in hand.held[seat])
        return "general" if chance.random() < (0.9 if courts * 2 > len(hand.held[seat]) else 0.1) else "pass"
    return chance.choice(hand.legal())


def random_move(hand: OracleHand, chance: Random) -> str:
    """Make a random legal move and return it."""
    word = random_word(hand, chance)
    if hand.is_declaring():
        hand.declare(word)
    else:
        hand.play(word)
    return word


def random_game(chance: Random, rules: dict[str, Any] | None = None, *, whole: bool | None = None) -> OracleGame:
    """Play at random to the end, or (*whole* false, or one time in four) to some move before it."""
    game = OracleGame(rules or random_rules(chance))
    if whole is None:
        whole = chance.random() < 0.75
    moves_left = chance.randrange(200) if not whole else 1_000_000
    dealer = chance.randrange(game.rules["players"])
    while not game.is_over() and moves_left:
        if not game.hands or game.hands[-1].is_over():
            game.hands.append(random_hand(game.rules, dealer, chance))
            dealer = (dealer + 1) % game.rules["players"]
        random_move(game.hands[-1], chance)
        moves_left -= 1
    return game
