"""People without accounts: a signed token identifies them, a name is what others call them."""

import secrets
from collections.abc import Collection
from typing import Final

from cachetools import LRUCache

from ukumbi.core import Instant, Refused
from ukumbi.hall.clock import HallClock
from ukumbi.hall.tokens import Tokens
from ukumbi.ledger import Ledger, PassRow, Stamps

MAX_NAME_LENGTH: Final = 24
CACHED_NAMES: Final = 10_000
"""Names in memory."""
CACHED_NEWCOMERS: Final = 10_000
"""New people in memory."""
CACHED_TOKENS: Final = 1_000
ID_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH: Final = 12
PASS_LENGTH: Final = 8
"""Letters of a pass: few enough to type them, and far too many to guess one in its time."""
PASS_LIFE_MS: Final = 15 * 60_000
"""Milliseconds."""
_CALLED: Final = ("Amani", "Baraka", "Chui", "Dalila", "Imani", "Jabari", "Kito", "Lulu", "Makena", "Neema",
                  "Pendo", "Rafiki", "Safi", "Simba", "Tano", "Twiga", "Zawadi", "Zuri")  # fmt: skip


class People:
    def __init__(self, ledger: Ledger, clock: HallClock, secret: str) -> None:
        self._ledger = ledger
        self._clock = clock
        self.tokens = Tokens(clock, secret)
        self._said: LRUCache[str, str | None] = LRUCache(CACHED_NAMES)
        """The names that people chose; None for people who chose none."""
        self._new: LRUCache[str, None] = LRUCache(CACHED_NEWCOMERS)
        """New people, whom the ledger does not know. Their own cache, so that they evict no names."""

        self._looked_up: LRUCache[str, None] = LRUCache(CACHED_TOKENS)
        """Tokens that were not known here until the ledger was asked."""

    async def start(self) -> None:
        self.tokens.stamps = await self._ledger.stamps()

    async def read_stamps(self, people: Collection[str] = ()) -> list[str]:
        """Read the stamps of these people again, or all; whose stamp in force is another one than before."""
        known = self.tokens.stamps
        read = await self._ledger.stamps()
        asked = [person for person in people or read if person in read]
        changed = [person for person in asked if self.tokens.current(person) != read[person].current]
        known.update({person: read[person] for person in asked})
        return changed

    def must_look_up(self, token: str | None) -> bool:
        """Whether another node may know a token that is not known here."""
        return token not in self._looked_up and self.tokens.unknown(token) is not None

    async def look_up(self, token: str) -> None:
        person = self.tokens.unknown(token)
        if person is not None:
            await self.read_stamps([person])
        self._looked_up[token] = None

    def forget(self, person: str | None = None) -> None:
        """Names may have changed at another node."""
        if person is None:
            self._said.clear()
            self._new.clear()
        else:
            self._said.pop(person, None)
            self._new.pop(person, None)

    def newcomer(self) -> tuple[str, str]:
        """A new person and their token. Nothing is stored until they do something."""
        person = secrets.token_urlsafe(12)
        self._new[person] = None
        return person, self.tokens.issue(person)

    async def sign_out_others(self, person: str) -> str:
        """A token that makes all others of this person void, when it is first used."""
        stamps = self.tokens.new_stamps(person)
        await self._ledger.put_stamps(person, stamps, self._clock.now())
        self.tokens.stamps[person] = stamps
        return self.tokens.issue(person, stamps.next)

    async def keep(self, person: str, stamps: Stamps) -> None:
        """A new stamp is in force."""
        await self._ledger.put_stamps(person, stamps, self._clock.now())

    async def give_pass(self, person: str) -> PassRow:
        """What makes another device the same person, once, if it is used soon."""
        now = self._clock.now()
        new = PassRow(new_id()[:PASS_LENGTH], person, Instant(now + PASS_LIFE_MS))
        await self._ledger.add_pass(new, now)
        return new

    async def take_pass(self, code: str) -> str:
        """The person whose pass this is."""
        person = await self._ledger.take_pass(code.strip().lower(), self._clock.now())
        if person is None:
            raise Refused("no_such_pass")
        return person

    async def name(self, person: str) -> str:
        return await self._said_name(person) or _name_for(person)

    async def is_named(self, person: str) -> bool:
        """Whether the person chose their name."""
        return await self._said_name(person) is not None

    async def _said_name(self, person: str) -> str | None:
        if person in self._new:
            return None
        if person not in self._said:
            kept = await self._ledger.person(person)
            if person not in self._said:  # else they have said another one meanwhile
                self._said[person] = kept
        return self._said[person]

    async def rename(self, person: str, name: str) -> str:
        name = " ".join(name.split())
        if not name.isprintable() or not 0 < len(name) <= MAX_NAME_LENGTH:
            raise Refused("bad_name", longest=MAX_NAME_LENGTH)
        await self._ledger.name_person(person, name, self._clock.now())
        self._said[person] = name
        self._new.pop(person, None)
        return name


def _name_for(person: str) -> str:
    """A friendly name that stays the same for the same person."""
    return _CALLED[sum(person.encode()) % len(_CALLED)]


def new_id() -> str:
    """An unguessable id, easy to read out."""
    chance, letters = secrets.randbelow(len(ID_LETTERS) ** ID_LENGTH), []
    for _ in range(ID_LENGTH):
        chance, letter = divmod(chance, len(ID_LETTERS))
        letters.append(ID_LETTERS[letter])
    return "".join(letters)
