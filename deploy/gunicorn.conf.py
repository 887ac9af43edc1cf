"""gunicorn on a real site: ``python -m gunicorn --config deploy/gunicorn.conf.py polignac_site.wsgi``."""

import os

bind = os.environ.get("WEB_BIND", "unix:/run/polignac/web.sock")  # nginx is the only one to talk to it
worker_class = "gthread"
workers = int(os.environ.get("WEB_WORKERS", "2"))  # about one a core
threads = 8
preload_app = True  # what stops the start stops it once, with one line; and the workers share memory
max_requests = 20_000  # then a worker is replaced, should something leak
max_requests_jitter = 2_000
graceful_timeout = 20  # seconds
control_socket_disable = True
