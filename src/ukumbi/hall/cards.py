"""What clients are shown of a table besides its game: who sits there, under which names, and what happened
at the seats."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, cast
from unicodedata import normalize

from ukumbi.core import Seat
from ukumbi.hall import seats
from ukumbi.hall.messages import SeatCard, SeatNews, SeatWord, TakeBackWish
from ukumbi.ledger import Occupant, SeatChange, TableRow

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

Names = Mapping[str, str]
"""Of people, as one table calls them."""


def names_at(row: TableRow, changes: Sequence[SeatChange], known: Names) -> Names:
    """No two alike: who sat down first keeps the name, others get a number."""
    people = (row.host, *seats.seated(changes), *seats.people_of(row.occupants))
    return told_apart({person: known.get(person, "") for person in people})


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names by person: of those that read alike the first stays, and the others get a number."""
    wanted, taken, apart = set(map(_as_read, names.values())), set[str](), dict[str, str]()
    for person, name in names.items():
        given = name
        if name and _as_read(name) in taken:
            numbered = (f"{name} {number}" for number in count(2))
            given = next(one for one in numbered if _as_read(one) not in wanted | taken)
        taken.add(_as_read(given))
        apart[person] = given
    return apart


def _as_read(name: str) -> str:
    """As a reader takes it, who cares neither for capitals nor for ways to write a letter."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def seat_cards(table: "Table") -> tuple[SeatCard, ...]:
    names = table.names_here()
    return tuple(_seat_card(table, names, Seat(seat), who) for seat, who in enumerate(table.row.occupants))


def _seat_card(table: "Table", names: Names, seat: Seat, who: Occupant) -> SeatCard:
    measured = table.allowances.by_seat().get(seat) if table.races else None
    return SeatCard(
        name=None if who.person is None else names[who.person],
        bot=who.bot,
        stand_in=who.stand_in,
        ready=who.ready,
        here=who.bot is not None or table.publisher.here(seat),
        away_since=table.absence.since(seat),
        longer_from=table.absence.longer_from(seat),
        lag=None if measured is None else round(measured.latency * 1000),
        allowance=None if measured is None else round(measured.allowance * 1000),
    )


def take_back_wish(table: "Table") -> TakeBackWish | None:
    wish = table.seating.wish(table.match.seq)
    return None if wish is None else TakeBackWish(wish.by, wish.to, wish.agreed)


def seat_news(row: TableRow, changes: Sequence[SeatChange], names: Names) -> tuple[SeatNews, ...]:
    """What happened at the seats, but for the setup and the nods before the game."""
    news, seating = list[SeatNews](), seats.Seating(row.occupants)
    for change in changes:
        event, before = seats.read(change), seating.occupants
        seating = seats.evolve(seating, event, change.after)
        if not isinstance(event, seats.SetUp | seats.SaidReady):
            news.append(_news(names, event, change, before, seating.occupants))
    return tuple(news)


def _news(
    names: Names,
    event: seats.SeatEvent,
    change: SeatChange,
    before: tuple[Occupant, ...],
    now: tuple[Occupant, ...],
) -> SeatNews:
    seat = getattr(event, "seat", None)
    person = None if seat is None else now[seat].person or before[seat].person
    name = None if person is None else names.get(person, "")
    return SeatNews(change.after, change.at, _word(event), seat, name, getattr(event, "level", None))


def _word(event: seats.SeatEvent) -> SeatWord:
    match event:
        case seats.StoodUp(freed=True):
            return "freed"
        case seats.BotSat(left=True):
            return "left"
        case seats.Answered():
            return "agreed" if event.agrees else "declined"
    return cast(SeatWord, event.__struct_config__.tag)
