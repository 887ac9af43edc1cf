"""How fast moves are made by the API, beside a bare view that checks the same token and inserts one row.

One gunicorn, one PostgreSQL, one Valkey, which is told of each move, sixteen connections that are kept open; the two
are measured in turns of a second, for the machine's own speed changes from one second to the next, and the ratio of
the sums is the figure to keep. Servers and the measuring itself share the machine.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TypeAlias

from polignac_site import broker, processes
from tests.servers import postgres

WANTED = 0.6
CONNECTIONS = 16
ROUNDS = 3  # of which each is a line
TURNS = 6  # for each of the two in each round
SECONDS = 1.0  # of each turn
HANDS = 24  # of each game: more than are played in a round
ROOT = Path(__file__).resolve().parents[2]

Request: TypeAlias = bytes


def run() -> None:
    print(f"API: requests a second over {CONNECTIONS} connections to one gunicorn with one PostgreSQL")
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres.running() as database,
        _broker(Path(folder)) as told,
        _server(folder, database, told) as port,
    ):
        made = answered = 0.0
        for number in range(ROUNDS + 1):
            moves, bare = _moves_of_new_games(), _rows()
            rates = [(_measure(port, moves), _measure(port, bare)) for _ in range(TURNS)]
            if number:  # the first round warms up
                of_moves, of_bare = (sum(rate) / TURNS for rate in zip(*rates, strict=True))
                made, answered = made + of_moves, answered + of_bare
                print(f"  moves {of_moves:>7,.0f}    bare view {of_bare:>7,.0f}    ratio {of_moves / of_bare:.2f}")
    ratio = made / answered
    reached = "reached" if ratio >= WANTED else "NOT reached"
    print(f"  ratio of all {ratio:.2f}    wanted is {WANTED} at least: {reached}")


@contextmanager
def _broker(folder: Path) -> Iterator[str]:
    """Run what tells open pages of a move, as on any site: where nothing listens, trying takes longer than telling."""
    server = broker.start(folder / "valkey", folder / "valkey.log")
    try:
        yield server.url
    finally:
        processes.stop(server.process)


@contextmanager
def _server(folder: str, database: str, told: str) -> Iterator[int]:
    """Serve the site and the bare view on a free port, and use their database in this process as well."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "tests.bench.bare.settings",
        "DATABASE_URL": database,
        "REDIS_URL": told,
        "VAR_DIR": folder,
        "LOG_LEVEL": "ERROR",
        "DEBUG": "false",
        "SECRET_KEY": secrets.token_urlsafe(64),
    }
    _make_tables()
    port = processes.free_port()
    command = [sys.executable, "-m", "gunicorn", "polignac_site.wsgi", f"--bind=127.0.0.1:{port}"]
    command += ["--worker-class=gthread", "--workers=2", "--threads=8", "--preload", "--no-control-socket"]
    log = Path(folder) / "gunicorn.log"
    server = processes.start(command, log=log, cwd=ROOT, env=os.environ)
    try:
        _wait_for(port, server, log)
        yield port
    finally:
        processes.stop(server)
        _close_connections()


def _make_tables() -> None:
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)
    from tests.bench.bare.models import Row

    with connection.schema_editor() as editor:
        editor.create_model(Row)


def _close_connections() -> None:
    from django.db import connections

    connections.close_all()


def _wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"gunicorn did not start:\n{log.read_text()}") from None
        time.sleep(0.1)


def _measure(port: int, sources: list[Iterator[Request]]) -> float:
    """Send what *sources* give, one connection each, for some seconds; return the requests answered a second."""
    began = time.monotonic()
    with ThreadPoolExecutor(len(sources)) as pool:
        answered = list(pool.map(lambda source: _send_all(port, source, began + SECONDS), sources))
    return sum(answered) / (time.monotonic() - began)


def _send_all(port: int, source: Iterator[Request], end: float) -> int:
    answered = 0
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while time.monotonic() < end:
            connection.sendall(next(source))
            answer = _read(connection)
            if not answer.startswith(b"HTTP/1.1 201 "):
                raise RuntimeError(answer.decode(errors="replace"))
            answered += 1
    return answered


def _read(connection: socket.socket) -> bytes:
    """Read one answer: to the end of its head, then as much as that says."""
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(65536)
    head, _, body = answer.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


def _request(path: str, token: str, said: object) -> Request:
    body = json.dumps(said).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token {token}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def _people(count: int) -> list[tuple[object, str]]:
    """Make accounts, each with a token."""
    from accounts.models import ApiToken, User

    users = [User.objects.create_user("P-" + secrets.token_hex(8)) for _ in range(count)]
    return [(user, ApiToken.objects.issue(user, "bench")[1]) for user in users]


def _rows() -> list[Iterator[Request]]:
    def hand(token: str) -> list[Request]:
        return [_request("/bare/rows", token, {"ply": ply, "card": "JS"}) for ply in range(32)]

    return [cycle(hand(token)) for _, token in _people(CONNECTIONS)]


def _moves_of_new_games() -> list[Iterator[Request]]:
    """Begin a game of four for each connection; what is sent are the moves of all four, in turn, hand after hand."""
    from datetime import timedelta

    from games.engine.rules import Rules
    from games.services import seating

    sources = []
    for number in range(CONNECTIONS):
        people = _people(4)
        rules = Rules(players=4, target=None, hands=HANDS)
        slug = seating.open_table(host=people[0][0], rules=rules, move_time=timedelta(days=1)).slug
        for user, _ in people[1:]:
            seating.join(slug=slug, user=user)
        sources.append(iter(_moves(slug, [token for _, token in people], Random(number))))
    return sources


def _moves(slug: str, tokens: list[str], chance: Random) -> list[Request]:
    """Return the requests of a whole game: the deals to come follow from its seeds, which the database holds.

    Made beforehand, since what the measuring takes is taken from the server.
    """
    from games.engine.deals import pack_and_lot
    from games.engine.hand import HandState
    from games.engine.shuffle import deal
    from games.log import read_seeds
    from games.models import Game

    game = Game.objects.get(slug=slug)
    seeds, nonces = read_seeds(game), list(game.seats.order_by("number").values_list("nonce", flat=True))
    requests: list[Request] = []
    dealer = None
    for hand in range(1, HANDS + 1):
        pack, lot = pack_and_lot(game.rules, seeds[hand], game=slug, hand=hand, nonces=nonces)
        dealer = lot if dealer is None else game.rules.left_of(dealer)
        state = HandState.start(game.rules, deal(pack, game.players), dealer=dealer)
        while state.to_play is not None:
            card = chance.choice(state.legal_cards())
            said = {"ply": state.ply, "card": card.text}
            requests.append(_request(f"/api/v1/games/{slug}/moves", tokens[state.to_play], said))
            state = state.play(card)
    return requests
