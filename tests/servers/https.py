"""A web server on this machine, with a certificate of its own: it keeps what is posted and can be told to misbehave."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games.outgoing import LONGEST, Poster

NAME = "hooks.example"


class Posted(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class HttpsServer:
    """Answers 204, or what `answer` says: a status, its headers and its body."""

    def __init__(self, folder: Path, name: str = NAME) -> None:
        self.posted: list[Posted] = []
        self.answer: Callable[[Posted], tuple[int, dict[str, str], bytes]] = lambda posted: (204, {}, b"")
        self.drip = 0.0  # seconds between the bytes of an answer
        certificate, key = make_certificate(name)
        (folder / "certificate.pem").write_bytes(certificate)
        (folder / "key.pem").write_bytes(key)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self._server.handle_error = lambda *args: None  # type: ignore[method-assign] # a client may hang up
        self.port: int = self._server.server_address[1]
        self.trusted = ssl.create_default_context(cadata=certificate.decode())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def url(self, path: str = "/hook", name: str = NAME) -> str:
        return f"https://{name}:{self.port}{path}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                posted = Posted(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                server.posted.append(posted)
                status, headers, text = server.answer(posted)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(text)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                for byte in text if server.drip else ():
                    self.wfile.write(bytes([byte]))
                    time.sleep(server.drip)
                if not server.drip:
                    self.wfile.write(text)

            def log_message(self, *args: Any) -> None:
                pass

        return Handler


@contextmanager
def https_server(folder: Path, name: str = NAME) -> Iterator[HttpsServer]:
    server = HttpsServer(folder, name)
    try:
        yield server
    finally:
        server.stop()


def poster_to(server: HttpsServer, *addresses: str, longest: float = LONGEST) -> Poster:
    """Return one that trusts *server* and is sent to this machine, or *addresses*, for any name, and may go there."""
    found = list(addresses or ("127.0.0.1",))
    return Poster(
        look_up=lambda host, port: found,
        may_connect=lambda address: True,
        context=lambda: server.trusted,
        longest=longest,
    )


def make_certificate(name: str) -> tuple[bytes, bytes]:
    """Make a certificate for a name, which vouches for itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=3650))
        .not_valid_after(now + timedelta(days=3650))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    written = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(serialization.Encoding.PEM), written
