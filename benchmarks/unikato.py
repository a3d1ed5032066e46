"""`unikato`: random whole games on one core, and how long a bot thinks at the worst."""

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
from ukumbi.games.unikato.search import forget
from ukumbi.games.unikato.state import DISPLAY, RACK, Phase, State
from ukumbi.games.unikato.tiles import FEATURES, FITTING, TILES, Tile, gathered, members, values

T = TypeVar("T")
GAME: Final = ENTRY.game
NOW: Final = Instant(0)
HOT: Final = 6
"""How many of the busiest functions are named."""
STRONGEST: Final = list(ENTRY.bots)[-1]
FULL: Final = range(30, 62)
"""Tiles on a full table."""


class GameFigures(msgspec.Struct, frozen=True):
    games: int
    moves: int
    seconds: float
    phases: dict[str, float]
    """Seconds by what the time went to."""
    views: float
    """Seconds that a view for every seat and the spectators would take on top, for every move."""


class Answer(msgspec.Struct, frozen=True):
    """How long a bot took at one table."""

    seconds: float
    level: str
    laid: int
    rack: tuple[Tile, ...]
    tables: int = 1
    """How many were tried."""


class _Watch:
    """Adds up what each phase takes."""

    def __init__(self) -> None:
        self.spent = defaultdict[str, float](float)

    def time(self, phase: str, work: Callable[..., T], *given: Any) -> T:
        started = process_time()
        done = work(*given)
        self.spent[phase] += process_time() - started
        return done


def random_games(seconds: float, seed: int = 0) -> GameFigures:
    """Whole games of two players with random moves, for about so long."""
    rng, watch, games, moves, views = generator(seed), _Watch(), 0, 0, _Watch()
    started = process_time()
    while process_time() - started < seconds:
        for state in _random_game(rng, watch):
            moves += 1
            for seat in (Seat(0), Seat(1), None):
                views.time("view", GAME.view, state, seat)
        games += 1
    took = process_time() - started - views.spent["view"]
    return GameFigures(games, moves, took, dict(watch.spent), views.spent["view"])


def _random_game(rng: Random, watch: _Watch) -> Iterator[State]:
    """The state after every move."""
    state: State = fold(GAME.evolve, GAME.setup(2, GAME.options(), NOW, rng))
    while GAME.outcome(state) is None:
        (seat,) = GAME.may_act(state)
        listed = watch.time("legal_moves", _listed, state, seat)
        move = rng.choice(listed)
        events = watch.time("decide", GAME.decide, state, seat, move, NOW, rng)
        state = watch.time("evolve", fold, GAME.evolve, events, state)
        yield state


def _listed(state: State, seat: Seat) -> list[Any]:
    return list(GAME.legal_moves(state, seat))


def hot_spots(games: int, seed: int = 0) -> list[tuple[str, float]]:
    """The busiest functions of random games, with their share of the time."""
    rng, profile, watch = generator(seed), cProfile.Profile(), _Watch()
    profile.enable()
    for _ in range(games):
        for _ in _random_game(rng, watch):
            pass
    profile.disable()
    table = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = sum(own for _, _, own, _, _ in table.values())
    busiest = sorted(table.items(), key=lambda entry: entry[1][2], reverse=True)[:HOT]
    return [(f"{Path(file).stem}.{name}", own / total) for (file, _, name), (_, _, own, _, _) in busiest]


def worst_answers(seconds: float, seed: int = 0) -> list[Answer]:
    """Each level's longest answer found, with ten tiles and a full table.

    Tables are grown at random around racks that can be laid in very many ways; the worst so far is
    varied half of the time.
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
    forget()
    view = GAME.view(state, Seat(0))
    started = process_time()
    ENTRY.bots[level].choose(GAME, view, Seat(0), rng)
    return Answer(process_time() - started, level, len(state.layout), state.racks[0])


def _crafted(rng: Random) -> tuple[Tile, ...]:
    """Ten tiles that hang together: a block that shares two features and one more, or any cluster."""
    cluster = _block(rng) if rng.random() < 0.5 else {rng.choice(TILES)}
    while len(cluster) < RACK:
        near = [tile for tile in TILES if FITTING[tile] & gathered([*cluster]) and tile not in cluster]
        cluster.add(rng.choice(near))
    return tuple(sorted(cluster))


def _block(rng: Random) -> set[Tile]:
    """The nine tiles that share two features: each fits four of the others."""
    one, two = rng.sample(range(len(FEATURES)), 2)
    model = values(rng.choice(TILES))
    return {tile for tile in TILES if (values(tile)[one], values(tile)[two]) == (model[one], model[two])}


def _varied(rack: tuple[Tile, ...], rng: Random) -> tuple[Tile, ...]:
    """One tile exchanged."""
    kept = rng.sample(rack, RACK - 1)
    return tuple(sorted((*kept, rng.choice([tile for tile in TILES if tile not in kept]))))


def _full_table(rack: tuple[Tile, ...], rng: Random) -> State:
    """A table grown from tiles that are not on the rack."""
    rest = [tile for tile in TILES if tile not in rack]
    rng.shuffle(rest)
    layout, size = {START: rest.pop()}, rng.choice(FULL)
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
    """Any of the places, mostly far out: a table that branches has many ways to begin a chain."""
    return max(rng.sample(places, min(3, len(places))), key=lambda at: sum(map(abs, xy(at))))


def run(
    seconds: Annotated[
        float, typer.Option(min=1, help="How long to play, and to look for slow answers.")
    ] = 10.0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
) -> None:
    """Random whole games on one core, where the time goes, and the longest answers of bots."""
    with Console(stderr=True).status("playing at random") as status:
        figures = random_games(seconds, seed)
        status.update("looking where the time goes")
        busiest = hot_spots(games=20, seed=seed)
        status.update("looking for the longest answers")
        answers = worst_answers(seconds, seed)
    typer.echo(f"{figures.games} random games of two in {figures.seconds:.1f} s of one core")
    typer.echo(f"  games a second      {figures.games / figures.seconds:10,.1f}")
    typer.echo(f"  moves a second      {figures.moves / figures.seconds:10,.0f}")
    for phase, spent in figures.phases.items():
        typer.echo(f"  {phase:<20}{spent / figures.seconds:10.0%}")
    typer.echo(f"  three views a move  {figures.views / figures.seconds:10.0%} on top")
    typer.echo("busiest: " + ", ".join(f"{name} {share:.0%}" for name, share in busiest))
    for answer in answers:
        where = f"{len(answer.rack)} tiles, {answer.laid} on the table, the worst of {answer.tables} tables"
        typer.echo(f"  {answer.level + ' answers in':<20}{answer.seconds * 1000:10.1f} ms: {where}")
