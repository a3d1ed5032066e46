"""What happens to nodes and their database in play, and how soon play goes on."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from benchmarks.cluster.play import Play
from benchmarks.cluster.player import Answer, ClusterPlayer
from benchmarks.cluster.relay import Way

DECLARED_DEAD: Final = 75
"""What a node exits with that others have declared dead."""
LOOK_SECONDS: Final = 0.005


class Resumption(msgspec.Struct, frozen=True):
    """How the players of one node went on after a fault."""

    back: tuple[float, ...]
    """Seconds until each saw its table again, at another node."""
    answers: tuple[float, ...]
    """Seconds that the moves took that were made before that and answered after the fault."""
    others: float
    """The longest that a move took at other nodes."""
    disturbed: int
    """Players of other nodes who lost their connection."""
    refused: tuple[str, ...]
    """Codes of refused moves."""
    exit_code: int = 0
    node: str = ""
    moment: float = 0.0
    """When it came, in seconds since 1970."""
    arrivals: tuple[tuple[str, float], ...] = ()
    """Each player's table, and the seconds until it was seen."""


class Outage(msgspec.Struct, frozen=True):
    """How play went on after PostgreSQL came back."""

    resumed: tuple[float, ...]
    """For each player who waited for an answer, the seconds until it came."""
    moved: int
    """Tables that changed their owner."""


async def kill(play: Play, name: str) -> Resumption:
    """End a node as a power cut does, and start it again when its players play elsewhere."""
    watched = Watched(play, name)
    await asyncio.to_thread(play.cluster.nodes[name].kill)
    return await watched.resumed()


async def freeze(play: Play, name: str, seconds: float, *, in_append: bool = False) -> Resumption:
    """Stop a node in its tracks for so long, and until its players play elsewhere.

    `in_append`: with a write on its way, which arrives when it is too late.
    """
    node, relay = play.cluster.nodes[name], play.cluster.relays[name]
    if in_append:
        relay.cut("up")
        await _until(lambda: relay.holds_append)
    watched = Watched(play, name)
    node.freeze()
    shortest = asyncio.create_task(asyncio.sleep(seconds))
    try:
        await watched.all_back()
        await shortest
    finally:
        relay.heal()
        node.thaw()
    return await watched.resumed(asyncio.create_task(play.cluster.ended(name)))


async def terminate(play: Play, name: str) -> Resumption:
    """Tell a node to go, as before an upgrade."""
    watched = Watched(play, name)
    play.cluster.nodes[name].tell_to_go()
    return await watched.resumed(asyncio.create_task(play.cluster.ended(name)))


async def cut_off(play: Play, name: str, *ways: Way) -> Resumption:
    """Cut a node off from PostgreSQL; heal the way when its players play elsewhere."""
    watched = Watched(play, name)
    play.cluster.relays[name].cut(*ways)
    await watched.all_back()
    play.cluster.relays[name].heal()
    return await watched.resumed(asyncio.create_task(play.cluster.ended(name)))


async def stop_postgres(play: Play, seconds: float) -> Outage:
    owners = await play.cluster.owners()
    await asyncio.to_thread(play.cluster.postgres.stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(play.cluster.postgres.start)
    returned = time.monotonic()
    waiting = [player for player in play.players if player.waiting]
    await play.until(lambda: all(_answered(player, returned) for player in waiting))
    await play.all_move()
    after = await play.cluster.owners()
    return Outage(
        tuple(_answered(player, returned) - returned for player in waiting),
        sum(owner not in (None, after[table]) for table, owner in owners.items()),
    )


def _answered(player: ClusterPlayer, since: float) -> float:
    """When the first answer came after this moment, or 0."""
    return next((answer.answered for answer in player.answers if answer.answered > since), 0.0)


async def swallow_answers(play: Play, times: int) -> None:
    """Drop the answers to this many appends, each with its connection, one after the other."""
    relays = play.cluster.relays.values()
    for _ in range(times):
        before = sum(relay.swallowed for relay in relays)
        for relay in relays:
            relay.swallowing = True
        await _until(lambda before=before: sum(relay.swallowed for relay in relays) > before)  # type: ignore[misc]
        for relay in relays:
            relay.swallowing = False
    await play.all_move()


async def _until(done: Callable[[], bool]) -> None:
    while not done():  # noqa: ASYNC110, nothing tells of it
        await asyncio.sleep(LOOK_SECONDS)


class Watched:
    """The players of a node from the moment of its fault."""

    def __init__(self, play: Play, name: str) -> None:
        self._play = play
        self._name = name
        self._there = [player for player in play.players if player.node == name]
        self._others = [player for player in play.players if player.node != name]
        self._losses = {player: player.losses for player in self._others}
        self._refused = {player: len(player.refused) for player in play.players}
        self._moment, self._wall = time.monotonic(), time.time()

    async def all_back(self) -> None:
        """Wait until all its players see their table at another node."""
        await self._play.until(lambda: all(self._back(player) for player in self._there))

    def _back(self, player: ClusterPlayer) -> float:
        """When this player saw the table at another node, or 0."""
        return next(
            (one.at for one in player.arrivals if one.at > self._moment and one.node != self._name), 0.0
        )

    async def resumed(self, ending: asyncio.Task[int] | None = None) -> Resumption:
        """Wait until all tables play on; start the node again when its life has ended."""
        play = self._play
        await self.all_back()
        here = set(self._there)
        await play.all_move([group for group in play.groups if here.intersection(group.players)])
        exit_code = 0 if ending is None else await ending
        others = [answer for player in self._others for answer in self._waited(player)]
        measured = Resumption(
            back=tuple(self._back(player) - self._moment for player in self._there),
            answers=tuple(
                answer.seconds
                for player in self._there
                for answer in self._waited(player)
                if answer.made < self._back(player)
            ),
            others=max((answer.seconds for answer in others), default=0.0),
            disturbed=sum(player.losses > before for player, before in self._losses.items()),
            refused=tuple(code for player, n in self._refused.items() for code in player.refused[n:]),
            exit_code=exit_code,
            node=self._name,
            moment=self._wall,
            arrivals=tuple((player.table, self._back(player) - self._moment) for player in self._there),
        )
        await play.cluster.start(self._name)
        return measured

    def _waited(self, player: ClusterPlayer) -> Sequence[Answer]:
        return [answer for answer in player.answers if answer.answered > self._moment]
