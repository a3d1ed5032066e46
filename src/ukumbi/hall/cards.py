"""What clients are shown of a table besides its game: who sits there, and what happened at the seats."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from ukumbi.core import Seat
from ukumbi.hall import seats
from ukumbi.hall.messages import BriefSeat, SeatCard, SeatNews, SeatWord, TableBrief, TakeBackWish
from ukumbi.hall.names import told_apart
from ukumbi.hall.summaries import Summary
from ukumbi.ledger import Occupant, SeatChange, TableRow

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

Names = Mapping[str, str]
"""Of people, as one table calls them."""


def names_at(row: TableRow, changes: Sequence[SeatChange], known: Names) -> Names:
    """No two alike: who sat down first keeps the name, others get a number."""
    people = (row.host, *seats.seated(changes), *seats.people_of(row.occupants))
    return told_apart({person: known.get(person, "") for person in people})


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


def table_brief(row: TableRow, summary: Summary, names: Names, person: str) -> TableBrief:
    """One of this person's tables, as their start page shows it."""
    seat = row.seat_of(person)
    assert seat is not None
    return TableBrief(
        table=row.id,
        game=row.game,
        status=row.status,
        seats=tuple(
            BriefSeat(None if who.person is None else names[who.person], who.bot, who.stand_in)
            for who in row.occupants
        ),
        you=seat,
        host=row.host == person,
        changed=summary.changed,
        awaited=summary.awaited if row.status == "playing" else (),
        score=summary.score,
        outcome=summary.outcome,
    )


def seat_news(table: "Table") -> tuple[SeatNews, ...]:
    """What happened at the seats, but for the setup and the nods before the game."""
    news, names, seating = list[SeatNews](), table.names_here(), seats.Seating(table.row.occupants)
    for change in table.changes:
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
