"""Tables as they are shown to a client: who sits there, what happened at the seats, what a game offers."""

from typing import Any

import msgspec

from ukumbi.core import AnyGame, Entry, Seat
from ukumbi.core.options import asked_at_the_table, meaningless_with, meant_for, offered_values
from ukumbi.hall import seating
from ukumbi.hall.hall import Hall
from ukumbi.hall.standings import Standing
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant, SeatChange, TableRow
from ukumbi.server.forms import FirstGame, GameCard, OptionCard
from ukumbi.server.wire import BriefSeat, SeatCard, SeatNews, SeatWord, TableBrief, TakeBackWish


def seat_cards(hall: Hall, row: TableRow) -> tuple[SeatCard, ...]:
    table, names = hall.tables.get(row.id), hall.names_at(row)
    return tuple(_card(names, table, Seat(seat), who) for seat, who in enumerate(row.occupants))


def _card(names: dict[str, str], table: Table | None, seat: Seat, who: Occupant) -> SeatCard:
    return SeatCard(
        name=None if who.person is None else names[who.person],
        bot=who.bot,
        stand_in=who.stand_in,
        ready=who.ready,
        here=who.bot is not None or (table is not None and table.viewers.here(seat)),
        away_since=None if table is None else table.absence.since(seat),
        longer_from=None if table is None else table.absence.longer_from(seat),
        **_latency(table, seat),
    )


def _latency(table: Table | None, seat: Seat) -> dict[str, int]:
    measured = table.allowances.by_seat().get(seat) if table is not None and table.races else None
    if measured is None:
        return {}
    return {"lag": round(measured.latency * 1000), "allowance": round(measured.allowance * 1000)}


def table_brief(hall: Hall, row: TableRow, standing: Standing, person: str) -> TableBrief:
    """One of this person's tables, as their start page shows it."""
    seat, names = row.seat_of(person), hall.names_at(row)
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
        changed=standing.changed,
        awaited=standing.awaited if row.status == "playing" else (),
        score=standing.score,
        outcome=standing.outcome,
    )


def take_back_wish(table: Table) -> TakeBackWish | None:
    wish = table.take_back
    return None if wish is None else TakeBackWish(wish.by, wish.to, wish.agreed)


def seat_news(hall: Hall, table: Table) -> tuple[SeatNews, ...]:
    """What happened at the seats, but for the setup and the nods before the game."""
    news, seats, names = list[SeatNews](), table.row.occupants, hall.names_at(table.row)
    for change in table.changes:
        event = seating.read(change)
        if isinstance(event, seating.SetUp):
            seats = event.occupants
            continue
        before, now = seats, seating.evolve(seating.Seating(seats), event, change.after).occupants
        seats = now
        if not isinstance(event, seating.SaidReady):
            news.append(_news(names, event, change, before, now))
    return tuple(news)


def _news(
    names: dict[str, str],
    event: Any,
    change: SeatChange,
    before: tuple[Occupant, ...],
    now: tuple[Occupant, ...],
) -> SeatNews:
    seat = getattr(event, "seat", None)
    person = None if seat is None else now[seat].person or before[seat].person
    name = None if person is None else names.get(person, "")
    return SeatNews(change.after, change.at, _word(event), seat, name, getattr(event, "level", None))


def _word(event: Any) -> SeatWord:
    match event:
        case seating.StoodUp(freed=True):
            return "freed"
        case seating.BotSat(left=True):
            return "left"
        case seating.Answered():
            return "agreed" if event.agrees else "declined"
    word: SeatWord = event.__struct_config__.tag
    return word


def game_card(entry: Entry) -> GameCard:
    """What the start page has to know of a game."""
    game = entry.game
    return GameCard(
        name=game.name,
        seats=(game.seats.start, game.seats.stop - 1),
        bots=tuple(entry.bots),
        usual=entry.usual,
        weaker=entry.weaker,
        options=option_cards(game),
        first=FirstGame(entry.first.level, dict(entry.first.options)),
        simultaneous=game.simultaneous,
        analysis=entry.analyst is not None,
    )


def option_cards(game: AnyGame) -> tuple[OptionCard, ...]:
    """The options that a host is asked for, with the values to choose from."""
    return tuple(
        OptionCard(
            field.name,
            offered_values(field.type),
            msgspec.to_builtins(field.default),
            meant_for(field.type),
            meaningless_with(field.type),
        )
        for field in msgspec.structs.fields(game.options)
        if not asked_at_the_table(field.type)
    )
