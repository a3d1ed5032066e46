"""People without accounts: names that they choose or are given, and passes for their other devices."""

from pathlib import Path

import pytest

from tests.kit.halls import open_hall
from tests.kit.scripted_clock import ScriptedClock
from tests.kit.scripted_hall import refused
from ukumbi.core import Refused
from ukumbi.hall.people import MAX_NAME_LENGTH, PASS_LIFE_MS


async def test_names(tmp_path: Path) -> None:
    """A newcomer has one that stays the same; a chosen one is tidied, bounded and kept."""
    async with open_hall(tmp_path) as hall:
        people = hall.people
        person, token = people.newcomer()
        assert people.tokens.recognise(token) == (person, False)
        given = await people.name(person)
        assert given == await people.name(person)
        assert not await people.is_named(person)
        for bad in ("", "  ", "x" * (MAX_NAME_LENGTH + 1), "a\x07b"):
            assert await refused(people.rename(person, bad)) == "bad_name"
        assert await people.rename(person, "  Ada \t Lovelace ") == "Ada Lovelace"
        assert await people.is_named(person)
    async with open_hall(tmp_path) as hall:
        assert await hall.people.name(person) == "Ada Lovelace"


async def test_a_pass_counts_once_and_in_time(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with open_hall(tmp_path, clock=clock) as hall:
        code = (await hall.people.give_pass("ada")).code
        assert await hall.people.take_pass(f" {code.upper()} ") == "ada"
        late = (await hall.people.give_pass("ada")).code
        clock.ms += PASS_LIFE_MS + 1
        for void in (code, late, "no-such-code"):
            with pytest.raises(Refused) as refusal:
                await hall.people.take_pass(void)
            assert refusal.value.code == "no_such_pass"
