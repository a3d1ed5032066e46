"""Helpers to set up positions and to play turns."""

from random import Random
from typing import Final

from ukumbi.core import Actor, Illegal, Instant, Seat, Tick
from ukumbi.games.rukuni.moves import Turn, parse_move
from ukumbi.games.rukuni.position import Position, format_position, parse_position
from ukumbi.games.rukuni.rules import Rukuni
from ukumbi.games.rukuni.state import State

GAME: Final = Rukuni()
WHITE, GREY = Seat(0), Seat(1)
NOW: Final = Instant(0)
OPENING: Final = "T3T/6/7/8/T7T/8/7/6/T3T w"

BOOKLET: Final = (
    "a5-b5/c6 b5-g5/h5 g5-a5/b6 e9-g9/h9 g9-e7/d7 e7-e9/f9 a1-a2/a3 a2-b2/b3 b2-a1/a2 e1-e3/f4 "
    "e3-e1/d1 a5-c5/c4 c5-a5/a4 e9-e8/e7 i9-h8/g8 h8-c3/d4 e8-f8/e8 e1-e4/e3 f8-g9/f8 e4-b1/b2 "
    "a5-c5/b5 c5-f5/g5 i5-f2/e1 f5-d3/e4 f2-d2/e2 c3-c2/c3 d2-c1/d2"
)
"""A whole game that ends with the groups of the booklet's scoring example."""


def at(position: str) -> State:
    """The state with this position, White on the first seat."""
    return State(parse_position(position), WHITE)


def decide(state: State, turn: str | Turn | Tick, actor: Actor | None = None) -> None:
    """Decide a move, by default of the player to move."""
    move = parse_move(turn) if isinstance(turn, str) else turn
    mover = state.seat(state.position.turn) if actor is None else actor
    GAME.decide(state, mover, move, NOW, Random(0))


def refusal(
    position: str, turn: str | Turn | Tick, actor: Actor | None = None
) -> tuple[str, dict[str, object]]:
    """The refusal's code and facts."""
    try:
        decide(at(position), turn, actor)
    except Illegal as said:
        return said.code, dict(said.facts)
    raise AssertionError(f"{turn} was accepted")


def play(turns: str, state: State | None = None) -> State:
    """The state after these turns."""
    state = at(OPENING) if state is None else state
    for text in turns.split():
        mover = state.seat(state.position.turn)
        for event in GAME.decide(state, mover, parse_move(text), NOW, Random(0)):
            state = GAME.evolve(state, event)
    return state


def text(position: Position) -> str:
    return format_position(position)
