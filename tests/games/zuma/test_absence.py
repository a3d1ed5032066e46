"""A player without a connection passes random cards and can come back; the hall lets a bot stand in."""

from pathlib import Path

from tests.kit.halls import AWAY_MILLISECONDS as AWAY
from tests.kit.halls import act
from tests.kit.scripted_clock import ScriptedClock
from tests.kit.scripted_hall import scripted_hall
from ukumbi.core import Seat
from ukumbi.games.zuma.events import CardsPassed
from ukumbi.games.zuma.state import Phase, State
from ukumbi.hall.table import Table

STUDY, BEAT = 20_000, 4_000


def beats(table: Table) -> list[CardsPassed]:
    return [event for _, event in table.match.history if isinstance(event, CardsPassed)]


async def choose(table: Table, *seats: int) -> None:
    """Let these seats choose the first card of their hands."""
    state: State = table.match.state
    for seat in seats:
        card = state.hands[seat][0]
        assert await act(table, Seat(seat), f"pass {state.round}.{state.beat} {card}") is None


async def test_absent_players_pass_random_cards_and_can_come_back(tmp_path: Path) -> None:
    """R12: Ben loses his connection before the call and is back after the first beat."""
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as it:
        table = await it.set_up("zuma", "ada", "ben", "cem")
        await it.go(table, "ben")
        await clock.turn_to(STUDY, lambda: it.settle(table))
        await choose(table, 0, 2)
        await clock.turn_to(STUDY + BEAT, lambda: it.settle(table))
        assert [beat.drawn for beat in beats(table)] == [(1,)]
        await it.come(table, "ben")
        await choose(table, 0, 1, 2)
        await clock.turn_to(STUDY + BEAT + 1_000, lambda: it.settle(table))
        assert [beat.drawn for beat in beats(table)] == [(1,), ()]


async def test_the_stand_in_hands_the_seat_back(tmp_path: Path) -> None:
    """R12: after half a minute it chooses for Ben; when he is back he chooses again."""
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as it:
        table = await it.set_up("zuma", "ada", "ben", "cem")
        await it.go(table, "ben")
        await clock.turn_to(AWAY, lambda: it.settle(table))
        assert table.row.occupants[1].stand_in == it.hall.registry["zuma"].usual
        while table.match.state.phase is Phase.PASSING and 1 in table.match.awaited:
            await table.bots_and_clock.changed()
        state: State = table.match.state
        assert state.chosen[1] is not None or state.first == 1
        await it.come(table, "ben")
        assert table.row.occupants[1].stand_in is None
        assert not table.bots_and_clock.thinking, "Ben is back, and the bot goes on playing"
