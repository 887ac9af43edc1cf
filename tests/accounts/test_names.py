"""Names are unique in the database itself: races included."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection
from django.test import Client

from accounts.models import User

from .people import make_user, signup


@pytest.mark.parametrize("name", ["ab", "a b", "Ána", "aaa\n"])
def test_the_database_refuses_a_misspelt_name(db, name):
    with pytest.raises(IntegrityError):
        User.objects.create(username=name)


def test_the_database_refuses_the_same_name_in_another_case(ben):
    with pytest.raises(IntegrityError):
        make_user("bEN", confirmed=False)


def test_a_visitor_has_no_address_in_the_database(db):
    with pytest.raises(IntegrityError):
        User.objects.create(username="Visitor-1", is_guest=True, email="a@example.org")


def test_of_eight_who_sign_up_for_one_name_at_once_one_gets_it(transactional_db):
    gate = Barrier(8)

    def race(number: int) -> int:
        client = Client(REMOTE_ADDR=f"198.51.100.{number}")
        form = signup(username=("ana", "Ana", "ANA")[number % 3], email=f"a{number}@example.org")
        gate.wait()
        try:
            return client.post("/account/signup/", form).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        answers = sorted(threads.map(race, range(8)))
    assert answers == [200] * 7 + [302]
    assert User.objects.count() == 1


def test_of_two_clicks_on_sign_up_a_visitor_gets_one_account(transactional_db):
    guest = User.objects.create_guest()
    visitor = Client()
    visitor.force_login(guest)
    gate = Barrier(2)

    def click(number: int) -> int:
        client = Client()
        client.cookies.load(visitor.cookies.output(header="", sep=";"))
        gate.wait()
        try:
            return client.post("/account/signup/", signup(username=f"Ana{number}")).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(click, range(2)))
    accounts = User.objects.filter(is_guest=False)
    assert accounts.filter(pk=guest.pk).count() == 1
    assert not User.objects.filter(is_guest=True).exists()
