"""Helpers to set up tables of ukuma and to play. Ann plays White, Ben plays Black."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from tests.games.ukuma.reference import Lying, spot_of
from ukumbi.core import CLOCK, Actor, Illegal, Instant, Seat, Tick, fold
from ukumbi.games.ukuma.cards import CARD_OF, DECK, FACE_NAMES, FACES, Card
from ukumbi.games.ukuma.events import Event, UkumaOptions
from ukumbi.games.ukuma.grid import CELL_NAMES, Cell
from ukumbi.games.ukuma.layout import Placed
from ukumbi.games.ukuma.moves import Move, parse_laid, parse_move
from ukumbi.games.ukuma.rules import Ukuma
from ukumbi.games.ukuma.state import HAND, Hand, Phase, State

GAME: Final = Ukuma()
ANN, BEN = Seat(0), Seat(1)
NOW: Final = Instant(50_000)
MIDDLE: Final = ("lloo@f4", "lloo@f5")
"""Two start cards on a card table."""
SPOTS: Final = {cell: spot_of(name) for cell, name in CELL_NAMES.items()}
"""The reference's coordinates of each cell."""


def cards(names: str) -> tuple[Card, ...]:
    return tuple(CARD_OF[FACES[name]] for name in names.split())


def hand(names: str) -> Hand:
    held = cards(names)
    return (*held, *[None] * (HAND - len(held)))


def lying(*owned: str) -> dict[Cell, Placed]:
    """Ann's cards and Ben's, such as `lloo@f4 lrob@g4`."""
    return {
        cell: Placed(Seat(seat), face)
        for seat, texts in enumerate(owned)
        for face, cell in map(parse_laid, texts.split())
    }


def at(
    white: str = MIDDLE[0], black: str = MIDDLE[1], hands: tuple[str, str] = ("", ""), **more: Any
) -> State:
    """A state after the signal. The rest of each deck is its pile."""
    layout, options = lying(white, black), UkumaOptions(white="first")
    held = hand(hands[0]), hand(hands[1])
    gone = [
        {CARD_OF[card.face] for card in layout.values() if card.seat == seat} | set(cards(hands[seat]))
        for seat in (ANN, BEN)
    ]
    start = State(
        options=options,
        white=ANN,
        game=1,
        phase=Phase.PLAYING,
        wins=(0, 0),
        layout=layout,
        hands=held,
        piles=tuple(tuple(card for card in DECK if card not in used) for used in gone),
        discards=((), ()),
        thrown=((), ()),
        until=None,
    )
    return replace(start, **more)


def opened(seed: int = 0, **options: Any) -> State:
    """A new table; Ann plays White."""
    chosen = UkumaOptions(**{"white": "first", **options})
    state: State = fold(GAME.evolve, GAME.setup(2, chosen, NOW, Random(seed)))
    return state


def dealt(seed: int = 0, **options: Any) -> State:
    """A table in its countdown."""
    return ticked(opened(seed, **options), seed)


def signalled(seed: int = 0, **options: Any) -> State:
    return ticked(dealt(seed, **options))


def ticked(state: State, seed: int = 0) -> State:
    assert state.until is not None
    after: State = fold(GAME.evolve, decide(state, Tick(), CLOCK, state.until, seed), state)
    return after


def decide(
    state: State, move: str | Move | Tick, actor: Actor = ANN, now: Instant = NOW, seed: int = 0
) -> Sequence[Event]:
    """Decide a move, by default of Ann."""
    meant = parse_move(move) if isinstance(move, str) else move
    return GAME.decide(state, actor, meant, now, Random(seed))


def play(state: State, *moves: str, actor: Actor = ANN, now: Instant = NOW) -> State:
    """The state after these moves of one player."""
    for move in moves:
        state = fold(GAME.evolve, decide(state, move, actor, now), state)
    return state


def refusal(
    state: State, move: str | Move | Tick, actor: Actor = ANN, now: Instant = NOW
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


def lays(state: State, seat: Seat = ANN) -> list[str]:
    return [text.removeprefix("lay ") for text in moves(state, seat) if text.startswith("lay ")]


def drawn_table(state: State) -> Lying:
    """The table, for the reference."""
    return {SPOTS[cell]: (placed.seat, FACE_NAMES[placed.face]) for cell, placed in state.layout.items()}
