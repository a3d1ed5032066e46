"""Debian's nginx in front of a hall, with the configurations that the docs give hosts."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

DOCS: Final = Path(__file__).parents[1] / "docs"
ONE, SEVERAL = DOCS / "nginx.conf", DOCS / "nginx-cluster.conf"
NAME: Final = "hall.example"
RETRY_SECONDS: Final = 0.02
TEMPORARY: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def trust(certificate: Path) -> ssl.SSLContext:
    """A TLS context that trusts this nginx."""
    return ssl.create_default_context(cafile=str(certificate))


def is_installed() -> bool:
    return bool(shutil.which("nginx") and shutil.which("openssl"))


class Nginx:
    """nginx as in the docs, except for ports, paths, and a certificate made here.

    `hall` is the port of a hall, or those of the nodes a, b and c.
    """

    def __init__(self, folder: Path, hall: int | Sequence[int], *, core: int | None = None) -> None:
        self.port, self.plain_port = free_ports(2)
        self.certificate = folder / "hall.pem"
        self._folder = folder
        self._pinned = ["taskset", "-c", str(core)] if core is not None else []
        self._process: subprocess.Popen[bytes] | None = None
        self._make_certificate()
        (folder / "nginx.conf").write_text(self._configuration(hall))

    def _make_certificate(self) -> None:
        name = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        key = ["-newkey", "rsa:2048", "-nodes", "-keyout", str(self.certificate.with_suffix(".key"))]
        command = ["openssl", "req", "-x509", *key, *name, "-out", str(self.certificate)]
        subprocess.run(command, check=True, capture_output=True)

    def _configuration(self, hall: int | Sequence[int]) -> str:
        configuration = ONE if isinstance(hall, int) else SEVERAL
        text = configuration.read_text()
        nodes = (
            [(r"127\.0\.0\.1:8000", f"127.0.0.1:{hall}")]
            if isinstance(hall, int)
            else [
                (rf"10\.0\.0\.{place}:8000", f"127.0.0.1:{port}") for place, port in enumerate(hall, start=11)
            ]
        )
        temporary = "".join(f"    {each}_temp_path {self._folder / each};\n" for each in TEMPORARY)
        for pattern, ours in (
            (r"user www-data;", "user root;" if os.getuid() == 0 else ""),
            (r"/run/nginx.pid", str(self._folder / "nginx.pid")),
            (r"worker_processes auto;", "worker_processes 1;"),
            (r"http \{\n", f"http {{\n{temporary}"),
            (r" *listen \[::\]:\d+[^;]*;\n", ""),
            (r"listen 80\b", f"listen 127.0.0.1:{self.plain_port}"),
            (r"listen 443 ssl http2", f"listen 127.0.0.1:{self.port} ssl http2"),
            (r"/etc/ssl/hall\.example", str(self._folder / "hall")),
            *nodes,
        ):
            text, found = re.subn(pattern, ours, text)
            assert found, f"{configuration} has nothing like {pattern}"
        return text

    def __enter__(self) -> Self:
        """Start nginx, and wait until it answers."""
        words = ["nginx", "-p", str(self._folder), "-c", "nginx.conf", "-e", "stderr", "-g", "daemon off;"]
        self._process = subprocess.Popen([*self._pinned, *words], stderr=subprocess.DEVNULL)
        while True:
            if self._process.poll() is not None:
                raise RuntimeError(f"nginx did not start (exit {self._process.returncode})")
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                time.sleep(RETRY_SECONDS)
            else:
                return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait()


def free_ports(number: int) -> list[int]:
    """Ports of loopback that no program listens on."""
    holders = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [int(holder.getsockname()[1]) for holder in holders]
    for holder in holders:
        holder.close()
    return ports
