"""A game: hands until the end, totals, ranks and winners."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from .cards import Card
from .hand import HandState, Move
from .rules import Rules, Seat

Points: TypeAlias = tuple[int, ...]  # of one complete hand, by seat


class BadDealer(ValueError):
    """No such seat, or not the seat on the left of the last dealer."""


class HandUnfinished(ValueError):
    """A further hand cannot be dealt before the last one is complete."""


class GameOver(ValueError):
    """A further hand cannot be dealt after the end of the game."""


def totals_of(points: Iterable[Points], players: int) -> tuple[int, ...]:
    """Add up the complete hands, by seat."""
    return tuple(sum(column) for column in zip((0,) * players, *points, strict=True))


def tokens_of(rules: Rules, totals: Iterable[int]) -> tuple[int, ...] | None:
    """Return how many tokens each seat shows: as many as the target at first, one less for each point, never below 0.

    A way to show the points and no more: ranks come from the true totals. None for a game over a number of hands.
    """
    target = rules.target
    return None if target is None else tuple(max(0, target - total) for total in totals)


def is_game_over(rules: Rules, points: Sequence[Points]) -> bool:
    """Whether the game ends after these complete hands: the number of hands, or a total at the target or over it."""
    if rules.hands is not None:
        return len(points) >= rules.hands
    return max(totals_of(points, rules.players)) >= (rules.target or 0)


def ranks_of(totals: Sequence[int], resigned: Collection[Seat] = ()) -> tuple[int, ...]:
    """Return each seat's rank: 1 is best, equal totals share one (1, 1, 3, 4), the resigned come after the others."""
    order = [(seat in resigned, total) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other < mine for other in order) for mine in order)


def winners_of(totals: Sequence[int], resigned: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """Return the seats with the lowest total of those that have not resigned: all of them win together."""
    playing = [seat for seat in range(len(totals)) if seat not in resigned]
    lowest = min((totals[seat] for seat in playing), default=0)
    return tuple(seat for seat in playing if totals[seat] == lowest)


class GameState(NamedTuple):
    """All hands of a game, the last one perhaps unfinished. Like a hand, a game is a fold and never changes."""

    rules: Rules
    hands: tuple[HandState, ...] = ()

    @property
    def points(self) -> tuple[Points, ...]:
        """The points of the complete hands, oldest first."""
        return tuple(hand.points() for hand in self.hands if hand.is_over)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all complete hands together, by seat."""
        return totals_of(self.points, self.rules.players)

    @property
    def is_over(self) -> bool:
        return bool(self.hands) and self.hands[-1].is_over and is_game_over(self.rules, self.points)

    @property
    def to_play(self) -> Seat | None:
        """The seat to play or to declare; None when no hand is under way."""
        return self.hands[-1].to_play if self.hands else None

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals the next hand: the seat on the last dealer's left; None before the first, which is drawn by lot."""
        return self.rules.left_of(self.hands[-1].dealer) if self.hands else None

    def deal(self, held: Sequence[Iterable[Card]], *, dealer: Seat) -> GameState:
        """Return the game with a further hand.

        :raises HandUnfinished: if the last hand is not complete.
        :raises GameOver: if the game has ended.
        :raises BadDealer: if it is not *dealer*'s turn to deal.
        :raises BadDeal: if *held* is not the pack, evenly dealt.
        """
        self.check_may_deal()
        self.check_dealer(dealer)
        return self._replace(hands=(*self.hands, HandState.start(self.rules, held, dealer=dealer)))

    def check_may_deal(self) -> None:
        """Refuse a further hand where there can be none.

        :raises HandUnfinished: if the last hand is not complete.
        :raises GameOver: if the game has ended.
        """
        if self.hands and not self.hands[-1].is_over:
            raise HandUnfinished("The last hand is not complete.")
        if self.is_over:
            raise GameOver("The game has ended.")

    def check_dealer(self, dealer: Seat) -> None:
        """Refuse a seat whose turn to deal it is not.

        :raises BadDealer: if there is no such seat, or another one deals.
        """
        if not 0 <= dealer < self.rules.players or self.next_dealer not in (None, dealer):
            raise BadDealer(f"Seat {dealer} does not deal this hand.")

    def move(self, move: Move) -> GameState:
        """Return the game after a card or a declaration in the last hand.

        :raises IllegalMove: if the rules forbid it.
        """
        return self._replace(hands=(*self.hands[:-1], self.hands[-1].move(move)))
