import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

import ukumbi
from benchmarks.cells import Cells, Play
from benchmarks.hall import steps
from benchmarks.hall.load import Load, PairTask, Task
from benchmarks.hall.scripts import rukuni_scripts
from ukumbi.core import Illegal, Match, Options

ROOT = Path(__file__).resolve().parents[2]
SMALL = "--tables 3 --seconds 0.3 --warm-up 20 --repeats 1 --against= --no-peers --part moves"


def test_the_hall_is_compared_with_the_bare_line() -> None:
    command = [sys.executable, "-m", "benchmarks.hall", *SMALL.split()]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode in (0, 1)
    for system in (
        "bare line, Rukuni",
        "hall, Rukuni ",
        "hall, Rukuni, with rematches",
        "bare line, cells",
        "hall, cells",
    ):
        line = next(line for line in done.stdout.splitlines() if line.startswith(system))
        assert int(line[40:49].replace(",", "")) > 0
    assert "hall / bare line: " in done.stdout
    assert "hall's p99 / bare line's: " in done.stdout


def test_scripts_are_whole_games_of_alternating_connections() -> None:
    mover = 0
    for script in rukuni_scripts(pair=1, tables=4):
        match = ukumbi.match("rukuni", options=script.options)
        for move in script.moves:
            match.play(mover, move)
            mover = 1 - mover
        assert match.outcome is not None


def test_cells_is_a_game_of_strict_turns() -> None:
    match = Match(Cells(), 2, Options())
    match.begin()
    match.play(0, "0 1 0")
    with pytest.raises(Illegal):
        match.play(0, "1 2 1")
    with pytest.raises(Illegal):
        match.play(1, Play(1, 7, 0))
    match.play(1, "1 2 1")
    assert match.view(None).cells[:3] == (6, 13, 0)
    assert match.legal(0)
    assert match.legal(1) == ()


@pytest.mark.parametrize("name", steps.GAMES)
def test_steps_are_timed_over_a_random_game(name: str) -> None:
    match = ukumbi.match(name, steps.SEATS[name], seed=1)
    assert list(steps.moments(match, Random(1)))
    assert all(took > 0 for took in steps.measure(name, range(1)).values())


class _OneTable(WSListener):
    """A server that accepts every move and acknowledges it in one of three ways."""

    def __init__(self, way: str, players: list[WSTransport]) -> None:
        self._way, self._players = way, players

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        said = msgspec.json.decode(frame.get_payload_as_bytes())
        if said["type"] == "join":
            self._players.append(transport)
            seq, ref = 1, b""
        else:
            seq, ref = said["answers"] + 1, said["ref"].encode()
        if len(self._players) < 2:
            return
        accepted = b'{"type":"accepted","table":"t","ref":"%b","seq":%d}' % (ref, seq)
        for player in self._players:
            mover = ref and player is transport
            if mover and self._way == "before the update":
                player.send(WSMsgType.TEXT, accepted)
            tail = b',"ref":"%b"}' % ref if mover and self._way == "in the update" else b"}"
            player.send(WSMsgType.TEXT, b'{"type":"update","table":"t","seq":%d%b' % (seq, tail))
            if mover and self._way == "after the update":
                player.send(WSMsgType.TEXT, accepted)


@pytest.mark.parametrize("way", ["in the update", "before the update", "after the update"])
@pytest.mark.parametrize("open_loop", [False, True])
def test_each_move_is_acknowledged_once(way: str, open_loop: bool) -> None:
    moves = 40

    async def run() -> Load:
        players: list[WSTransport] = []
        server = await ws_create_server(lambda _: _OneTable(way, players), "127.0.0.1", 0)
        pair = PairTask(("", ""), ("t",), (("move",) * moves,))
        port = server.sockets[0].getsockname()[1]
        load = Load(Task(port, "/", [pair], 0, 1.2 if open_loop else 60.0, open_loop))
        await load.run()
        for player in load.pairs[0].players:
            player.transport.disconnect()
            await player.transport.wait_disconnected()
        server.close()
        await server.wait_closed()
        return load

    load = uvloop.run(run())
    (pair,) = load.pairs
    assert load.fault == "a connection was lost"  # ours, in the end
    assert pair.sent - 1 <= len(load.waits) <= pair.sent
    assert 1 <= pair.sent <= 2 if open_loop else pair.sent == moves
