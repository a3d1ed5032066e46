"""HTTP: who you are, which games there are, setting up tables, and everything that happens at seats."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ukumbi.core import Refused, Seat, codec
from ukumbi.hall import requests
from ukumbi.hall.access import admit, may_sit, may_watch, sees_who_is_there, spectators_key
from ukumbi.hall.cards import seat_cards, seat_news, table_brief
from ukumbi.hall.hall import Hall
from ukumbi.hall.history import PAGE, records_since
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.messages import TableBrief
from ukumbi.hall.replay import Replays
from ukumbi.hall.summaries import summary_of
from ukumbi.hall.table import Table
from ukumbi.ledger import PersonalBest
from ukumbi.server.addresses import COMMAND, Reach, is_loopback
from ukumbi.server.callers import caller_of
from ukumbi.server.cards import game_card
from ukumbi.server.compression import compressed
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
from ukumbi.server.limits import Limits

STATUS: Final = {
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_pass": 404,
    "not_found": 404,
    "table_is_full": 409,
    "table_cancelled": 409,
    "already_playing": 409,
    "newer_version": 409,
    "not_playing": 409,
    "no_analysis": 404,
    "game_in_progress": 409,
    "hints_against_bots_only": 409,
    "still_playing": 409,
    "not_seated": 403,
    "invitation_needed": 403,
    "not_the_host": 403,
    "watching_not_allowed": 403,
    "from_elsewhere": 403,
    "not_our_name": 421,
    "too_long": 413,
    "slow_down": 429,
    "enough_for_now": 429,
    "too_many_open_tables": 409,
    "no_room": 507,
    "not_written": 503,
    "unknown": 500,
}
MY_TABLES: Final = 30
LONGEST_POSITION: Final = 1000
T = TypeVar("T")


def answer(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def refusal_answer(refusal: Refused) -> Response:
    body = {"code": refusal.code, "facts": dict(refusal.facts)}
    return answer(body, STATUS.get(refusal.code, 400))


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


class Api:
    def __init__(self, hall: Hall, lobby: Lobby, limits: Limits, reach: Reach) -> None:
        self._hall = hall
        self._lobby = lobby
        self._limits = limits
        self._reach = reach
        self._replays = Replays(hall)
        self._games = msgspec.Raw(msgspec.json.encode([game_card(entry) for entry in hall.registry]))

    def routes(self) -> list[Route]:
        return [
            self._route("/me", "GET", self.me),
            self._route("/me", "PUT", self.rename),
            self._route("/me/tables", "GET", self.my_tables),
            self._route("/me/tables/{table}", "DELETE", self.remove_table),
            self._route("/me/tables/{table}", "PUT", self.put_table_back),
            self._route("/me/bests/{game}", "GET", self.my_bests),
            self._route("/me/pass", "POST", self.give_pass),
            self._route("/me/device", "POST", self.use_pass),
            self._route("/me/signout", "POST", self.sign_out_others),
            self._route("/games", "GET", self.games),
            self._route("/games/{game}/position", "GET", self.position),
            self._route("/addresses", "GET", self.addresses),
            self._route("/tables", "POST", self.set_up),
            self._route("/tables/{table}", "GET", self.table),
            self._route("/tables/{table}/log", "GET", self.log),
            self._route("/tables/{table}/replay", "GET", self.replay),
            self._route("/tables/{table}/sit", "POST", self.sit),
            self._at_table("/ready", self._ask(requests.GetReady)),
            self._at_table("/leave", self._ask(requests.Leave)),
            self._at_table("/resign", self._ask(requests.Resign)),
            self._at_table("/cancel", self._ask(requests.Cancel)),
            self._at_table("/rematch", self._lobby.rematch),
            self._route("/tables/{table}/rematch/level", "POST", self.rematch_level),
            self._at_table("/take-back", self._ask(requests.AskTakeBack)),
            self._route("/tables/{table}/take-back/answer", "POST", self.answer_back),
            self._at_seat("/free", self._ask_about(requests.FreeSeat)),
            self._at_seat("/stand-in", self._ask_about(requests.StandIn)),
            self._at_seat("/end", self._ask_about(requests.EndGame)),
            self._route("/tables/{table}/seats/{seat}/bot", "POST", self.seat_bot),
        ]

    def _route(self, path: str, method: str, act: Callable[[Request], Awaitable[Any]]) -> Route:
        async def endpoint(request: Request) -> Response:
            return await compressed(request, answer(await act(request)))

        return Route(f"/api{path}", endpoint, methods=[method])

    def _at_table(self, path: str, act: Callable[[str, str], Awaitable[Table]]) -> Route:
        """Something that a person does at a table; the answer is the table after it."""

        async def do(request: Request) -> TableCard:
            table = await act(request.path_params["table"], request.state.person)
            return self._card(table, request)

        return self._route(f"/tables/{{table}}{path}", "POST", do)

    def _at_seat(self, path: str, act: Callable[[str, str, Seat], Awaitable[Table]]) -> Route:
        """Something that a person does about another seat."""

        async def do(request: Request) -> TableCard:
            table = await act(request.path_params["table"], request.state.person, _seat(request))
            return self._card(table, request)

        return self._route(f"/tables/{{table}}/seats/{{seat}}{path}", "POST", do)

    def _ask(self, request: Callable[[str], requests.Request]) -> Callable[[str, str], Awaitable[Table]]:
        return lambda table, person: self._hall.ask(table, request(person))

    def _ask_about(
        self, request: Callable[[str, Seat], requests.Request]
    ) -> Callable[[str, str, Seat], Awaitable[Table]]:
        return lambda table, person, seat: self._hall.ask(table, request(person, seat))

    # people

    async def me(self, request: Request) -> Me:
        return await self._me(request.state.person)

    async def _me(self, person: str) -> Me:
        people = self._hall.people
        return Me(person, await people.name(person), not await people.is_named(person))

    async def rename(self, request: Request) -> Me:
        form = await self._form(request, Rename)
        name = await self._hall.people.rename(request.state.person, form.name)
        self._hall.renamed(request.state.person, name)
        return Me(request.state.person, name, invented=False)

    async def my_tables(self, request: Request) -> list[TableBrief]:
        person = request.state.person
        return [
            table_brief(row, summary, await self._hall.names_at(row), person)
            for row, summary in await self._hall.summaries.of(person, MY_TABLES)
        ]

    async def remove_table(self, request: Request) -> None:
        await self._lobby.remove(request.path_params["table"], request.state.person)

    async def put_table_back(self, request: Request) -> TableBrief:
        person = request.state.person
        table = await self._lobby.put_back(request.path_params["table"], person)
        return table_brief(table.row, summary_of(table), table.names_here(), person)

    async def my_bests(self, request: Request) -> list[PersonalBest]:
        game = self._hall.registry[request.path_params["game"]].game.name
        return await self._hall.ledger.personal_bests(request.state.person, game)

    async def give_pass(self, request: Request) -> DevicePass:
        given = await self._hall.people.give_pass(request.state.person)
        return DevicePass(given.code, given.until)

    async def use_pass(self, request: Request) -> Me:
        """From now on this device is the person whose pass it has."""
        form = await self._form(request, UsePass)
        person = await self._hall.people.take_pass(form.code)
        request.state.person, request.state.token = person, self._hall.people.tokens.issue(person)
        return await self._me(person)

    async def sign_out_others(self, request: Request) -> Me:
        """With the cookie that this brings, once it is used, no earlier one is good any more."""
        request.state.token = await self._hall.people.sign_out_others(request.state.person)
        return await self._me(request.state.person)

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
        host = request.state.person
        self._hall.addresses[host] = caller_of(request.client.host if request.client else "")
        table = await self._lobby.set_up(host, form.game, form.others, bytes(form.options), form.watch)
        return self._card(table, request)

    async def table(self, request: Request) -> TableCard:
        table = await self._hall.table(request.path_params["table"])
        return self._card(table, request)

    async def sit(self, request: Request) -> TableCard:
        key = request.query_params.get("seat")
        sit = requests.Sit(request.state.person, key)
        table = await self._hall.ask(request.path_params["table"], sit)
        return self._card(table, request)

    async def seat_bot(self, request: Request) -> TableCard:
        form = await self._form(request, SeatBot)
        seat_bot = requests.SeatBot(request.state.person, _seat(request), form.level)
        table = await self._hall.ask(request.path_params["table"], seat_bot)
        return self._card(table, request)

    async def rematch_level(self, request: Request) -> TableCard:
        """The next game against bots of another level."""
        form = await self._form(request, SeatBot)
        table = await self._lobby.rematch(request.path_params["table"], request.state.person, form.level)
        return self._card(table, request)

    async def answer_back(self, request: Request) -> TableCard:
        form = await self._form(request, TakeBackAnswer)
        answer = requests.AnswerTakeBack(request.state.person, form.agrees)
        table = await self._hall.ask(request.path_params["table"], answer)
        return self._card(table, request)

    async def log(self, request: Request) -> Any:
        """What this person may know of a table's events, a page at a time."""
        table = await self._hall.table(request.path_params["table"])
        seat = admit(table.row, request.state.person, request.query_params.get("key"))
        recorded = await records_since(self._hall.ledger, table, _after(request), PAGE)
        return table.publisher.events(table, recorded, seat)

    async def replay(self, request: Request) -> Replay:
        """A finished game, moment by moment, a page at a time."""
        table = await self._hall.table(request.path_params["table"])
        seat, after = admit(table.row, request.state.person, request.query_params.get("key")), _after(request)
        return Replay(
            moments=await self._replays.page(table, seat, after),
            last=table.match.seq,
            simultaneous=table.match.game.simultaneous,
            remarks=() if after else await self._replays.remarks(table),
            seat_news=() if after else seat_news(table),
        )

    async def _form(self, request: Request, form: type[T]) -> T:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self._limits.message_bytes:
                raise Refused("too_long", most=self._limits.message_bytes)
        try:
            return msgspec.json.decode(body, type=form)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
            raise Refused("unexpected", reason=str(fault)[:200]) from fault

    def _card(self, table: Table, request: Request) -> TableCard:
        row, person, asked = table.row, request.state.person, request.query_params
        seat, seat_key = row.seat_of(person), asked.get("seat")
        key = spectators_key(row, person, seat_key)
        known = sees_who_is_there(row, person, asked.get("key"), seat_key)
        return TableCard(
            table=row.id,
            game=row.game,
            options=msgspec.Raw(codec(self._hall.game(row)).encode(self._hall.options(row))),
            status=row.status,
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
