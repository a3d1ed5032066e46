"""Requests without a table: the hall's addresses, and views of positions."""

import httpx

from tests.kit.people import LoggedHall
from ukumbi.games.rukuni.rules import Rukuni
from ukumbi.server.api_games import COMMAND, addresses_of, own_addresses
from ukumbi.server.settings import Reach


def test_a_local_hall_has_no_addresses(hall: LoggedHall) -> None:
    answer = httpx.get(f"{hall.url}/api/addresses").json()
    assert answer == {"open": False, "addresses": [], "command": COMMAND}


def test_a_public_hall_lists_its_addresses(strict_hall: LoggedHall) -> None:
    answer = httpx.get(f"{strict_hall.url}/api/addresses").json()
    assert answer["open"]
    assert answer["addresses"] == [f"http://{host}:{strict_hall.port}" for host in own_addresses()]
    for address in answer["addresses"]:
        elsewhere = httpx.get(f"{address}/api/addresses").json()
        assert elsewhere["addresses"] == [], "a page that was opened there needs none"


def test_a_hall_at_one_address_lists_it() -> None:
    assert addresses_of(Reach("192.168.1.20", 8000)) == ("http://192.168.1.20:8000",)
    assert addresses_of(Reach("fd00::20", 8000)) == ("http://[fd00::20]:8000",)
    assert addresses_of(Reach("::1", 8000)) == ()


TEXT = "4T/1Tw2w/T1wwg2/1gTg2w1/3g1ggT1/1w2gg2/1gg1Tww/5w/1w3 w"


def ask(hall: LoggedHall, game: str, at: str) -> httpx.Response:
    return httpx.get(f"{hall.url}/api/games/{game}/position", params={"at": at})


def test_a_position_is_shown_as_to_a_spectator(hall: LoggedHall) -> None:
    view = ask(hall, "rukuni", TEXT).json()
    assert view["position"] == TEXT
    assert (view["white"]["points"], view["grey"]["points"]) == (11, 12)
    assert (
        Rukuni().from_position(TEXT).position.side(Rukuni().from_position(TEXT).position.turn).pegs_left == 15
    )


def test_invalid_positions_are_refused(hall: LoggedHall) -> None:
    for game, at, code in [
        ("rukuni", "nonsense", "not_a_position"),
        ("rukuni", "", "not_a_position"),
        ("rukuni", "T" * 5000, "not_a_position"),
        ("pounce", TEXT, "no_positions"),
        ("chess", TEXT, "no_such_game"),
    ]:
        answer = ask(hall, game, at)
        assert 400 <= answer.status_code < 500
        assert answer.json()["code"] == code
