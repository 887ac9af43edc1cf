"""One hand: from the deal to the last trick.

A state never changes: `HandState.play` and `HandState.declare` return the next one, so a hand is a fold over its moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Literal, NamedTuple, TypeAlias, cast

from .cards import POINTS_IN_A_HAND, Bits, Card, Suit, bits_of, cards_in
from .rules import FAILED_GENERAL, Rules, Seat

Declaration: TypeAlias = Literal["pass", "general"]
DECLARATIONS: tuple[Declaration, ...] = ("pass", "general")
Move: TypeAlias = Card | Declaration  # what one ply is

SUIT_WORDS = {Suit.SPADES: "spades", Suit.HEARTS: "hearts", Suit.DIAMONDS: "diamonds", Suit.CLUBS: "clubs"}

RefusalCode: TypeAlias = Literal["hand_over", "not_held", "must_follow", "must_declare", "must_not_declare"]


class IllegalMove(ValueError):
    """The rules forbid this move in this state.

    *code* is stable: ``hand_over``, ``not_held``, ``must_follow``, ``must_declare`` (a card before the declarations are
    complete) or ``must_not_declare``. *card* and *suit* (the suit led) are there where they apply.
    """

    def __init__(self, code: RefusalCode, sentence: str, *, card: Card | None = None, suit: Suit | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.card = card
        self.suit = suit


class BadDeal(ValueError):
    """The hands held are not the pack for this number of players, evenly dealt."""


class Trick(NamedTuple):
    """A trick, complete or in play: *taker* is the seat whose card takes it (so far)."""

    leader: Seat
    cards: tuple[Card, ...]
    taker: Seat

    @property
    def suit_led(self) -> Suit | None:
        return self.cards[0].suit if self.cards else None

    @property
    def penalty(self) -> int:
        """The points of its jacks."""
        return sum(card.penalty for card in self.cards)

    def by_seat(self, players: int) -> tuple[tuple[Seat, Card], ...]:
        """Return who played which card, in the order played."""
        return tuple(((self.leader + place) % players, card) for place, card in enumerate(self.cards))


class HandState(NamedTuple):
    """Everything about a hand at one moment. What one seat may see of it is `games.engine.view.view_from`'s to say."""

    rules: Rules
    dealer: Seat
    dealt: tuple[Bits, ...]  # by seat, before the first card
    declarations: tuple[Declaration, ...]  # from the dealer's left
    declarer: Seat | None  # who declared the general
    played: Bits  # all cards played in the hand
    leader: Seat  # of the trick in play
    cards: tuple[Card, ...]  # of the trick in play, in order
    taker: Seat  # of the trick in play, so far
    best: int  # the strength of the taker's card
    to_play: Seat | None  # who must play or declare; None once the hand is over
    must_declare: bool  # the seat to play has to declare or pass before any card
    tricks: tuple[Trick, ...]  # complete, oldest first
    penalties: tuple[int, ...]  # points of the jacks taken so far, by seat

    @classmethod
    def start(cls, rules: Rules, held: Sequence[Iterable[Card]], *, dealer: Seat) -> HandState:
        """Return the state before the first move; *held* gives each seat's cards, seat 0 first.

        :raises BadDeal: if *held* is not the pack of *rules*, evenly dealt.
        """
        hands = [tuple(cards) for cards in held]
        dealt = tuple(bits_of(cards) for cards in hands)
        sizes = [len(cards) for cards in hands]
        if sizes != [rules.hand_size] * rules.players or reduce(or_, dealt) != bits_of(rules.pack):
            raise BadDeal("The hands held are not the pack for this number of players, evenly dealt.")
        eldest = rules.left_of(dealer)
        return cls(
            rules, dealer, dealt, (), None, 0, eldest, (), eldest, -1, eldest, rules.general, (), (0,) * rules.players
        )

    @property
    def ply(self) -> int:
        """How many moves have been made, declarations included."""
        return len(self.declarations) + self.played.bit_count()

    @property
    def is_over(self) -> bool:
        return self.to_play is None

    @property
    def movers(self) -> list[Seat]:
        """Whose each move was, by ply: a declaration or a card."""
        players = self.rules.players
        eldest = self.rules.left_of(self.dealer)
        declared = [(eldest + place) % players for place in range(len(self.declarations))]
        played = [
            (leader + place) % players
            for leader, cards, _taker in (*self.tricks, self.trick)
            for place in range(len(cards))
        ]
        return declared + played

    @property
    def trick(self) -> Trick:
        """The trick in play."""
        return Trick(self.leader, self.cards, self.taker)

    def held(self, seat: Seat) -> Bits:
        """Return the cards *seat* still has."""
        return self.dealt[seat] & ~self.played

    def legal(self) -> Bits:
        """Return the cards the seat to play may play: follow suit if you can, else any. None while it must declare."""
        if self.to_play is None or self.must_declare:
            return 0
        held = self.dealt[self.to_play] & ~self.played
        return (held & self.cards[0].suit_bits if self.cards else 0) or held

    def legal_cards(self) -> tuple[Card, ...]:
        """Return `legal` as cards, sorted by suit, then from low to high."""
        return cards_in(self.legal())

    def declare(self, word: Declaration) -> HandState:
        """Return the state after the seat to play declares the general or passes.

        :raises IllegalMove: if there is nothing (more) to declare.
        """
        if not self.must_declare or self.to_play is None:
            raise IllegalMove("must_not_declare", "There is nothing to declare now.")
        declarations = (*self.declarations, word)
        declarer = self.to_play if word == "general" else None
        is_complete = declarer is not None or len(declarations) == self.rules.players
        return self._replace(
            declarations=declarations,
            declarer=declarer,
            must_declare=not is_complete,
            to_play=self.leader if is_complete else self.rules.left_of(self.to_play),
        )

    def play(self, card: Card) -> HandState:
        """Return the state after the seat to play plays *card*.

        :raises IllegalMove: if the rules forbid it, in words for the player.
        """
        return self.play_all((card,))

    def play_all(self, cards_to_play: Iterable[Card]) -> HandState:
        """Return the state after these cards, one after another. States in between are not made, which halves the time.

        :raises IllegalMove: at the first that the rules forbid.
        """
        (
            rules, dealer, dealt, declarations, declarer, played, leader, cards, taker, best, to_play, must_declare,
            tricks, penalties,
        ) = self  # fmt: skip
        may_play = not must_declare
        strength = rules.strength
        suit_led = cards[0].suit_bits if cards else 0
        for card in cards_to_play:
            held = dealt[to_play] & ~played if to_play is not None and may_play else 0
            if to_play is None or not held & card.bit or (held & suit_led and not card.bit & suit_led):
                break
            if not cards:
                suit_led, taker, best = card.suit_bits, to_play, strength[card.number]
            elif card.bit & suit_led and strength[card.number] > best:
                taker, best = to_play, strength[card.number]
            cards += (card,)
            played |= card.bit
            to_play = to_play + 1 if to_play + 1 < len(dealt) else 0
            if to_play == leader:
                tricks += (Trick(leader, cards, taker),)
                penalties = _with_penalties(penalties, taker, cards)
                to_play = None if _is_decided(rules, declarer, tricks, penalties) else taker
                leader, cards, suit_led, best = taker, (), 0, -1
        else:
            card = None
        after = HandState(
            rules, dealer, dealt, declarations, declarer, played, leader, cards, taker, best, to_play, must_declare,
            tricks, penalties,
        )  # fmt: skip
        if card is not None:
            raise after._refusal(card)
        return after

    def move(self, move: Move) -> HandState:
        """Return the state after a card or a declaration.

        :raises IllegalMove: if the rules forbid it.
        """
        return self.play(move) if isinstance(move, Card) else self.declare(move)

    def general_is_made(self) -> bool:
        """Whether the declarer has taken every trick of a hand that is over."""
        return self.is_over and self.declarer is not None and not _has_lost_a_trick(self.declarer, self.tricks)

    def points(self) -> tuple[int, ...]:
        """Return each seat's points in the hand, by the tricks taken so far.

        A general that is made costs each opponent 5 and the jacks are not counted; one that has failed costs its
        declarer 5 beside the jacks. While it is undecided only the jacks count.
        """
        if self.declarer is None:
            return self.penalties
        if self.general_is_made():
            return tuple(0 if seat == self.declarer else FAILED_GENERAL for seat in range(self.rules.players))
        if not _has_lost_a_trick(self.declarer, self.tricks):
            return self.penalties
        return tuple(
            points + (FAILED_GENERAL if seat == self.declarer else 0) for seat, points in enumerate(self.penalties)
        )

    def _refusal(self, card: Card) -> IllegalMove:
        if self.to_play is None:
            return IllegalMove("hand_over", "The hand is over.", card=card)
        if self.must_declare:
            return IllegalMove("must_declare", "First declare the general or pass.", card=card)
        if not self.held(self.to_play) & card.bit:
            return IllegalMove("not_held", f"You do not hold {card}.", card=card)
        suit = self.cards[0].suit
        return IllegalMove("must_follow", f"Follow suit: you hold {SUIT_WORDS[suit]}.", card=card, suit=suit)


def _has_lost_a_trick(declarer: Seat, tricks: tuple[Trick, ...]) -> bool:
    return any(trick.taker != declarer for trick in tricks)


def _with_penalties(penalties: tuple[int, ...], taker: Seat, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the penalties by seat with those of a trick's jacks added to its taker's."""
    points = 0
    for card in cards:
        points += card.penalty
    return (*penalties[:taker], penalties[taker] + points, *penalties[taker + 1 :]) if points else penalties


def _is_decided(rules: Rules, declarer: Seat | None, tricks: tuple[Trick, ...], penalties: tuple[int, ...]) -> bool:
    """Whether the hand ends after the last of *tricks*: no card is left, or a short hand has nothing left to lose."""
    if len(tricks) == rules.hand_size:
        return True
    if not rules.short_hands or sum(penalties) < POINTS_IN_A_HAND:
        return False
    return declarer is None or _has_lost_a_trick(declarer, tricks)


def replay(start: HandState, moves: Iterable[Move]) -> HandState:
    """Make *moves* one after another from *start*.

    :raises IllegalMove: at the first that the rules forbid.
    """
    state = start
    for are_cards, stretch in groupby(moves, key=lambda move: isinstance(move, Card)):
        if are_cards:
            state = state.play_all(cast(Iterable[Card], stretch))
        else:
            for word in stretch:
                state = state.declare(cast(Declaration, word))
    return state
