"""Origins, headers and cookies: what keeps other pages out."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from ukumbi.hall.tokens import LIFE
from ukumbi.server.addresses import is_loopback

COOKIE: Final = "ukumbi"
HOST_COOKIE: Final = f"__Host-{COOKIE}"
"""Its name under HTTPS: browsers take it from nobody but this very host, and send it nowhere else."""


def policy(styles: Iterable[str] = ()) -> str:
    """What a page may load: our own files, and of inline styles only those whose hashes are given."""
    allowed = " ".join(["'self'", *styles])
    return (
        f"default-src 'none'; script-src 'self'; style-src {allowed};"
        " img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
        " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


HEADERS: Final = {
    "Content-Security-Policy": policy(),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from our own page. Other programs send no origin; browsers always do."""
    origin = headers.get("origin")
    if origin is None:
        return True
    _, _, host = origin.partition("://")
    return host != "" and host == headers.get("host")


def cookie_headers(token: str, secure: bool) -> list[str]:
    """What sets the cookie; under HTTPS one of former times goes."""
    flags = f"Path=/; Max-Age={LIFE}; HttpOnly; SameSite=Lax"
    if not secure:
        return [f"{COOKIE}={token}; {flags}"]
    return [f"{HOST_COOKIE}={token}; {flags}; Secure", f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; Secure"]


def read_cookie(header: str | None) -> tuple[str | None, str]:
    """The token, and the name of the cookie that it was in."""
    found: dict[str, str] = {}
    for part in (header or "").split(";"):
        name, _, value = part.strip().partition("=")
        if name in (COOKIE, HOST_COOKIE) and value.isascii():
            found.setdefault(name, value)
    name = HOST_COOKIE if HOST_COOKIE in found else COOKIE
    return found.get(name), name


def is_called(host: str, names: Collection[str]) -> bool:
    """Whether the hall goes by the name that a request was sent to; on the own machine by any of that's."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return not names or name.lower().rstrip(".") in names or is_loopback(name)
