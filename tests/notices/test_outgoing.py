"""What is posted to addresses that players name goes to public machines only, and never takes long."""

from __future__ import annotations

import time
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

from games.outgoing import BadAddress, NotReached, Poster, checked, is_public
from tests.servers.https import HttpsServer, https_server, poster_to


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpsServer]:
    with https_server(tmp_path_factory.mktemp("https")) as server:
        yield server


@pytest.fixture
def server(shared_server: HttpsServer) -> HttpsServer:
    shared_server.posted.clear()
    shared_server.answer, shared_server.drip = (lambda posted: (204, {}, b"")), 0.0
    return shared_server


PRIVATE = [
    "127.0.0.1",
    "127.255.0.1",
    "0.0.0.0",
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "169.254.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "224.0.1.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::",
    "::1",
    "fe80::1",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "ff0e::1",
    "2001:db8::1",
    "100::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::1",
    "2001:0:7f00:1::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_none_to_connect_to(address):
    assert not is_public(ip_address(address))
    with pytest.raises(NotReached, match="not_public"):
        Poster(look_up=lambda host, port: [address])("https://hooks.example/", b"", {})


@pytest.mark.parametrize("address", ["8.8.8.8", "172.15.0.1", "172.32.0.1", "2606:4700:4700::1111"])
def test_an_address_that_everybody_reaches_is_public(address):
    assert is_public(ip_address(address))


def test_of_several_addresses_only_the_public_ones_are_used():
    found = ["127.0.0.1", "8.8.8.8", "::1", "2606:4700:4700::1111"]
    assert Poster(look_up=lambda host, port: found)._addresses("hooks.example", 443) == found[1::2]


@pytest.mark.parametrize(
    "url",
    [
        "", "hooks.example", "http://hooks.example/", "ftp://hooks.example/", "file:///etc/passwd", "https://",
        "https:///path", "https://ana@hooks.example/", "https://ana:word@hooks.example/", "https://hooks.example:80/",
        "https://hooks.example:22/", "https://hooks.example:0/", "https://hooks.example:99999/", "https://[::1]/",
        "https://[fe80::1%25eth0]/", "https://127.0.0.1/", "https://169.254.169.254/latest", "https://localhost/",
        "https://2130706433/", "https://hooks.example/a b", "https://hooks.example/\r\nHost: x", "https://hooks.example\\@x/",
        "https://hooks.example/#part", "https://häuser.example/", "https://-x.example/", "https://hooks..example/",
    ],
)  # fmt: skip
def test_an_address_that_nothing_is_posted_to_is_refused_before_anything_is_looked_up(url):
    with pytest.raises(BadAddress):
        checked(url)

    def never(host: str, port: int) -> list[str]:
        raise AssertionError("it was looked up")

    with pytest.raises(BadAddress):
        Poster(look_up=never)(url, b"", {})


def test_what_is_posted_arrives_at_the_address_that_was_looked_up_under_the_name_that_was_asked_for(server):
    answer = poster_to(server)(server.url("/a/b?c=d"), b"body", {"X-One": "1"})
    assert (answer.status, answer.is_good) == (204, True)
    (posted,) = server.posted
    assert (posted.path, posted.body, posted.headers["x-one"]) == ("/a/b?c=d", b"body", "1")
    assert posted.headers["host"] == f"hooks.example:{server.port}"


def test_a_name_is_looked_up_once(server):
    asked: list[str] = []

    def look_up(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    post = Poster(look_up=look_up, may_connect=lambda address: True, context=lambda: server.trusted)
    assert post(server.url(), b"", {}).is_good
    assert asked == ["hooks.example"]


def test_the_next_address_is_tried_where_one_does_not_answer(server):
    assert poster_to(server, "127.0.0.2", "127.0.0.1")(server.url(), b"", {}).is_good


def test_a_certificate_for_another_name_is_not_taken(server):
    with pytest.raises(NotReached, match="bad_certificate"):
        poster_to(server)(server.url(name="other.example"), b"", {})
    assert server.posted == []


def test_a_certificate_that_nobody_vouches_for_is_not_taken(server):
    post = Poster(look_up=lambda host, port: ["127.0.0.1"], may_connect=lambda address: True)
    with pytest.raises(NotReached, match="bad_certificate"):
        post(server.url(), b"", {})


def test_a_redirect_is_an_answer_and_is_not_followed(server):
    server.answer = lambda posted: (302, {"Location": server.url("/elsewhere")}, b"")
    assert poster_to(server)(server.url(), b"", {}).status == 302
    assert [posted.path for posted in server.posted] == ["/hook"]


def test_little_is_read_of_a_long_answer(server):
    server.answer = lambda posted: (200, {"Retry-After": "7"}, b"x" * 100_000)
    answer = poster_to(server)(server.url(), b"", {})
    assert (len(answer.text), answer.retry_after) == (2000, 7)


def test_whoever_answers_a_byte_at_a_time_is_cut_off(server):
    server.answer, server.drip = (lambda posted: (200, {}, b"x" * 100)), 0.05
    began = time.monotonic()
    poster_to(server, longest=0.3)(server.url(), b"", {})
    assert time.monotonic() - began < 3


def test_where_nobody_listens_or_no_name_is_known_that_is_said(server, tmp_path: Path):
    with https_server(tmp_path) as gone:
        url = gone.url()
    with pytest.raises(NotReached, match="refused"):
        poster_to(server)(url, b"", {})

    def unknown(host: str, port: int) -> list[str]:
        raise OSError("no such name")

    with pytest.raises(NotReached, match="no_such_machine"):
        Poster(look_up=unknown)(server.url(), b"", {})
