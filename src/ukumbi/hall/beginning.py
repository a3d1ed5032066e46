"""How a table's game begins: when everybody is there and ready, with what they remember of others."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ukumbi.core import Seat
from ukumbi.hall.memories import read_memories
from ukumbi.hall.weak import PartOfTable

if TYPE_CHECKING:
    from ukumbi.hall.table import Table


class Beginning(PartOfTable):
    """The beginning of one table's game."""

    def __init__(self, table: "Table") -> None:
        super().__init__(table)
        self.under_way = False
        """Whether it is being read what the players remember."""

    def if_ready(self) -> None:
        """A game of people begins when all seats are taken, and all are present and have said so."""
        if self.under_way or not self._is_ready():
            return
        if self._table.match.game.remembers:
            self.under_way = True
            self._table.hall.in_background(self._with_memories())
        else:
            self._lay_out({})

    def _is_ready(self) -> bool:
        table = self._table
        if table.match.seq or table.status != "open" or table.row.free_seat() is not None:
            return False
        if table.writing or table.cancelling:
            return False
        people = table.seating.people()
        agreed = all(table.seating.occupants[seat].ready and table.viewers.here(seat) for seat in people)
        return len(people) <= 1 or agreed

    async def _with_memories(self) -> None:
        table = self._table
        brought = await read_memories(table)
        self.under_way = False
        if self._is_ready():  # somebody may have got up meanwhile
            self._lay_out(brought)
        table.stepping.go_on()

    def _lay_out(self, brought: Mapping[str, Mapping[str, int]]) -> None:
        """Begin, with what each person has brought along."""
        table = self._table
        known = {
            Seat(number): brought[who.person]
            for number, who in enumerate(table.seating.occupants)
            if who.person is not None and who.person in brought
        }
        try:
            step = table.match.decide_setup(table.hall.clock.now(), known)
        except Exception:
            table.stop("the setup failed")
        else:
            table.stepping.write(step, None)
