"""The second factor: what allauth's part for it is told about this site."""

from __future__ import annotations

import base64
import functools
import hashlib
import secrets
from typing import Any
from urllib.parse import urlsplit

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext
from qrcode.image.svg import SvgPathFillImage

from . import wording

SITE_NAME = "Polignac"


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | wording.SECOND_FACTOR_ERRORS

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; if it was written under a key that is gone, one that no code ever fits."""
        try:
            return _box().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def get_totp_issuer(self) -> str:
        return SITE_NAME

    def build_totp_svg(self, url: str) -> str:
        """Draw on white, which a camera needs at night as well."""
        return qrcode.make(url, image_factory=SvgPathFillImage).to_string(encoding="unicode")

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Bind passkeys to the site's own host, whatever host the request named."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "localhost", "name": SITE_NAME}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        entity = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.get_username()}


@functools.cache
def _box() -> MultiFernet:
    """Return what keeps the secrets of authenticator apps: a copy of the database alone does not give them away."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (hashlib.sha256(b"accounts.second_factor" + key.encode()).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
