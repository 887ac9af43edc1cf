"""The settings of the site, and one address more: the bare view that moves are measured against."""

from polignac_site.settings import *  # noqa: F403
from polignac_site.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.bench.bare"]
ROOT_URLCONF = "tests.bench.bare.urls"
