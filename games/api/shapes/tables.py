"""Tables: as one sees them, as a list has them, and with a move that came too late."""

from __future__ import annotations

from rest_framework import serializers as s

from accounts.api.errors import ProblemShape
from games.bots import LEVELS
from games.engine.hand import DECLARATIONS
from games.models import Game, Holder, Move

from .fields import CARD, Shape, card_list, number_list, seat_number


class RulesShape(Shape):
    version = s.IntegerField(help_text="Of the rules; a game keeps to the one it was begun under.")
    players = s.IntegerField(min_value=3, max_value=6)
    ace_high = s.BooleanField(help_text="A K Q J 10 9 8 7 instead of K Q J A 10 9 8 7.")
    target = s.IntegerField(allow_null=True, help_text="Points that end the game; null where `hands` says its length.")
    hands = s.IntegerField(allow_null=True, help_text="How many hands are played; null where `target` ends the game.")
    general = s.BooleanField(help_text="Whether the general may be declared.")
    short_hands = s.BooleanField(help_text="Whether a hand ends when the last jack has been taken.")


class SeatShape(Shape):
    number = seat_number("0, 1, 2 … clockwise: the next seat is on the left.")
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
    leader = seat_number("The seat that leads, or has led.")
    cards = card_list("In the order played, clockwise from the leader.")
    suit_led = s.ChoiceField(["S", "H", "D", "C"], allow_null=True, help_text="null before the lead.")
    taker = seat_number("The seat that takes it, or would as it stands; null before the lead.", allow_null=True)
    points = s.IntegerField(help_text="Of the jacks in it.")


class MoveShape(Shape):
    ply = s.IntegerField(help_text="Its number in the hand, from 0.")
    seat = seat_number("Whose move it was.")
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

    dealer = seat_number("Who dealt; the seat on the left of it leads first.")
    ply = s.IntegerField(help_text="Moves made, declarations included: the number of the next move.")
    to_play = seat_number("Whose turn it is; null once the hand is over.", allow_null=True)
    must_declare = s.BooleanField(help_text="The seat to play has to declare the general or pass, before any card.")
    declarations = s.ListField(child=s.ChoiceField(DECLARATIONS), help_text="From the seat on the dealer's left.")
    declarer = seat_number("Who declared the general.", allow_null=True)
    counts = number_list("Cards still held, by seat.")
    trick = TrickShape(help_text="The trick in play.")
    tricks = TrickShape(many=True, help_text="All complete tricks of the hand, oldest first.")
    penalties = number_list("Points of the jacks taken so far, by seat.")
    voids = s.ListField(
        child=s.ListField(child=s.ChoiceField(["S", "H", "D", "C"])),
        help_text="By seat, the suits it has shown it does not hold.",
    )
    is_over = s.BooleanField()
    points = number_list("Points of the hand, by seat; null until it is over.", allow_null=True)
    general_is_made = s.BooleanField(help_text="Whether the declarer has taken every trick of a hand that is over.")
    dealt = s.ListField(
        child=card_list(""), allow_null=True, help_text="By seat, all cards as dealt; null until the hand is over."
    )
    moves = MoveShape(many=True, help_text="Oldest first.")


class HandShape(CourseShape):
    number = s.IntegerField(help_text="In the game, from 1.")
    dealt_at = s.DateTimeField()
    held = card_list("Your own cards, sorted by suit, then from low to high; empty for an onlooker.")
    legal = card_list("Of these, what you may play now; empty when it is not your turn, or while you must declare.")


class MessageShape(Shape):
    """What a player has told the others at the table."""

    seat = seat_number("Where they sat.")
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
    my_seat = seat_number("Your seat; null for an onlooker.", allow_null=True)
    seen_before = s.DateTimeField(
        allow_null=True,
        help_text="When you last looked on the visit before this one; null on the first, or for an onlooker.",
    )
    is_my_turn = s.BooleanField(help_text="Whether the game waits for you.")
    muted = s.BooleanField(help_text="Whether you want no notices about this table, by whatever channel.")
    to_play = seat_number("Whose turn it is; null unless the game is being played.", allow_null=True)
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
    points = s.ListField(child=number_list(""), help_text="Of each complete hand, by seat.")
    totals = number_list("Points of all complete hands together, by seat. The lowest wins.")
    tokens = number_list(
        "Left of as many as the target, by seat: for show. Null with a number of hands.", allow_null=True
    )
    ranks = number_list("By seat: 1 is best, equal totals share one.")
    winners = number_list("Seats, when the game is finished; several may share the win.")
    messages = MessageShape(many=True, help_text="The last 20, the oldest first; empty for who does not sit here.")
    invite = s.CharField(allow_blank=True, help_text="The secret to join by; empty for who may not invite.")
    invite_link = s.CharField(allow_blank=True, help_text="The page to send to a friend; empty for who may not invite.")


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
    to_play = seat_number("Whose turn it is; null unless the game is being played.", allow_null=True)
    my_seat = seat_number("Your seat; null where you have none.", allow_null=True)
    is_my_turn = s.BooleanField()
    deadline = s.DateTimeField(allow_null=True)
    totals = number_list("By seat.")
    winners = number_list("Seats.")
    created = s.DateTimeField()
    finished = s.DateTimeField(allow_null=True)
    version = s.IntegerField()


class PageShape(Shape):
    """Games, page by page."""

    count = s.IntegerField(help_text="Games on all pages together.")
    next = s.CharField(allow_null=True, help_text="The address of the next page.")
    previous = s.CharField(allow_null=True, help_text="The address of the page before.")
    results = RowShape(many=True)


class StaleShape(ProblemShape):
    table = TableShape(required=False, help_text="With the code `stale_move`: the table as it stands.")
