"""`scaling`: what saturates first with so many people at once. A simulation of nodes that share a PostgreSQL.

Each node sends one append at a time, with all moves that came meanwhile, as the hall does. PostgreSQL has so
many cores, and an append takes one of them for as long as was measured.
"""

import heapq
from collections.abc import Iterator
from math import ceil
from random import Random
from statistics import mean
from typing import Annotated, Final, NamedTuple

import typer
import uvloop

import ukumbi
from benchmarks.cluster.database import Model, measure
from ukumbi.library import LEVELS

PEOPLE: Final = (10_000, 1_000_000, 100_000_000)
"""Who play at once."""
TURN_SECONDS: Final = 5.0
"""Assumed: what a player of a game in turns takes for a move. For races it is measured with bots."""
GAMES_PLAYED: Final = 3
CORES: Final = 16
"""Of a PostgreSQL machine."""
MAX_MOVES: Final = 500
"""In one append."""
NODE_SHARE: Final = 0.6
"""Of a node's core that may be used."""
DATABASE_SHARE: Final = 0.7
GATHER_MS: Final = (0.0, 5.0)
SIMULATED_MOVES: Final = 40_000
MB: Final = 10**6
GB: Final = 10**9
DAY_SECONDS: Final = 86_400


class Simulated(NamedTuple):
    p50_ms: float
    p99_ms: float
    batch: float
    """Moves in an append, on average."""
    busy: float
    """The share of PostgreSQL's cores that is used."""


def pace() -> dict[str, float]:
    """Moves a second of one player, by game."""
    return {name: _pace(name) for name in LEVELS}


def _pace(name: str) -> float:
    game = ukumbi.game(name)
    seats, levels = game.seats.start, LEVELS[name]
    if not game.simultaneous:
        return 1 / (TURN_SECONDS * seats)
    moves, seconds = 0, 0.0
    for seed in range(GAMES_PLAYED):
        records = ukumbi.play(name, [levels[len(levels) // 2]] * seats, seed=seed).records
        moves += sum(record.actor is not None and record.actor >= 0 for record in records)
        seconds += (records[-1].at - records[0].at) / 1000
    return moves / (seconds * seats)


def simulate(
    moves_a_second: float, nodes: int, model: Model, rng: Random, gather_ms: float = 0.0
) -> Simulated:
    """How long moves take to be on disk, where so many reach nodes that share one PostgreSQL.

    `gather_ms`: for which a node waits for more moves before it sends an append.
    """
    gather = gather_ms / 1000
    cores = [0.0] * CORES
    """When each is free."""
    arrivals = [_arrivals(moves_a_second / nodes, rng) for _ in range(nodes)]
    waiting = [next(coming) for coming in arrivals]
    """For each node the first move that waits."""
    ready = [(first + gather, node) for node, first in enumerate(waiting)]
    heapq.heapify(ready)
    waits: list[float] = []
    appends, used, end = 0, 0.0, 0.0
    while len(waits) < SIMULATED_MOVES:
        now, node = heapq.heappop(ready)
        batch: list[float] = []
        while waiting[node] <= now and len(batch) < MAX_MOVES:
            batch.append(waiting[node])
            waiting[node] = next(arrivals[node])
        work = (model.statement_us + model.move_us * len(batch)) / 1e6
        core = heapq.heappop(cores)
        begun = max(now, core)
        heapq.heappush(cores, begun + work)
        end = begun + work + model.wait_us / 1e6
        waits += (end - came for came in batch)
        heapq.heappush(ready, (max(end, waiting[node] + gather), node))
        appends, used = appends + 1, used + work
    late = sorted(waits[len(waits) // 2 :])
    p50, p99 = (1e3 * late[len(late) * share // 100] for share in (50, 99))
    return Simulated(p50, p99, len(waits) / appends, used / (end * CORES))


def _arrivals(moves_a_second: float, rng: Random) -> Iterator[float]:
    moment = 0.0
    while True:
        moment += rng.expovariate(moves_a_second)
        yield moment


def capacity(model: Model, node_moves: float, rng: Random, gather_ms: float = 0.0) -> int:
    """The most nodes that one PostgreSQL bears."""
    few, many = 1, 2
    while simulate(many * node_moves, many, model, rng, gather_ms).busy < DATABASE_SHARE:
        few, many = many, 2 * many
    while many - few > 1:
        middle = (few + many) // 2
        busy = simulate(middle * node_moves, middle, model, rng, gather_ms).busy
        few, many = (middle, many) if busy < DATABASE_SHARE else (few, middle)
    return few


def run(
    node_us: Annotated[
        float, typer.Option(help="A node's CPU for a move, from `benchmarks cluster`.")
    ] = 250.0,
    connections: Annotated[int, typer.Option(help="What one node holds, from `benchmarks hall`.")] = 20_000,
) -> None:
    """What saturates first at 10 thousand, 1 million and 100 million people at once."""
    rng, paces = Random(1), pace()
    costs, model = uvloop.run(measure())
    typer.echo("appends to PostgreSQL, measured")
    for cost in costs:
        typer.echo(f"  {cost.moves:4} moves: {cost.wall_us:7,.0f} µs, {cost.cpu_us:7,.0f} µs of its CPU")
    typer.echo(
        f"  so a statement takes {model.statement_us:.0f} µs and waits {model.wait_us:.0f} µs, a move takes"
        f" {model.move_us:.1f} µs, writes {model.log_bytes:.0f} bytes ahead and keeps {model.disk_bytes:.0f}"
    )
    for name, moves in paces.items():
        typer.echo(f"  {name:8} {moves:.2f} moves a second and player")
    each = mean(paces.values())
    node_moves = NODE_SHARE * 1e6 / node_us
    typer.echo(
        f"\n{each:.2f} moves a second for each person; a node's core bears {node_moves:,.0f} moves a second"
    )
    for gather in GATHER_MS:
        _table(model, each, node_moves, connections, gather, rng)


def _table(
    model: Model, each: float, node_moves: float, connections: int, gather_ms: float, rng: Random
) -> None:
    most = capacity(model, node_moves, rng, gather_ms)
    sent = f"after {gather_ms:g} ms" if gather_ms else "at once"
    bears = most * node_moves
    typer.echo(
        f"\nappends are sent {sent}: one PostgreSQL of {CORES} cores bears {most} nodes,"
        f" {bears:,.0f} moves a second, {bears / each:,.0f} people"
    )
    typer.echo("     people    moves/s  nodes  databases     p50     p99  batch  CPU    log       kept a day")
    for people in PEOPLE:
        moves = people * each
        nodes = max(ceil(moves / node_moves), ceil(people / connections))
        databases = ceil(nodes / most)
        here = moves / databases
        one = simulate(here, ceil(nodes / databases), model, rng, gather_ms)
        typer.echo(
            f"{people:11,} {moves:10,.0f} {nodes:6,} {databases:10,} {one.p50_ms:4.1f} ms"
            f" {one.p99_ms:4.1f} ms {one.batch:6.1f} {one.busy:4.0%} {here * model.log_bytes / MB:4.0f} MB/s"
            f" {here * DAY_SECONDS * model.disk_bytes / GB:9,.0f} GB"
        )
