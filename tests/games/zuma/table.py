"""Helpers to set up tables of Zuma and to play. Ann, Ben, Cem and Dot sit around the table."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from ukumbi.core import CLOCK, Actor, Illegal, Instant, Seat, Tick, fold
from ukumbi.games.zuma.cards import SETS, Card, Row, deck, in_order
from ukumbi.games.zuma.events import Event, ZumaOptions
from ukumbi.games.zuma.moves import Move, parse_move
from ukumbi.games.zuma.poles import Colour
from ukumbi.games.zuma.rules import Zuma
from ukumbi.games.zuma.sheet import Account
from ukumbi.games.zuma.state import Phase, State

GAME: Final = Zuma()
ANN, BEN, CEM, DOT, EVE, FAY = map(Seat, range(6))
NOW: Final = Instant(50_000)
HOUSE: Final = "sun sun sun sun moon moon moon skull"
ZUMAS: Final = "zuma zuma zuma sun sun moon moon eagle"
JUNK: Final = "sun moon jaguar eagle serpent monkey maize"
"""A hand far from any combination."""


def cards(names: str) -> Row:
    return in_order(Card(name) for name in names.split())


def at(*hands: str, phase: Phase = Phase.PASSING, **more: Any) -> State:
    """A round with these hands after the call; the first pole is in front of Ann."""
    seats = len(hands)
    start = State(
        options=ZumaOptions(reach=False),
        sets=SETS,
        turn=0,
        accounts=(Account(({},)),) * seats,
        hands=tuple(map(cards, hands)),
        chosen=(None,) * seats,
        came=(None,) * seats,
        phase=phase,
        round=1,
        cycle=1,
        opened=1,
        beat=1,
        since=NOW,
        until=Instant(NOW + 4_000),
    )
    return replace(start, **more)


def scored(*colours: str) -> Account:
    """An account with points in these colours of the first cycle."""
    return Account(({Colour(colour): 1 for colour in colours},))


def opened(seats: int = 4, seed: int = 0, **options: Any) -> State:
    """A new table after the deal."""
    state: State = fold(GAME.evolve, GAME.setup(seats, ZumaOptions(**options), NOW, Random(seed)))
    return state


def called(seats: int = 4, seed: int = 0, **options: Any) -> State:
    return ticked(opened(seats, seed, **options))


def ticked(state: State, seed: int = 0, late: int = 0) -> State:
    """The state after a tick."""
    deadline = GAME.deadline(state)
    assert deadline is not None
    return told(state, decide(state, Tick(), CLOCK, Instant(deadline + late), seed))


def told(state: State, events: Sequence[Event]) -> State:
    after: State = fold(GAME.evolve, events, state)
    return after


def decide(
    state: State, move: str | Move | Tick, actor: Actor = ANN, now: int = NOW, seed: int = 0
) -> Sequence[Event]:
    """Decide a move, by default of Ann."""
    meant = parse_move(move) if isinstance(move, str) else move
    return GAME.decide(state, actor, meant, Instant(now), Random(seed))


def play(state: State, *moves: tuple[Actor, str], now: int = NOW) -> State:
    """The state after these moves."""
    for actor, move in moves:
        state = told(state, decide(state, move, actor, now))
    return state


def refusal(
    state: State, move: str | Move | Tick, actor: Actor = ANN, now: int = NOW
) -> tuple[str, dict[str, object]]:
    """The refusal's code and facts."""
    try:
        decide(state, move, actor, now)
    except Illegal as said:
        return said.code, dict(said.facts)
    raise AssertionError(f"{move} was accepted")


def moves(state: State, seat: Seat = ANN) -> list[str]:
    """This player's legal moves, in notation."""
    return [GAME.format_move(move) for move in GAME.legal_moves(state, seat)]


def grabbed(state: State, *grabs: tuple[Seat, str]) -> State:
    """The state after these grabs and the count."""
    state = play(state, *((seat, f"grab {state.round} {pole}") for seat, pole in grabs))
    while state.phase is Phase.GRABBING:
        state = ticked(state)
    return state


def is_whole(state: State) -> bool:
    """Whether every card in play is in a hand."""
    return sorted(card for hand in state.hands for card in hand) == sorted(deck(state.sets))
