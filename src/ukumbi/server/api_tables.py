"""HTTP: setting up tables, and everything that happens at seats."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.routing import Route

from ukumbi.core import Refused, Seat, codec
from ukumbi.hall import requests
from ukumbi.hall.access import admit, may_sit, may_watch, sees_who_is_there, spectators_key
from ukumbi.hall.cards import seat_cards
from ukumbi.hall.hall import Hall
from ukumbi.hall.history import PAGE_RECORDS, records_since
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.replay import Replays
from ukumbi.hall.table import Table
from ukumbi.server.bodies import CoachSwitch, NewTable, Replay, SeatBot, TableCard, TakeBackAnswer
from ukumbi.server.http import body_of, limited, person_of
from ukumbi.server.limits import Limiter


class TablesApi:
    def __init__(self, hall: Hall, lobby: Lobby, limiter: Limiter) -> None:
        self._hall = hall
        self._lobby = lobby
        self._limiter = limiter
        self._replays = Replays(hall)

    def routes(self) -> list[Route]:
        route = partial(limited, self._limiter)
        return [
            route("/tables", "POST", self.set_up, cost=5, keeps=True),
            route("/tables/{table}", "GET", self.table),
            route("/tables/{table}/log", "GET", self.log, cost=3),
            route("/tables/{table}/replay", "GET", self.replay, cost=5),
            route("/tables/{table}/sit", "POST", self.sit),
            self._at_table("/ready", self._ask(requests.GetReady)),
            self._at_table("/leave", self._ask(requests.Leave)),
            self._at_table("/resign", self._ask(requests.Resign)),
            self._at_table("/cancel", self._ask(requests.Cancel)),
            self._at_table("/rematch", self._lobby.rematch, cost=5, keeps=True),
            route("/tables/{table}/rematch/level", "POST", self.rematch_level, cost=5, keeps=True),
            self._at_table("/take-back", self._ask(requests.AskTakeBack)),
            route("/tables/{table}/coach", "PUT", self.switch_coach),
            route("/tables/{table}/take-back/answer", "POST", self.answer_back),
            self._at_seat("/free", self._ask_about(requests.FreeSeat)),
            self._at_seat("/stand-in", self._ask_about(requests.StandIn)),
            self._at_seat("/end", self._ask_about(requests.EndGame)),
            route("/tables/{table}/seats/{seat}/bot", "POST", self.seat_bot),
        ]

    def _ask(self, kind: Callable[[str], requests.Request]) -> Callable[[str, str], Awaitable[Table]]:
        return lambda table, person: self._hall.ask(table, kind(person))

    def _ask_about(
        self, kind: Callable[[str, Seat], requests.Request]
    ) -> Callable[[str, str, Seat], Awaitable[Table]]:
        return lambda table, person, seat: self._hall.ask(table, kind(person, seat))

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
            table = await act(request.path_params["table"], person_of(request))
            return self._card(table, request)

        return limited(self._limiter, f"/tables/{{table}}{path}", "POST", do, cost, keeps=keeps, short=True)

    def _at_seat(self, path: str, act: Callable[[str, str, Seat], Awaitable[Table]]) -> Route:
        """Something that a person does about another seat."""

        async def do(request: Request) -> TableCard:
            table = await act(request.path_params["table"], person_of(request), _seat(request))
            return self._card(table, request)

        return limited(self._limiter, f"/tables/{{table}}/seats/{{seat}}{path}", "POST", do)

    async def set_up(self, request: Request) -> TableCard:
        body = await body_of(request, NewTable)
        host = person_of(request)
        self._hall.addresses[host] = request.state.caller.address
        table = await self._lobby.set_up(host, body.game, body.others, bytes(body.options), body.watch)
        return self._card(table, request)

    async def table(self, request: Request) -> TableCard:
        table = await self._hall.table(request.path_params["table"])
        return self._card(table, request)

    async def sit(self, request: Request) -> TableCard:
        key = request.query_params.get("seat")
        sit = requests.Sit(person_of(request), key)
        table = await self._hall.ask(request.path_params["table"], sit)
        return self._card(table, request)

    async def seat_bot(self, request: Request) -> TableCard:
        body = await body_of(request, SeatBot)
        seat_bot = requests.SeatBot(person_of(request), _seat(request), body.level)
        table = await self._hall.ask(request.path_params["table"], seat_bot)
        return self._card(table, request)

    async def rematch_level(self, request: Request) -> TableCard:
        """The next game against bots of another level."""
        body = await body_of(request, SeatBot)
        table = await self._lobby.rematch(request.path_params["table"], person_of(request), body.level)
        return self._card(table, request)

    async def switch_coach(self, request: Request) -> None:
        """Switch the coach on or off, here and in your later games of this kind."""
        body = await body_of(request, CoachSwitch)
        table = await self._hall.table(request.path_params["table"])
        await table.coaching.switch(table, person_of(request), body.on)

    async def answer_back(self, request: Request) -> TableCard:
        body = await body_of(request, TakeBackAnswer)
        answer = requests.AnswerTakeBack(person_of(request), body.agrees)
        table = await self._hall.ask(request.path_params["table"], answer)
        return self._card(table, request)

    async def log(self, request: Request) -> Any:
        """What this person may know of a table's events, a page at a time."""
        table = await self._hall.table(request.path_params["table"])
        seat = admit(table.row, person_of(request), request.query_params.get("key"))
        recorded = await records_since(self._hall.ledger, table, _after(request), PAGE_RECORDS)
        return table.publisher.events(table, recorded, seat)

    async def replay(self, request: Request) -> Replay:
        """A finished game, moment by moment, a page at a time."""
        table = await self._hall.table(request.path_params["table"])
        seat, after = admit(table.row, person_of(request), request.query_params.get("key")), _after(request)
        return Replay(
            moments=await self._replays.page(table, seat, after),
            last=table.match.seq,
            simultaneous=table.match.game.simultaneous,
            remarks=() if after else await self._replays.remarks(table),
            seat_news=() if after else table.seat_news(),
        )

    def _card(self, table: Table, request: Request) -> TableCard:
        row, person, asked = table.row, person_of(request), request.query_params
        seat, seat_key = row.seat_of(person), asked.get("seat")
        key = spectators_key(row, person, seat_key)
        known = sees_who_is_there(row, person, asked.get("key"), seat_key)
        return TableCard(
            table=row.id,
            game=row.game,
            options=msgspec.Raw(codec(self._hall.game(row)).encode(self._hall.options(row))),
            status=table.publisher.status(table, seat),
            seats=seat_cards(table) if known else (),
            you=seat,
            host=row.host == person,
            host_name=table.names_here()[row.host] if known else "",
            watch=row.watch,
            may_watch=seat is not None or may_watch(row, asked.get("key") or key),
            watch_key=key,
            may_sit=seat is None and may_sit(row, seat_key),
            seat_key=row.seat_key if seat is not None and row.status == "open" else None,
        )


def _after(request: Request) -> int:
    after = request.query_params.get("after", "0")
    if not after.isdecimal() or len(after) > 15:
        raise Refused("no_such_moment", seq=after[:20])
    return int(after)


def _seat(request: Request) -> Seat:
    seat = request.path_params["seat"]
    if not seat.isdecimal() or len(seat) > 3:
        raise Refused("no_such_seat", seat=seat[:20])
    return Seat(int(seat))
