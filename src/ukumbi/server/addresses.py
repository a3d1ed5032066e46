"""Where other devices find a hall that was opened on somebody's own machine."""

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

import msgspec

from ukumbi.server.identify import is_loopback

COMMAND: Final = "ukumbi serve --host 0.0.0.0"
"""What opens a hall for everybody in the network."""
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104, it is only compared with
FAR_AWAY: Final = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""One address of the world that nobody has, and one of each kind of private network."""


class Reach(msgspec.Struct, frozen=True):
    """The address and port on which the hall listens."""

    host: str
    port: int

    @property
    def open(self) -> bool:
        """Whether other machines can come in."""
        return not is_loopback(self.host)

    def addresses(self) -> tuple[str, ...]:
        """What to type on another device in the same network, the likeliest first."""
        if not self.open:
            return ()
        hosts = own_addresses() if self.host in EVERYWHERE else [self.host]
        return tuple(f"http://{f'[{host}]' if ':' in host else host}:{self.port}" for host in hosts)


def own_addresses() -> list[str]:
    """The addresses from which this machine would talk to others. Nothing is sent, and no name looked up."""
    found: dict[str, None] = {}
    for address in FAR_AWAY:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect((address, 9))
            found[line.getsockname()[0]] = None
    return [host for host in found if not ip_address(host).is_loopback and host not in EVERYWHERE]
