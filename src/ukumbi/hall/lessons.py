"""What people have learnt: it follows them to every device, and is kept beside what they met in games."""

from typing import Final

from ukumbi.ledger import Ledger, MemoryGrowth

LEARNT: Final = "/lessons"
"""Stands where a memory names its game; no game is called like that."""


class Learnt:
    """Counts by key, as `rukuni/move`: a game and a task of its lesson."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def of(self, person: str) -> dict[str, int]:
        """How often this person has done what."""
        return (await self._ledger.memories(LEARNT, [person])).get(person, {})

    async def note(self, person: str, key: str) -> None:
        await self._ledger.remember(MemoryGrowth(person, LEARNT, {key: 1}))

    async def tasks(self, person: str, game: str) -> list[str]:
        """The tasks of this game's lesson that this person has done."""
        return [key.removeprefix(f"{game}/") for key in await self.of(person) if key.startswith(f"{game}/")]
