"""What players take along from game to game: what they have met, and how well they did."""

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ukumbi.core import Seat, Step
from ukumbi.ledger import MemoryGrowth, PersonalResult

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)


def memory_growth(table: "Table", step: Step) -> tuple[MemoryGrowth, ...]:
    """What is new with a step to every person at the table."""
    game, state = table.match.game, table.match.state
    if not game.remembers or not table.match.seq:  # what the setup brings in was known before
        return ()
    grown = []
    for seat in table.seating.people():
        counts = _growth(game.memory(state, seat), game.memory(step.state, seat))
        person = table.seating.occupants[seat].person
        if counts and person is not None:
            grown.append(MemoryGrowth(person, game.name, counts))
    return tuple(grown)


def _growth(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    if before is after:
        return {}
    return {key: more for key, times in after.items() if (more := times - before.get(key, 0))}


def personal_results(table: "Table", step: Step) -> tuple[PersonalResult, ...]:
    """With the last step of a game, how well every person at the table did."""
    game, results = table.match.game, []
    if step.outcome is None:
        return ()
    for number, who in enumerate(table.seating.occupants):
        # What a stand-in did does not count for the player.
        if who.person is not None and who.stand_in is None:
            performance = game.performance(step.state, Seat(number))
            if performance is not None:
                results.append(PersonalResult(who.person, game.name, performance))
    return tuple(results)


async def read_memories(table: "Table") -> Mapping[str, Mapping[str, int]]:
    """What the people at the table have brought along; if it cannot be read, the game does without."""
    people = [who.person for who in table.seating.occupants if who.person is not None]
    try:
        return await table.hall.ledger.memories(table.row.game, people)
    except Exception:
        LOGGER.exception("table %s: nobody's memory could be read", table.id)
        return {}
