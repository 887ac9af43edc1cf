"""The site as a WSGI application, for gunicorn."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "polignac_site.settings")
try:
    application = get_wsgi_application()
except SystemExit as refusal:
    # gunicorn starts a worker that ended with status 1 again, for ever; from 3 it learns that there is no use.
    sys.stderr.write(f"{refusal}\n")
    raise SystemExit(3) from None
