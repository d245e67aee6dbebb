"""The front server that we ship: Debian's nginx with the files of ``deploy/nginx``."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.installation import Installation, free_ports

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "nginx"
NAME = "localhost"
PATIENCE = 10.0


@dataclass(frozen=True)
class Front:
    """A running nginx before an installation: its ports, and a context that trusts it."""

    port: int
    plain_port: int
    trust: ssl.SSLContext

    @property
    def url(self) -> str:
        """Return the address for clients."""
        return f"https://{NAME}:{self.port}"

    def connected(
        self, data: bytes = b"", protocol: str = "http/1.1", name: str = NAME
    ) -> ssl.SSLSocket:
        """Return a new connection on which this was sent, as far as it is taken."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        made = _careless(protocol).wrap_socket(plain, server_hostname=name)
        if data:
            made.sendall(data)
        return made


@cache
def _careless(protocol: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context


def missing() -> str:
    """Return what is not installed here, or ''."""
    return ", ".join(name for name in ("nginx", "openssl") if not shutil.which(name))


@contextmanager
def serving(site: Installation, folder: Path) -> Iterator[Front]:
    """Run nginx before an installation, with our files and the names of this machine."""
    port, plain_port = free_ports(2)
    certificate, key = _certificate(folder)
    _write(folder, site, port, plain_port, certificate, key)
    log = folder / "start.log"
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    with log.open("w") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        _await(process, port, log)
        yield Front(port, plain_port, ssl.create_default_context(cafile=str(certificate)))
    finally:
        process.terminate()
        process.wait()


def _certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    named = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command.split(), *named, *files], check=True, capture_output=True)
    return certificate, key


def _write(
    folder: Path, site: Installation, port: int, plain_port: int, certificate: Path, key: Path
) -> None:
    """Write both files with other ports and folders; each place must be there."""
    changes = {
        "/etc/letsencrypt/live/games.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/games.example.org/privkey.pem": str(key),
        "games.example.org": NAME,
        "127.0.0.1:8000": f"127.0.0.1:{site.port}",
        "127.0.0.1:8001": f"127.0.0.1:{site.stream_port}",
        "    listen [::]:80 default_server;\n": "",
        "    listen [::]:443 ssl default_server;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80 default_server": f"listen 127.0.0.1:{plain_port} default_server",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
    }
    (folder / "conf.d").mkdir()
    (folder / "conf.d" / "chasqui.conf").write_text(_changed("chasqui.conf", changes))
    changes = {
        "user www-data;": "user root;" if os.getuid() == 0 else "",
        "pid /run/nginx.pid;": f"pid {folder}/nginx.pid;",
        "access_log /var/log/nginx/access.log": f"access_log {folder}/access.log",
        "error_log /var/log/nginx/error.log": f"error_log {folder}/error.log",
        "include /etc/nginx/conf.d": f"{_temporary(folder)}include {folder}/conf.d",
    }
    (folder / "nginx.conf").write_text(_changed("nginx.conf", changes))


def _temporary(folder: Path) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)


def _changed(name: str, changes: dict[str, str]) -> str:
    text = (FOLDER / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, new)
    return text


def _await(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"nginx did not start:\n{log.read_text()}") from None
            time.sleep(0.05)
