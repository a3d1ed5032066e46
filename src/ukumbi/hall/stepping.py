"""How a table's game goes on: what waits is decided, written down, and told, one step after the other."""

import logging
from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING

from ukumbi.core import Instant, Refused, Resumed, Step, Timing
from ukumbi.hall.appending import append_of, row_after
from ukumbi.hall.queue import Accepted, Known, MoveQueue, Request
from ukumbi.hall.refs import REMEMBERED
from ukumbi.hall.views import Broadcast
from ukumbi.hall.weak import PartOfTable, weakly
from ukumbi.ledger import Conflict, KnownRef, NotWritten

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)


class Stepping(PartOfTable):
    """The steps of one table's game."""

    def __init__(self, table: "Table") -> None:
        super().__init__(table)
        match, hall = table.match, table.hall
        self.queue = MoveQueue(
            match.game.simultaneous,
            hall.clock,
            table.allowances,
            lambda: match.may_act,
            hall.hold_seconds.observe,
            weakly(self.go_on),
        )
        self.writing = False
        """Whether a step is on its way to the ledger."""

    @property
    def held_up(self) -> bool:
        """Whether nothing can be decided now, because the ledger has to answer first."""
        return self.writing or self._table.beginning.under_way or self._table.cancelling

    # deciding

    def go_on(self) -> None:
        """Decide what waits, one after the other; while one is being written, the others wait."""
        refs = self._table.refs
        while not self.held_up and (waiting := self.queue.next()) is not None:
            request, timing = waiting
            if request.ref is not None and refs.knows(request.actor, request.ref):
                request.answer(Known())
                continue
            try:
                step = self._decide(request, timing)
            except Refused as refusal:
                # Where it came about leads to this table, and an answer may be kept.
                self._refuse(request, refusal.with_traceback(None))
            except Exception:
                self._rule_failed(request)
            else:
                self.write(step, request)

    def _decide(self, request: Request, timing: Timing | None) -> Step:
        table, match = self._table, self._table.match
        if table.status in ("stopped", "cancelled"):
            raise Refused(f"table_{table.status}")
        if match.seq == 0:
            raise Refused("not_playing")
        if request.is_stale(match):
            raise Refused("stale", seq=match.seq)
        clock, now = match.clock, table.hall.clock.now()
        if not request.in_pause and (clock.paused or now < clock.starts):
            raise Refused("paused")
        if timing is None:
            return request.decide(match, clock.at(now), None)
        timing = Timing(clock.at(timing.at), clock.at(timing.arrival), timing.allowance)
        return request.decide(match, max(timing.at, self._latest()), timing)

    def _latest(self) -> Instant:
        """When the last event happened, as far as it is remembered."""
        history = self._table.match.history
        return history[-1][0].at if history else Instant(0)

    def _refuse(self, request: Request, refusal: Refused) -> None:
        """Tell why not; but what was accepted long ago, and cannot be done again, was accepted."""
        table = self._table
        if request.ref is None or table.match.seq <= REMEMBERED or not isinstance(request.actor, int):
            request.answer(refusal)
        else:
            asked = table.hall.ledger.knows_ref(table.row.number, request.actor, request.ref)
            table.hall.in_background(_refuse_unless(asked, request, refusal))

    def _rule_failed(self, request: Request | None) -> None:
        self._table.stop("a rule failed")
        if request is not None:
            request.answer(Refused("table_stopped"))

    # writing

    def write(self, step: Step, request: Request | None) -> None:
        """Write the step down; nothing else is decided before it is on disk."""
        table = self._table
        try:
            written = append_of(table, step)
        except Exception:  # rules say what a player takes along, too
            self._rule_failed(request)
            return
        self.writing = True
        # The table is not put away for good before it has heard what came of it.
        table.hall.ledger.append(written, partial(self._written, table, step, request))

    def _written(self, table: "Table", step: Step, request: Request | None, fault: Exception | None) -> None:
        self.writing = False
        if fault is None:
            self._adopt(table, step, request)
        elif isinstance(fault, NotWritten):
            self._not_written(request, fault)
        elif isinstance(fault, Conflict):
            LOGGER.error("table %s was written by somebody else: %s", table.id, fault)
            table.hall.reopen(table)
            self._not_written(request, Refused("stale", seq=table.match.seq))
        else:
            assert isinstance(fault, KnownRef), fault
            assert request is not None
            request.answer(Known())
        self.queue.look_again()
        self.go_on()

    def _not_written(self, request: Request | None, refusal: Refused) -> None:
        if request is not None:
            request.answer(refusal)
        else:
            self._table.prompter.try_again(self._table.beginning.if_ready)

    # telling

    def _adopt(self, table: "Table", step: Step, request: Request | None) -> None:
        """The step is on disk: it has happened, and everybody is told."""
        began, awaited = table.match.seq == 0, table.match.awaited
        table.spectating.before_step()
        table.row = row_after(table, step)
        table.match.adopt(step)
        for record in step.records:
            table.refs.remember(record)
        table.note_change()
        self._publish(step, request, began)
        # While everyone moves at once a start page has nothing new to show.
        if began or step.outcome is not None or step.awaited != awaited:
            table.hall.news.tell(table)
        if isinstance(step.events[-1], Resumed):  # they may have gone before that was written
            table.pausing.look()

    def _publish(self, step: Step, request: Request | None, began: bool) -> None:
        """Tell everybody; whoever moved gets it as the answer to the move."""
        table, broadcast = self._table, Broadcast(step)
        mover = request.viewer if request else None
        try:
            all_now = table.spectating.after_step(broadcast)
            for viewer, seat in table.viewers.items():
                if viewer is not mover and (seat is not None or all_now):
                    viewer.tell_step(table, broadcast, seat)
            if request is not None:
                request.answer(Accepted(broadcast))
        except Exception:
            table.stop("a view failed")
            return
        if began:
            table.absence.look()
            table.tell_presence()
        table.prompter.prompt()
        table.hall.moved()


async def _refuse_unless(known: Awaitable[bool], request: Request, refusal: Refused) -> None:
    try:
        found = await known
    except Exception:  # the ledger cannot be read, and whoever asked still waits
        LOGGER.exception("could not look for a ref")
        found = False
    request.answer(Known() if found else refusal)
