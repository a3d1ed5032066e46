"""A table that no hall has: the rules play it, and the hall's own publisher says what its players are told.

Time stands still there, and nobody moves but by the test.
"""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, Final, Self

import msgspec

from tests.kit.halls import AWAY_MILLISECONDS, REGISTRY, first_change, new_row
from tests.kit.scripted_clock import START
from ukumbi.bots.analyst import Hint
from ukumbi.core import Entry, Instant, Match, Record, Seat, Step, Tick, codec
from ukumbi.core.inputs import CLOCK
from ukumbi.core.log import moments
from ukumbi.hall.access import may_sit, spectators_key
from ukumbi.hall.allowance import Latency
from ukumbi.hall.appending import row_after
from ukumbi.hall.cards import seat_cards
from ukumbi.hall.clock import HallClock
from ukumbi.hall.hall import Folded
from ukumbi.hall.history import AcceptedRefs
from ukumbi.hall.messages import TableBrief
from ukumbi.hall.nodes import Alone
from ukumbi.hall.replay import Moment
from ukumbi.hall.start_pages import summary_of, table_brief
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant, PersonalBest
from ukumbi.server.bodies import Replay, TableCard

ME: Final = "me"
OPEN: Final = "open"
PERSON: Final = "person"
NAMES: Final = ("Amina", "Jonas", "Mira", "Nora", "Tariq", "Zuri")


class StoppedClock(HallClock):
    """The hall's time is the match's own."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def now(self) -> Instant:
        return Instant(self._match.now)

    def moment(self) -> int:
        return self._match.now * 1_000_000

    def after(self, seconds: float, ring: Callable[..., None], *args: Any) -> asyncio.TimerHandle:
        raise NotImplementedError("nothing happens later")


class Player:
    """Somebody at the table, as the publisher sees them."""

    latency: Final = Latency()

    def __init__(self, person: str, send: Callable[[bytes], None] = lambda _: None) -> None:
        self.person = person
        self._send = send

    def send(self, message: bytes, later: bool = False) -> None:
        self._send(message)

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)

    def greet(self) -> None: ...


class SceneTable:
    """A table whose match the test plays."""

    def __init__(
        self,
        game: str,
        *others: str,
        me: int | None = 0,
        seed: int = 1,
        entry: Entry | None = None,
        names: Sequence[str] = NAMES,
        **options: Any,
    ) -> None:
        """`others`: PERSON, OPEN, or the level of a bot. The page has the seat `me`, or none."""
        self.entry, form = entry or REGISTRY[game], msgspec.json.encode(options)
        entry = self.entry
        read = codec(entry.game).read_options(form, entry.game.version)
        occupants = [_occupant(seat, who, me) for seat, who in enumerate((PERSON, *others))]
        self.me = None if me is None else Seat(me)
        self._rng = Random(seed)
        self.match = Match(entry.game, len(occupants), read, rng=Random(seed), now=START)
        row = new_row(game, *occupants, options=form, status="open", host=occupants[0].person)
        row = msgspec.structs.replace(row, watch="link_live", created=self.match.now)
        hall: Any = SimpleNamespace(
            clock=StoppedClock(self.match),
            away_after=AWAY_MILLISECONDS,
            fair_order=True,
            hold_seconds=SimpleNamespace(observe=lambda _: None),
            nodes=Alone(),
        )
        named = {who.person: name for who, name in zip(occupants, names, strict=False) if who.person}
        self.table = Table(hall, row, Folded(self.match, AcceptedRefs()), [first_change(row)], named)
        for seat, who in enumerate(occupants):
            if who.person not in (None, ME):
                self.table.publisher.join(Player(who.person), Seat(seat))

    @property
    def id(self) -> str:
        return self.table.id

    def view(self, seat: int | None = None) -> Any:
        """What a seat sees, by default that of the page."""
        return self.match.view(self.me if seat is None else seat)

    def seen(self, seat: int) -> dict[str, Any]:
        """The same as a client reads it."""
        seen: dict[str, Any] = msgspec.json.decode(codec(self.match.game).encode(self.view(seat)))
        return seen

    # playing

    def begin(self) -> Self:
        return self._do(self.match.decide_setup(self.match.now))

    def play(self, seat: int, move: str, ref: str | None = None) -> Self:
        """A move in notation."""
        made = self.match.game.parse_move(move)
        return self._do(self.match.decide(Seat(seat), made, self.match.now, ref))

    def any_move(self, rng: Random) -> Self:
        """Of whoever may move."""
        seat = min(self.match.may_act)
        return self.play(seat, self.match.game.format_move(rng.choice(self.match.legal(seat))))

    def bots_play(self) -> Self:
        """As long as it is the turn of one."""
        match = self.match
        while bots := [seat for seat in match.may_act if self.table.row.occupants[seat].bot]:
            level = self.table.row.occupants[bots[0]].bot
            assert level is not None
            bot = self.entry.bots[level]
            made = bot.choose(match.game, match.view(bots[0]), bots[0], self._rng)
            self.play(bots[0], match.game.format_move(made))
        return self

    def until(self, phase: str) -> Self:
        """The clock moves until the game is that far."""
        while self.view().phase.value != phase:
            self._tick()
        return self

    def wait(self, milliseconds: int) -> Self:
        """Let so much time pass; the clock moves meanwhile."""
        end = Instant(self.match.now + milliseconds)
        while self.match.deadline is not None and self.match.deadline <= end:
            self._tick()
        self.match.now = end
        return self

    def _tick(self) -> None:
        assert self.match.deadline is not None
        self.match.now = max(self.match.now, self.match.deadline)
        self._do(self.match.decide(CLOCK, Tick(), self.match.now))

    def resign(self, seat: int) -> Self:
        return self._do(self.match.decide_resignation(Seat(seat), self.match.now))

    def pause(self) -> Self:
        assert self.me is not None
        return self._do(self.match.decide_pause(self.me, self.match.now))

    def _do(self, step: Step) -> Self:
        self.table.row = row_after(self.table, step)
        self.match.adopt(step)
        for record in step.records:
            self.table.refs.remember(record)
        self.table.publisher.step(self.table, step, None)
        return self

    # what the hall would answer

    def card(self, seat_key: str | None) -> TableCard:
        row = self.table.row
        return TableCard(
            table=row.id,
            game=row.game,
            options=msgspec.Raw(codec(self.match.game).encode(self.match.options)),
            status=row.status,
            seats=seat_cards(self.table),
            you=self.me,
            host=row.host == ME,
            host_name=NAMES[0],
            watch=row.watch,
            may_watch=self.me is not None,
            watch_key=spectators_key(row, ME, seat_key),
            may_sit=self.me is None and may_sit(row, seat_key),
            seat_key=row.seat_key if self.me is not None and row.status == "open" else None,
        )

    def replay(self) -> Replay:
        """All of a finished game on one page."""
        told = tuple(
            Moment(record.seq, record.at, record.actor, record.event, view) for record, view in self._seen()
        )
        return Replay(told, self.match.seq, self.match.game.simultaneous, (), self.table.seat_news())

    def past(self, seq: int) -> msgspec.Raw:
        return self._seen()[seq - 1][1]

    def _seen(self) -> list[tuple[Record, msgspec.Raw]]:
        """Every moment, as the page may see it."""
        game, encoded = self.match.game, codec(self.match.game).encode
        look = game.view if self.match.outcome is None else game.reveal
        walked = moments(game, self.match.log.records, self.match.version)
        return [(record, msgspec.Raw(encoded(look(state, self.me)))) for record, _, state in walked]

    def hint(self) -> Hint:
        analyst, seat = self.entry.analyst, self.me
        assert analyst is not None
        assert seat is not None
        hint: Hint = analyst.hint(self.match.game, self.view(), seat)
        return hint

    def best(self) -> PersonalBest | None:
        """What the player did here, as the best so far."""
        match = self.match
        if match.outcome is None or self.me is None:
            return None
        done = match.game.performance(match.state, self.me)
        return None if done is None else PersonalBest(done.category, done.value, self.id, match.now)

    def brief(self) -> TableBrief:
        return table_brief(self.table.row, summary_of(self.table), self.table.names_here(), ME)


def _occupant(seat: int, who: str, me: int | None) -> Occupant:
    if seat == me:
        return Occupant(ME)
    if who == PERSON:
        return Occupant(f"person-{seat}", ready=True)
    return Occupant() if who == OPEN else Occupant(bot=who)
