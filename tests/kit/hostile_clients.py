"""Hostile messages by the thousand while others play undisturbed. `tests/deep.py` sends them."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from picows import WSFrame, WSTransport

from benchmarks.players.choosing import any_move, rukuni_turn
from benchmarks.players.player import Choose, Player
from tests.kit.client import BINARY, CLOSE, CONTINUATION, PING, TEXT, Client, frame
from tests.kit.hostile_messages import MAKERS, Targets, in_frames
from tests.kit.people import LoggedHall, all_ready, guest_at, joined, set_up
from tests.kit.pounce.rules import Pounce

CLIENTS = 8
BATCH = 250
MAX_BROKEN = 200
"""The most connections to break with invalid frames: one for every hundred messages."""
PATIENCE_ROUND_TRIPS = 20_000
"""Round trips without an answer after which an attack has failed."""
WEB_SOURCES = Path(__file__).parents[2] / "web" / "src"
CLOSE_CODES = {1002, 1003, 1007, 1008, 1009}


class HostileClient(Client):
    """Counts answers instead of keeping them, and looks for cards that a spectator may not see."""

    def __init__(self) -> None:
        super().__init__()
        self.codes: Counter[str] = Counter()
        self.answers = 0
        self.leaks: list[Any] = []

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        before = len(self.heard)
        super().on_ws_frame(transport, frame)
        for heard in self.heard[before:]:
            if heard["type"] in ("refused", "sync", "accepted"):
                self.answers += 1
                self.codes[heard.get("code", "known")] += 1
            if _tells_cards(heard):
                self.leaks.append(heard)
        self.heard = [heard for heard in self.heard if heard["type"] in ("pong", "welcome")]

    async def attack(self, targets: Targets, count: int) -> None:
        """Send `count` messages, and wait until each has one answer."""
        wanted = self.answers + count
        made = (targets.rng.choice(MAKERS)(targets) for _ in range(count))
        self.put(b"".join(in_frames(targets.rng, text) for text in made))
        idle, seen = 0, self.answers
        while self.answers < wanted and idle < PATIENCE_ROUND_TRIPS:
            await self.fence()
            idle, seen = (idle + 1 if self.answers == seen else 0), self.answers
        assert self.answers == wanted, f"{self.answers - wanted:+} answers in a batch of {count}"


def _tells_cards(heard: dict[str, Any]) -> bool:
    """Whether a message tells a spectator of Pounce a hidden card."""
    view = heard.get("view") or {}
    if view.get("hand") or view.get("own") is not None:
        return True
    for event in (entry["event"] for entry in heard.get("events", ())):
        if event.get("pile") is not None or any(event.get("hands") or ()):
            return True
        if event.get("type") in ("laid", "drew") and event["card"] is not None:
            return True
    return False


class PlayingPair:
    """Two players who play game after game until `last` is set."""

    def __init__(self, server: LoggedHall, rng: Random, choose: Choose) -> None:
        self._server, self._rng, self._choose = server, rng, choose
        self.players: list[Player] = []
        self.games = 0
        self.last = asyncio.Event()

    async def sit_down(self, game: str, **form: Any) -> str:
        guests = [await guest_at(self._server) for _ in range(2)]
        self.players = [Player(guest, self._choose, self._rng) for guest in guests]
        table = await set_up(guests[0], game, **form)
        await guests[1].sit(table)
        for player in self.players:
            player.table = table
            await player.connect()
        return table

    async def play_on(self) -> None:
        host = self.players[0]
        while True:
            for player in self.players:
                await player.over.wait()
            self.games += 1
            if self.last.is_set():
                return
            again = await host.guest.ask("POST", f"/api/tables/{host.table}/rematch")
            for player in self.players:
                player.join(again["table"])


async def prepare(server: LoggedHall, rng: Random, watched: str) -> tuple[HostileClient, Targets]:
    """A hostile client that sits at two tables, watches one, and is shut out of one."""
    guest, friend, stranger = [await guest_at(server) for _ in range(3)]
    hostile = await HostileClient.at(guest)
    waiting, played = [await set_up(guest, options={"white": white}) for white in ("second", "first")]
    for table in (waiting, played):
        await friend.sit(table)
    targets = Targets(rng, waiting, played, watched, closed=await set_up(stranger, watch="off"))
    friends = await Client.at(friend)
    for table in (waiting, played, watched):
        hostile.say("join", table=table)
        await hostile.until(lambda: hostile.answers == 1)
        hostile.answers = 0
    for table in (waiting, played):
        await joined(friends, table)
        await all_ready(table, [guest, friend])
        await friends.hear("update", table=table)
    hostile.say("move", table=targets.played, move="a1-a4/b4", answers=1, ref=targets.ref)
    await friends.hear("update", seq=2)
    friends.hang_up()
    await hostile.until(lambda: hostile.answers == 1)
    hostile.answers = 0
    return hostile, targets


def invalid_bytes(rng: Random) -> bytes:
    """Bytes that must close the connection."""
    text = b'{"type":"ping","ref":"x"}'
    return rng.choice(
        (
            frame(TEXT, text.ljust(rng.randrange(16 * 1024 + 1, 80_000))),
            frame(TEXT, text.ljust(16_000), fin=False) + frame(CONTINUATION, bytes(rng.randrange(400, 9000))),
            frame(TEXT, text, masked=False),
            frame(TEXT, text, rsv=rng.randrange(1, 8)),
            frame(rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)), rng.randbytes(rng.randrange(300))),
            frame(BINARY, rng.randbytes(rng.randrange(300)), fin=rng.random() < 0.5),
            frame(CONTINUATION, text),
            frame(TEXT, text, fin=False) + frame(TEXT, text),
            frame(PING, rng.randbytes(rng.randrange(126, 3000))),
            frame(PING, b"", fin=False),
            frame(CLOSE, rng.choice((b"\x03", b"\x03\xe7", b"\x03\xed", b"\x03\xe8\xff\xff"))),
            b"\x81\xff" + rng.randrange(1 << 16, 1 << 63).to_bytes(8) + rng.randbytes(40),
        )
    )


async def break_connections(server: LoggedHall, broken: int, rng: Random) -> Counter[str]:
    guest = await guest_at(server)
    ends: Counter[str] = Counter()
    for _ in range(broken):
        hostile = await HostileClient.at(guest)
        noise = rng.random() < 0.3
        # Noise that begins like a frame is followed by bytes that begin invalid frames.
        hostile.put(rng.randbytes(rng.randrange(1, 2000)) + b"\x83" * 20_000 if noise else invalid_bytes(rng))
        code = await hostile.cut_off()
        assert code in CLOSE_CODES or (noise and code == 1000), f"closed with {code}"
        ends[str(code)] += 1
    return ends


def known_codes() -> set[str]:
    """Refusal codes that the page has a sentence for."""
    rukuni = WEB_SOURCES / "games" / "rukuni" / "words" / "table"
    catalogues = [WEB_SOURCES / "i18n" / "words" / "en.json", rukuni / "en.json"]
    words = [word for catalogue in catalogues for word in json.loads(catalogue.read_text())]
    return {word.removeprefix("error.") for word in words if word.startswith("error.")}


async def run_hostile_clients(
    hall: LoggedHall, messages: int, seed: int, progress: Callable[[int], None] = lambda _: None
) -> str:
    """Send hostile messages, each answered once, while others play; return a summary."""
    rng = Random(seed)
    pairs = [PlayingPair(hall, rng, rukuni_turn) for _ in range(4)]
    for pair in pairs:
        await pair.sit_down("rukuni")
    pairs.append(PlayingPair(hall, rng, any_move(Pounce())))
    long_beats = {"rounds": 400, "beat_ms": 600_000}
    watched = await pairs[-1].sit_down("pounce", watch="on", options=long_beats)
    games = [asyncio.create_task(pair.play_on()) for pair in pairs]

    hostiles = [await prepare(hall, Random(rng.random()), watched) for _ in range(CLIENTS)]
    memory = [hall.memory()]
    batches = messages // (CLIENTS * BATCH)
    broken = asyncio.create_task(
        break_connections(hall, min(MAX_BROKEN, messages // 100), Random(rng.random()))
    )
    for batch in range(batches):
        await asyncio.gather(*(hostile.attack(targets, BATCH) for hostile, targets in hostiles))
        progress(CLIENTS * BATCH)
        if batch == batches // 4:
            memory.append(hall.memory())
    memory.append(hall.memory())
    ends = await broken

    for pair in pairs:
        pair.last.set()
    await asyncio.gather(*games)
    codes: Counter[str] = sum((hostile.codes for hostile, _ in hostiles), Counter())
    assert sum(hostile.answers for hostile, _ in hostiles) == batches * CLIENTS * BATCH
    assert set(codes) - known_codes() == {"known"}
    assert codes["unknown"] == 0
    assert [hostile.leaks for hostile, _ in hostiles] == [[]] * CLIENTS
    assert memory[2] < 1.5 * memory[1]
    players = [player for pair in pairs for player in pair.players]
    assert [player.refused for player in players] == [[]] * len(players)
    assert all(pair.games for pair in pairs)
    assert all(player.acknowledged for player in players)
    assert hall.log() == ""
    for player in players:
        player.leave()
    grown = f"{memory[0] >> 20} to {memory[-1] >> 20} MiB"
    answers = f"{sum(codes.values()):,} answers of {len(codes)} kinds"
    return f"{answers}, {ends.total()} connections broken, memory {grown}"
