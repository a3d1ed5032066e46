"""Debian's nginx before a hall, with the configuration that docs/nginx.conf gives hosts, but for TLS."""

import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Final, Self

CONFIGURATION: Final = Path(__file__).parents[1] / "docs" / "nginx.conf"
LOOKING: Final = 0.02
"""Seconds between two tries to reach it."""
TEMPORARY: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def is_installed() -> bool:
    return shutil.which("nginx") is not None


class Nginx:
    def __init__(self, folder: Path, hall: int, core: int | None = None) -> None:
        self.port, self._redirect = _free_ports(2)
        self._folder = folder
        self._pinned = ["taskset", "-c", str(core)] if core is not None else []
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "nginx.conf").write_text(self._configuration(hall))

    def _configuration(self, hall: int) -> str:
        text = CONFIGURATION.read_text()
        for pattern, ours in (
            (r"(?m)^user .*;$", "user root;" if os.getuid() == 0 else ""),
            (r"worker_processes auto;", f"worker_processes 1;\npid {self._folder}/nginx.pid;"),
            (r"listen 80;", f"listen 127.0.0.1:{self._redirect};"),
            (r"listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};"),
            (r"ssl_certificate\S* \S+;", ""),
            (r"server 127\.0\.0\.1:8000;", f"server 127.0.0.1:{hall};"),
            (r"http \{", "http {\n" + "".join(f"    {each}_temp_path {each};\n" for each in TEMPORARY)),
        ):
            text, found = re.subn(pattern, ours, text)
            assert found, f"{CONFIGURATION} has nothing like {pattern}"
        return text

    def __enter__(self) -> Self:
        """Returns once it can be reached."""
        words = ["nginx", "-p", str(self._folder), "-c", "nginx.conf", "-e", "stderr", "-g", "daemon off;"]
        self._process = subprocess.Popen([*self._pinned, *words], stderr=subprocess.DEVNULL)
        while True:
            if self._process.poll() is not None:
                raise RuntimeError(f"nginx did not start (exit {self._process.returncode})")
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                time.sleep(LOOKING)
            else:
                return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait()


def _free_ports(number: int) -> list[int]:
    holders = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [int(holder.getsockname()[1]) for holder in holders]
    for holder in holders:
        holder.close()
    return ports
