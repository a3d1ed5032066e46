"""News of a person's tables on their other connections, and tables that a person has hidden."""

from typing import TYPE_CHECKING

from ukumbi.hall.cards import table_brief
from ukumbi.hall.messages import TableNews
from ukumbi.hall.publish import encode
from ukumbi.hall.seats import people_of
from ukumbi.hall.summaries import Summary, summary_of

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall
    from ukumbi.hall.table import Table


class News:
    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    def tell(self, table: "Table", *former: str) -> None:
        """Let those who sit at this table, or did, know how it stands now, wherever else they look."""
        summary: Summary | None = None
        for person in {*former, *people_of(table.row.occupants)}:
            viewers = self._hall.connected.get(person, ())
            elsewhere = [viewer for viewer in viewers if viewer not in table.publisher]
            if not elsewhere:
                continue
            summary = summary or summary_of(table)
            seat, after = table.row.seat_of(person), table.hidden.get(person)
            if after is not None and not summary.needs(seat, after):
                continue
            gone = seat is None or table.status == "cancelled"
            brief = None if gone else table_brief(table.row, summary, table.names_here(), person)
            message = encode(TableNews(table.id, brief))
            for viewer in elsewhere:
                viewer.send(message)

    async def hide(self, table: "Table", person: str) -> None:
        """This person does not want to see the table any more, until something there needs them."""
        after = table.match.seq
        await self._hall.ledger.hide(table.row.number, person, after)
        table.hidden[person] = after
        for viewer in self._hall.connected.get(person, ()):
            viewer.send(encode(TableNews(table.id, None)))

    async def unhide(self, table: "Table", *people: str) -> None:
        """They are needed there, or have come by themselves."""
        for person in people:
            if table.hidden.pop(person, None) is not None:
                await self._hall.ledger.unhide(table.row.number, person)
                self.tell(table)

    def need_others(self, table: "Table", caller: str) -> None:
        """Players who have hidden this table see it again: a player there waits for an answer."""
        if table.hidden:
            others = [person for person in people_of(table.row.occupants) if person != caller]
            self._hall.in_background(self.unhide(table, *others))
