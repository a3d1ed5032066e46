"""Does a second connection, to another node, help a player who pretends to be far away?

Two equal players with the same lag contest one moment after the other. One answers the pings of the table's
node late, and so would be granted more; over a second connection another node measures the real lag.
"""

import tempfile
from pathlib import Path
from random import Random
from typing import Final

import typer
import uvloop

from benchmarks.cluster.nodes import Cluster
from benchmarks.fairness.connection import Connection, through_proxy
from benchmarks.fairness.duels import EVEN_SHARE, LEAD_SECONDS, NEAR_MS, grab_race
from benchmarks.fairness.race_games import GrabRace
from benchmarks.fairness.race_table import CALM, RaceTable, Tally, honest, run
from benchmarks.fairness.racer import Racer
from benchmarks.fairness.relay import Relay
from benchmarks.fairness.tricks import HELD_SECONDS
from benchmarks.players.guest import Guest
from benchmarks.results import Result, at_most
from ukumbi.core.inputs import generator

MOMENTS, TABLES = 800, 20
POINTS: Final = 2.0


def measure(moments: int = MOMENTS, tables: int = TABLES, seed: int = 0) -> dict[bool, Tally]:
    """The pretender's moments, without and with the second connection."""
    race_game = grab_race(moments, tables, LEAD_SECONDS)
    with tempfile.TemporaryDirectory(prefix="ukumbi-race-") as folder:
        return uvloop.run(_measure(Path(folder), race_game, tables, seed))


async def _measure(folder: Path, race_game: GrabRace, tables: int, seed: int) -> dict[bool, Tally]:
    rng = generator(seed)
    async with Cluster(folder, "--behind-proxy", *race_game.arguments, names=("a", "b")) as cluster:
        ports = cluster.nodes["a"].port, cluster.nodes["b"].port
        races = {
            second: [_duel(race_game, *ports, second, Random(rng.random()), turn) for turn in range(tables)]
            for second in (False, True)
        }
        await run([race for some in races.values() for race in some], 1, lambda: None)
    return {
        second: Tally(tuple(moment for race in some for moment in race.moments(race.racers[1])), EVEN_SHARE)
        for second, some in races.items()
    }


def _duel(race_game: GrabRace, here: int, elsewhere: int, second: bool, rng: Random, turn: int) -> RaceTable:
    link = CALM.link(NEAR_MS, rng.getrandbits(32))
    pretender = _pretender(race_game, here, elsewhere if second else None, rng)
    return RaceTable(race_game, [honest(race_game, here, link, rng), pretender], turn)


def _pretender(race_game: GrabRace, here: int, elsewhere: int | None, rng: Random) -> Racer:
    """Answers the pings of the table's node late, but not those of another node."""
    near = Relay(CALM.link(NEAR_MS, rng.getrandbits(32)), here)
    guest = Guest(here, headers=through_proxy)
    sender = Connection(
        guest, lambda: near.port, lambda connection, ping: connection.pong(ping, HELD_SECONDS)
    )
    if elsewhere is None:
        return Racer(race_game, sender, rng, (near,))
    other = Relay(CALM.link(NEAR_MS, rng.getrandbits(32)), elsewhere)
    return Racer(race_game, sender, rng, (near, other), Connection(guest, lambda: other.port))


def report() -> list[Result]:
    tallies = measure()
    for second, tally in tallies.items():
        typer.echo(
            f"who holds pongs back {'with' if second else 'without'} a connection to another node wins"
            f" {100 * tally.luck_adjusted:.1f} ± {100 * tally.luck_adjusted_error:.1f} % of"
            f" {len(tally.moments)} moments"
        )
    off = 100 * abs(tallies[True].luck_adjusted - EVEN_SHARE)
    return [at_most("cluster, connections at two nodes, off 50 %", off, POINTS, " points")]
