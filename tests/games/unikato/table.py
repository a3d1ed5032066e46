"""Helpers to set up tables of Unikato and to play. Tiles have their notation."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from ukumbi.core import Actor, Illegal, Instant, Seat, Tick, fold
from ukumbi.games.unikato.events import Event
from ukumbi.games.unikato.layout import Place
from ukumbi.games.unikato.moves import Move, parse_move, parse_placement
from ukumbi.games.unikato.rules import Unikato
from ukumbi.games.unikato.state import Phase, State
from ukumbi.games.unikato.tiles import NAMED, NAMES, Tile

GAME: Final = Unikato()
ANN, BEN, CAT = Seat(0), Seat(1), Seat(2)
NOW: Final = Instant(50_000)
BENS: Final = ("xb3k", "xb3w")
"""Ben's default rack."""


def tiles(names: str) -> tuple[Tile, ...]:
    return tuple(NAMED[name] for name in names.split())


def names(some: Sequence[Tile]) -> str:
    return " ".join(NAMES[tile] for tile in some)


def laid(text: str) -> dict[Place, Tile]:
    """Parse a table such as `co1w@0,0 co2w@0,1`."""
    return {place: tile for tile, place in map(parse_placement, text.split())}


def at(
    table: str, *racks: str, display: str = "", bag: str = "", phase: Phase = Phase.ACT, **more: Any
) -> State:
    """A state at Ann's turn, with these racks, Ann's first."""
    held = racks if len(racks) > 1 else (*racks, " ".join(BENS))
    start = State(
        rounds=1,
        patience=10,
        second="anywhere",
        starter=ANN,
        turn=ANN,
        phase=phase,
        layout=laid(table),
        racks=tuple(tuple(sorted(tiles(rack))) for rack in held),
        display=tiles(display),
        bag=tuple(sorted(tiles(bag))),
    )
    return State(**{**{name: getattr(start, name) for name in start.__struct_fields__}, **more})


def decide(
    state: State, move: str | Move | Tick, actor: Actor | None = None, now: Instant = NOW, seed: int = 0
) -> Sequence[Event]:
    """Decide a move, by default of the player to move."""
    meant = parse_move(move) if isinstance(move, str) else move
    return GAME.decide(state, state.turn if actor is None else actor, meant, now, Random(seed))


def play(state: State, *moves: str, seed: int = 0) -> State:
    """The state after these moves."""
    for move in moves:
        state = fold(GAME.evolve, decide(state, move, seed=seed), state)
    return state


def refusal(
    state: State, move: str | Move | Tick, actor: Actor | None = None, now: Instant = NOW
) -> tuple[str, dict[str, object]]:
    """The refusal's code and facts."""
    try:
        decide(state, move, actor, now)
    except Illegal as said:
        return said.code, dict(said.facts)
    raise AssertionError(f"{move} was accepted")


def options(state: State) -> list[str]:
    """The legal moves of the player to move, in notation."""
    return [GAME.format_move(move) for move in GAME.legal_moves(state, state.turn)]
