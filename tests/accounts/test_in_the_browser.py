"""Signing up, and passkeys, in a real browser with a virtual security key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import User

from .people import PASSWORD, make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def site(live_site: str, settings) -> str:
    """The site under the name that passkeys need: `localhost` counts as secure, an address in numbers does not."""
    site = live_site.replace("127.0.0.1", "localhost")
    settings.SITE_URL, settings.CSRF_TRUSTED_ORIGINS = site, [site]
    return site


def sign_in(page: Page, site: str) -> None:
    page.goto(f"{site}/account/login/")
    page.fill("#id_login", "Ben")
    page.fill("#id_password", PASSWORD)
    page.click("main button:has-text('Sign in'):not(:has-text('passkey'))")
    page.wait_for_url(f"{site}/games")


def plug_in_a_key(page: Page) -> None:
    """Give the browser a device that holds passkeys and knows its owner."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": device})


def test_the_browser_tells_its_time_zone_when_one_signs_up(site, browser: Browser):
    page = browser.new_context(timezone_id="America/Sao_Paulo").new_page()
    page.goto(f"{site}/account/signup/")
    page.fill("#id_username", "Ana")
    page.fill("#id_email", "ana@example.org")
    page.fill("#id_password1", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url(f"{site}/games")
    ana = User.objects.get(username="Ana")
    assert ana.time_zone == "America/Sao_Paulo"
    page.goto(f"{site}/account/settings/")
    assert "Confirm ana@example.org" in page.inner_text("body")
    page.context.close()


def test_signing_up_works_without_a_script(site, browser: Browser):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{site}/account/signup/")
    page.fill("#id_username", "Ana")
    page.fill("#id_email", "ana@example.org")
    page.fill("#id_password1", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url(f"{site}/games")
    assert User.objects.get(username="Ana").time_zone == "UTC"
    page.context.close()


def test_the_settings_offer_the_zone_of_this_browser(site, browser: Browser):
    make_user("Ben")
    page = browser.new_context(timezone_id="Europe/Lisbon").new_page()
    sign_in(page, site)
    page.goto(f"{site}/account/settings/")
    page.click("text=Take the zone of this browser")
    page.click("main button:has-text('Save')")
    page.wait_for_load_state()
    assert User.objects.get(username="Ben").time_zone == "Europe/Lisbon"
    page.context.close()


def test_a_passkey_signs_one_in(site, page: Page):
    make_user("Ben")
    plug_in_a_key(page)
    sign_in(page, site)
    page.goto(f"{site}/account/2fa/webauthn/add/")
    page.fill("#id_password", PASSWORD)
    page.click("main button:has-text('Go on')")
    page.fill("#id_name", "My phone")
    page.click("main button:has-text('Add a passkey')")
    page.wait_for_url(f"{site}/account/2fa/recovery-codes/")
    page.goto(f"{site}/account/2fa/webauthn/")
    assert "My phone" in page.inner_text("main")
    assert "second factor only" not in page.inner_text("main")

    page.context.clear_cookies()
    page.goto(f"{site}/account/login/?next=/account/settings/")
    page.click("text=Sign in with a passkey")
    page.wait_for_url(f"{site}/account/settings/")
    assert "ben@example.org" in page.inner_text("main")

    page.context.clear_cookies()  # and as a second factor
    page.goto(f"{site}/account/login/")
    page.fill("#id_login", "Ben")
    page.fill("#id_password", PASSWORD)
    page.click("main button:has-text('Sign in'):not(:has-text('passkey'))")
    page.wait_for_url(f"{site}/account/2fa/authenticate/")
    page.click("text=Use a passkey")
    page.wait_for_url(f"{site}/games")


def test_a_passkey_that_does_not_work_is_told_on_the_page(site, page: Page):
    page.goto(f"{site}/account/login/")
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")  # a browser without any device
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('called off')); }")
    page.click("text=Sign in with a passkey")
    page.wait_for_selector("text=The passkey did not work")
