"""Whether what stands beside the log is what the log says: the copies on a game and its seats, who caused which move.

The log has the last word. `verify_game` replays one game and says what disagrees; `rebuild_copies` mends the copies,
never the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.time_off import holidays_of

from . import chain, clock, log
from .engine.cards import text_of
from .engine.deals import pack_and_lot, seed_chain
from .engine.game import GameState, ranks_of, winners_of
from .log import LogBroken, LoggedHand
from .models import Commitment, Game, Hand, Holder, Move, Reveal, Seat, Sitting

BOTS = (Holder.BOT, Holder.STAND_IN, Holder.RESIGNED)


@dataclass(frozen=True, slots=True)
class Difference:
    """A copy that is not what the log says. *row* is the `Game` or the `Seat` it stands in."""

    row: Game | Seat
    name: str
    stored: Any
    expected: Any

    def __str__(self) -> str:
        where = f"seat {self.row.number}: " if isinstance(self.row, Seat) else ""
        return f"{where}{self.name} is {_shown(self.stored)}, but {_shown(self.expected)} by the log"


@dataclass(slots=True)
class Findings:
    """What verifying a game has found. *faults* are in the log itself, where nothing can be rebuilt."""

    moves: int = 0
    faults: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.faults and not self.differences


def verify_game(pk: int) -> Findings:
    """Replay a game and return what disagrees.

    A game that is being played may change while it is read, so what seems to disagree is read again under its lock.

    :raises Game.DoesNotExist: if there is none.
    """
    findings = _verify(Game.objects.get(pk=pk))
    if findings.is_sound:
        return findings
    with transaction.atomic():
        return _verify(Game.objects.select_for_update().get(pk=pk))


@transaction.atomic
def rebuild_copies(pk: int) -> Findings:
    """Make the copies of a game what the log says, and return what disagreed; one whose log is broken stays as it is.

    :raises Game.DoesNotExist: if there is none.
    """
    findings = _verify(Game.objects.select_for_update().get(pk=pk))
    if findings.faults or not findings.differences:
        return findings
    seats = {d.row.pk for d in findings.differences if isinstance(d.row, Seat)}
    # First all are got up from these seats: two who have changed places would be in each other's way.
    Seat.objects.filter(pk__in=seats).update(holder=Holder.NOBODY, user=None, level="")
    for row in _rows(findings.differences):
        for difference in findings.differences:
            if difference.row is row:
                setattr(row, difference.name, difference.expected)
        if isinstance(row, Game):
            row.version += 1  # so that a page that shows the old state asks for the new one
        row.save()
    return findings


def _rows(differences: Iterable[Difference]) -> list[Game | Seat]:
    return list({id(difference.row): difference.row for difference in differences}.values())


def _verify(game: Game) -> Findings:
    """Verify a game, whatever is in its rows: one that cannot even be read keeps no other from being verified."""
    try:
        return _verify_readable(game)
    except (LogBroken, ValueError, LookupError, TypeError, AttributeError) as error:
        return Findings(faults=[str(error) if isinstance(error, LogBroken) else f"cannot be read: {error!r}"])


def _verify_readable(game: Game) -> Findings:
    findings = Findings()
    seats = list(Seat.objects.filter(game=game).select_related("user").order_by("number"))
    sittings = list(Sitting.objects.filter(game=game).select_related("user").order_by("entry"))
    hands = log.read_game(game)
    state = log.game_state(game, hands)
    findings.moves = sum(len(hand.moves) for hand in hands)
    findings.faults += [
        *_faults_of_chain(game),
        *_faults_of_deals(game, hands, sittings),
        *_faults_of_seats(game, seats, sittings),
        *_faults_of_hands(hands, state, sittings, game),
        *_faults_of_clocks(game, hands, sittings),
    ]
    if not findings.faults:
        findings.differences = _differences(game, seats, expected_copies(game, hands, state, sittings))
    return findings


def _faults_of_seats(game: Game, seats: list[Seat], sittings: list[Sitting]) -> list[str]:
    faults = []
    if [seat.number for seat in seats] != list(range(game.players)):
        faults.append(f"the seats are {[seat.number for seat in seats]}, not 0 to {game.players - 1}")
    if any(sitting.seat >= game.players for sitting in sittings):
        faults.append("somebody sits in a seat that is not there")
    places = [(sitting.hand_number, sitting.ply) for sitting in sittings]
    if places != sorted(places):
        faults.append("the sittings are not in the order of the hands and plies they name")
    return faults


def _faults_of_chain(game: Game) -> list[str]:
    """Go through the digests: a byte flipped, a row dropped, doubled or exchanged shows, and terms changed since."""
    before, faults = "", []
    entries = log.read_entries(game)
    for number, (row, canonical) in enumerate(entries):
        what = f"entry {row.entry} ({type(row).__name__.lower()})"
        if row.entry != number:
            faults.append(f"{what} stands where entry {number} should")
            break
        if row.digest != chain.digest_of(before, canonical):
            faults.append(f"{what} does not have the digest of its bytes after the entry before")
            break
        before = row.digest
    if not faults and len(entries) != game.entries:
        faults.append(f"the log has {len(entries)} entries, not the {game.entries} that the game counts")
    elif not faults and before != game.head:
        faults.append("the head that the game shows is not the digest of the last entry")
    return faults


def _faults_of_deals(game: Game, hands: tuple[LoggedHand, ...], sittings: list[Sitting]) -> list[str]:
    """Shuffle every hand again from the seeds committed to, and compare the seeds revealed."""
    commitment = Commitment.objects.filter(game=game).first()
    if commitment is None:
        return ["the game has not committed to its deals"]
    seeds, faults = seed_chain(bytes.fromhex(commitment.root), commitment.hands), list[str]()
    # The root as written, too: nothing else covers its bytes.
    if seeds[0].hex() != commitment.commitment or seeds[-1].hex() != commitment.root:
        faults.append("the chain of seeds does not end in the commitment")
    if game.commitment != commitment.commitment:
        faults.append("the commitment shown is not the one in the log")
    nonces = _nonces(game, sittings)
    packs = dict(Hand.objects.filter(game=game).values_list("number", "pack"))
    for hand in hands:
        pack, lot = pack_and_lot(game.rules, seeds[hand.number], game=game.slug, hand=hand.number, nonces=nonces)
        dealer_is_right = hand.number > 1 or lot == hand.state.dealer
        if not dealer_is_right or packs[hand.number] != text_of(pack):
            faults.append(f"hand {hand.number} is not what its seed deals")
    revealed = dict(Reveal.objects.filter(game=game).values_list("hand_number", "seed"))
    if revealed != {hand.number: seeds[hand.number].hex() for hand in hands if hand.state.is_over}:
        faults.append("the seeds revealed are not those of the hands that are over")
    return faults


def _nonces(game: Game, sittings: list[Sitting]) -> list[str]:
    """Return the nonce of each seat at the first deal."""
    nonces = [""] * game.players
    for sitting in sittings:
        if sitting.hand_number == 0 and sitting.seat < game.players:
            nonces[sitting.seat] = sitting.nonce
    return nonces


def _faults_of_clocks(game: Game, hands: tuple[LoggedHand, ...], sittings: list[Sitting]) -> list[str]:
    """Look at what each move says was left in the bank: no more than there was, and no less than with no pause."""
    terms, faults = game.clock, []
    banks = [terms.first_turn] * game.players
    for hand in hands:
        for move in hand.moves:
            if (move.left is None) != (terms.is_per_move or move.by == Move.By.BOT):
                faults.append(f"hand {hand.number}, ply {move.ply}: what is left in a bank is where none is")
            elif move.left is not None:
                left = timedelta(microseconds=move.left)
                least = clock.left_at(move.created, _began(hand, move.ply, move.seat, sittings), banks[move.seat])
                if not least <= left <= banks[move.seat]:
                    faults.append(f"hand {hand.number}, ply {move.ply}: {left} cannot be left of {banks[move.seat]}")
                banks[move.seat] = terms.after_move(left)
    return faults


def _faults_of_hands(hands: tuple[LoggedHand, ...], state: GameState, sittings: list[Sitting], game: Game) -> list[str]:
    faults = []
    if [hand.number for hand in hands] != list(range(1, len(hands) + 1)):
        faults.append(f"the hands are numbered {[hand.number for hand in hands]}")
    if hands and hands[-1].state.is_over and not state.is_over:
        faults.append(f"hand {hands[-1].number} is over, and the next one has not been dealt")
    if not hands and Holder.NOBODY not in _holders_at(game, sittings, (0, 0)):
        faults.append("every seat is taken, and the first hand has not been dealt")
    for hand in hands:
        for move in hand.moves:
            holder = _holders_at(game, sittings, (hand.number, move.ply))[move.seat]
            if not _may_have_caused(move.by, holder):
                faults.append(
                    f"hand {hand.number}, ply {move.ply}: caused by {move.by!r}, but {holder!r} held the seat"
                )
    return faults


def _holders_at(game: Game, sittings: Iterable[Sitting], place: tuple[int, int]) -> list[str]:
    """Return who held each seat when the game stood at *place*: a hand and a ply."""
    holders: list[str] = [Holder.NOBODY] * game.players
    for sitting in sittings:
        if (sitting.hand_number, sitting.ply) <= place and sitting.seat < game.players:
            holders[sitting.seat] = sitting.holder
    return holders


def _may_have_caused(by: str, holder: str) -> bool:
    return holder in BOTS if by == Move.By.BOT else holder == Holder.PERSON


@dataclass(frozen=True, slots=True)
class Copies:
    game: dict[str, Any]
    seats: list[dict[str, Any]]  # by number


def expected_copies(game: Game, hands: tuple[LoggedHand, ...], state: GameState, sittings: list[Sitting]) -> Copies:
    """Work out from the log what the copies must be."""
    seats: list[dict[str, Any]] = [
        {"holder": Holder.NOBODY, "user": None, "rank": None, "level": "", "nonce": "", "nonce_is_own": False}
        for _ in range(game.players)
    ]
    for sitting in sittings:
        user = None if sitting.holder == Holder.NOBODY else sitting.user
        seats[sitting.seat] |= {
            "holder": sitting.holder,
            "user": user,
            "level": sitting.level,
            "nonce": sitting.nonce,
            "nonce_is_own": sitting.nonce_is_own,
        }
    resigned = [number for number, seat in enumerate(seats) if seat["holder"] == Holder.RESIGNED]
    if state.is_over:
        for seat, rank in zip(seats, ranks_of(state.totals, resigned), strict=True):
            seat["rank"] = rank
    to_play = state.to_play
    began = None if to_play is None else _turn_began(hands[-1], to_play, sittings)
    is_bots = to_play is not None and seats[to_play]["holder"] in BOTS
    player = None if to_play is None else seats[to_play]["user"]
    banks = _banks(game, hands)
    return Copies(
        {
            "status": _status(hands, state, seats),
            "hand_number": len(hands),
            "ply": hands[-1].state.ply if hands else 0,
            "to_play": to_play,
            "turn_began": began,
            "deadline": _deadline(game, to_play, began, banks, player=player, is_bots=is_bots),
            "points": [list(points) for points in state.points],
            "missed": _missed(game, hands, sittings),
            "banks": banks,
            "winners": list(winners_of(state.totals, resigned)) if state.is_over else [],
            "finished": hands[-1].moves[-1].created if state.is_over else None,
        },
        seats,
    )


def _status(hands: tuple[LoggedHand, ...], state: GameState, seats: list[dict[str, Any]]) -> str:
    if hands:
        return Game.Status.FINISHED if state.is_over else Game.Status.ACTIVE
    return Game.Status.OPEN if any(seat["user"] for seat in seats) else Game.Status.CLOSED


def _turn_began(hand: LoggedHand, to_play: int, sittings: list[Sitting]) -> datetime:
    return _began(hand, hand.state.ply, to_play, sittings)


def _began(hand: LoggedHand, ply: int, mover: int, sittings: list[Sitting]) -> datetime:
    """A turn begins with the move before or the deal, and anew when its seat goes from a player to a bot or back."""
    began = hand.moves[ply - 1].created if ply else hand.created
    for sitting in sittings:
        is_now = (sitting.seat, sitting.hand_number, sitting.ply) == (mover, hand.number, ply)
        if is_now and sitting.why in (Sitting.Why.RESIGNED, Sitting.Why.RETURNED):
            began = sitting.created
    return began


def _banks(game: Game, hands: tuple[LoggedHand, ...]) -> list[int]:
    """Return what is left in each seat's bank, in microseconds: each move says what there was before what it added."""
    terms = game.clock
    if not hands or terms.is_per_move:
        return []
    banks = [terms.first_turn] * game.players
    for hand in hands:
        for move in hand.moves:
            if move.left is not None:
                banks[move.seat] = terms.after_move(timedelta(microseconds=move.left))
    return [bank // timedelta(microseconds=1) for bank in banks]


def _deadline(
    game: Game, to_play: int | None, began: datetime | None, banks: list[int], *, player: Any, is_bots: bool
) -> datetime | None:
    """Return when the time of the turn under way is up.

    Rest hours, which no log holds and which may have changed in the meantime, move it later. So a deadline that is
    stored is taken if it is none earlier than without any rest, and none later than with the most there may be.
    """
    if to_play is None or began is None or is_bots:
        return began
    amount = timedelta(microseconds=banks[to_play]) if banks else game.move_time
    outages = [clock.Pause(*map(datetime.fromisoformat, outage)) for outage in game.outages]
    plain = clock.deadline(began, amount, outages)
    if not game.time_off or not game.clock.is_slow or game.deadline is None or player is None:
        return plain
    stopped = [*outages, *(clock.Pause(start, end) for start, end in holidays_of(player))]
    return game.deadline if plain <= game.deadline <= clock.latest_deadline(began, amount, stopped) else plain


def _missed(game: Game, hands: tuple[LoggedHand, ...], sittings: list[Sitting]) -> list[int]:
    """Count the turns each seat has missed since it last moved by itself or came back."""
    if not hands:
        return []
    missed = [0] * game.players
    returns = [sitting for sitting in sittings if sitting.why == Sitting.Why.RETURNED]
    for hand in hands:
        for move in hand.moves:
            while returns and (returns[0].hand_number, returns[0].ply) <= (hand.number, move.ply):
                missed[returns.pop(0).seat] = 0
            if move.by == Move.By.TIMEOUT:
                missed[move.seat] += 1
            elif move.by in (Move.By.PLAYER, Move.By.PLAN):
                missed[move.seat] = 0
    for sitting in returns:
        missed[sitting.seat] = 0
    return missed


def _differences(game: Game, seats: list[Seat], expected: Copies) -> list[Difference]:
    pairs: list[tuple[Game | Seat, dict[str, Any]]] = [(game, expected.game), *zip(seats, expected.seats, strict=True)]
    return [
        Difference(row, name, getattr(row, name), value)
        for row, values in pairs
        for name, value in values.items()
        if getattr(row, name) != value
    ]


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    return value.isoformat(sep=" ") if isinstance(value, datetime) else str(value)
