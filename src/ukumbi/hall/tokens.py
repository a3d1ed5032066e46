"""Signed tokens that identify people: renewed while they are used, void when revoked."""

import secrets
from collections.abc import Callable
from typing import Final, NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

from ukumbi.hall.clock import HallClock
from ukumbi.ledger import Stamps

TOKEN_LIFE_SECONDS: Final = 365 * 24 * 3600
"""Seconds that a token is good for."""
TOKEN_RENEWAL_SECONDS: Final = 30 * 24 * 3600
"""A token in use is replaced by a new one after so many seconds."""


class Recognised(NamedTuple):
    person: str
    renew: bool
    """Whether it is time for a new token."""


class _Token(NamedTuple):
    person: str
    stamp: str
    issued: int
    """Seconds since 1970."""


class Tokens:
    """A token carries its person's stamp. Another stamp makes all earlier tokens void, once it is used.

    Not before: if the answer with the new token were lost, the person would be lost with it.
    """

    def __init__(self, clock: HallClock, secret: str) -> None:
        self._clock = clock
        self._signer = URLSafeSerializer(secret, salt="person")
        self.stamps: dict[str, Stamps] = {}
        """Of those who have ever revoked a token."""
        self.on_revoked: Callable[[str, Stamps], None] = lambda *_: None
        """Called when a person's earlier tokens have become void."""

    def issue(self, person: str, stamp: str | None = None) -> str:
        stamp = self.current(person) if stamp is None else stamp
        return str(self._signer.dumps([person, stamp, self._now()]))

    def recognise(self, text: str | None) -> Recognised | None:
        """The person whose token this is."""
        token = self._read(text)
        if token is None or self._now() > token.issued + TOKEN_LIFE_SECONDS:
            return None
        if token.stamp != self.current(token.person) and not self._comes_into_force(token):
            return None
        return Recognised(token.person, self._now() - token.issued > TOKEN_RENEWAL_SECONDS)

    def unknown(self, text: str | None) -> str | None:
        """The person of a token of this hall whose stamp is not known here: another node may know it."""
        token = self._read(text)
        known = None if token is None else self.stamps.get(token.person)
        if token is None or token.stamp == self.current(token.person):
            return None
        return None if known is not None and known.next == token.stamp else token.person

    def new_stamps(self, person: str) -> Stamps:
        """A stamp that comes into force when it is first used; one that never was is void from now on."""
        return Stamps(self.current(person), secrets.token_urlsafe(9))

    def _comes_into_force(self, token: _Token) -> bool:
        known = self.stamps.get(token.person)
        if known is None or known.next != token.stamp:
            return False
        self.stamps[token.person] = Stamps(token.stamp)
        self.on_revoked(token.person, self.stamps[token.person])
        return True

    def _read(self, text: str | None) -> _Token | None:
        try:
            said = None if text is None else self._signer.loads(text)
        except BadSignature:
            return None
        match said:
            case [str(person), str(stamp), int(issued)]:
                return _Token(person, stamp, issued)
        return None

    def current(self, person: str) -> str:
        known = self.stamps.get(person)
        return known.current if known is not None else ""

    def _now(self) -> int:
        return self._clock.calendar() // 1000
