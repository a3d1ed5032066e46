"""Debian's nginx in front of a hall, with the configuration that the docs give hosts."""

import shutil
import socket
import ssl
import subprocess
from pathlib import Path
from typing import Final, Self

CONFIGURATION: Final = Path(__file__).parents[1] / "docs" / "nginx.conf"
NAME: Final = "hall.example"
PLACES: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def trust(certificate: Path) -> ssl.SSLContext:
    """What a client needs to believe that nginx is the hall."""
    return ssl.create_default_context(cafile=str(certificate))


def is_there() -> bool:
    return bool(shutil.which("nginx") and shutil.which("openssl"))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Nginx:
    """nginx as docs/nginx.conf has it, but for ports, paths and the certificate, which is made here."""

    def __init__(self, folder: Path, hall: int, core: int | None = None) -> None:
        self._folder = folder
        self._pinned = ["taskset", "-c", str(core)] if core is not None else []
        self._hall = hall
        self._process: subprocess.Popen[bytes] | None = None
        self.port, self.plain_port = free_port(), free_port()
        self.certificate = folder / "hall.pem"

    def start(self) -> Self:
        key = self.certificate.with_suffix(".key")
        made = ["-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}"]
        made += ["-addext", f"subjectAltName=DNS:{NAME}"]
        command = ["openssl", "req", "-x509", *made, "-keyout", str(key), "-out", str(self.certificate)]
        subprocess.run(command, check=True, capture_output=True)
        file = self._folder / "nginx.conf"
        file.write_text(self._configuration())
        self._process = subprocess.Popen(
            [*self._pinned, "nginx", "-p", str(self._folder), "-c", str(file), "-g", "daemon off;"]
        )
        while self._process.poll() is None:
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
        raise RuntimeError(f"nginx did not start: {self._process.returncode}")

    def _configuration(self) -> str:
        places = "".join(f"    {name}_temp_path {self._folder / name};\n" for name in PLACES)
        text = CONFIGURATION.read_text()
        for was, now in (
            ("user www-data;\n", ""),
            ("/run/nginx.pid;", f"{self._folder / 'nginx.pid'};\nerror_log {self._folder / 'error.log'};"),
            ("http {\n", f"http {{\n{places}"),
            ("/etc/ssl/hall.example", str(self._folder / "hall")),
            ("127.0.0.1:8000", f"127.0.0.1:{self._hall}"),
            ("listen 443", f"listen 127.0.0.1:{self.port}"),
            ("listen 80", f"listen 127.0.0.1:{self.plain_port}"),
            ("        listen [::]:443 ssl http2;\n", ""),
            ("        listen [::]:80 default_server;\n", ""),
        ):
            assert was in text, f"docs/nginx.conf has no {was}"
            text = text.replace(was, now)
        return text

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
