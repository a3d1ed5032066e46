"""HTTP: who you are, which games there are, setting up tables, and everything that happens at seats."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.routing import Route

from ukumbi.core import Refused, Seat, codec
from ukumbi.hall.access import admit, may_sit, may_watch, sees_who_is_there, spectators_key
from ukumbi.hall.hall import PAGE, Hall
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.replay import Replays
from ukumbi.hall.seats import Seats
from ukumbi.hall.table import Table
from ukumbi.ledger import PersonalBest, TableRow
from ukumbi.server.addresses import COMMAND, Reach
from ukumbi.server.cards import game_card, seat_cards, seat_news, table_brief
from ukumbi.server.forms import (
    Addresses,
    DevicePass,
    Me,
    NewTable,
    Rename,
    Replay,
    SeatBot,
    TableCard,
    TakeBackAnswer,
    UsePass,
)
from ukumbi.server.http import limited
from ukumbi.server.identify import Caller, is_loopback
from ukumbi.server.limits import Limiter
from ukumbi.server.messages import heard
from ukumbi.server.wire import TableBrief

MY_TABLES: Final = 30
LONGEST_POSITION: Final = 1000
T = TypeVar("T")


def _after(request: Request) -> int:
    after = request.query_params.get("after", "0")
    if not after.isdecimal() or len(after) > 15:
        raise Refused("no_such_moment", seq=after[:20])
    return int(after)


def _person(request: Request) -> str:
    caller: Caller = request.state.caller
    return caller.person


def _seat(request: Request) -> Seat:
    seat = request.path_params["seat"]
    if not seat.isdecimal() or len(seat) > 3:
        raise Refused("no_such_seat", seat=seat[:20])
    return Seat(int(seat))


class Api:
    def __init__(self, hall: Hall, lobby: Lobby, seats: Seats, limiter: Limiter, reach: Reach) -> None:
        self._hall = hall
        self._lobby = lobby
        self._seats = seats
        self._limiter = limiter
        self._reach = reach
        self._replays = Replays(hall)
        self._games = msgspec.Raw(msgspec.json.encode([game_card(entry) for entry in hall.registry]))

    def routes(self) -> list[Route]:
        return [
            self._route("/me", "GET", self.me),
            self._route("/me", "PUT", self.rename, keeps=True),
            self._route("/me/tables", "GET", self.my_tables),
            self._route("/me/tables/{table}", "DELETE", self.remove_table),
            self._route("/me/tables/{table}", "PUT", self.put_table_back),
            self._route("/me/bests/{game}", "GET", self.my_bests),
            self._route("/me/pass", "POST", self.give_pass, keeps=True),
            self._route("/me/device", "POST", self.use_pass, keeps=True),
            self._route("/me/signout", "POST", self.sign_out_others, keeps=True),
            self._route("/games", "GET", self.games),
            self._route("/games/{game}/position", "GET", self.position),
            self._route("/addresses", "GET", self.addresses),
            self._route("/tables", "POST", self.set_up, cost=5, keeps=True),
            self._route("/tables/{table}", "GET", self.table),
            self._route("/tables/{table}/log", "GET", self.log, cost=3),
            self._route("/tables/{table}/replay", "GET", self.replay, cost=5),
            self._route("/tables/{table}/sit", "POST", self.sit),
            self._at_table("/ready", self._seats.ready),
            self._at_table("/leave", self._seats.leave),
            self._at_table("/resign", self._seats.resign),
            self._at_table("/cancel", self._seats.cancel),
            self._at_table("/rematch", self._lobby.rematch, cost=5, keeps=True),
            self._route("/tables/{table}/rematch/level", "POST", self.rematch_level, cost=5, keeps=True),
            self._at_table("/take-back", self._seats.ask_back),
            self._route("/tables/{table}/take-back/answer", "POST", self.answer_back),
            self._at_seat("/free", self._seats.free),
            self._at_seat("/stand-in", self._seats.stand_in),
            self._at_seat("/end", self._seats.end),
            self._route("/tables/{table}/seats/{seat}/bot", "POST", self.seat_bot),
        ]

    def _route(
        self,
        path: str,
        method: str,
        act: Callable[[Request], Awaitable[Any]],
        cost: float = 1,
        *,
        keeps: bool = False,
    ) -> Route:
        return limited(self._limiter, path, method, act, cost, keeps=keeps)

    def _at_table(
        self,
        path: str,
        act: Callable[[str, str], Awaitable[Table]],
        cost: float = 1,
        *,
        keeps: bool = False,
    ) -> Route:
        """Something that a person does at a table; the answer is the table after it."""

        async def do(request: Request) -> TableCard:
            table = await act(request.path_params["table"], _person(request))
            return self._card(table.row, request)

        return self._route(f"/tables/{{table}}{path}", "POST", do, cost, keeps=keeps)

    def _at_seat(self, path: str, act: Callable[[str, str, Seat], Awaitable[Table]]) -> Route:
        """Something that a person does about another seat."""

        async def do(request: Request) -> TableCard:
            table = await act(request.path_params["table"], _person(request), _seat(request))
            return self._card(table.row, request)

        return self._route(f"/tables/{{table}}/seats/{{seat}}{path}", "POST", do)

    # people

    async def me(self, request: Request) -> Me:
        return await self._me(_person(request))

    async def _me(self, person: str) -> Me:
        people = self._hall.people
        return Me(person, await people.name(person), not await people.is_named(person))

    async def rename(self, request: Request) -> Me:
        form = await self._form(request, Rename)
        name = await self._hall.people.rename(_person(request), form.name)
        await self._hall.renamed(_person(request), name)
        return Me(_person(request), name, invented=False)

    async def my_tables(self, request: Request) -> list[TableBrief]:
        person = _person(request)
        tables = await self._hall.standings.tables(person, MY_TABLES)
        return [table_brief(self._hall, row, standing, person) for row, standing in tables]

    async def remove_table(self, request: Request) -> None:
        await self._lobby.remove(request.path_params["table"], _person(request))

    async def put_table_back(self, request: Request) -> TableBrief:
        person = _person(request)
        table = await self._lobby.put_back(request.path_params["table"], person)
        return table_brief(self._hall, table.row, self._hall.standings.of(table), person)

    async def my_bests(self, request: Request) -> list[PersonalBest]:
        game = self._hall.registry[request.path_params["game"]].game.name
        return await self._hall.ledger.personal_bests(_person(request), game)

    async def give_pass(self, request: Request) -> DevicePass:
        given = await self._hall.people.give_pass(_person(request))
        return DevicePass(given.code, given.until)

    async def use_pass(self, request: Request) -> Me:
        """From now on this device is the person whose pass it has."""
        form = await self._form(request, UsePass)
        person = await self._hall.people.take_pass(form.code)
        caller: Caller = request.state.caller
        request.state.caller = caller._replace(person=person, token=self._hall.people.tokens.issue(person))
        return await self._me(person)

    async def sign_out_others(self, request: Request) -> Me:
        """With the cookie that this brings, once it is used, no earlier one is good any more."""
        caller: Caller = request.state.caller
        request.state.caller = caller._replace(token=await self._hall.people.sign_out_others(caller.person))
        return await self._me(_person(request))

    # games and tables

    async def games(self, _: Request) -> msgspec.Raw:
        return self._games

    async def addresses(self, request: Request) -> Addresses:
        """Where other devices find the hall, for a page that was opened where only this machine finds it."""
        if not is_loopback(request.url.hostname or ""):
            return Addresses(open=True, addresses=(), command=COMMAND)
        return Addresses(self._reach.open, self._reach.addresses(), COMMAND)

    async def position(self, request: Request) -> Any:
        """How a position looks: what a link to it shows."""
        game = self._hall.registry[request.path_params["game"]].game
        return game.view(game.from_position(request.query_params.get("at", "")[:LONGEST_POSITION]), None)

    async def set_up(self, request: Request) -> TableCard:
        form = await self._form(request, NewTable)
        host = _person(request)
        self._hall.homes[host] = request.state.caller.address
        table = await self._lobby.set_up(host, form.game, form.others, bytes(form.options), form.watch)
        return self._card(table.row, request)

    async def table(self, request: Request) -> TableCard:
        table = await self._hall.table(request.path_params["table"])
        return self._card(table.row, request)

    async def sit(self, request: Request) -> TableCard:
        key = request.query_params.get("seat")
        table = await self._seats.sit(request.path_params["table"], _person(request), key)
        return self._card(table.row, request)

    async def seat_bot(self, request: Request) -> TableCard:
        form = await self._form(request, SeatBot)
        table = await self._seats.seat_bot(
            request.path_params["table"], _person(request), _seat(request), form.level
        )
        return self._card(table.row, request)

    async def rematch_level(self, request: Request) -> TableCard:
        """The next game against bots of another level."""
        form = await self._form(request, SeatBot)
        table = await self._lobby.rematch(request.path_params["table"], _person(request), form.level)
        return self._card(table.row, request)

    async def answer_back(self, request: Request) -> TableCard:
        form = await self._form(request, TakeBackAnswer)
        table = await self._seats.answer_back(request.path_params["table"], _person(request), form.agrees)
        return self._card(table.row, request)

    async def log(self, request: Request) -> Any:
        """What this person may know of a table's events, a page at a time."""
        table = await self._hall.table(request.path_params["table"])
        seat = admit(table.row, _person(request), request.query_params.get("key"))
        return heard(table, (await self._hall.missed(table, _after(request)))[:PAGE], seat)

    async def replay(self, request: Request) -> Replay:
        """A finished game, moment by moment, a page at a time."""
        table = await self._hall.table(request.path_params["table"])
        seat, after = admit(table.row, _person(request), request.query_params.get("key")), _after(request)
        return Replay(
            moments=await self._replays.page(table, seat, after),
            last=table.match.seq,
            simultaneous=table.match.game.simultaneous,
            remarks=() if after else await self._replays.remarks(table),
            seat_news=() if after else seat_news(self._hall, table),
        )

    async def _form(self, request: Request, form: type[T]) -> T:
        try:
            return msgspec.json.decode(await request.body(), type=form)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
            raise Refused("unexpected", reason=str(fault)[:200]) from fault

    def _card(self, row: TableRow, request: Request) -> TableCard:
        person, asked = _person(request), request.query_params
        seat, seat_key = row.seat_of(person), asked.get("seat")
        key = spectators_key(row, person, seat_key)
        known = sees_who_is_there(row, person, asked.get("key"), seat_key)
        return TableCard(
            table=row.id,
            game=row.game,
            options=msgspec.Raw(codec(self._hall.game(row)).encode(self._hall.options(row))),
            status=row.status,
            seats=seat_cards(self._hall, row) if known else (),
            you=seat,
            host=row.host == person,
            host_name=self._hall.names_at(row)[row.host] if known else "",
            watch=row.watch,
            may_watch=seat is not None or may_watch(row, asked.get("key") or key),
            watch_key=key,
            may_sit=seat is None and may_sit(row, seat_key),
            seat_key=row.seat_key if seat is not None and row.status == "open" else None,
        )
