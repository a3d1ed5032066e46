"""HTTP: Uvicorn's protocol with two caps and a time-out, what stands around every request, and refusals."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

import msgspec
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ukumbi.core import Refused
from ukumbi.hall.nodes import LivesElsewhere
from ukumbi.server.identify import Caller, Identify, cookie_header, network_of
from ukumbi.server.limits import Limiter

if TYPE_CHECKING:
    from ukumbi.server.app import HallServer

LOGGER = logging.getLogger(__name__)
T = TypeVar("T")
PIPELINED: Final = 4
"""Requests that may wait on one connection for the answer to the first. Browsers wait for each answer."""
PUBLIC_PATHS: Final = ("/assets/", "/healthz", "/readyz")
"""Prefixes of paths without private data: they need no cookie, and supervisors know no host names."""
ASSETS: Final = PUBLIC_PATHS[0]
NODES: Final = "/n/"
"""Before the name of a node, in paths that lead to it."""
GZIP: Final = Middleware(GZipMiddleware, minimum_size=4_000, compresslevel=5, thread_minimum_size=40_000)
"""For a whole game to look back through, not for cards that fit into one packet."""
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
    "too_slow": 408,
    "slow_down": 429,
    "enough_for_now": 429,
    "too_many_open_tables": 409,
    "no_room": 507,
    "not_written": 503,
    "unknown": 500,
}


def policy(styles: Iterable[str] = ()) -> str:
    """What a page may load: our own files, and of inline styles only those whose hashes are given."""
    allowed = " ".join(["'self'", *styles])
    return (
        f"default-src 'none'; script-src 'self'; style-src {allowed};"
        " img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
        " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


POLICY: Final = "Content-Security-Policy"
"""The one header that differs from page to page."""
HEADERS: Final = {
    POLICY: policy(),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_FIXED_HEADERS: Final = [
    (name.lower().encode(), value.encode()) for name, value in HEADERS.items() if name != POLICY
]


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of a connection."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


class HttpProtocol(HttpToolsProtocol):
    """A connection until it becomes a socket, capped by address, with a time-out for the first request."""

    limiter: ClassVar[Limiter]
    identify: ClassVar[Identify]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limits, peer = self.limiter.limits, peer_of(transport)
        self._received = 0
        self._first = self.loop.call_later(limits.first_request_seconds, self._refuse, Refused("too_slow"))
        if not (self.identify.trusts(peer) or self.limiter.open_connection(transport, network_of(peer))):
            self._refuse(Refused("slow_down"))

    def connection_lost(self, exc: Exception | None) -> None:
        self._first.cancel()
        self.limiter.close_connection(self.transport)
        super().connection_lost(exc)
        self.pipeline.clear()
        self.cycle = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._received += len(data)
        if self._received > self.limiter.limits.request_bytes:
            self._refuse(Refused("too_long"))
        else:
            super().data_received(data)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            raise ValueError("too many requests at once")  # answered with 400
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._first.cancel()
        self._received = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._first.cancel()
        self.transport.pause_reading()
        self._entering = self.loop.create_task(self._become_socket())

    async def _become_socket(self) -> None:
        async with self.limiter.entering:
            if not self.transport.is_closing():
                super().handle_websocket_upgrade()
                self.transport.resume_reading()  # uvloop asks anew which kind of protocol reads
                self.parser = self.cycle = None  # type: ignore[assignment]
            await asyncio.sleep(0)  # so that one turn of the loop opens no more

    def _refuse(self, refusal: Refused) -> None:
        cycle = self.cycle
        answering = cycle is not None and cycle.response_started and not cycle.response_complete
        if not self.transport.is_closing() and not answering:
            self.transport.write(bare_refusal(refusal))
        self.transport.close()


def bare_refusal(refusal: Refused) -> bytes:
    """An answer from before there is a request that the hall could answer."""
    body = f'{{"code":"{refusal.code}","facts":{{}}}}'
    headers = {**HEADERS, "Content-Type": "application/json", "Content-Length": str(len(body))}
    lines = [
        f"HTTP/1.1 {STATUS[refusal.code]} Refused",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "Connection: close", "", body]).encode()


def answer(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def refusal_answer(refusal: Refused, wait: float = 0) -> Response:
    body = {"code": refusal.code, "facts": dict(refusal.facts)}
    response = answer(body, STATUS.get(refusal.code, 400))
    if wait:
        response.headers["Retry-After"] = str(math.ceil(wait))
    return response


def redirect(request: Request, there: LivesElsewhere) -> Response:
    """To the node that has the table: the same path there, or, of a next game, being ready for it."""
    if not there.node:
        return refusal_answer(Refused("not_written"), wait=1)
    path, query = request.url.path, request.url.query
    if there.table != request.path_params.get("table"):
        path = f"/api/tables/{there.table}/ready"
    location = f"{NODES}{there.node}{path}" + (f"?{query}" if query else "")
    return Response(status_code=307, headers={"Location": location})


def limited(
    limiter: Limiter,
    path: str,
    method: str,
    act: Callable[[Request], Awaitable[Any]],
    cost: float = 1,
    *,
    keeps: bool = False,
    thinks: bool = False,
    short: bool = False,
) -> Route:
    """A route under /api. `cost` counts moves; `keeps`: it stores something; `thinks`: it takes seconds;
    `short`: so is its answer, always, and nothing to compress.

    Over the limit a request waits until its bucket has refilled.
    """

    async def endpoint(request: Request) -> Response:
        caller: Caller = request.state.caller
        person = caller.person if caller.known else None
        await request.body()  # a slow client holds no place
        await asyncio.sleep(limiter.budget("requests", person, caller.address).spend(cost))
        if keeps and not (kept := limiter.budget("keeps", person, caller.address)).try_spend():
            return refusal_answer(Refused("enough_for_now"), kept.wait(1))
        if thinks:
            return answer(await act(request))
        async with limiter.at_once:
            response = answer(await act(request))
            await asyncio.sleep(0)  # so that one turn of the loop works on no more
            return response

    return Route(f"/api{path}", endpoint, methods=[method], middleware=None if short else [GZIP])


def person_of(request: Request) -> str:
    caller: Caller = request.state.caller
    return caller.person


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Refused("unexpected", reason=str(fault)[:200]) from fault


class HttpMiddleware:
    """Identifies the caller before each request; adds headers and a cookie to the answer."""

    def __init__(self, app: ASGIApp, server: "HallServer") -> None:
        self._app = app
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        request.state.policy, request.state.caller = HEADERS[POLICY], None

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].extend(_headers(request, message["status"]))
                if self._server.one_request:
                    message["headers"].append((b"connection", b"close"))
            await send(message)

        try:
            self._strip_node(scope)
            await self._look_up(request)
            self._identify(request)
            await self._app(scope, receive, send_with_headers)
        except ClientDisconnect:
            return
        except Refused as refusal:
            await refusal_answer(refusal)(scope, receive, send_with_headers)
        except Exception:
            LOGGER.exception("%s %s failed", request.method, request.url.path)
            await refusal_answer(Refused("unknown"))(scope, receive, send_with_headers)

    def _strip_node(self, scope: Scope) -> None:
        """A path that names a node leads to that node, where it is the same without the name."""
        if scope["path"].startswith(NODES):
            name, slash, rest = scope["path"].removeprefix(NODES).partition("/")
            hall = self._server.hall
            if hall is None or name != hall.nodes.name:
                raise Refused("not_found")
            scope["path"] = slash + rest
            scope["raw_path"] = scope["path"].encode()

    async def _look_up(self, request: Request) -> None:
        """A person may have signed others out at another node: their new cookie is asked for there."""
        hall = self._server.hall
        if hall is not None and hall.nodes.shared:
            peer = (request.scope.get("client") or ("", 0))[0]
            token = self._server.identify.token(peer, joined(request.scope["headers"]))
            if token is not None and hall.people.must_look_up(token):
                await hall.people.look_up(token)

    def _identify(self, request: Request) -> None:
        scope, identify, hall = request.scope, self._server.identify, self._server.hall
        peer, headers = (scope.get("client") or ("", 0))[0], joined(scope["headers"])
        scope["client"] = (identify.address(peer, headers), 0)
        if scope["path"].startswith(PUBLIC_PATHS):
            return
        assert hall is not None
        reads_only = request.method in ("GET", "HEAD")
        request.state.caller = identify(hall.people, peer, headers, reads_only=reads_only)
        if int(headers.get("content-length", "0")) > self._server.limiter.limits.message_bytes:
            raise Refused("too_long", most=self._server.limiter.limits.message_bytes)


def joined(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Each header once, with the values of repeated ones joined."""
    found: dict[str, str] = {}
    for name, value in ((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers):
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def _headers(request: Request, status: int) -> Iterator[tuple[bytes, bytes]]:
    yield from _FIXED_HEADERS
    yield b"content-security-policy", request.state.policy.encode()
    # What is not there now may be there after the next build.
    kept = request.scope["path"].startswith(ASSETS) and status < 400
    yield b"cache-control", b"public, max-age=31536000, immutable" if kept else b"no-cache"
    caller: Caller | None = request.state.caller
    if caller is not None and caller.token is not None:
        yield b"set-cookie", cookie_header(caller.token, caller.secure).encode()
