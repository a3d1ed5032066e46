"""A game in progress, and how what happens changes it."""

import msgspec

from ukumbi.core import Seat
from ukumbi.games.rukuni.events import Began, Event
from ukumbi.games.rukuni.moves import Turn, parse_move
from ukumbi.games.rukuni.position import GREY, WHITE, Colour, Position


class State(msgspec.Struct, frozen=True, gc=False):
    position: Position
    white: Seat
    last: Turn | None = None

    def colour(self, seat: Seat) -> Colour:
        return WHITE if seat == self.white else GREY

    def seat(self, colour: Colour) -> Seat:
        return self.white if colour is WHITE else Seat(1 - self.white)


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Began):
        return State(Position.opening(), event.white)
    assert state is not None
    turn = parse_move(event.turn)
    return State(state.position.after(turn), state.white, turn)
