"""Why one card was better than another, in the reader's language: the codes of `games.bots.reasons` as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from .words import card_name, listed, suit_name

# Translators: %(better)s, %(chosen)s, %(best)s, %(jack)s and %(higher)s are cards, such as "jack of spades"; %(higher)s
# may be several. %(points)s is "1 point" or "2 points".
SENTENCES: dict[str, Any] = {
    "declare": _("With these cards the general costs less, on average, than playing for few points."),
    "do_not_declare": _("With these cards the general fails too often."),
    "make_general": _("A general is being played: %(better)s does more for it than %(chosen)s."),
    "stop_general": _("A general is being played: %(better)s does more against it than %(chosen)s."),
    "jack_comes_home": _("Nobody has a card above %(chosen)s: led, it comes home with its points."),
    "jack_may_come_home": _("Led, %(chosen)s can be taken by %(higher)s only, and may come home."),
    "lead_jack": _("Led now, %(better)s can be taken by %(higher)s."),
    "may_catch_jack_led": _("%(jack)s is still out: leading %(chosen)s may catch it."),
    "bring_down": _("%(jack)s is still out: leading %(better)s can bring it down."),
    "keep_cover": _("%(chosen)s is worth keeping: it can be played on %(jack)s in the place of %(higher)s."),
    "nobody_follows": _("Nobody else has %(suit)s: %(chosen)s takes whatever is thrown on it."),
    "nobody_is_higher": _("Nobody has a card above %(chosen)s: it takes its trick, and any jack in it."),
    "lead_passes_on": _("More cards can take %(better)s than %(chosen)s: the lead passes on."),
    "jack_is_gone": _("%(jack)s has been played: leading %(better)s is less of a risk."),
    "spend_high": _("%(better)s is better spent now; the lower %(chosen)s is worth keeping."),
    "took_points": _("%(chosen)s takes the trick, which costs %(points)s; %(better)s stays under %(best)s."),
    "took_lead": _("%(chosen)s takes the trick, and the next lead with it; %(better)s stays under %(best)s."),
    "may_take_points": _("The trick costs %(points)s: %(chosen)s may take it, %(better)s stays under %(best)s."),
    "may_catch_jack": _("%(jack)s is still out: %(chosen)s may catch it, %(better)s stays under %(best)s."),
    "duck": _("%(better)s stays under %(best)s; %(chosen)s may take the trick and what falls into it."),
    "take_for_nothing": _("The trick costs nothing and nobody plays after: the high %(better)s can be spent on it."),
    "take_cheaply": _("No jack is in the trick yet: the high %(better)s is better spent now than when one is."),
    "slip_jack_under": _("%(better)s goes under %(best)s: another takes it."),
    "keep_low": _("Both stay under %(best)s: the lower %(chosen)s is worth keeping."),
    "jack_may_take": _("%(chosen)s may take the trick itself, and then costs its own points."),
    "take_high": _("Either card takes the trick: the higher %(better)s is the one to spend."),
    "may_be_overtaken": _("More cards can still go over %(better)s than over %(chosen)s."),
    "throw_jack": _("%(better)s can be thrown here: another takes it."),
    "throw_danger": _("%(jack)s is still out: %(better)s, once thrown, can no longer catch it."),
    "throw_last": _("%(better)s is the last of its suit: without %(suit)s anything can be thrown when they are led."),
    "throw_high": _("%(better)s is better thrown; the lower %(chosen)s is worth keeping."),
    "on_average": _("In the deals that were possible %(better)s costs less than %(chosen)s, on average."),
}


def in_words(code: str, names: Mapping[str, Any], show: Callable[[object], str] = card_name) -> str:
    """Say a reason in a sentence; *show* writes a card, by default as its name.

    Empty for a code that is not known, as one may be that a later method has stored.
    """
    sentence = SENTENCES.get(code)
    if sentence is None:
        return ""
    words = {name: show(names[name]) for name in ("better", "chosen", "best", "jack") if name in names}
    if "higher" in names:
        words["higher"] = listed([show(card) for card in names["higher"]])
    if "suit" in names:
        words["suit"] = suit_name(names["suit"])
    if "points" in names:
        points = names["points"]
        words["points"] = ngettext("%(count)s point", "%(count)s points", points) % {"count": points}
    text = str(sentence) % words
    return text[:1].upper() + text[1:]
