from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import IntegrityError
from django.test import Client

from accounts.models import Letter, User

from .people import PASSWORD, last_letter, link_in, make_user, show_it_is_me, signup

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client: Client, db: None) -> User:
    """One who has just signed up in `client` and not confirmed the address."""
    client.post("/account/signup/", signup())
    return User.objects.get(username="Ana")


def test_following_the_link_and_saying_yes_confirms_the_address(client, ana):
    link = link_in(last_letter(ana.email))
    page = client.get(link)
    assert "ana@example.org" in page.content.decode()
    ana.refresh_from_db()
    assert not ana.email_confirmed
    client.post(link)
    ana.refresh_from_db()
    assert ana.confirmed_email == "ana@example.org"


def test_a_mail_scanner_that_opens_the_link_five_times_confirms_nothing(ana):
    for _ in range(5):
        Client().get(link_in(last_letter(ana.email)))
    ana.refresh_from_db()
    assert not ana.email_confirmed


def test_the_address_can_be_confirmed_in_a_browser_that_is_not_signed_in(ana):
    answer = Client().post(link_in(last_letter(ana.email)))
    assert answer["Location"] == "/account/login/"
    ana.refresh_from_db()
    assert ana.email_confirmed


def test_confirming_signs_out_nobody_else_who_is_signed_in_here(ana, bens):
    link = link_in(last_letter(ana.email))
    bens.get(link)
    bens.post(link)
    assert bens.get("/account/settings/").status_code == 200
    visitor = Client()
    visitor.force_login(User.objects.create_guest())
    visitor.get(link)
    assert "_auth_user_id" in visitor.session


@pytest.mark.parametrize("key", ["x", "MQ:1:abc", "é:é:é", "x" * 5000])
def test_a_forged_link_confirms_nothing(client, db, key):
    page = client.get(f"/account/confirm-email/{key}/")
    assert page.status_code == 200
    assert "not valid any more" in page.content.decode()
    assert client.post(f"/account/confirm-email/{key}/").status_code == 404


def test_two_who_claim_one_address_cannot_both_confirm_it(ana):
    make_user("Other", confirmed=False)
    other = EmailAddress.objects.create(user=User.objects.get(username="Other"), email=ana.email)
    Client().post(link_in(last_letter(ana.email)))
    with pytest.raises(IntegrityError):
        EmailAddress.objects.filter(pk=other.pk).update(verified=True)


def test_the_second_of_two_claims_is_told_whose_the_address_is(client, ana):
    link = link_in(last_letter(ana.email))
    owner = make_user("Owner", confirmed=False)
    EmailAddress.objects.create(user=owner, email=ana.email, verified=True)
    assert "belongs to another account" in client.get(link).content.decode()
    client.post(link)
    ana.refresh_from_db()
    assert not ana.email_confirmed


def test_a_banner_asks_for_the_confirmation_until_it_is_given(client, ana):
    asks = "not confirmed yet"
    assert asks in client.get("/account/password/reset/").content.decode()
    client.post(link_in(last_letter(ana.email)))
    client.get("/account/settings/")  # shows what was said
    assert asks not in client.get("/account/password/reset/").content.decode()


def test_the_link_can_be_sent_again_but_not_at_once(client, ana):
    client.get("/account/email/")  # shows what was said when signing up
    answer = client.post("/account/email/resend/", {"next": "/games/x"})
    assert answer["Location"] == "/games/x"
    assert Letter.objects.count() == 1  # three minutes have not gone by
    page = client.get("/account/email/").content.decode()
    assert "No link was sent just now" in page
    assert "We are sending a link" not in page
    cache.clear()  # they have
    client.post("/account/email/resend/")
    assert Letter.objects.count() == 2
    page = client.get("/account/email/").content.decode()
    assert "We are sending a link to ana@example.org" in page
    assert "No link was sent" not in page


def test_the_link_to_a_new_address_can_be_sent_again_from_the_page_of_the_address(bens, ben):
    show_it_is_me(bens)
    add(bens, "new@example.org")
    page = bens.get("/account/email/").content.decode()
    assert 'formaction="/account/email/resend/"' in page
    bens.post("/account/email/resend/", {"email": "new@example.org"})
    assert "No link was sent just now" in bens.get("/account/email/").content.decode()
    cache.clear()  # three minutes go by
    bens.post("/account/email/resend/", {"email": "new@example.org"})
    assert "We are sending a link to new@example.org" in bens.get("/account/email/").content.decode()
    assert Letter.objects.filter(to="new@example.org").count() == 2


def test_what_is_said_of_sending_again_does_not_tell_whose_else_the_address_is(client, ana):
    """The last link to an address may have been another account's: the words are the same."""
    other = Client()
    other.post("/account/signup/", signup(username="Eve", email="eve@example.org"))
    show_it_is_me(other)
    said = []
    for email in ("ana@example.org", "free@example.org"):
        add(other, email)
        other.get("/account/email/")  # shows what was said
        other.post("/account/email/resend/")
        page = other.get("/account/email/").content.decode()
        said.append([line for line in page.splitlines() if "No link" in line])
    assert said[0] == said[1] != []


def test_sending_again_takes_a_post_and_an_unconfirmed_address(bens):
    assert bens.get("/account/email/resend/").status_code == 405
    bens.post("/account/email/resend/")
    assert not Letter.objects.exists()


def test_sending_again_never_leads_to_another_host(client, ana):
    answer = client.post("/account/email/resend/", {"next": "//evil.example"})
    assert answer["Location"] == "/account/email/"


def add(client: Client, email: str):
    return client.post("/account/email/", {"email": email, "action_add": ""})


def test_a_new_address_takes_the_olds_place_once_confirmed(bens, ben):
    show_it_is_me(bens)
    assert add(bens, "new@example.org").status_code == 302
    ben.refresh_from_db()
    assert ben.confirmed_email == "ben@example.org"
    bens.post(link_in(last_letter("new@example.org")))
    ben.refresh_from_db()
    assert ben.confirmed_email == "new@example.org"
    assert "new@example.org" in last_letter("ben@example.org").text  # the old one is told


def test_changing_the_address_asks_for_the_password_first(bens, ben):
    answer = add(bens, "new@example.org")
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert not EmailAddress.objects.filter(email="new@example.org").exists()


def test_what_was_asked_for_goes_on_after_the_password(bens, ben):
    answer = add(bens, "new@example.org")
    bens.post(answer["Location"], {"password": PASSWORD, "next": "/account/email/"})
    assert EmailAddress.objects.filter(email="new@example.org").exists()


def test_a_change_of_address_can_be_called_off(bens, ben):
    show_it_is_me(bens)
    add(bens, "new@example.org")
    assert "new@example.org" in bens.get("/account/email/").content.decode()
    bens.post("/account/email/", {"email": "new@example.org", "action_remove": ""})
    assert [address.email for address in EmailAddress.objects.all()] == ["ben@example.org"]


def test_the_confirmed_address_cannot_be_removed(bens, ben):
    show_it_is_me(bens)
    bens.post("/account/email/", {"email": "ben@example.org", "action_remove": ""})
    ben.refresh_from_db()
    assert ben.confirmed_email == "ben@example.org"


def test_an_address_of_another_account_is_refused(bens):
    make_user("Cat")
    show_it_is_me(bens)
    answer = add(bens, "cat@example.org")
    assert answer.context["form"].errors.get_json_data()["email"][0]["code"] == "email_taken"


def test_who_mistyped_the_address_when_signing_up_can_put_it_right(client, ana):
    show_it_is_me(client)
    add(client, "right@example.org")
    ana.refresh_from_db()
    assert ana.email == "right@example.org"
    client.post(link_in(last_letter("right@example.org")))
    ana.refresh_from_db()
    assert ana.confirmed_email == "right@example.org"
    assert EmailAddress.objects.count() == 1


@pytest.mark.parametrize("email", ["", "a\x00@b.org", "x", "a@" + "b" * 250 + ".org", "ben@example.org"])
def test_what_is_no_new_address_is_refused(bens, email):
    show_it_is_me(bens)
    assert add(bens, email).status_code in {200, 302}
    assert EmailAddress.objects.count() == 1


def test_the_page_shows_an_address_as_text(bens):
    EmailAddress.objects.update(email='"<b>x</b>"@example.org')
    page = bens.get("/account/email/").content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>x</b>" not in page
