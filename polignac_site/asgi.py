"""The site as an ASGI application, for uvicorn: all of it in ``make run``, ``/events/`` alone on a real site."""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "polignac_site.settings")
# Static files, which are sent whole here: on a real site they never come this way.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
application = get_asgi_application()
