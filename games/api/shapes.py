"""What answers look like, for the schema. `games.api.output` builds them; a test holds the two together."""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

from rest_framework import serializers as s

from accounts.api.errors import ProblemShape
from games.bots import LEVELS
from games.bots.reasons import Code
from games.engine.hand import DECLARATIONS
from games.models import Game, Holder, Move, Sitting, Webhook

CARD = r"^[789TJQKA][SHDC]$"
Shape: TypeAlias = s.Serializer[Any]


def _cards(text: str, **options: Any) -> s.ListField:
    return s.ListField(child=s.RegexField(CARD), help_text=text, **options)


def _numbers(text: str, **options: Any) -> s.ListField:
    return s.ListField(child=s.IntegerField(), help_text=text, **options)


def _seat(text: str, **options: Any) -> s.IntegerField:
    return s.IntegerField(min_value=0, max_value=5, help_text=text, **options)


class RulesShape(Shape):
    version = s.IntegerField(help_text="Of the rules; a game keeps to the one it was begun under.")
    players = s.IntegerField(min_value=3, max_value=6)
    ace_high = s.BooleanField(help_text="A K Q J 10 9 8 7 instead of K Q J A 10 9 8 7.")
    target = s.IntegerField(allow_null=True, help_text="Points that end the game; null where `hands` says its length.")
    hands = s.IntegerField(allow_null=True, help_text="How many hands are played; null where `target` ends the game.")
    general = s.BooleanField(help_text="Whether the general may be declared.")
    short_hands = s.BooleanField(help_text="Whether a hand ends when the last jack has been taken.")


class SeatShape(Shape):
    number = _seat("0, 1, 2 … clockwise: the next seat is on the left.")
    name = s.CharField(allow_blank=True, help_text="Of who sits here; empty for a free seat.")
    holder = s.ChoiceField(
        Holder.values,
        help_text="Who plays it: nobody (yet), a person, a bot, a bot standing in for a player who has missed turns "
        "(`stand_in`), or the bot of a player who has resigned.",
    )
    is_person = s.BooleanField(help_text="Whether it is a person's, also while a bot stands in for them.")
    is_guest = s.BooleanField(help_text="Whether that person has no account.")
    is_host = s.BooleanField(help_text="Whether that person may start the game and seat bots.")
    is_me = s.BooleanField()
    missed = s.IntegerField(help_text="Turns missed in a row. After `turns_to_miss` of the table a bot stands in.")
    level = s.ChoiceField(
        LEVELS,
        allow_null=True,
        help_text="How well the bot plays that plays it, `stand_in` where it plays for a player; null where none does.",
    )
    is_on_holiday = s.BooleanField(help_text="Whether its player's clock stands still for that.")
    bank = s.IntegerField(
        allow_null=True,
        help_text="Seconds left when this player's clock last stopped; null without a bank, or where no person sits.",
    )


class TrickShape(Shape):
    leader = _seat("The seat that leads, or has led.")
    cards = _cards("In the order played, clockwise from the leader.")
    suit_led = s.ChoiceField(["S", "H", "D", "C"], allow_null=True, help_text="null before the lead.")
    taker = _seat("The seat that takes it, or would as it stands; null before the lead.", allow_null=True)
    points = s.IntegerField(help_text="Of the jacks in it.")


class MoveShape(Shape):
    ply = s.IntegerField(help_text="Its number in the hand, from 0.")
    seat = _seat("Whose move it was.")
    card = s.RegexField(CARD, allow_null=True, help_text="null where a declaration was made.")
    declaration = s.ChoiceField(DECLARATIONS, allow_null=True, help_text="null where a card was played.")
    by = s.ChoiceField(
        Move.By.values,
        help_text="Who caused it: the player, a plan the player left, the bot of a bot's seat, or the bot after the "
        "player's time had run out.",
    )
    at = s.DateTimeField()


class CourseShape(Shape):
    """What everybody at the table sees of a hand."""

    dealer = _seat("Who dealt; the seat on the left of it leads first.")
    ply = s.IntegerField(help_text="Moves made, declarations included: the number of the next move.")
    to_play = _seat("Whose turn it is; null once the hand is over.", allow_null=True)
    must_declare = s.BooleanField(help_text="The seat to play has to declare the general or pass, before any card.")
    declarations = s.ListField(child=s.ChoiceField(DECLARATIONS), help_text="From the seat on the dealer's left.")
    declarer = _seat("Who declared the general.", allow_null=True)
    counts = _numbers("Cards still held, by seat.")
    trick = TrickShape(help_text="The trick in play.")
    tricks = TrickShape(many=True, help_text="All complete tricks of the hand, oldest first.")
    penalties = _numbers("Points of the jacks taken so far, by seat.")
    voids = s.ListField(
        child=s.ListField(child=s.ChoiceField(["S", "H", "D", "C"])),
        help_text="By seat, the suits it has shown it does not hold.",
    )
    is_over = s.BooleanField()
    points = _numbers("Points of the hand, by seat; null until it is over.", allow_null=True)
    general_is_made = s.BooleanField(help_text="Whether the declarer has taken every trick of a hand that is over.")
    dealt = s.ListField(
        child=_cards(""), allow_null=True, help_text="By seat, all cards as dealt; null until the hand is over."
    )
    moves = MoveShape(many=True, help_text="Oldest first.")


class HandShape(CourseShape):
    number = s.IntegerField(help_text="In the game, from 1.")
    dealt_at = s.DateTimeField()
    held = _cards("Your own cards, sorted by suit, then from low to high; empty for an onlooker.")
    legal = _cards("Of these, what you may play now; empty when it is not your turn, or while you must declare.")


class MessageShape(Shape):
    """What a player has told the others at the table."""

    seat = _seat("Where they sat.")
    name = s.CharField()
    text = s.CharField(help_text="As it was written: escape it where you show it.")
    at = s.DateTimeField()


class TableShape(Shape):
    """A table as you see it."""

    slug = s.CharField(help_text="The game's name in addresses.")
    status = s.ChoiceField(Game.Status.values)
    access = s.ChoiceField(
        Game.Access.values, help_text="`public`: anybody may look on, and join while seats are free."
    )
    rules = RulesShape()
    move_time = s.IntegerField(help_text="Seconds for each move; with a bank, what each move adds to it.")
    bank = s.IntegerField(allow_null=True, help_text="Seconds each player has at first; null without a bank of time.")
    cap = s.IntegerField(allow_null=True, help_text="Seconds a bank never exceeds; null without one.")
    grace = s.IntegerField(help_text="Seconds after the deadline in which one may still play before the bot does.")
    turns_to_miss = s.IntegerField(help_text="Turns missed in a row after which a bot holds the seat.")
    time_off = s.BooleanField(help_text="Whether rest hours and holidays stop the clock: never where that is quick.")
    min_in_time = s.IntegerField(
        allow_null=True, help_text="Per cent of turns made in time that joining takes; null where it takes none."
    )
    host = s.CharField(help_text="The name of who may start the game and seat bots.")
    created = s.DateTimeField()
    finished = s.DateTimeField(allow_null=True)
    version = s.IntegerField(help_text="Goes up by one with every deed at the table.")
    broken = s.DateTimeField(
        allow_null=True,
        help_text="Since when the game is stopped, its log not agreeing with itself: every deed is answered 503.",
    )
    commitment = s.CharField(help_text="The seal of all deals, published before anyone sat down (docs/fair-deals.md).")
    entries = s.IntegerField(help_text="Of the game's log.")
    head = s.CharField(
        help_text="The digest of the last entry. Keep it: it shows any later change to what is before it."
    )
    now = s.DateTimeField(help_text="The site's clock, to reckon the deadline by.")
    my_seat = _seat("Your seat; null for an onlooker.", allow_null=True)
    seen_before = s.DateTimeField(
        allow_null=True,
        help_text="When you last looked on the visit before this one; null on the first, or for an onlooker.",
    )
    is_my_turn = s.BooleanField(help_text="Whether the game waits for you.")
    muted = s.BooleanField(help_text="Whether you want no notices about this table, by whatever channel.")
    to_play = _seat("Whose turn it is; null unless the game is being played.", allow_null=True)
    turn_began = s.DateTimeField(allow_null=True)
    deadline = s.DateTimeField(
        allow_null=True,
        help_text="When the time of this turn is up: `grace` later the bot plays; null when a bot is to play.",
    )
    seats = SeatShape(many=True, help_text="By number.")
    hand_number = s.IntegerField(help_text="Of the hand being played, or the last; 0 before the first.")
    hand = HandShape(allow_null=True, help_text="The hand being played, or the last.")
    previous_hand = HandShape(
        allow_null=True, help_text="The one before it, all cards open, until the first trick of this one is complete."
    )
    points = s.ListField(child=_numbers(""), help_text="Of each complete hand, by seat.")
    totals = _numbers("Points of all complete hands together, by seat. The lowest wins.")
    tokens = _numbers("Left of as many as the target, by seat: for show. Null with a number of hands.", allow_null=True)
    ranks = _numbers("By seat: 1 is best, equal totals share one.")
    winners = _numbers("Seats, when the game is finished; several may share the win.")
    messages = MessageShape(many=True, help_text="The last 20, the oldest first; empty for who does not sit here.")
    invite = s.CharField(allow_blank=True, help_text="The secret to join by; empty for who may not invite.")
    invite_link = s.CharField(allow_blank=True, help_text="The page to send to a friend; empty for who may not invite.")


class NoticeSettingsShape(Shape):
    """What you are told, by mail and by webhook, and when."""

    mail = s.BooleanField(help_text="Whether any mail about games is sent.")
    kinds = s.DictField(child=s.BooleanField(), help_text="By kind of notice, whether it is mailed.")
    webhook_kinds = s.DictField(child=s.BooleanField(), help_text="The same of your webhook, where you have one.")
    push_kinds = s.DictField(child=s.BooleanField(), help_text="The same of browsers in which you turned notices on.")
    stages = _numbers("When you are warned of a deadline: per cent of the time for a turn that are left.")
    delay = s.IntegerField(help_text="Minutes to wait, so that several notices become one mail.")
    digest_hour = s.IntegerField(
        allow_null=True, help_text="All but warnings in one mail a day, at this hour in your zone; null: as they come."
    )
    quiet = s.ListField(
        child=s.RegexField(r"^[0-9]{2}:[0-9]{2}$"),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="Everything is held back from the first of these times until the second, in your zone; null: never.",
    )


class WebhookShape(Shape):
    """Where notices are posted; all null where you have no webhook."""

    url = s.CharField(allow_null=True)
    form = s.ChoiceField(Webhook.Form.values, allow_null=True, help_text="What is posted: see docs/api.md.")
    secret = s.CharField(allow_null=True, help_text="Plain JSON is signed with it.")
    last_error = s.CharField(
        allow_null=True, help_text="Why the last try failed, as `http_404` or `too_slow`; null where it has not."
    )
    failing_since = s.DateTimeField(allow_null=True, help_text="Since when every try has failed.")
    next_try = s.DateTimeField(allow_null=True, help_text="Nothing is posted before, after a failure.")
    turned_off = s.DateTimeField(
        allow_null=True, help_text="Since when nothing is posted, after a day of failure; `PUT` turns it on again."
    )


class PushSubscriptionShape(Shape):
    id = s.IntegerField()
    name = s.CharField(allow_blank=True)
    created = s.DateTimeField()


class PushShape(Shape):
    """The browsers in which you have turned notices on."""

    public_key = s.CharField(
        allow_blank=True, help_text="The `applicationServerKey` to subscribe with; empty where the site has no push."
    )
    subscriptions = PushSubscriptionShape(many=True, help_text="The newest first.")


class FeedsShape(Shape):
    calendar = s.CharField(allow_null=True, help_text="Your deadlines, as iCalendar; null where you have no feeds.")
    atom = s.CharField(allow_null=True, help_text="Your turns, as Atom; null where you have no feeds.")


class RowShape(Shape):
    """A game in a list."""

    slug = s.CharField(help_text="The game's name in addresses.")
    status = s.ChoiceField(Game.Status.values)
    access = s.ChoiceField(Game.Access.values)
    rules = RulesShape()
    move_time = s.IntegerField(help_text="Seconds for each move; with a bank, what each move adds to it.")
    bank = s.IntegerField(allow_null=True, help_text="Seconds each player has at first; null without a bank of time.")
    cap = s.IntegerField(allow_null=True, help_text="Seconds a bank never exceeds; null without one.")
    min_in_time = s.IntegerField(
        allow_null=True, help_text="Per cent of turns made in time that joining takes; null where it takes none."
    )
    players = s.ListField(child=s.CharField(allow_blank=True), help_text="Names, by seat; empty for a free one.")
    free_seats = s.IntegerField()
    hand_number = s.IntegerField()
    to_play = _seat("Whose turn it is; null unless the game is being played.", allow_null=True)
    my_seat = _seat("Your seat; null where you have none.", allow_null=True)
    is_my_turn = s.BooleanField()
    deadline = s.DateTimeField(allow_null=True)
    totals = _numbers("By seat.")
    winners = _numbers("Seats.")
    created = s.DateTimeField()
    finished = s.DateTimeField(allow_null=True)
    version = s.IntegerField()


class ProfileShape(Shape):
    """What everybody may know of a player."""

    name = s.CharField()
    since = s.DateTimeField(help_text="When they signed up, or first played as a visitor.")
    finished = s.IntegerField(help_text="Games played to their end, also by the bot after a resignation.")
    won = s.IntegerField(help_text="Of those, alone or together with others.")
    active = s.IntegerField(help_text="Games being played.")
    resigned = s.IntegerField(help_text="Games resigned in which other people played.")
    turns = s.IntegerField(help_text="Turns in games with other people that they made or missed.")
    in_time = s.IntegerField(help_text="Of those, turns made in time.")


class PageShape(Shape):
    """Games, page by page."""

    count = s.IntegerField(help_text="Games on all pages together.")
    next = s.CharField(allow_null=True, help_text="The address of the next page.")
    previous = s.CharField(allow_null=True, help_text="The address of the page before.")
    results = RowShape(many=True)


class HandStepShape(CourseShape):
    """A hand that is over after `step` of its `steps` moves, all cards open."""

    slug = s.CharField()
    number = s.IntegerField(help_text="In the game, from 1.")
    step = s.IntegerField(help_text="Moves made at the moment shown.")
    steps = s.IntegerField(help_text="Moves of the whole hand.")
    players = s.ListField(child=s.CharField(), help_text="Names, by seat.")
    held = s.ListField(child=_cards(""), help_text="By seat, the cards it held at that moment.")
    moves = MoveShape(many=True, help_text="All of the hand, oldest first.")


MOVE = r"^([789TJQKA][SHDC]|pass|general)$"


class OptionShape(Shape):
    """A legal move at a turn of a hand that is over."""

    move = s.RegexField(MOVE, help_text="A card, or `pass` or `general`.")
    worth = s.FloatField(
        help_text="Points it was to cost the seat in the hand, as the seat could know. Less is better."
    )
    hindsight = s.FloatField(help_text="The same with all cards open: no judgement of who could not see them.")


class ReasonShape(Shape):
    """Why a card is better than another."""

    code = s.ChoiceField(get_args(Code))
    sentence = s.CharField(help_text="The same in words, in your language.")


class ReviewedShape(Shape):
    """A move of a hand that is over, and what else might have been."""

    ply = s.IntegerField(help_text="Its number in the hand, from 0.")
    seat = _seat("Whose move it was.")
    move = s.RegexField(MOVE, help_text="A card, or `pass` or `general`.")
    options = OptionShape(many=True, help_text="All legal moves.")
    regret = s.FloatField(help_text="Points by which the move was dearer than the best.")
    error = s.FloatField(help_text="The standard error of that.")
    better = s.RegexField(MOVE, allow_null=True, help_text="The best move, where the one made cost clearly more.")
    reason = ReasonShape(allow_null=True, help_text="Why that was better.")


class ReviewShape(Shape):
    """What each card of a hand was worth."""

    slug = s.CharField()
    number = s.IntegerField(help_text="Of the hand in the game, from 1.")
    is_ready = s.BooleanField(help_text="Whether it has been made yet.")
    worlds = s.IntegerField(help_text="In how many deals, that its seat had to think possible, each card was tried.")
    accuracy = s.ListField(
        child=s.FloatField(allow_null=True),
        help_text="By seat, 0 to 1: of the points its cards could lose, the part that they did not; null where it had "
        "nothing to choose.",
    )
    moments = _numbers("The plies that mattered most, at most three.")
    plays = ReviewedShape(many=True, help_text="All moves, oldest first.")


class HintShape(Shape):
    """What a master would play in your place."""

    ply = s.IntegerField(help_text="The number of the move it is for: `hand.ply` of the table.")
    move = s.RegexField(MOVE, help_text="A card, or `pass` or `general`.")
    reason = ReasonShape(allow_null=True, help_text="Why, rather than another card; null where there is no other.")


class SittingShape(Shape):
    """Somebody sat down, left, resigned, was stood in for or came back."""

    seat = _seat("Which seat.")
    name = s.CharField(help_text="Who.")
    why = s.ChoiceField(Sitting.Why.values)
    hand_number = s.IntegerField(help_text="Where the game stood: 0 before the first hand.")
    ply = s.IntegerField()
    at = s.DateTimeField()


class RecordHandShape(Shape):
    dealer = _seat("Who dealt.")
    held = s.ListField(child=s.CharField(), help_text="By seat, the cards dealt, separated by spaces.")
    plays = s.CharField(help_text="The cards in the order played, separated by spaces.")
    declarations = s.ListField(child=s.ChoiceField(DECLARATIONS), required=False)
    points = _numbers("By seat.", required=False)
    review = s.JSONField(required=False, help_text="With `review=true`: what each card was worth (docs/records.md).")


class RecordRulesShape(Shape):
    players = s.IntegerField()
    ace_high = s.BooleanField()
    target = s.IntegerField(allow_null=True)
    hands = s.IntegerField(allow_null=True)
    general = s.BooleanField()
    short_hands = s.BooleanField()


class RecordShape(Shape):
    """A finished game as `polignac-record/1`, which `manage.py replay` reads."""

    format = s.ChoiceField(["polignac-record/1"])
    rules = RecordRulesShape()
    players = s.ListField(child=s.CharField(), help_text="Names, by seat.")
    hands = RecordHandShape(many=True)
    totals = _numbers("By seat.")
    winners = _numbers("Seats; left out where somebody has resigned.", required=False)
    resigned = _numbers("Seats of those who have resigned, where any have.", required=False)


class StaleShape(ProblemShape):
    table = TableShape(required=False, help_text="With the code `stale_move`: the table as it stands.")


class NonceShape(Shape):
    nonce = s.CharField(help_text="32 hexadecimal digits; empty for a free seat.")
    is_own = s.BooleanField(help_text="Whether the player's own program drew it, not the site.")


class DealShape(Shape):
    hand = s.IntegerField(help_text="From 1.")
    seed = s.CharField(help_text="64 hexadecimal digits: `hand` times SHA-256 of it is the commitment.")
    dealer = _seat("Who dealt; of the first hand drawn by lot from the same shuffle.")
    held = s.ListField(child=s.CharField(), help_text="Each seat's cards as dealt, separated by spaces.")


class DealsShape(Shape):
    """What it takes to check every deal so far."""

    format = s.CharField()
    algorithm = s.CharField()
    game = s.CharField()
    players = s.IntegerField()
    commitment = s.CharField()
    hands = s.IntegerField(help_text="As many seeds were committed to.")
    nonces = NonceShape(many=True, help_text="By seat.")
    deals = DealShape(many=True, help_text="Hands that are over.")


class LogEntryShape(Shape):
    entry = s.CharField(help_text="The canonical bytes, ASCII JSON.")
    digest = s.CharField(help_text="SHA-256 of the digest before, as 32 bytes, and these bytes.")


class LogShape(Shape):
    """The log of a game as its digests cover it."""

    format = s.CharField()
    game = s.CharField()
    head = s.CharField(help_text="The digest of the last entry.")
    entries = LogEntryShape(many=True)


class PlannedCardsShape(Shape):
    S = s.RegexField(CARD, required=False)
    H = s.RegexField(CARD, required=False)
    D = s.RegexField(CARD, required=False)
    C = s.RegexField(CARD, required=False)


class PlanShape(Shape):
    plays_single = s.BooleanField(help_text="Whether a card that is the only legal one is played for you.")
    cards = PlannedCardsShape(help_text="What is planned for this trick, by the suit led.")
    ducks = s.BooleanField(help_text="Whether your lowest card that does not take is played where no card is named.")
    choices = s.DictField(
        child=_cards("What could be played."),
        help_text="By each suit that may be led, or has been, what could be played; empty on your turn and after it.",
    )
