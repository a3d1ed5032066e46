"""Around every HTTP request: limits, origin, who it is; afterwards the headers."""

import logging
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ukumbi.core import Refused
from ukumbi.server.api import refusal_answer
from ukumbi.server.costs import is_kept, request_cost
from ukumbi.server.rate_limiter import RateLimiter
from ukumbi.server.security import HEADERS, cookie_header, read_cookie, same_origin

if TYPE_CHECKING:
    from ukumbi.server.app import HallServer

LOGGER = logging.getLogger(__name__)


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
        if not proxies.forwards(peer, headers):
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
            except Exception:
                LOGGER.exception("%s %s failed", request.method, request.url.path)
                refusal = Refused("unknown")
        if refusal is not None:
            await refusal_answer(refusal)(scope, receive, send_with_headers)

    def _recognise(self, request: Request) -> None:
        """Note who it is; somebody new gets a token with the answer."""
        request.state.policy = HEADERS["Content-Security-Policy"]
        request.state.person, request.state.token = "", None
        if _is_asset(request):
            # Anybody's cache may keep these, and no cookie may be kept with them.
            return
        hall = self._server.hall
        assert hall is not None
        person, token = hall.people.recognise(read_cookie(request.headers.get("cookie"))), None
        if person is None:
            person, token = hall.people.newcomer()
        request.state.person, request.state.token = person, token

    def _refusal(self, request: Request) -> Refused | None:
        path, limiter = request.url.path, self._limiter
        known = request.state.person if request.state.token is None else None
        address = request.client.host if request.client else ""
        if path.startswith("/api") and not limiter.requests(known, address).spend(request_cost(path)):
            return Refused("slow_down")
        if request.method not in ("GET", "HEAD") and not same_origin(request.headers):
            return Refused("from_elsewhere")
        if is_kept(request.method, path) and not limiter.keeps(known, address).spend_if_enough():
            return Refused("enough_for_now")
        return None


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
        cookie = cookie_header(request.state.token, request.url.scheme == "https")
        headers.append((b"set-cookie", cookie.encode()))
