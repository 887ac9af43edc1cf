"""Why a deed was refused: each with a stable code, and a sentence that says what to do."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class GameError(Exception):
    """A deed that is refused. ``code`` is stable, ``str(error)`` a sentence in the reader's language."""

    code: str
    sentence: str | Promise

    def __init__(self, sentence: str | Promise | None = None) -> None:
        super().__init__()
        if sentence is not None:
            self.sentence = sentence

    def __str__(self) -> str:
        return str(self.sentence)


class NoSuchGame(GameError):
    """There is no such game, or none this user may see: a stranger is not told which."""

    code = "no_such_game"
    sentence = _("There is no such game, or it is not yours to see.")


class GameBroken(GameError):
    """The log of the game does not agree with itself, so nobody may go on with it."""

    code = "game_broken"
    sentence = _(
        "This game has been stopped: what is stored of it does not agree with itself. Nothing you did caused that; "
        "we have been told and look into it. All other games go on."
    )


class StaleMove(GameError):
    code = "stale_move"
    sentence = _("The game has moved on. Here is the table as it stands now.")


class NotYourTurn(GameError):
    code = "not_your_turn"
    sentence = _("It is not your turn.")


class NotBeingPlayed(GameError):
    code = "not_being_played"
    sentence = _("This game is not being played: it has not begun, or it is over.")


class NoHintsHere(GameError):
    code = "no_hints_here"
    sentence = _("Hints are for games in which you alone play against bots.")


class SeatCovered(GameError):
    code = "seat_covered"
    sentence = _("A bot plays your seat at the moment. Take your seat back first.")


class SeatNotCovered(GameError):
    code = "seat_not_covered"
    sentence = _("No bot stands in for you: the seat is yours.")


class HasResigned(GameError):
    code = "has_resigned"
    sentence = _("You have resigned from this game. A bot plays your seat to the end.")


class AlreadyBegun(GameError):
    code = "already_begun"
    sentence = _("This game has already begun.")


class TableFull(GameError):
    code = "table_full"
    sentence = _("All seats at this table are taken. The lobby shows others.")


class TableClosed(GameError):
    code = "table_closed"
    sentence = _("This table has been closed. The lobby shows others.")


class AlreadySeated(GameError):
    code = "already_seated"
    sentence = _("You already sit at this table.")


class NotSeated(GameError):
    code = "not_seated"
    sentence = _("You do not sit at this table.")


class NotTheHost(GameError):
    code = "not_the_host"
    sentence = _("Only the host of the table can do that.")


class NotABotsSeat(GameError):
    code = "not_a_bots_seat"
    sentence = _("No bot sits there.")


class AccountNeeded(GameError):
    code = "account_needed"
    sentence = _("Visitors play against bots. Sign up to play with others: your game is kept.")


class NotReliableEnough(GameError):
    code = "not_reliable_enough"
    sentence = _("This table asks for more turns made in time than you make.")

    def __init__(self, minimum: int, percent: int) -> None:
        words = _("This table asks for %(minimum)s %% of turns made in time, and you make %(percent)s %%.")
        super().__init__(words % {"minimum": minimum, "percent": percent})


class NoSuchPlayer(GameError):
    code = "no_such_player"
    sentence = _("Nobody has this name.")


class TooManyTables(GameError):
    code = "too_many_tables"
    sentence = _("You have too many tables waiting for players. Start or leave one of them first.")


class TooManyGames(GameError):
    code = "too_many_games"
    sentence = _("You have too many games against bots under way. Play one to its end, or resign it, first.")


class BadOptions(GameError):
    """Options no table can have; the sentence says which."""

    code = "bad_options"


class BadWebhook(GameError):
    code = "bad_webhook"
    sentence = _(
        "Nothing can be sent to this address. It begins with https:// and leads to a machine that everybody can reach."
    )


class NoWebhook(GameError):
    code = "no_webhook"
    sentence = _("You have no webhook.")


class BadSubscription(GameError):
    code = "bad_subscription"
    sentence = _("That is not what a browser says when notices are turned on in it.")


class BadMessage(GameError):
    code = "bad_message"
    sentence = _("A message has 1 to 280 letters.")


class TooManyMessages(GameError):
    code = "too_many_messages"
    sentence = _("You have said much in a short time. Wait some minutes.")


class NothingToPlan(GameError):
    code = "nothing_to_plan"
    sentence = _("There is no card to plan: it is your turn, or you have played to this trick.")


class BadPlan(GameError):
    """A card that cannot be played to the suit it is planned for; the sentence says which."""

    code = "bad_plan"


class HandNotOver(GameError):
    code = "hand_not_over"
    sentence = _("A hand can be looked through, all cards open, when it is over.")


class ReviewFailed(GameError):
    code = "review_failed"
    sentence = _("This hand could not be reviewed, though it was tried several times. That is no fault of yours.")


class GameNotOver(GameError):
    code = "game_not_over"
    sentence = _("The game is not over yet.")
