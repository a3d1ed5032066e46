"""Around every HTTP request: limits, origin, who it is; afterwards the headers."""

import logging
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ukumbi.core import Refused
from ukumbi.server.api import refusal_answer
from ukumbi.server.callers import caller_of
from ukumbi.server.costs import BYTE, is_kept, request_cost, seconds_for
from ukumbi.server.rate_limiter import RateLimiter
from ukumbi.server.scheduler import Gone
from ukumbi.server.security import COOKIE, HEADERS, cookie_headers, is_called, read_cookie, same_origin

if TYPE_CHECKING:
    from ukumbi.server.app import HallServer

LOGGER = logging.getLogger(__name__)
API: Final = "/api"
PROBES: Final = ("/healthz", "/readyz")
"""Asked by supervisors, which know addresses and no names; they tell nothing of anybody."""


class HttpMiddleware:
    def __init__(self, app: ASGIApp, limiter: RateLimiter, server: "HallServer") -> None:
        self._app = app
        self._limiter = limiter
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        peer, headers = (scope.get("client") or ("", 0))[0], _joined(Headers(scope=scope))
        proxies = self._server.proxies
        scope["client"] = (proxies.address(peer, headers), 0)
        scope["scheme"] = proxies.scheme(peer, headers, scope["scheme"])
        turns, caller = self._server.request_scheduler, caller_of(scope["client"][0])
        try:
            make_room = await turns.turn(caller, seconds_for(scope["path"]), scope.get("is_gone", _never))
        except Gone:
            return

        async def send_and_make_room(message: Message) -> None:
            make_room()
            if scope["path"].startswith(API):
                turns.charge(caller, BYTE * len(message.get("body", b"")))
            await send(message)

        try:
            await self._answer_for(peer, headers, scope, receive, send_and_make_room)
        finally:
            make_room()

    async def _answer_for(
        self, peer: str, headers: dict[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        if not self._server.proxies.forwards(peer, headers):
            await self._answer(scope, receive, send)
            return
        with self._limiter.forwarded_request(scope["client"][0]) as begun:
            await self._answer(scope, receive, send, None if begun else Refused("slow_down"))

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, refusal: Refused | None = None
    ) -> None:
        request = Request(scope)
        self._recognise(request)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message, request)
            await send(message)

        refusal = refusal or self._refusal(request)
        if refusal is None:
            try:
                await self._app(scope, receive, send_with_headers)
            except ClientDisconnect:
                return
            except Exception:
                LOGGER.exception("%s %s failed", request.method, request.url.path)
                refusal = Refused("unknown")
        if refusal is not None:
            await refusal_answer(refusal)(scope, receive, send_with_headers)

    def _recognise(self, request: Request) -> None:
        """Note who it is; somebody new gets a token with the answer."""
        request.state.policy = HEADERS["Content-Security-Policy"]
        request.state.person, request.state.token = "", None
        request.state.known = None
        if _is_asset(request):
            # Anybody's cache may keep these, and no cookie may be kept with them.
            return
        hall = self._server.hall
        assert hall is not None
        text, cookie = read_cookie(request.headers.get("cookie"))
        known = hall.people.tokens.recognise(text)
        if known is None:
            request.state.person, request.state.token = hall.people.newcomer()
            return
        request.state.person = request.state.known = known.person
        if known.renew or (cookie == COOKIE and request.url.scheme == "https"):
            request.state.token = hall.people.tokens.issue(known.person)

    def _refusal(self, request: Request) -> Refused | None:
        path, limiter = request.url.path, self._limiter
        known = request.state.known
        address = request.client.host if request.client else ""
        if path not in PROBES and not is_called(request.headers.get("host", ""), self._server.settings.names):
            return Refused("not_our_name")
        if path.startswith(API) and not limiter.requests(known, address).spend(request_cost(path)):
            return Refused("slow_down")
        if request.method not in ("GET", "HEAD") and not same_origin(request.headers):
            return Refused("from_elsewhere")
        if is_kept(request.method, path) and not limiter.keeps(known, address).spend_if_enough():
            return Refused("enough_for_now")
        return None


def _never() -> bool:
    return False


def _joined(headers: Headers) -> dict[str, str]:
    """Each header once: what was said several times counts as a whole, and not what a caller said first."""
    return {name: ", ".join(headers.getlist(name)) for name in headers}


def _is_asset(request: Request) -> bool:
    return request.url.path.startswith("/assets/")


def _add_headers(message: Message, request: Request) -> None:
    headers = message["headers"]
    own = {**HEADERS, "Content-Security-Policy": request.state.policy}
    headers.extend((name.lower().encode(), value.encode()) for name, value in own.items())
    # What is not there now may be there after the next build.
    kept = _is_asset(request) and message["status"] < 400
    headers.append((b"cache-control", b"public, max-age=31536000, immutable" if kept else b"no-cache"))
    if request.state.token is not None:
        cookies = cookie_headers(request.state.token, request.url.scheme == "https")
        headers.extend((b"set-cookie", cookie.encode()) for cookie in cookies)
