"""The lessons: a deal, what is played before the pupil's first choice, and what is said of each choice.

The pupil sits in seat 0. Three beginners sit in the others, by the names that bots have in those seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words  # known to the type stubs only


@dataclass(frozen=True, slots=True)
class Step:
    """One choice. A card the rules allow is *right* or to be thought over again; others the rules refuse."""

    ask: Words
    right: Mapping[str, Words]  # what is said of each, by card
    then: str  # what the others play after it, up to the pupil's next choice or the end of the lesson
    again: Mapping[str, Words] = field(default_factory=dict)
    otherwise: Words | None = None  # said of any other card that is allowed


@dataclass(frozen=True, slots=True)
class Lesson:
    title: Words
    held: tuple[str, str, str, str]  # by seat
    dealer: int
    before: str
    steps: tuple[Step, ...]
    points: tuple[tuple[int, int, int, int], ...] = ()  # of the hands before this one


_FOLLOWED = _(
    "Right: hearts were led, so you followed with a heart. Lahire’s king was the highest and took the trick. Now he leads."
)
_DISCARDED = _(
    "Right: without a club you may play what you like. A card of another suit never takes the trick, however high it is. Hector took it with the ace."
)
_LED_A_SPADE = _("Right: no spade of the others was above yours. The trick costs nothing, and you lead again.")

COURSE = (
    Lesson(
        title=_("Follow suit"),
        held=(
            "8H QH 9S TS KS 7D 9D KD",
            "KH TC QC 7S JS TD 8D QD",
            "7H 9H AH KC AC 8S AS JD",
            "TH JH 7C 8C 9C JC QS AD",
        ),
        dealer=2,
        before="TH",
        steps=(
            Step(
                ask=_(
                    "Lancelot leads the ten of hearts. You hold hearts, so you must play one of them: either will do. The cards you may not play are dimmed."
                ),
                right={"8H": _FOLLOWED, "QH": _FOLLOWED},
                then="KH AH TC AC 9C",
            ),
            Step(
                ask=_("Lahire has led a club, and you hold none. Then you may play any card. Choose one."),
                right=dict.fromkeys(("8H", "QH", "9S", "TS", "KS", "7D", "9D", "KD"), _DISCARDED),
                then="",
            ),
        ),
    ),
    Lesson(
        title=_("The odd ace"),
        held=(
            "AD QD 7S 9S TH KH 8C QC",
            "TD 9D 8S TS 7H AH 9C JC",
            "JD JS QS KS 9H QH TC KC",
            "8D 7D KD AS 8H JH 7C AC",
        ),
        dealer=0,
        before="TD JD 8D",
        steps=(
            Step(
                ask=_(
                    "Hector had to play the jack of diamonds, and takes the trick so far. A jack costs whoever takes it a point. Which of your two diamonds leaves it to him? The order of the cards, from high to low: king, queen, jack, ace, ten, nine, eight, seven."
                ),
                right={
                    "AD": _(
                        "Right: in Polignac the ace stands between the jack and the ten. Hector keeps his jack, and the point with it."
                    ),
                },
                again={
                    "QD": _(
                        "The queen is higher than the jack: you would take the trick, and a point. The ace is lower than the jack here."
                    ),
                },
                then="",
            ),
        ),
    ),
    Lesson(
        title=_("Give your jacks away"),
        held=(
            "JS TS JH 8H 7D 9D QD AD",
            "8C 9C JC 7H TH 7S KS 8D",
            "KC 9H AH KH 9S AS TD KD",
            "7C TC QC AC QH 8S QS JD",
        ),
        dealer=0,
        before="8C KC QC",
        steps=(
            Step(
                ask=_(
                    "Hector will take this trick with the king of clubs. You have no club, so any card is allowed. Which one would you rather not keep? The jack of spades, the Polignac, costs two points, every other jack one."
                ),
                right={"JS": _("Right: the Polignac goes to Hector, and two points with it. Now he leads a heart.")},
                again={"JH": _("A good thought: that would give away a point. But you hold a jack that costs two.")},
                otherwise=_(
                    "You may play it. But whoever keeps a jack may have to take it: let one go while somebody else takes the trick."
                ),
                then="9H QH",
            ),
            Step(
                ask=_(
                    "Lancelot’s queen of hearts is on the table. Only the king and the queen of a suit are above its jack. What do you play?"
                ),
                right={
                    "JH": _(
                        "Right: under the queen your jack is safe, and Lancelot pays for it. You are rid of both your jacks."
                    )
                },
                again={
                    "8H": _(
                        "That would not take the trick either. But now, under the queen, is the moment to let the jack go."
                    )
                },
                then="TH",
            ),
        ),
    ),
    Lesson(
        title=_("Duck, or take while it is free"),
        held=(
            "KC 9C 7C KD 7D 8S TS 9H",
            "TC JC AC 9D AD 7S 7H KH",
            "JH TH QH 8D QD 9S QS KS",
            "8C QC TD JD AS JS 8H AH",
        ),
        dealer=0,
        before="TC JH 8C",
        steps=(
            Step(
                ask=_(
                    "Lahire led the ten of clubs, and Hector threw the jack of hearts on it. Who takes the trick pays a point. You play last: stay below the ten."
                ),
                right={
                    "9C": _(
                        "Right: the nine is your highest card below the ten, so you keep the seven for later. Lahire takes the jack. He leads again."
                    ),
                    "7C": _(
                        "Right, the seven stays below as well. Better still is the nine: a seven can duck later, when a nine cannot. Lahire takes the jack. He leads again."
                    ),
                },
                again={"KC": _("The king is the highest: you would take the trick with the jack. Stay below the ten.")},
                then="9D 8D TD",
            ),
            Step(
                ask=_(
                    "No jack lies in this trick, and you play last: it will cost nothing, whoever takes it. What would be good to be rid of?"
                ),
                right={
                    "KD": _(
                        "Right: the trick is free. Later the king might have to take the jack of diamonds; now it is gone."
                    )
                },
                again={
                    "7D": _(
                        "That is safe, but then the king stays with you, and later it may have to take a jack. Now it costs nothing."
                    )
                },
                then="",
            ),
        ),
    ),
    Lesson(
        title=_("Flush the Polignac out"),
        held=(
            "AS TS 7H KH 9D QD TC KC",
            "JS 9S 8H TH 7D JD 8C AC",
            "QS 8S 9H AH 8D AD 7C JC",
            "KS 7S JH QH TD KD 9C QC",
        ),
        dealer=3,
        before="",
        steps=(
            Step(
                ask=_(
                    "You lead. Somebody holds the Polignac. Only the king and the queen of spades can take it, and you have neither: spades cannot hurt you. Lead one."
                ),
                right={"AS": _LED_A_SPADE, "TS": _LED_A_SPADE},
                otherwise=_(
                    "You may lead it. But while the Polignac is out, it can be thrown on any trick that you take. Drive it out: lead a spade."
                ),
                then="9S 8S 7S",
            ),
            Step(
                ask=_("Again! Who holds the Polignac has fewer spades left to play instead of it."),
                right=dict.fromkeys(
                    ("AS", "TS"),
                    _(
                        "There it is: Lahire had no other spade, and Lancelot had to take it with his king. The Polignac is gone, and two points are his."
                    ),
                ),
                otherwise=_("Not yet: the Polignac is still out. Lead your other spade."),
                then="JS QS KS",
            ),
        ),
    ),
    Lesson(
        title=_("The score"),
        held=(
            "7H KS 7C 9C TC QH 8D TD",
            "9S QS QD JH 8S 8C QC TH",
            "8H AH 7S AD AS JC TS JS",
            "KD 7D KH 9H KC 9D JD AC",
        ),
        dealer=0,
        before="8S 7S JD KS 7H TH 8H 9H 8C JC AC 9C TS KH QH 9S AS 7D TD QS JH AH KD 8D QD AD 9D TC QC JS KC",
        steps=(
            Step(
                ask=_(
                    "This is the last trick of the fourth hand. Three jacks have been taken, one of them by you, and now the Polignac lies on the table. You have one card left: play it."
                ),
                right={
                    "7C": _(
                        "Lancelot takes the Polignac. A hand always costs five points in all: one for each of three jacks, two for the Polignac. He has ten now, so the game is over. The lowest total wins: that is you."
                    ),
                },
                then="",
            ),
        ),
        points=((0, 1, 0, 4), (1, 1, 0, 3), (0, 2, 2, 1)),
    ),
)
