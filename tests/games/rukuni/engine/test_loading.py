"""Rukuni can be played without Numba and before the engine is compiled, and the hall says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.rukuni.table import GAME
from tests.kit.actions import make
from tests.kit.client import Client
from tests.kit.halls import TIMEOUT_SECONDS
from tests.kit.people import LoggedHall, guest_at, joined, set_up
from ukumbi.bots.pool import Pool
from ukumbi.bots.slots import Asker
from ukumbi.core import Seat, codec
from ukumbi.games.rukuni.bot import BOTS
from ukumbi.games.rukuni.moves import parse_move

STRONGEST = list(BOTS)[-1]
WEAKER = list(BOTS)[-2:]
"""Levels that search deeper than plain Python can in a second."""
WITHOUT = """
import sys
for name in ("numba", "numpy", "llvmlite"):
    sys.modules[name] = None
"""
"""Python runs this first: it makes these imports fail."""
BROKEN = "raise OSError('libLLVM is not what it was')"
PLAYS = """
from random import Random
from ukumbi.core import Seat
from ukumbi.games.rukuni import ENTRY
from ukumbi.games.rukuni.bot import ThinkingBot
from ukumbi.games.rukuni.engine.loading import ENGINES
from ukumbi.library import play, read

read(play("rukuni", ["8", "1"], seed=1)).outcome.places
bot = ThinkingBot(seconds=0.1)
state = ENTRY.game.from_position("T3T/6/7/8/T7T/8/7/6/T3T w")
turn = bot.choose(ENTRY.game, ENTRY.game.view(state, Seat(0)), Seat(0), Random(1))
assert turn in set(state.position.turns())
assert ENGINES.strongest() is ENGINES.plain
print(ENTRY.weaker)
"""
READIED = """
from ukumbi.bots.engine_wait import ENGINE_WAIT
from ukumbi.games.rukuni.engine.loading import ENGINES

ENGINE_WAIT.in_the_hall()
assert ENGINES.strongest() is ENGINES.plain, "nothing is compiled yet"
ENGINES.prepare().join()
assert ENGINES.strongest() is ENGINES.compiled
"""
USED = """
from ukumbi.games.rukuni.analyst import RukuniAnalyst
from ukumbi.games.rukuni.engine.loading import ENGINES
from ukumbi.games.rukuni.position import format_position
from ukumbi.games.rukuni.position import Position

ENGINES.strongest().think(Position.opening(), seconds=0.2)
RukuniAnalyst().analyse(format_position(Position.opening()), seconds=0.2)
print("thought and read")
"""


@pytest.fixture
def without_numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For every process started from now on."""
    (tmp_path / "sitecustomize.py").write_text(WITHOUT)
    _come_first(tmp_path, monkeypatch)


def _come_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, sys.path)]))


def run(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)


# without Numba


@pytest.mark.deep
@pytest.mark.usefixtures("without_numba")
def test_every_level_plays_without_numba_and_numpy() -> None:
    done = run(PLAYS)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == f"{tuple(WEAKER)}"


@pytest.mark.usefixtures("without_numba")
async def test_the_hall_names_weaker_levels_and_they_answer(tmp_path: Path) -> None:
    said = list[str]()

    class Heard(LoggedHall):
        def heard(self, line: str) -> None:
            said.append(line)

    with Heard(tmp_path) as hall:
        assert any(STRONGEST in line and "pip install 'ukumbi[engine]'" in line for line in said)
        guest = await guest_at(hall)
        (card,) = [card for card in await guest.ask("GET", "/api/games") if card["name"] == "rukuni"]
        assert card["weaker"] == WEAKER
        table = await set_up(guest, others=[STRONGEST], options={"white": "first"})
        client = await Client.at(guest)
        await joined(client, table)
        await make(client, table, "a1-e5/e6", 1)
        (heard,) = (await client.hear("update", table=table, seq=3))["events"]
        assert parse_move(heard["event"]["turn"])
        assert "Traceback" not in hall.log()


@pytest.mark.deep
def test_a_broken_numba_counts_as_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numba.py").write_text(BROKEN)
    _come_first(tmp_path, monkeypatch)
    done = run(PLAYS)
    assert done.returncode == 0, done.stderr
    assert "libLLVM is not what it was" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("without_numba")
def test_compile_fails_without_numba() -> None:
    done = run("from ukumbi.cli import main; main()", "rukuni", "compile")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Numba is not installed" in done.stdout


# before it is compiled


@pytest.mark.deep
def test_code_compiled_beforehand_serves_bots_and_analysis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert run("from ukumbi.cli import main; main()", "rukuni", "compile").returncode == 0
    compiled = sorted(tmp_path.rglob("*.nbc"))
    assert run(USED).stdout == "thought and read\n"
    assert sorted(tmp_path.rglob("*.nbc")) == compiled, "nothing was left to compile"


@pytest.mark.deep
def test_the_plain_engine_thinks_until_the_other_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    done = run(READIED)
    assert (done.returncode, done.stderr) == (0, "")


async def test_the_first_answer_does_not_wait_for_compilation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asks a real worker."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    pool = Pool(("ukumbi.games",), 1, TIMEOUT_SECONDS)
    state = GAME.from_position("T3T/6/7/8/T7T/8/7/6/T3T w")
    view = codec(GAME).encode(GAME.view(state, Seat(0)))

    async def asked() -> str | None:
        return (await pool.ask(Asker("ada", "table"), "rukuni", STRONGEST, Seat(0), view)).move

    def compiled() -> bool:
        """The root of the search is compiled last."""
        return any(tmp_path.rglob("search.search_root-*.nbc"))

    try:
        assert parse_move(await asked() or "") in set(state.position.turns())
        assert not compiled()
    finally:
        await pool.close()
