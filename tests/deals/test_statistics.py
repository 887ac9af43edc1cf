"""Every card comes to every place equally often: chi-square over many deals; a shuffle known to be bad must fail."""

from collections.abc import Callable, Iterator
from statistics import NormalDist

import pytest

from games.engine.cards import Card
from games.engine.deals import pack_and_lot
from games.engine.rules import PLAYERS, Rules
from games.engine.shuffle import draw, words

from .builders import digest

FEW, MANY = 4_000, 100_000
CHANCE = 1e-6  # of a good shuffle being called bad


def test_every_card_comes_to_every_place_equally_often():
    for players in PLAYERS:
        assert chi_square(fair_deals(players), FEW) < bound(players)


def test_every_seat_is_drawn_as_the_first_dealer_equally_often():
    for players in PLAYERS:
        drawn = [lot for _, lot in fair_shuffles(players, FEW)]
        statistic = sum((drawn.count(seat) - FEW / players) ** 2 / (FEW / players) for seat in range(players))
        assert statistic < critical(players - 1)


def test_a_shuffle_that_swaps_with_any_place_fails():
    for players in PLAYERS:
        assert chi_square(swap_anywhere(players), FEW) > bound(players)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_comes_to_every_place_equally_often_in_100_000_deals(players):
    assert chi_square(fair_deals(players), MANY) < bound(players)


def fair_shuffles(players: int, count: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    rules = Rules(players=players)
    nonces = [digest(f"nonce {seat}").hex()[:32] for seat in range(players)]
    for number in range(count):
        yield pack_and_lot(rules, digest(f"{players} {number}"), game="statistics", hand=1, nonces=nonces)


def fair_deals(players: int) -> Callable[[int], Iterator[tuple[Card, ...]]]:
    return lambda count: (pack for pack, _ in fair_shuffles(players, count))


def swap_anywhere(players: int) -> Callable[[int], Iterator[tuple[Card, ...]]]:
    """The well-known mistake: each place is exchanged with any other, so that some orders come more often."""

    def deals(count: int) -> Iterator[tuple[Card, ...]]:
        for number in range(count):
            stream = words(digest(f"bad {players} {number}"), b"")
            cards = list(Rules(players=players).pack)
            for place in range(len(cards)):
                other = draw(stream, len(cards))
                cards[place], cards[other] = cards[other], cards[place]
            yield tuple(cards)

    return deals


def chi_square(deals: Callable[[int], Iterator[tuple[Card, ...]]], count: int) -> float:
    """Compare how often each card came to each place with what is expected."""
    seen: dict[tuple[int, int], int] = {}
    size = 0
    for pack in deals(count):
        size = len(pack)
        for place, card in enumerate(pack):
            seen[card.number, place] = seen.get((card.number, place), 0) + 1
    expected = count / size
    cells = size * size
    return sum((often - expected) ** 2 for often in seen.values()) / expected + (cells - len(seen)) * expected


def bound(players: int) -> float:
    size = len(Rules(players=players).pack)
    # Each row and each column adds up to the number of deals; the statistic of such a table has (n - 1)² degrees of
    # freedom once it is scaled by (n - 1) / n.
    return critical((size - 1) ** 2) * size / (size - 1)


def critical(freedom: int) -> float:
    """Return what a chi-square of so many degrees of freedom exceeds with the chance above (Wilson and Hilferty)."""
    z = NormalDist().inv_cdf(1 - CHANCE)
    return freedom * (1 - 2 / (9 * freedom) + z * (2 / (9 * freedom)) ** 0.5) ** 3
