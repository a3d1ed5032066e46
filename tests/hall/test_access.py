"""Who may look at a table, from where, and who may sit down."""

from typing import Any

import pytest

from tests.kit.halls import ADA, BEN, new_row
from ukumbi.core import Refused
from ukumbi.hall.access import admit, may_sit, may_watch, sees_who_is_there, spectators_key
from ukumbi.ledger import Occupant, TableRow

EVE = "eve"


def row(watch: str = "link", status: str = "open", *occupants: Occupant) -> TableRow:
    facts: dict[str, Any] = {"watch": watch, "status": status}
    return new_row("rukuni", *(occupants or (ADA, Occupant())), **facts)


@pytest.mark.parametrize(
    ("watch", "key", "may"),
    [
        ("on", None, True),
        ("on_live", None, True),
        ("link", "key", True),
        ("link_live", "key", True),
        ("link", "seat", False),
        ("link", None, False),
        ("off", "key", False),
    ],
)
def test_a_stranger_may_watch(watch: str, key: str | None, may: bool) -> None:
    assert may_watch(row(watch), key) is may
    if may:
        assert admit(row(watch), EVE, key) is None
    else:
        with pytest.raises(Refused) as refusal:
            admit(row(watch), EVE, key)
        assert refusal.value.code == "watching_not_allowed"


def test_a_player_is_let_in_whatever_the_key() -> None:
    assert admit(row("off"), "ada", None) == 0


@pytest.mark.parametrize(
    ("status", "key", "may"), [("open", "seat", True), ("open", "key", False), ("playing", "seat", False)]
)
def test_only_an_invitation_to_an_open_table_gives_a_seat(status: str, key: str, may: bool) -> None:
    assert may_sit(row("on", status), key) is may


def test_the_spectators_key_goes_to_players_and_to_those_who_may_sit_down() -> None:
    assert spectators_key(row(), "ada", None) == "key"
    assert spectators_key(row(), EVE, "seat") == "key"
    assert spectators_key(row(), EVE, "key") is None
    assert spectators_key(row("off"), EVE, "seat") is None, "nobody may watch"
    assert spectators_key(row("link", "open", ADA, BEN), EVE, "seat") is None, "no seat is free"


def test_strangers_see_who_is_there_with_either_key() -> None:
    assert sees_who_is_there(row(), EVE, "key", None)
    assert sees_who_is_there(row(), EVE, None, "seat")
    assert not sees_who_is_there(row(), EVE, "seat", "key")
