"""Settings: embedded defaults to play at once, and the environment for everything else.

``docs/running.md`` lists every variable. With ``DEBUG`` on (the default) the site needs no settings at all; with
it off, what is missing or weak stops the start in one plain line.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from .refusal import PlainEnv, refuse, site_address

BASE_DIR = Path(__file__).resolve().parent.parent
env = PlainEnv()

DEBUG = env.bool("DEBUG", default=True)
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).absolute()
SITE_URL = env.str("SITE_URL", default="http://localhost:8000").rstrip("/")
_site = site_address(SITE_URL)
if DEBUG and _site.scheme == "https":
    refuse("DEBUG is on, but SITE_URL is an https address: set DEBUG=false to run for real.")

# Secrets

_DEVELOPMENT_SECRET = "for-development-only-never-used-with-debug-off"
SECRET_KEY = env.str("SECRET_KEY", default=_DEVELOPMENT_SECRET if DEBUG else "")
if not DEBUG and (len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5 or SECRET_KEY.startswith("django-insecure")):
    refuse(
        "SECRET_KEY is missing or weak: set it to 50 random characters or more. "
        "This makes one: python -c 'import secrets; print(secrets.token_urlsafe(64))'"
    )
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# Hosts and transport

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
ALLOWED_HOSTS += [host for host in (_site.hostname, "localhost", "127.0.0.1", "[::1]") if host]
CSRF_TRUSTED_ORIGINS = [f"{_site.scheme}://{_site.netloc}"]
IS_HTTPS = _site.scheme == "https"
if env.bool("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # The proxy is the one hop whose word on the client's address is taken.
    REST_FRAMEWORK_NUM_PROXIES = 1
else:
    REST_FRAMEWORK_NUM_PROXIES = 0
SECURE_SSL_REDIRECT = IS_HTTPS and env.bool("SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if IS_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = IS_HTTPS
SECURE_HSTS_PRELOAD = IS_HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SECURE = IS_HTTPS
SESSION_COOKIE_NAME = "__Host-session" if IS_HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if IS_HTTPS else "csrf"
LANGUAGE_COOKIE_NAME = "__Host-language" if IS_HTTPS else "language"
MESSAGE_STORAGE = "accounts.cookies.SentenceStorage"
SESSION_COOKIE_AGE = 60 * 24 * 3600  # two months: a game may take one
CSRF_FAILURE_VIEW = "accounts.faults.without_token"
CSRF_COOKIE_HTTPONLY = False
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        # No string becomes markup or a script, but what games/static/games/trust.js lets pass.
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["default"],
    }
}

# The site

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "accounts",  # before allauth: its templates and commands come first
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "games",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "polignac_site.compression.CompressPages",
    "games.pages.policy.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.private_where_signed_in",
    "accounts.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.AccountPagesMiddleware",
    "accounts.faults.own_page_not_found",
    "accounts.faults.wrong_method",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "polignac_site.urls"
WSGI_APPLICATION = "polignac_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.mail_unconfirmed",
                "games.pages.context.chrome",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = False  # a POST to the wrong address is a 404, not a lost body

# Data

if "DATABASE_URL" in env:
    _database = env.db_url("DATABASE_URL")
else:
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    _database = {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "polignac.sqlite3"}
DATABASES = {"default": _database}
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["OPTIONS"] = {
        # A transaction takes the write lock when it begins: with Django's default, two that read and then write
        # fail with "database is locked" whatever the timeout.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA recursive_triggers=ON;",
    }
else:
    _database.setdefault("CONN_MAX_AGE", 60)
    _database["CONN_HEALTH_CHECKS"] = True
    # The statements of a move are planned once a connection, not once a move: that halves what PostgreSQL does for it.
    # A pooler that hands transactions to different connections cannot do that: PREPARE_THRESHOLD=0 behind one.
    _threshold = env.int("PREPARE_THRESHOLD", default=5)
    _database.setdefault("OPTIONS", {}).update({"server_side_binding": True, "prepare_threshold": _threshold or None})

REDIS_URL = env.redis_url("REDIS_URL", default="redis://127.0.0.1:6399/0")
CACHES = {
    # Holds rate limits only. A broken cache must not stop a move, so its errors are logged and passed over.
    "default": {
        "BACKEND": "accounts.cache.LimitsCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"SOCKET_CONNECT_TIMEOUT": 0.5, "SOCKET_TIMEOUT": 0.5},
        "KEY_PREFIX": "polignac",
    }
}
DJANGO_REDIS_IGNORE_EXCEPTIONS = True
DJANGO_REDIS_LOG_IGNORED_EXCEPTIONS = True

# Accounts

AUTH_USER_MODEL = "accounts.User"
SILENCED_SYSTEM_CHECKS = ["auth.W004"]  # names are unique whatever the case: accounts_user_name_once
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:my_games"
ALLAUTH_TRUSTED_PROXY_COUNT = REST_FRAMEWORK_NUM_PROXIES
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"  # one may play at once; mail about games goes to confirmed addresses only
ACCOUNT_PREVENT_ENUMERATION = "strict"  # an address that nobody has confirmed is nobody's (see AccountAdapter)
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one takes its place once confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "accounts_settings"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "add_email": "accounts.forms.AddEmailForm",
}
ACCOUNT_RATE_LIMITS = {
    # "key" is the name and the address it is tried from.
    "login_failed": "20/m/ip,5/5m/key",
    "guest": "30/m/ip",
}
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # half a minute of a phone's clock being wrong
MFA_FORMS = {
    "authenticate": "accounts.forms.AuthenticateForm",
    "reauthenticate": "accounts.forms.ReauthenticateCodeForm",
    "activate_totp": "accounts.forms.ActivateTOTPForm",
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "authenticate_webauthn": "accounts.forms.AuthenticatePasskeyForm",
    "login_webauthn": "accounts.forms.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.ReauthenticatePasskeyForm",
    "edit_webauthn": "accounts.forms.EditPasskeyForm",
}
KNOX_TOKEN_MODEL = "accounts.ApiToken"
MIGRATION_MODULES = {"knox": None}  # its own table is not used
REST_KNOX = {"TOKEN_TTL": timedelta(days=365), "TOKEN_LIMIT_PER_USER": 20, "TOKEN_PREFIX": "plg_"}

# The API (accounts/api has what all of it shares)

REST_FRAMEWORK = {
    "DEFAULT_PARSER_CLASSES": ["accounts.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["accounts.api.renderers.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "accounts.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {"sign_in": "30/min", "sign_up": "20/min", "guests": "30/min"},
    "EXCEPTION_HANDLER": "accounts.api.errors.exception_handler",
    "NUM_PROXIES": REST_FRAMEWORK_NUM_PROXIES,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Polignac",
    "VERSION": "1",
    "DESCRIPTION": (
        "Everything a player does on the pages, a program does here: sign up or play as a visitor, open a table or "
        "join one, look at it, play.\n\n"
        "Send JSON in UTF-8 (64 kilobytes at most), and your token with every request: `Authorization: Token …`. "
        "Times are instants in UTC, as in `2026-05-04T18:40:00Z`.\n\n"
        "A refusal has a stable `code` and a sentence, `detail`, in the language of `Accept-Language`; where a field "
        "is at fault, `fields` says which and why. A 429 says in `Retry-After` how many seconds to wait."
    ),
    "SERVERS": [{"url": SITE_URL}],
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "Declaration": "games.engine.hand.DECLARATIONS",
        "LevelToChoose": "games.models.game.Level",
        "LevelOfSeat": "games.bots.LEVELS",
    },
}

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Files

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
WHITENOISE_USE_FINDERS = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Mail

if "EMAIL_URL" in env:
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default=f"Polignac <polignac@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 10  # seconds
BOUNCE_SECRET = env.str("BOUNCE_SECRET", default="")  # signs what the mail server tells of mail that came back

# Push: the key that push services know this site by. Without it one is made and kept in VAR_DIR.

VAPID_PRIVATE_KEY = env.private_key("VAPID_PRIVATE_KEY")

# The worker. Messages are hints: what is due is found in the database by the sweeps.

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 5  # seconds
CELERY_TASK_PUBLISH_RETRY = False  # a hint never holds a request up
CELERY_BROKER_CONNECTION_TIMEOUT = 0.5
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 0.5, "socket_timeout": 5, "visibility_timeout": 600}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "play due turns": {"task": "games.tasks.play_due_turns", "schedule": 5.0, "options": {"expires": 5}},
    "play plans": {"task": "games.tasks.play_plans", "schedule": 5.0, "options": {"expires": 5}},
    "deliver notices": {"task": "games.tasks.deliver_notices", "schedule": 10.0, "options": {"expires": 10}},
    "post notices": {"task": "games.tasks.post_notices", "schedule": 10.0, "options": {"expires": 10}},
    "review hands": {"task": "games.tasks.review_hands", "schedule": 10.0, "options": {"expires": 10}},
    "deliver letters": {"task": "accounts.tasks.deliver_letters", "schedule": 5.0, "options": {"expires": 5}},
}
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # keeps no file: what is due is in the database

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.log_level("LOG_LEVEL", default="INFO")},
    "loggers": {"django.server": {"level": "WARNING"}},
}
