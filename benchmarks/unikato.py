"""`unikato`: random whole games on one core, and the longest answers of bots."""

import cProfile
import pstats
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Annotated, Any, Final, TypeVar

import msgspec
import typer
from rich.console import Console

from ukumbi.core import Instant, Seat, fold
from ukumbi.core.inputs import generator
from ukumbi.games.unikato import ENTRY
from ukumbi.games.unikato.layout import START, Place, openings, xy
from ukumbi.games.unikato.search import clear_caches
from ukumbi.games.unikato.state import DISPLAY, RACK, Phase, State
from ukumbi.games.unikato.tiles import FEATURES, FITTING, TILES, Tile, gathered, members, values

T = TypeVar("T")
GAME: Final = ENTRY.game
NOW: Final = Instant(0)
BUSIEST_FUNCTIONS: Final = 6
"""The number of busiest functions to name."""
STRONGEST: Final = list(ENTRY.bots)[-1]
FULL_TABLE_TILES: Final = range(30, 62)
"""Tiles on a full table."""


class GameMeasurements(msgspec.Struct, frozen=True):
    games: int
    moves: int
    seconds: float
    phases: dict[str, float]
    """Seconds by phase."""
    views: float
    """Additional seconds for views of all seats and spectators after every move."""


class Answer(msgspec.Struct, frozen=True):
    """A bot's slowest answer."""

    seconds: float
    level: str
    laid: int
    rack: tuple[Tile, ...]
    tables: int = 1
    """The number of tables tried."""


class _PhaseTimer:
    """Adds up the time of each phase."""

    def __init__(self) -> None:
        self.spent = defaultdict[str, float](float)

    def time(self, phase: str, work: Callable[..., T], *given: Any) -> T:
        started = process_time()
        done = work(*given)
        self.spent[phase] += process_time() - started
        return done


def random_games(seconds: float, seed: int = 0) -> GameMeasurements:
    """Whole random games of two players, for about this many seconds."""
    rng, timer, games, moves, views = generator(seed), _PhaseTimer(), 0, 0, _PhaseTimer()
    started = process_time()
    while process_time() - started < seconds:
        for state in _random_game(rng, timer):
            moves += 1
            for seat in (Seat(0), Seat(1), None):
                views.time("view", GAME.view, state, seat)
        games += 1
    took = process_time() - started - views.spent["view"]
    return GameMeasurements(games, moves, took, dict(timer.spent), views.spent["view"])


def _random_game(rng: Random, timer: _PhaseTimer) -> Iterator[State]:
    """The states after each move."""
    state: State = fold(GAME.evolve, GAME.setup(2, GAME.options(), NOW, rng))
    while GAME.outcome(state) is None:
        (seat,) = GAME.may_act(state)
        listed = timer.time("legal_moves", _listed, state, seat)
        move = rng.choice(listed)
        events = timer.time("decide", GAME.decide, state, seat, move, NOW, rng)
        state = timer.time("evolve", fold, GAME.evolve, events, state)
        yield state


def _listed(state: State, seat: Seat) -> list[Any]:
    return list(GAME.legal_moves(state, seat))


def hot_spots(games: int, seed: int = 0) -> list[tuple[str, float]]:
    """The busiest functions of random games, with their shares of the time."""
    rng, profile, timer = generator(seed), cProfile.Profile(), _PhaseTimer()
    profile.enable()
    for _ in range(games):
        for _ in _random_game(rng, timer):
            pass
    profile.disable()
    table = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = sum(own for _, _, own, _, _ in table.values())
    busiest = sorted(table.items(), key=lambda entry: entry[1][2], reverse=True)[:BUSIEST_FUNCTIONS]
    return [(f"{Path(file).stem}.{name}", own / total) for (file, _, name), (_, _, own, _, _) in busiest]


def worst_answers(seconds: float, seed: int = 0) -> list[Answer]:
    """The longest answer found for each level, with ten tiles and a full table.

    Tables are built at random around racks with very many chains; half of the tries vary the worst so far.
    """
    rng, worst, tables, started = generator(seed), dict[str, Answer](), 0, process_time()
    while process_time() - started < seconds:
        known = worst.get(STRONGEST)
        rack = _varied(known.rack, rng) if known and rng.random() < 0.5 else _crafted(rng)
        state = _full_table(rack, rng)
        tables += 1
        for level in ENTRY.bots:
            answer = _timed(level, state, rng)
            if level not in worst or answer.seconds > worst[level].seconds:
                worst[level] = answer
    return [msgspec.structs.replace(answer, tables=tables) for answer in worst.values()]


def _timed(level: str, state: State, rng: Random) -> Answer:
    clear_caches()
    view = GAME.view(state, Seat(0))
    started = process_time()
    ENTRY.bots[level].choose(GAME, view, Seat(0), rng)
    return Answer(process_time() - started, level, len(state.layout), state.racks[0])


def _crafted(rng: Random) -> tuple[Tile, ...]:
    """Ten connected tiles: a block that shares two features and one more tile, or any cluster."""
    cluster = _block(rng) if rng.random() < 0.5 else {rng.choice(TILES)}
    while len(cluster) < RACK:
        near = [tile for tile in TILES if FITTING[tile] & gathered([*cluster]) and tile not in cluster]
        cluster.add(rng.choice(near))
    return tuple(sorted(cluster))


def _block(rng: Random) -> set[Tile]:
    """The nine tiles that share two features. Each fits four of the others."""
    one, two = rng.sample(range(len(FEATURES)), 2)
    model = values(rng.choice(TILES))
    return {tile for tile in TILES if (values(tile)[one], values(tile)[two]) == (model[one], model[two])}


def _varied(rack: tuple[Tile, ...], rng: Random) -> tuple[Tile, ...]:
    """The rack with one tile exchanged."""
    kept = rng.sample(rack, RACK - 1)
    return tuple(sorted((*kept, rng.choice([tile for tile in TILES if tile not in kept]))))


def _full_table(rack: tuple[Tile, ...], rng: Random) -> State:
    """A table built from tiles that are not on the rack."""
    rest = [tile for tile in TILES if tile not in rack]
    rng.shuffle(rest)
    layout, size = {START: rest.pop()}, rng.choice(FULL_TABLE_TILES)
    while len(layout) < size and (open_places := openings(layout, gathered(rest))):
        at = _far_out(list(open_places), rng)
        tile = rng.choice(list(members(open_places[at])))
        layout[at] = tile
        rest.remove(tile)
    other, display, bag = rest[:RACK], rest[RACK : RACK + DISPLAY], rest[RACK + DISPLAY :]
    return State(
        rounds=1,
        patience=10,
        second="anywhere",
        starter=Seat(0),
        turn=Seat(0),
        phase=Phase.ACT,
        layout=layout,
        racks=(rack, tuple(sorted(other))),
        display=tuple(display),
        bag=tuple(sorted(bag)),
    )


def _far_out(places: list[Place], rng: Random) -> Place:
    """A random place, mostly far out: a branching table has many places to begin a chain."""
    return max(rng.sample(places, min(3, len(places))), key=lambda at: sum(map(abs, xy(at))))


def run(
    seconds: Annotated[
        float, typer.Option(min=1, help="How long to play, and to look for slow answers.")
    ] = 10.0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
) -> None:
    """Random whole games on one core, their busiest functions, and the longest answers of bots."""
    with Console(stderr=True).status("playing at random") as status:
        measured = random_games(seconds, seed)
        status.update("looking where the time goes")
        busiest = hot_spots(games=20, seed=seed)
        status.update("looking for the longest answers")
        answers = worst_answers(seconds, seed)
    typer.echo(f"{measured.games} random games of two in {measured.seconds:.1f} s of one core")
    typer.echo(f"  games a second      {measured.games / measured.seconds:10,.1f}")
    typer.echo(f"  moves a second      {measured.moves / measured.seconds:10,.0f}")
    for phase, spent in measured.phases.items():
        typer.echo(f"  {phase:<20}{spent / measured.seconds:10.0%}")
    typer.echo(f"  three views a move  {measured.views / measured.seconds:10.0%} on top")
    typer.echo("busiest: " + ", ".join(f"{name} {share:.0%}" for name, share in busiest))
    for answer in answers:
        where = f"{len(answer.rack)} tiles, {answer.laid} on the table, the worst of {answer.tables} tables"
        typer.echo(f"  {answer.level + ' answers in':<20}{answer.seconds * 1000:10.1f} ms: {where}")
