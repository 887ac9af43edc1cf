"""The general: how to make it, how to stop it, and how a hand with one goes on. By sight, from one seat's cards.

*held* are a seat's cards, *out* the unplayed ones in other hands; in a trick *best* takes it so far and *after* seats
play after this one.
"""

from __future__ import annotations

from games.engine.cards import Bits
from games.engine.rules import FAILED_GENERAL, Seat

from .fast import play_out
from .layout import SHIFTS, highest, lowest, shift_of
from .policy import Cast


def sure_tricks(held: Bits, out: Bits, opponents: int) -> int:
    """Guess how many of *held* take a trick when each suit is led from the top.

    The cards of the others are taken to lie a little worse than evenly.
    """
    return sum(_sure_in_suit(held >> shift & 0xFF, out >> shift & 0xFF, opponents) for shift in SHIFTS)


def _sure_in_suit(mine: int, out: int, opponents: int) -> int:
    rounds = 0
    while mine:
        card = highest(mine)
        mine ^= card
        may_be_left = out.bit_count() > max(rounds, (rounds - 1) * opponents + 1)
        if card < out and may_be_left:
            break
        rounds += 1
    return rounds


def should_declare(held: Bits, out: Bits, opponents: int, *, leads: bool) -> bool:
    """Whether all cards are winners, and the first lead, if it is another's, can be taken in every suit."""
    if sure_tricks(held, out, opponents) < held.bit_count():
        return False
    return leads or all(held >> shift & 0xFF > out >> shift & 0xFF for shift in SHIFTS)


def make(held: Bits, out: Bits, best: Bits, after: int) -> Bits:
    """Return the declarer's card: the safest top card to lead; take as surely as it can; else throw the lowest."""
    if not best:
        return _safest_lead(held, out)
    following = held & 0xFF << shift_of(best)
    if not following:
        return _lowest_of_all(held)
    above = following & ~(best - 1)
    if not above:
        return lowest(following)
    return highest(above) if after else lowest(above)


def _safest_lead(held: Bits, out: Bits) -> Bits:
    """Return the top card of the suit with the fewest cards out above it, of those the longest."""
    found, least = 0, (99, 0)
    for shift in SHIFTS:
        mine = held >> shift & 0xFF
        if mine:
            top = highest(mine)
            risk = ((out >> shift & 0xFF & -top).bit_count(), -mine.bit_count())
            if risk < least:
                found, least = top << shift, risk
    return found


def stop(held: Bits, out: Bits, best: Bits, *, declarer_takes: bool, jacks: Bits) -> Bits:
    """Return the card of a seat that wants to take a trick from the declarer, and keeps what may take one later."""
    if not best:
        return _highest_of_all(held)
    following = held & 0xFF << shift_of(best)
    if not following:
        return _least_useful(held, out)
    above = following & ~(best - 1)
    if not above:
        return lowest(following)
    if declarer_takes:
        return lowest(above & ~jacks or above)
    return highest(above)  # the declarer is still to play: make it hard


def _least_useful(held: Bits, out: Bits) -> Bits:
    """Return the lowest card of the suit that promises least against the declarer."""
    found, least = 0, (99, 0)
    for shift in SHIFTS:
        mine = held >> shift & 0xFF
        if mine:
            length = mine.bit_count()
            above = (out >> shift & 0xFF & -highest(mine)).bit_count()
            hope = (1 if length > above else 0, length)
            if hope < least:
                found, least = lowest(mine) << shift, hope
    return found


def _lowest_of_all(held: Bits) -> Bits:
    """Return the lowest card by its rank alone."""
    bit, shift = min((lowest(held >> shift & 0xFF), shift) for shift in SHIFTS if held >> shift & 0xFF)
    return bit << shift


def _highest_of_all(held: Bits) -> Bits:
    """Return the highest card by its rank alone."""
    bit, shift = max((highest(held >> shift & 0xFF), shift) for shift in SHIFTS if held >> shift & 0xFF)
    return bit << shift


def has_played(declarer: Seat, seat: Seat, after: int, players: int) -> bool:
    """Whether the declarer's card is already in the trick to which *seat* plays next."""
    return (seat - declarer) % players <= players - 1 - after and seat != declarer


def play_out_general(
    hands: list[Bits],
    seat: Seat,
    points: list[int],
    cast: Cast,
    declarer: Seat,
    table: Bits = 0,
    best: Bits = 0,
    taker: Seat = 0,
    after: int = 0,
) -> list[int]:
    """Play a hand with a general that is still alive to its end; return the points of the hand by seat.

    Like `games.bots.fast.play_out`, which it leaves the rest to as soon as the general has failed.
    """
    players, jacks = len(hands), cast.layout.jacks
    if not table:
        after, best = players - 1, 0
    unplayed = sum(hands)
    while unplayed:
        held = hands[seat]
        if table and taker != declarer and has_played(declarer, seat, after, players):
            points[declarer] += FAILED_GENERAL
            return play_out(hands, seat, points, cast, table, best, taker, after)
        out = unplayed ^ held
        if seat == declarer:
            bit = make(held, out, best, after)
        else:
            bit = stop(held, out, best, declarer_takes=bool(table) and taker == declarer, jacks=jacks)
        if not table or (bit > best and shift_of(bit) == shift_of(best)):
            best, taker = bit, seat
        table |= bit
        hands[seat] = held ^ bit
        unplayed ^= bit
        if after:
            after -= 1
            seat = (seat + 1) % players
            continue
        if taker != declarer:
            points[declarer] += FAILED_GENERAL
            points[taker] += cast.layout.points(table)
            return play_out(hands, taker, points, cast)
        points[taker] += cast.layout.points(table)
        seat, table, best, after = taker, 0, 0, players - 1
    return [0 if other == declarer else FAILED_GENERAL for other in range(players)]
