"""The stream of a table: told to who may look, at once, and nothing but a number."""

from __future__ import annotations

import http.client
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import DEFAULT_DB_ALIAS, connections

from games.models import Game
from games.services import seating
from tests.builders import make_game, make_user, move_once
from tests.sights import session_of

SOON = 2.0  # seconds


class Stream:
    """What somebody with a browser hears at an address."""

    def __init__(self, server, path, user=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        cookie = {"Cookie": f"session={session_of(user)}"} if user else {}
        self.connection.request("GET", path, headers=cookie)
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def next(self):
        """Return what the next event says."""
        while not (line := self.response.readline().decode()).startswith("data: "):
            assert line, "the stream has ended"
        return json.loads(line.removeprefix("data: "))

    def rest(self):
        """Return what else it says until it ends."""
        return self.response.read().decode().strip()


@pytest.fixture
def listen(web_server):
    streams = []

    def listen(path, user=None):
        streams.append(Stream(web_server, path, user))
        return streams[-1]

    yield listen
    for stream in streams:
        stream.connection.close()


@pytest.fixture
def people(web_server):
    return [make_user(name) for name in ("Ann", "Ben", "Cat")]


def at(game):
    return f"/events/games/{game.slug}"


def test_a_player_hears_of_every_deed_within_two_seconds_and_of_nothing_but_its_version(listen, people):
    game = make_game(*people)
    stream = listen(at(game), people[0])
    assert (stream.status, stream.response.headers["Content-Type"]) == (200, "text/event-stream")
    assert "no-store" in stream.response.headers["Cache-Control"]
    assert stream.next() == {"version": game.version}
    for _ in range(3):
        move_once(game)
        done = time.monotonic()
        assert stream.next() == {"version": game.version}
        assert time.monotonic() - done < SOON


def test_a_deed_at_another_table_is_not_heard(listen, people):
    game, other = make_game(*people), make_game(*people)
    stream = listen(at(game), people[0])
    stream.next()
    move_once(other)
    move_once(game)
    assert stream.next() == {"version": game.version}


@pytest.mark.parametrize("access", ["public", "link"])
def test_who_may_not_look_at_a_table_is_told_that_there_is_none(listen, people, access):
    game = make_game(*people, access=access)
    eve = make_user("Eve")
    expected = 200 if access == "public" else 404
    assert [listen(at(game), who).status for who in (eve, None)] == [expected, expected]
    assert listen(at(game), people[1]).status == 200
    assert listen("/events/games/AAAAAAAAAA", people[1]).status == 404


def test_who_leaves_a_table_behind_a_link_hears_no_more_of_it(listen, people):
    game = make_game(*people[:2], players=3, begun=False, access="link")
    stream = listen(at(game), people[1])
    stream.next()
    seating.leave(slug=game.slug, user=people[1])
    assert stream.rest() == ""


def test_one_process_subscribes_once_however_many_listen(listen, people, valkey):
    import redis

    game = make_game(*people)
    streams = [listen(at(game), people[0]) for _ in range(20)]
    for stream in streams:
        stream.next()
    with redis.Redis.from_url(valkey) as client:
        assert client.pubsub_numsub("polignac.tables") == [(b"polignac.tables", 1)]
    move_once(game)
    assert {stream.next()["version"] for stream in streams} == {game.version}


def test_a_stream_holds_no_connection_to_the_database(listen, people):
    game = make_game(*people)
    for _ in range(30):
        listen(at(game), people[0]).next()
    Game.objects.get()  # nor does this process find it full


def test_under_wsgi_there_is_nothing_to_follow(client, people):
    game = make_game(*people)
    response = in_a_thread(lambda: client.get(at(game)))
    assert (response.status_code, response.content) == (204, b"")
    assert in_a_thread(lambda: client.post(at(game))).status_code == 405


def in_a_thread(ask):
    """Ask from a thread without an event loop, as gunicorn does: the browser of another test may leave one here."""
    shared = connections[DEFAULT_DB_ALIAS]

    def ask_there():
        connections[DEFAULT_DB_ALIAS] = shared
        return ask()

    shared.inc_thread_sharing()
    try:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(ask_there).result()
    finally:
        shared.dec_thread_sharing()


def test_while_the_server_of_the_pulse_is_away_a_move_is_made_and_nobody_waits(people, settings):
    with closing(socket.create_server(("127.0.0.1", 0), backlog=1)) as deaf:
        for port in (1, deaf.getsockname()[1]):
            settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
            game = make_game(*people)
            start = time.perf_counter()
            for _ in range(10):
                move_once(game)
            assert time.perf_counter() - start < 10
            assert game.ply == 10
