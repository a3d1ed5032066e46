"""HTTP: who you are, which games there are, setting up tables and sitting down."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ukumbi.core import Refused
from ukumbi.hall.hall import PAGE, Hall
from ukumbi.hall.ledger import TableRow
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.replay import Replays
from ukumbi.server.forms import GameCard, Me, NewTable, Rename, Replay, TableCard
from ukumbi.server.guard import Limits
from ukumbi.server.socket import admit, seat_cards, told

STATUS: Final = {
    "no_such_table": 404,
    "no_such_game": 404,
    "not_found": 404,
    "table_is_full": 409,
    "still_playing": 409,
    "not_seated": 403,
    "watching_not_allowed": 403,
    "from_elsewhere": 403,
    "too_long": 413,
    "slow_down": 429,
    "no_room": 507,
    "unknown": 500,
}
MY_TABLES: Final = 20
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


class Api:
    def __init__(self, hall: Hall, lobby: Lobby, limits: Limits) -> None:
        self._hall = hall
        self._lobby = lobby
        self._limits = limits
        self._replays = Replays(hall)

    def routes(self) -> list[Route]:
        return [
            self._route("/me", "GET", self.me),
            self._route("/me", "PUT", self.rename),
            self._route("/me/tables", "GET", self.my_tables),
            self._route("/games", "GET", self.games),
            self._route("/games/{game}/position", "GET", self.position),
            self._route("/tables", "POST", self.set_up),
            self._route("/tables/{table}", "GET", self.table),
            self._route("/tables/{table}/sit", "POST", self.sit),
            self._route("/tables/{table}/again", "POST", self.again),
            self._route("/tables/{table}/log", "GET", self.log),
            self._route("/tables/{table}/replay", "GET", self.replay),
        ]

    def _route(self, path: str, method: str, act: Callable[[Request], Awaitable[Any]]) -> Route:
        async def endpoint(request: Request) -> Response:
            return answer(await act(request))

        return Route(f"/api{path}", endpoint, methods=[method])

    async def me(self, request: Request) -> Me:
        person = request.state.person
        return Me(person, await self._hall.people.name(person))

    async def rename(self, request: Request) -> Me:
        form = await self._form(request, Rename)
        name = await self._hall.people.rename(request.state.person, form.name)
        await self._hall.renamed(request.state.person, name)
        return Me(request.state.person, name)

    async def my_tables(self, request: Request) -> list[TableCard]:
        rows = await self._hall.ledger.rows_of(request.state.person, MY_TABLES)
        for row in rows:
            await self._hall.learn_names(row)
        return [self._card(row, request) for row in rows]

    async def games(self, _: Request) -> list[GameCard]:
        return [
            GameCard(box.game.name, (box.game.seats.start, box.game.seats.stop - 1), tuple(box.bots))
            for box in self._hall.shelf
        ]

    async def position(self, request: Request) -> Any:
        """How a position looks: what a link to it shows."""
        game = self._hall.shelf[request.path_params["game"]].game
        return game.view(game.place(request.query_params.get("at", "")[:LONGEST_POSITION]), None)

    async def set_up(self, request: Request) -> TableCard:
        form = await self._form(request, NewTable)
        row = await self._lobby.set_up(
            request.state.person, form.game, form.others, bytes(form.options), form.watch
        )
        return self._card(row, request)

    async def table(self, request: Request) -> TableCard:
        table = await self._hall.table(request.path_params["table"])
        return self._card(table.row, request)

    async def sit(self, request: Request) -> TableCard:
        row = await self._lobby.sit(request.path_params["table"], request.state.person)
        return self._card(row, request)

    async def again(self, request: Request) -> TableCard:
        row = await self._lobby.play_again(request.path_params["table"], request.state.person)
        return self._card(row, request)

    async def log(self, request: Request) -> Any:
        """What this person may know of a table's events, a page at a time."""
        table = await self._hall.table(request.path_params["table"])
        seat = admit(table.row, request.state.person, request.query_params.get("key"))
        return told(table, (await self._hall.missed(table, _after(request)))[:PAGE], seat)

    async def replay(self, request: Request) -> Replay:
        """A finished game, moment by moment, a page at a time."""
        table = await self._hall.table(request.path_params["table"])
        seat, after = admit(table.row, request.state.person, request.query_params.get("key")), _after(request)
        return Replay(
            moments=await self._replays.page(table, seat, after),
            last=table.journal.seq,
            simultaneous=table.journal.game.simultaneous,
            remarks=() if after else await self._replays.remarks(table),
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

    def _card(self, row: TableRow, request: Request) -> TableCard:
        seat = row.seat_of(request.state.person)
        return TableCard(
            table=row.id,
            game=row.game,
            status=row.status,
            seats=seat_cards(self._hall, row),
            you=seat,
            host=row.host == request.state.person,
            watch=row.watch,
            watch_key=None if seat is None else row.watch_key,
        )
