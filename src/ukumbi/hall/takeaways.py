"""What people take along from game to game: what they have met, and how well they did."""

import logging
from typing import TYPE_CHECKING, Any

import msgspec

from ukumbi.core import Seat, Step
from ukumbi.ledger import Takeaway

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)


def takeaways(table: "Table", step: Step) -> tuple[Takeaway, ...]:
    """What is written with the last event of a game, for every person at the table."""
    if step.outcome is None:
        return ()
    game, found = table.match.game, list[Takeaway]()
    for number, who in enumerate(table.seating.occupants):
        if who.person is None:
            continue
        memory = game.memory(step.state, Seat(number)) if game.remembers else None
        # What a bot did in somebody's place is not their doing.
        own = game.performance(step.state, Seat(number)) if who.stand_in is None else None
        if memory is not None or own is not None:
            kept = None if memory is None else msgspec.json.encode(memory)
            found.append(Takeaway(who.person, game.name, kept, own))
    return tuple(found)


async def memories(table: "Table") -> dict[str, Any]:
    """What the people at the table have brought along; if it cannot be read, the game does without."""
    people = [who.person for who in table.seating.occupants if who.person is not None]
    try:
        kept = await table.hall.ledger.memories(table.row.game, people)
        return {person: msgspec.json.decode(memory) for person, memory in kept.items()}
    except Exception:
        LOGGER.exception("table %s: nobody's memory could be read", table.id)
        return {}
