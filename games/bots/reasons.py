"""Why one card is better than another: a code with the cards it speaks of, which `games.reasons` puts into words.

Every reason is a fact that the seat could see at its turn. Which of two cards is better is not found here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from games.engine.cards import Bits
from games.engine.hand import Move

from .knowledge import Knowledge
from .layout import SPADES, shift_of

Code: TypeAlias = Literal[
    "declare", "do_not_declare", "make_general", "stop_general",
    "jack_comes_home", "jack_may_come_home", "lead_jack", "may_catch_jack_led", "bring_down", "keep_cover",
    "nobody_follows", "nobody_is_higher", "lead_passes_on", "jack_is_gone", "spend_high",
    "took_points", "took_lead", "may_take_points", "may_catch_jack", "duck", "take_for_nothing", "take_cheaply",
    "slip_jack_under", "keep_low", "jack_may_take", "take_high", "may_be_overtaken",
    "throw_jack", "throw_danger", "throw_last", "throw_high",
    "on_average",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reason:
    """A stable *code*, and what its sentence names: cards and suits as text, and numbers."""

    code: Code
    names: dict[str, Any] = field(default_factory=dict)


def why_declare(better: Move) -> Reason:
    """Return why the other declaration was better."""
    return Reason("declare" if better == "general" else "do_not_declare")


def why(knowledge: Knowledge, better: Bits, chosen: Bits) -> Reason:
    """Return why *better* is the better one of two legal cards."""
    it = _Turn(knowledge, better, chosen)
    if knowledge.general_is_alive:
        return it.because("make_general" if knowledge.declarer == knowledge.seat else "stop_general")
    if not knowledge.table:
        return _why_lead(it)
    if shift_of(better) == knowledge.suit_led:
        return _why_follow(it)
    return _why_discard(it)


class _Turn:
    """The two cards and what can be seen of them."""

    def __init__(self, knowledge: Knowledge, better: Bits, chosen: Bits) -> None:
        self.knowledge, self.better, self.chosen = knowledge, better, chosen
        self.jacks, self.points = knowledge.layout.jacks, knowledge.layout.points

    def because(self, code: Code, **names: Any) -> Reason:
        return Reason(code, {"better": self.text(self.better), "chosen": self.text(self.chosen), **names})

    def text(self, bit: Bits) -> str:
        return self.knowledge.layout.cards[bit].text

    def suit(self, bit: Bits) -> str:
        return str(self.knowledge.layout.cards[bit].suit)

    def texts(self, bits: Bits) -> list[str]:
        cards = self.knowledge.layout.cards
        return [cards[bit].text for bit in sorted(cards, reverse=True) if bits & bit]

    def out_in_suit(self, bit: Bits) -> Bits:
        return self.knowledge.out & SPADES << shift_of(bit)

    def higher_out(self, bit: Bits) -> Bits:
        return self.out_in_suit(bit) & ~(2 * bit - 1)

    def jack_out(self, bit: Bits) -> Bits:
        """Return the jack of the suit of *bit* if another seat has it."""
        return self.out_in_suit(bit) & self.jacks

    def jack_above(self, bit: Bits) -> Bits:
        """Return the jack of the suit of *bit* if another seat has it and it is the higher card."""
        return self.jack_out(bit) & ~(2 * bit - 1)

    def may_catch(self, bit: Bits, jack: Bits) -> Bits:
        """Return the own cards in the suit of *bit* that are higher than *jack*; none where *jack* is 0."""
        return self.knowledge.mine & SPADES << shift_of(bit) & ~(2 * jack - 1) if jack else 0


def _why_lead(it: _Turn) -> Reason:
    better, chosen, jacks = it.better, it.chosen, it.jacks
    if chosen & jacks:
        higher = it.higher_out(chosen)
        if not higher:
            return it.because("jack_comes_home")
        return it.because("jack_may_come_home", higher=it.texts(higher))
    if better & jacks and it.higher_out(better):
        return it.because("lead_jack", higher=it.texts(it.higher_out(better)))
    jack = it.jack_out(chosen)
    if jack and chosen > jack and not (shift_of(better) == shift_of(chosen) and better > jack):
        return it.because("may_catch_jack_led", jack=it.text(jack))
    jack, other = it.jack_above(better), it.jack_above(chosen)
    if jack and (not other or it.points(jack) > it.points(other)):
        return it.because("bring_down", jack=it.text(jack))
    if it.knowledge.out & jacks and it.higher_out(better):
        if not it.out_in_suit(chosen):
            return it.because("nobody_follows", suit=it.suit(chosen))
        if not it.higher_out(chosen):
            return it.because("nobody_is_higher")
    if other and it.may_catch(chosen, other) and not it.may_catch(better, jack):
        return it.because("keep_cover", jack=it.text(other), higher=it.texts(it.may_catch(chosen, other)))
    if it.higher_out(better).bit_count() > it.higher_out(chosen).bit_count():
        return it.because("lead_passes_on")
    jack = jacks & SPADES << shift_of(better)
    if better > jack and not it.knowledge.mine & jack and not it.jack_out(better):
        return it.because("jack_is_gone", jack=it.text(jack))
    if shift_of(better) == shift_of(chosen) and better > chosen:
        return it.because("spend_high")
    return it.because("on_average")


def _why_follow(it: _Turn) -> Reason:
    knowledge, better, chosen = it.knowledge, it.better, it.chosen
    best = knowledge.best
    if chosen > best > better:
        return _why_duck(it)
    if better > best > chosen:
        if it.points(sum(knowledge.table) | better):
            return it.because("on_average")
        return it.because("take_cheaply" if knowledge.after else "take_for_nothing")
    if better < best:
        if better & it.jacks:
            return it.because("slip_jack_under", best=it.text(best))
        return it.because("keep_low", best=it.text(best)) if better > chosen else it.because("on_average")
    if chosen & it.jacks:
        return it.because("jack_may_take")
    if not knowledge.after and better > chosen:
        return it.because("take_high")
    if it.higher_out(better).bit_count() > it.higher_out(chosen).bit_count():
        return it.because("may_be_overtaken")
    if better > chosen and not it.points(sum(knowledge.table) | better):
        return it.because("take_cheaply")
    return it.because("on_average")


def _why_duck(it: _Turn) -> Reason:
    """The better card stays under the best of the trick, the one chosen does not."""
    knowledge, best = it.knowledge, it.text(it.knowledge.best)
    points = it.points(sum(knowledge.table) | it.chosen)
    jack = it.jack_out(it.chosen)
    if not knowledge.after:
        return it.because("took_points", best=best, points=points) if points else it.because("took_lead", best=best)
    if points:
        return it.because("may_take_points", best=best, points=points)
    if jack and it.chosen > jack:
        return it.because("may_catch_jack", best=best, jack=it.text(jack))
    return it.because("duck", best=best)


def _why_discard(it: _Turn) -> Reason:
    better, chosen = it.better, it.chosen
    if better & it.jacks:
        return it.because("throw_jack")
    jack = it.jack_out(better)
    if jack and better > jack:
        return it.because("throw_danger", jack=it.text(jack))
    if it.knowledge.mine & SPADES << shift_of(better) == better:
        return it.because("throw_last", suit=it.suit(better))
    if shift_of(better) == shift_of(chosen) and better > chosen:
        return it.because("throw_high")
    return it.because("on_average")
