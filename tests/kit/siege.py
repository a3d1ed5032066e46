"""Hostile messages by the thousand, while others play and notice nothing. `tests/deep.py` sends them."""

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
from tests.kit.client import BINARY, CLOSE, GO_ON, PING, TEXT, Client, frame
from tests.kit.hostile import KINDS, Scene, in_frames
from tests.kit.people import LoudHall, all_ready, guest_at, joined, set_up
from tests.kit.pounce.rules import Pounce

FOES = 8
BATCH = 250
BREACHES = 200
"""Lines that are broken with frames that are none, at most; for every hundred messages one."""
PATIENCE = 20_000
"""Round trips without any answer after which there will be none."""
WORDS = Path(__file__).parents[2] / "web" / "src"
GOODBYES = {1002, 1003, 1007, 1008, 1009}


class Foe(Client):
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

    async def attack(self, scene: Scene, count: int) -> None:
        """Send so many, and wait until each has been answered, once."""
        wanted = self.answers + count
        made = (scene.rng.choice(KINDS)(scene) for _ in range(count))
        self.put(b"".join(in_frames(scene.rng, text) for text in made))
        idle, seen = 0, self.answers
        while self.answers < wanted and idle < PATIENCE:
            await self.fence()
            idle, seen = (idle + 1 if self.answers == seen else 0), self.answers
        assert self.answers == wanted, f"{self.answers - wanted:+} answers in a batch of {count}"


def _tells_cards(heard: dict[str, Any]) -> bool:
    """Whether a spectator of Pounce is told of a card that lies face down or is held."""
    view = heard.get("view") or {}
    if view.get("hand") or view.get("own") is not None:
        return True
    for event in (entry["event"] for entry in heard.get("events", ())):
        if event.get("pile") is not None or any(event.get("hands") or ()):
            return True
        if event.get("type") in ("laid", "drew") and event["card"] is not None:
            return True
    return False


class Couple:
    """Two who play game after game until they are told that it is the last."""

    def __init__(self, server: LoudHall, rng: Random, choose: Choose) -> None:
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


async def meet(server: LoudHall, rng: Random, watched: str) -> tuple[Foe, Scene]:
    """A foe at its tables: seated at two, watching one, shut out of another."""
    guest, friend, stranger = [await guest_at(server) for _ in range(3)]
    foe = await Foe.at(guest)
    waiting, played = [await set_up(guest, options={"white": white}) for white in ("second", "first")]
    for table in (waiting, played):
        await friend.sit(table)
    scene = Scene(rng, waiting, played, watched, closed=await set_up(stranger, watch="off"))
    friends = await Client.at(friend)
    for table in (waiting, played, watched):
        foe.say("join", table=table)
        await foe.until(lambda: foe.answers == 1)
        foe.answers = 0
    for table in (waiting, played):
        await joined(friends, table)
        await all_ready(table, [guest, friend])
        await friends.hear("update", table=table)
    foe.say("move", table=scene.played, move="a1-a4/b4", answers=1, ref=scene.ref)
    await friends.hear("update", seq=2)
    friends.hang_up()
    await foe.until(lambda: foe.answers == 1)
    foe.answers = 0
    return foe, scene


def breach(rng: Random) -> bytes:
    """Bytes that must end the line."""
    text = b'{"type":"ping","ref":"x"}'
    return rng.choice(
        (
            frame(TEXT, text.ljust(rng.randrange(16 * 1024 + 1, 80_000))),
            frame(TEXT, text.ljust(16_000), fin=False) + frame(GO_ON, bytes(rng.randrange(400, 9000))),
            frame(TEXT, text, masked=False),
            frame(TEXT, text, rsv=rng.randrange(1, 8)),
            frame(rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)), rng.randbytes(rng.randrange(300))),
            frame(BINARY, rng.randbytes(rng.randrange(300)), fin=rng.random() < 0.5),
            frame(GO_ON, text),
            frame(TEXT, text, fin=False) + frame(TEXT, text),
            frame(PING, rng.randbytes(rng.randrange(126, 3000))),
            frame(PING, b"", fin=False),
            frame(CLOSE, rng.choice((b"\x03", b"\x03\xe7", b"\x03\xed", b"\x03\xe8\xff\xff"))),
            b"\x81\xff" + rng.randrange(1 << 16, 1 << 63).to_bytes(8) + rng.randbytes(40),
        )
    )


async def break_lines(server: LoudHall, breaches: int, rng: Random) -> Counter[str]:
    guest = await guest_at(server)
    ends: Counter[str] = Counter()
    for _ in range(breaches):
        foe = await Foe.at(guest)
        noise = rng.random() < 0.3
        # What begins like a frame is filled up with the beginnings of frames that do not exist.
        foe.put(rng.randbytes(rng.randrange(1, 2000)) + b"\x83" * 20_000 if noise else breach(rng))
        code = await foe.cut_off()
        assert code in GOODBYES or (noise and code == 1000), f"closed with {code}"
        ends[str(code)] += 1
    return ends


def known_codes() -> set[str]:
    """The codes for which the page has a sentence."""
    rukuni = WORDS / "games" / "rukuni" / "words" / "table"
    catalogues = [WORDS / "i18n" / "words" / "en.json", rukuni / "en.json"]
    words = [word for catalogue in catalogues for word in json.loads(catalogue.read_text())]
    return {word.removeprefix("error.") for word in words if word.startswith("error.")}


async def siege(
    hall: LoudHall, messages: int, seed: int, progress: Callable[[int], None] = lambda _: None
) -> str:
    """So many hostile messages, each answered once, while others play; what there was."""
    rng = Random(seed)
    couples = [Couple(hall, rng, rukuni_turn) for _ in range(4)]
    for couple in couples:
        await couple.sit_down("rukuni")
    couples.append(Couple(hall, rng, any_move(Pounce())))
    long_beats = {"rounds": 400, "beat_ms": 600_000}
    watched = await couples[-1].sit_down("pounce", watch="on", options=long_beats)
    games = [asyncio.create_task(couple.play_on()) for couple in couples]

    foes = [await meet(hall, Random(rng.random()), watched) for _ in range(FOES)]
    memory = [hall.memory()]
    batches = messages // (FOES * BATCH)
    breaches = asyncio.create_task(break_lines(hall, min(BREACHES, messages // 100), Random(rng.random())))
    for batch in range(batches):
        await asyncio.gather(*(foe.attack(scene, BATCH) for foe, scene in foes))
        progress(FOES * BATCH)
        if batch == batches // 4:
            memory.append(hall.memory())
    memory.append(hall.memory())
    ends = await breaches

    for couple in couples:
        couple.last.set()
    await asyncio.gather(*games)
    codes: Counter[str] = sum((foe.codes for foe, _ in foes), Counter())
    assert sum(foe.answers for foe, _ in foes) == batches * FOES * BATCH
    assert set(codes) - known_codes() == {"known"}
    assert codes["unknown"] == 0
    assert [foe.leaks for foe, _ in foes] == [[]] * FOES
    assert memory[2] < 1.5 * memory[1]
    players = [player for couple in couples for player in couple.players]
    assert [player.refused for player in players] == [[]] * len(players)
    assert all(couple.games for couple in couples)
    assert all(player.acknowledged for player in players)
    assert hall.log() == ""
    for player in players:
        player.leave()
    grown = f"{memory[0] >> 20} to {memory[-1] >> 20} MiB"
    return (
        f"{sum(codes.values()):,} answers of {len(codes)} kinds, {ends.total()} lines broken, memory {grown}"
    )
