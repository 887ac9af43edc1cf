"""The people and games that addresses are asked for, and what is sent to each.

A new route that asks for a parameter not listed in `values_of` has to have it added there; one that only means
something at a table of some kind is listed in `SCENES`; what it takes is listed in `SENT`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from games.models import Game, NoticeSettings
from games.services import overdue, telling
from tests.accounts.people import PASSWORD, make_user
from tests.builders import dealing, make_game, make_guest, move_on, move_once
from tests.pages.tables import THREE

from .routes import Route

ROLES = ("stranger", "visitor", "onlooker", "player", "other player", "host", "staff")
ACCESSES = ("public", "link")

# The table at which a route is tried; at one being played, where nothing is said.
SCENES = {
    "games:join": "open",
    "games:leave": "open",
    "games:start": "open",
    "games:add_bot": "open",
    "games:remove_bot": "open",
    "games:invite": "open",
    "games:invitation": "open",
    "games:take_seat_back": "covered",
    "games:record": "finished",
    "games:rematch": "finished",
    "games-api:rematch": "finished",
    "games:replay": "finished",
    "games:replay_step": "finished",
    "games:hand_picture": "finished",
    "games-api:join": "open",
    "games-api:leave": "open",
    "games-api:start": "open",
    "games-api:bots": "open",
    "games-api:bot": "open",
    "games-api:invitations": "open",
    "games-api:invitation": "open",
    "games-api:take-back": "covered",
    "games-api:hand": "finished",
    "games-api:review": "finished",
    "games-api:record": "finished",
}
# What is sent, by route; nothing, where nothing is said.
SENT: dict[str, dict[str, Any]] = {
    "games:play": {"ply": "0", "card": "8H"},
    "games:declare": {"ply": "0", "declaration": "pass"},
    "games:remove_bot": {"seat": "4"},
    "games:push": {"off": "1"},
    "games-api:push": {
        "endpoint": "https://push.example/of-player",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    },
    "games:say": {"text": "Hello"},
    "games-api:messages": {"text": "Hello"},
    "games:webhook": {"webhook": "set", "url": "https://player.example/"},
    "games-api:webhook": {"url": "https://player.example/"},
    "games:invite": {"name": "Invited"},
    "games-api:moves": {"ply": 0, "card": "8H"},
    "games-api:invitations": {"name": "Invited"},
    "games-api:games": {"players": 4, "bots": 3},
    "games-api:plan": {"plays_single": True},
    "api-second-factor-key": {"password": PASSWORD},
    "api-second-factor-app": {"setup": "nobodys", "code": "123456"},
    "api-second-factor-app-off": {"password": PASSWORD},
    "api-passkey": {"name": "My phone", "password": PASSWORD},
    "api-passkey-off": {"password": PASSWORD},
    "api-recovery-codes": {"password": PASSWORD},
    "api-forgotten": {"login": "Player"},
    "api-password-by-link": {"key": "1-nobodys", "new": PASSWORD},
    "api-email": {"email": "new@example.org", "password": PASSWORD},
    "api-confirm-email": {"key": "nobodys"},
    "set_language": {"language": "fr"},
}


@dataclass
class World:
    """Everybody, and each kind of table twice: open to all, and by its link alone."""

    users: dict[str, User | None]
    games: dict[tuple[str, str], Game]  # by scene and access
    client: Client = field(default_factory=Client)
    cookies: dict[str, SimpleCookie] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def values(self, route: Route, access: str) -> dict[str, Any]:
        """Return a value for each parameter that an address may have."""
        return values_of(self.games[SCENES.get(route.name, "active"), access])


def values_of(game: Game, *, name: str = "Player", number: int = 1, seat: int = 4) -> dict[str, Any]:
    """Return a value for each parameter that an address may have: a table, a name, a hand, a seat, somebody's keys."""
    return {
        "slug": game.slug,
        "token": game.invite,
        "invite": game.invite,
        "name": name,
        "number": number,
        "step": 1,
        "seat": seat,
        "id": "plg_nobodys",
        "token_key": "plg_nobodys",
        "key": "nobodys",
        "feed": feed_of(game.host),
        "signed": telling.stop_token(game.host),
        "uidb36": "1",
        "pk": 1,
    }


def feed_of(user: User) -> str:
    """Give *user* feeds, whose secret is the same in every world, and return it."""
    secret = f"of-{user.pk}"
    NoticeSettings.objects.update_or_create(user=user, defaults={"feed": secret})
    return secret


def make_world() -> World:
    """Fill an empty database."""
    names = {"onlooker": "Onlooker", "player": "Player", "other player": "Other", "host": "Host", "staff": "Staff"}
    users: dict[str, User | None] = {role: make_user(name) for role, name in names.items()}
    users |= {"stranger": None, "visitor": make_guest()}
    make_user("Invited")
    User.objects.filter(username="Staff").update(is_staff=True, is_superuser=True)
    table = [user for role in ("host", "player", "other player") if (user := users[role]) is not None]
    games = {(scene, access): make(table, access) for scene, make in _MAKERS.items() for access in ACCESSES}
    world = World(users, games)
    for role, user in users.items():
        client = Client()
        if user is not None:
            client.force_login(user)
            world.tokens[role] = ApiToken.objects.issue(user, "tests")[1]
        world.cookies[role] = client.cookies
    return world


def _active(table: list[User], access: str) -> Game:
    """Three at a table, and "player", who is not the host, is to lead."""
    with dealing(*THREE, dealer=0):
        return make_game(*table, access=access)


def _open(table: list[User], access: str) -> Game:
    return make_game(*table, access=access, players=5, bots=1, begun=False)


def _covered(table: list[User], access: str) -> Game:
    """A table where a bot stands in for "player"."""
    game = _active(table, access)
    while not game.seats.filter(holder="stand_in").exists():
        game.refresh_from_db()
        if game.to_play == 1:
            overdue.play_game(game.pk, now=(game.due_at or timezone.now()))
        else:
            move_once(game)
    game.refresh_from_db()
    return game


def _finished(table: list[User], access: str) -> Game:
    with dealing(*THREE, dealer=0):
        game = make_game(*table, access=access, target=None, hands=1)
    move_on(game)
    return game


_MAKERS = {"active": _active, "open": _open, "covered": _covered, "finished": _finished}
