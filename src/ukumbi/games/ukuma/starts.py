"""The start cards of a game of ukuma."""

from collections.abc import Iterable
from random import Random

from ukumbi.core import Seat
from ukumbi.games.ukuma.cards import CARD_OF, DECK, TURNED, Card, Face, faces_of, members
from ukumbi.games.ukuma.events import Row, UkumaOptions
from ukumbi.games.ukuma.grid import Cell, Size
from ukumbi.games.ukuma.layout import Layout, Placed, fitting
from ukumbi.games.ukuma.moves import format_laid
from ukumbi.games.ukuma.state import State


def has_three(options: UkumaOptions, seat: Seat) -> bool:
    """Whether this player starts with three cards because the other has a handicap."""
    return options.handicap == ("second", "first")[seat]


def first_cards(options: UkumaOptions, white: Seat, size: Size, rng: Random) -> Row:
    """White's top card as drawn, and two beside it against a handicap."""
    face = rng.choice(both_ways(rng.choice(DECK)))
    return with_neighbours({}, size.start(up=True), white, face, has_three(options, white), rng)


def starts(state: State) -> list[Face]:
    """Black's faces that fit opposite White's first card."""
    mine = faces_of(state.piles[state.black])
    return list(members(fitting(state.layout, state.size.start(up=False)) & mine))


def second_cards(state: State, face: Face, rng: Random) -> Row:
    """Black's chosen card, and two beside it against a handicap."""
    three = has_three(state.options, state.black)
    return with_neighbours(state.layout, state.size.start(up=False), state.black, face, three, rng)


def with_neighbours(layout: Layout, cell: Cell, seat: Seat, face: Face, three: bool, rng: Random) -> Row:
    lying, laid = {**layout, cell: Placed(seat, face)}, [(face, cell)]
    for beside in (Cell(cell - 1), Cell(cell + 1)) if three else ():
        used = {CARD_OF[face] for face, _ in laid}
        pile = rng.sample([card for card in DECK if card not in used], len(DECK) - len(used))
        found = topmost(pile, lying, beside, rng)
        lying[beside] = Placed(seat, found)
        laid.append((found, beside))
    return tuple(format_laid(face, cell) for face, cell in laid)


def topmost(pile: Iterable[Card], layout: Layout, cell: Cell, rng: Random) -> Face:
    """The first card of the pile that fits there, as drawn if possible."""
    fits = fitting(layout, cell)
    came = (rng.choice(both_ways(card)) for card in pile)
    return next(way for face in came for way in (face, TURNED[face]) if fits >> way & 1)


def both_ways(card: Card) -> tuple[Face, Face]:
    face = Face(card)
    return face, TURNED[face]
