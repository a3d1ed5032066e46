"""What a hall asks of the nodes that it consists of. Of one process, nothing."""

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from ukumbi.hall.allowance import Latency

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall
    from ukumbi.hall.table import Table


class LivesElsewhere(Exception):
    """Another node has the table."""

    def __init__(self, table: str, node: str, silent: float = 0.0) -> None:
        super().__init__(table, node)
        self.table = table
        self.node = node
        """Its name; empty where it is not known yet."""
        self.silent = silent
        """Seconds since that node renewed its life."""


class Alone:
    """The only node of its hall: every table is its own."""

    name: str | None = None
    shared = False
    grace_ms = 0
    """For those who played at a table that was another node's to come here."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of all nodes that live."""
        return ()

    @property
    def ready(self) -> bool:
        return True

    @property
    def sure(self) -> bool:
        """Whether this node lives still, as far as can be known."""
        return True

    async def until_sure(self) -> None: ...

    async def start(self, hall: "Hall") -> None:
        for table, wake in await hall.ledger.to_wake():
            hall.wake_at(table, wake)

    async def close(self) -> None: ...

    async def own(self, table: str) -> None:
        """Make the table this node's own, if it is nobody's. Raises LivesElsewhere."""

    async def wait(self, there: LivesElsewhere, shunned: Collection[str], before: float | None) -> float:
        """Wait while that node may be dying; else raise."""
        raise there

    def doubt(self, table: "Table") -> None:
        """A write of this table is in doubt: while this life lasts, it may come yet."""

    async def leave(self) -> None:
        """Give all tables to other nodes."""

    # news for the other nodes

    def tell(self, table: str, people: Iterable[str]) -> None:
        """Something changed at a table of these people."""

    def tell_called(self, table: str, caller: str, people: Iterable[str]) -> None: ...
    def tell_renamed(self, person: str) -> None: ...
    def tell_signed_out(self, person: str) -> None: ...
    def tell_expired(self, table: str) -> None: ...

    def latency(self, person: str) -> Latency | None:
        """The shortest of this person's connections to other nodes."""
        return None
