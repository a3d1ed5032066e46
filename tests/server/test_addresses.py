"""A link to 127.0.0.1 leads every other device to itself: the hall knows where it can be found."""

import httpx
import pytest

from tests.kit.people import LoudHall
from ukumbi.server.api_games import COMMAND, addresses_of, own_addresses
from ukumbi.server.identify import is_loopback
from ukumbi.server.settings import Reach


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "hall.localhost", "::1", "[::1]"])
def test_names_that_lead_everybody_to_themselves(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["192.168.1.20", "0.0.0.0", "::", "hall.example", "localhost.example", ""])
def test_names_that_lead_to_a_hall(host: str) -> None:
    assert not is_loopback(host)


def test_a_hall_for_this_machine_alone_says_so(hall: LoudHall) -> None:
    answer = httpx.get(f"{hall.url}/api/addresses").json()
    assert answer == {"open": False, "addresses": [], "command": COMMAND}


def test_a_hall_for_the_network_is_found_where_it_says(strict_hall: LoudHall) -> None:
    answer = httpx.get(f"{strict_hall.url}/api/addresses").json()
    assert answer["open"]
    assert answer["addresses"] == [f"http://{host}:{strict_hall.port}" for host in own_addresses()]
    for address in answer["addresses"]:
        elsewhere = httpx.get(f"{address}/api/addresses").json()
        assert elsewhere["addresses"] == [], "a page that was opened there needs none"


def test_a_hall_at_one_address_is_found_there() -> None:
    assert addresses_of(Reach("192.168.1.20", 8000)) == ("http://192.168.1.20:8000",)
    assert addresses_of(Reach("fd00::20", 8000)) == ("http://[fd00::20]:8000",)
    assert addresses_of(Reach("::1", 8000)) == ()
