"""Long answers in small: a whole game to look back through, not the cards that fit into one packet."""

import asyncio
import gzip
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from ukumbi.server.files import accepts

LEAST: Final = 4_000
"""Bytes below which compressing costs more than it saves."""
APART: Final = 40_000
"""Bytes above which it is done in a thread: tables do not wait for it."""
LEVEL: Final = 5


async def compressed(request: Request, response: Response) -> Response:
    """The same answer, in the form that whoever asked can read."""
    body = bytes(response.body)
    if len(body) < LEAST:
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if not accepts(request.headers.get("accept-encoding", ""), "gzip"):
        return response
    if len(body) > APART:
        response.body = await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)
    else:
        response.body = gzip.compress(body, LEVEL, mtime=0)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(response.body))
    return response
