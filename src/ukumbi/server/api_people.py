"""HTTP: who you are, your tables, your other devices."""

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.routing import Route

from ukumbi.hall.hall import Hall
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.messages import TableBrief
from ukumbi.hall.start_pages import summary_of, table_brief
from ukumbi.ledger import PersonalBest
from ukumbi.server.bodies import DevicePass, Me, Rename, UsePass
from ukumbi.server.http import body_of, limited, person_of
from ukumbi.server.identify import Caller
from ukumbi.server.limits import Limiter

MY_TABLES: Final = 30


class PeopleApi:
    def __init__(self, hall: Hall, lobby: Lobby, limiter: Limiter) -> None:
        self._hall = hall
        self._lobby = lobby
        self._limiter = limiter

    def routes(self) -> list[Route]:
        route = partial(limited, self._limiter)
        return [
            route("/me", "GET", self.me),
            route("/me", "PUT", self.rename, keeps=True),
            route("/me/tables", "GET", self.my_tables),
            route("/me/tables/{table}", "DELETE", self.remove_table),
            route("/me/tables/{table}", "PUT", self.put_table_back),
            route("/me/bests/{game}", "GET", self.my_bests),
            route("/me/pass", "POST", self.give_pass, keeps=True),
            route("/me/device", "POST", self.use_pass, keeps=True),
            route("/me/signout", "POST", self.sign_out_others, keeps=True),
        ]

    async def me(self, request: Request) -> Me:
        return await self._me(person_of(request))

    async def _me(self, person: str) -> Me:
        people = self._hall.people
        return Me(person, await people.name(person), not await people.is_named(person))

    async def rename(self, request: Request) -> Me:
        body = await body_of(request, Rename)
        await self._hall.rename(person_of(request), body.name)
        return await self._me(person_of(request))

    async def my_tables(self, request: Request) -> list[TableBrief]:
        person = person_of(request)
        return [
            table_brief(row, summary, await self._hall.names_at(row), person)
            for row, summary in await self._hall.summaries.of(person, MY_TABLES)
        ]

    async def remove_table(self, request: Request) -> None:
        await self._lobby.remove(request.path_params["table"], person_of(request))

    async def put_table_back(self, request: Request) -> TableBrief:
        person = person_of(request)
        table = await self._lobby.put_back(request.path_params["table"], person)
        return table_brief(table.row, summary_of(table), table.names_here(), person)

    async def my_bests(self, request: Request) -> list[PersonalBest]:
        game = self._hall.registry[request.path_params["game"]].game.name
        return await self._hall.ledger.personal_bests(person_of(request), game)

    async def give_pass(self, request: Request) -> DevicePass:
        given = await self._hall.people.give_pass(person_of(request))
        return DevicePass(given.code, given.until)

    async def use_pass(self, request: Request) -> Me:
        """From now on this device is the person whose pass it has."""
        body = await body_of(request, UsePass)
        person = await self._hall.people.take_pass(body.code)
        caller: Caller = request.state.caller
        request.state.caller = caller._replace(person=person, token=self._hall.people.tokens.issue(person))
        return await self._me(person)

    async def sign_out_others(self, request: Request) -> Me:
        """With the cookie that this brings, once it is used, no earlier one is good any more."""
        caller: Caller = request.state.caller
        request.state.caller = caller._replace(token=await self._hall.people.sign_out_others(caller.person))
        return await self._me(person_of(request))
