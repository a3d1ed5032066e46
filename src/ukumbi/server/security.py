"""Origins, headers and cookies: what keeps other pages out."""

from collections.abc import Iterable, Mapping
from typing import Final

COOKIE: Final = "ukumbi"
COOKIE_LIFE: Final = 365 * 24 * 3600


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


def cookie_header(token: str, secure: bool) -> str:
    flags = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={COOKIE_LIFE}; HttpOnly; SameSite=Lax{flags}"


def read_cookie(header: str | None) -> str | None:
    for part in (header or "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value if value.isascii() else None
    return None
