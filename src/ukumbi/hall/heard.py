"""What a hall does at a hint of another node: it asks the ledger what the news is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ukumbi.hall.messages import Called
from ukumbi.hall.publish import encode

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall


async def call_here(hall: "Hall", table_id: str, caller: str, people: Sequence[str]) -> None:
    """Another node's table calls these people."""
    here = [viewer for person in people for viewer in hall.connected.get(person, ())]
    row = await hall.ledger.row(table_id) if here else None
    if row is not None:
        message = encode(Called(row.id, row.game, (await hall.names_at(row)).get(caller, "")))
        for viewer in here:
            viewer.send(message)


async def name_again(hall: "Hall", person: str) -> None:
    """The person took another name at another node."""
    hall.people.forget(person)
    hall.renamed(person, await hall.people.name(person))


async def read_stamps(hall: "Hall", *people: str) -> None:
    """These people, or any, may have signed other devices out at another node."""
    for person in await hall.people.read_stamps(people):
        hall.end_connections(person)


async def read_all_again(hall: "Hall") -> None:
    """News of other nodes may have been lost."""
    await read_stamps(hall)
    hall.people.forget()
    for person in {person for table in hall.tables.values() for person in table.people()}:
        hall.renamed(person, await hall.people.name(person))
    for viewers in list(hall.connected.values()):
        for viewer in viewers:
            viewer.greet()
