"""Examples for the schema; a test holds them against it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

_RULES = {
    "version": 1, "players": 3, "ace_high": False, "target": 10, "hands": None, "general": False, "short_hands": False,
}  # fmt: skip


def _seat(number: int, name: str, **also: Any) -> dict[str, Any]:
    return {
        "number": number, "name": name, "holder": "person", "is_person": True, "is_guest": False, "is_host": False,
        "is_me": False, "missed": 0, "level": None, "is_on_holiday": False, "bank": None, **also,
    }  # fmt: skip


def _move(ply: int, seat: int, card: str, at: str) -> dict[str, Any]:
    return {"ply": ply, "seat": seat, "card": card, "declaration": None, "by": "player", "at": f"2027-03-01T{at}Z"}


_TABLE = {
    "slug": "uyFifsdN9Q",
    "status": "active",
    "access": "public",
    "rules": _RULES,
    "move_time": 86400,
    "bank": None,
    "cap": None,
    "grace": 30,
    "turns_to_miss": 2,
    "time_off": True,
    "min_in_time": None,
    "host": "Anna",
    "created": "2027-03-01T08:30:00Z",
    "finished": None,
    "version": 8,
    "broken": None,
    "commitment": "6f1f1e4a3d0cf08e0a6bb3b0e0a5d2b9b4e7a7a4d6f2a0f1c3d5e7f9b1d3f5a7",
    "entries": 10,
    "head": "b7d9c1e3f5a70819203142536475869708192a3b4c5d6e7f8091a2b3c4d5e6f7",
    "now": "2027-03-01T09:21:40Z",
    "my_seat": 2,
    "seen_before": "2027-02-28T19:05:00Z",
    "is_my_turn": True,
    "muted": False,
    "to_play": 2,
    "turn_began": "2027-03-01T09:20:00Z",
    "deadline": "2027-03-02T09:20:00Z",
    "seats": [_seat(0, "Anna", is_host=True), _seat(1, "Ben"), _seat(2, "Cat", is_me=True)],
    "hand_number": 1,
    "hand": {
        "number": 1,
        "dealt_at": "2027-03-01T08:40:00Z",
        "held": ["TS", "8H", "KH", "8D", "TD", "AD", "JD", "KD", "AC"],
        "legal": ["TS"],
        "dealer": 2,
        "ply": 5,
        "to_play": 2,
        "must_declare": False,
        "declarations": [],
        "declarer": None,
        "counts": [8, 8, 9],
        "trick": {"leader": 0, "cards": ["QS", "JS"], "suit_led": "S", "taker": 0, "points": 2},
        "tricks": [{"leader": 0, "cards": ["AS", "9S", "8S"], "suit_led": "S", "taker": 0, "points": 0}],
        "penalties": [0, 0, 0],
        "voids": [[], [], []],
        "is_over": False,
        "points": None,
        "general_is_made": False,
        "dealt": None,
        "moves": [
            _move(0, 0, "AS", "08:41:10"),
            _move(1, 1, "9S", "08:47:00"),
            _move(2, 2, "8S", "09:02:30"),
            _move(3, 0, "QS", "09:10:00"),
            _move(4, 1, "JS", "09:20:00"),
        ],
    },
    "previous_hand": None,
    "points": [],
    "totals": [0, 0, 0],
    "tokens": [10, 10, 10],
    "ranks": [1, 1, 1],
    "winners": [],
    "messages": [],
    "invite": "",
    "invite_link": "",
}
_ROW = {
    "slug": "uyFifsdN9Q",
    "status": "active",
    "access": "public",
    "rules": _RULES,
    "move_time": 86400,
    "bank": None,
    "cap": None,
    "min_in_time": None,
    "players": ["Anna", "Ben", "Cat"],
    "free_seats": 0,
    "hand_number": 1,
    "to_play": 2,
    "my_seat": 2,
    "is_my_turn": True,
    "deadline": "2027-03-02T09:20:00Z",
    "totals": [0, 0, 0],
    "winners": [],
    "created": "2027-03-01T08:30:00Z",
    "finished": None,
    "version": 8,
}

TABLE = OpenApiExample("A table", value=_TABLE, response_only=True, status_codes=["200", "201"])
PAGE = OpenApiExample(
    "One game",
    value={"count": 1, "next": None, "previous": None, "results": [_ROW]},
    response_only=True,
    status_codes=["200"],
)
NEW_TABLE = OpenApiExample(
    "Four players, two days a move",
    value={"players": 4, "target": 10, "move_time": 172800},
    request_only=True,
)
BANK_OF_TIME = OpenApiExample(
    "24 hours, and 4 hours more a move up to 72",
    value={"bank": 86400, "move_time": 14400, "cap": 259200, "turns_to_miss": 3},
    request_only=True,
)
AGAINST_BOTS = OpenApiExample("Against three bots", value={"access": "link", "bots": 3}, request_only=True)
CARD = OpenApiExample("Play the jack of spades", value={"ply": 12, "card": "JS"}, request_only=True)
DECLARATION = OpenApiExample("Pass", value={"ply": 0, "declaration": "pass"}, request_only=True)
PLAN = OpenApiExample(
    "The ace if clubs are led, else stay low",
    value={"plays_single": True, "cards": {"C": "AC"}, "ducks": True},
    request_only=True,
)
JOIN = OpenApiExample("By an invitation", value={"invite": "p0kIsnVQ6nPGKMzoNMpI3w"}, request_only=True)
INVITE = OpenApiExample("Ben", value={"name": "Ben"}, request_only=True)
STALE = OpenApiExample(
    "The game has moved on",
    value={
        "code": "stale_move",
        "detail": "The game has moved on. Here is the table as it stands now.",
        "table": _TABLE,
    },
    response_only=True,
    status_codes=["409"],
)
MUST_FOLLOW = OpenApiExample(
    "Against the rules",
    value={"code": "must_follow", "detail": "Follow suit: you hold spades."},
    response_only=True,
    status_codes=["422"],
)
NOTICE_SETTINGS = OpenApiExample(
    "The defaults, but for quiet nights",
    value={
        "mail": True,
        "kinds": {
            "your_turn": True,
            "deadline_near": True,
            "bot_played": True,
            "seat_held": True,
            "hand_over": False,
            "game_over": True,
            "invitation": True,
            "rematch": True,
            "message": True,
            "holiday_ending": True,
            "table_expired": True,
            "joined": True,
            "started": True,
        },
        "push_kinds": {"your_turn": True, "deadline_near": True, "game_over": True},
        "webhook_kinds": {"your_turn": True, "deadline_near": True, "game_over": False},
        "stages": [50, 20],
        "delay": 0,
        "digest_hour": None,
        "quiet": ["22:00", "07:00"],
    },
    response_only=True,
    status_codes=["200"],
)
NEW_NOTICE_SETTINGS = OpenApiExample(
    "Quiet nights, and one warning", value={"quiet": ["22:00", "07:00"], "stages": [20]}, request_only=True
)
FEEDS = OpenApiExample(
    "Two addresses",
    value={
        "calendar": "https://polignac.example/feeds/Zk3vV0yq0mHcTn4c2pXbRw8s/deadlines.ics",
        "atom": "https://polignac.example/feeds/Zk3vV0yq0mHcTn4c2pXbRw8s/turns.atom",
    },
    response_only=True,
    status_codes=["200"],
)
NEW_WEBHOOK = OpenApiExample(
    "A program of one's own", value={"url": "https://ana.example/polignac", "form": "json"}, request_only=True
)
WEBHOOK = OpenApiExample(
    "One that fails",
    value={
        "url": "https://ana.example/polignac",
        "form": "json",
        "secret": "bO1u8V1JQk0xkq3pVhXw2m7bU6sY4nRzTgCeDaFiLtE",
        "last_error": "http_404",
        "failing_since": "2026-05-04T18:40:00Z",
        "next_try": "2026-05-04T18:56:00Z",
        "turned_off": None,
    },
    response_only=True,
    status_codes=["200"],
)
NEW_PUSH = OpenApiExample(
    "As a browser says it",
    value={
        "endpoint": "https://push.example/wpush/v2/gAAAAABm",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
        "name": "Firefox on the phone",
    },
    request_only=True,
)
PUSH = OpenApiExample(
    "One browser",
    value={
        "public_key": "BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo",
        "subscriptions": [{"id": 17, "name": "Firefox on the phone", "created": "2026-05-04T18:40:00Z"}],
    },
    response_only=True,
    status_codes=["200"],
)
