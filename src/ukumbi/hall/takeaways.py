"""What people take along from game to game: what they have met, and how well they did."""

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ukumbi.core import AnyGame, Seat, Step
from ukumbi.ledger import Keep, Takeaway

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)


def takeaways(table: "Table", step: Step) -> tuple[Takeaway, ...]:
    """What is written with a step for every person at the table: what is new to them, and at the end how
    well they did."""
    game, found = table.match.game, list[Takeaway]()
    for number, who in enumerate(table.seating.occupants):
        if who.person is None:
            continue
        keep = _keep(table, step, Seat(number)) if game.remembers else None
        # What a bot did in somebody's place is not their doing.
        counts = step.outcome is not None and who.stand_in is None
        own = game.performance(step.state, Seat(number)) if counts else None
        if keep is not None or own is not None:
            found.append(Takeaway(who.person, game.name, keep, own))
    return tuple(found)


def _keep(table: "Table", step: Step, seat: Seat) -> Keep | None:
    """How what is new to this seat's player comes to what is kept; None when nothing is."""
    if not table.match.seq:  # what the setup brings in was known before
        return None
    game = table.match.game
    before, after = game.memory(table.match.state, seat), game.memory(step.state, seat)
    return None if after == before else partial(_kept, game, before, after)


def _kept(game: AnyGame, before: Any, after: Any, kept: bytes | None) -> bytes:
    """A memory that cannot be read, or added to, is no reason to refuse a move."""
    try:
        known = None if kept is None else msgspec.json.decode(kept)
        return msgspec.json.encode(game.keep(known, before, after))
    except Exception:
        LOGGER.exception("%s: a memory begins anew", game.name)
        return msgspec.json.encode(after)


async def memories(table: "Table") -> dict[str, Any]:
    """What the people at the table have brought along; if it cannot be read, the game does without."""
    people = [who.person for who in table.seating.occupants if who.person is not None]
    try:
        kept = await table.hall.ledger.memories(table.row.game, people)
        return {person: msgspec.json.decode(memory) for person, memory in kept.items()}
    except Exception:
        LOGGER.exception("table %s: nobody's memory could be read", table.id)
        return {}
