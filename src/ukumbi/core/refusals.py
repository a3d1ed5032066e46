"""Refusals that several games share, each with one code. The page has one sentence for each of them."""

from ukumbi.core.errors import Illegal, Unreadable


def game_is_over() -> Illegal:
    return Illegal("game_is_over")


def not_your_turn() -> Illegal:
    return Illegal("not_your_turn")


def not_now(phase: str) -> Illegal:
    """This kind of move does not belong into this phase of the game."""
    return Illegal("not_now", phase=phase)


def already_ready() -> Illegal:
    return Illegal("already_ready")


def no_clock_here() -> Illegal:
    """The clock has nothing to do now, and nobody else may act for it."""
    return Illegal("no_clock_here")


def no_such_seat(seat: int | str, seats: int | None = None) -> Illegal:
    allowed = {} if seats is None else {"allowed": list(range(seats))}
    return Illegal("no_such_seat", seat=seat, **allowed)


def not_a_move(text: str) -> Unreadable:
    return Unreadable("not_a_move", text=text[:40])


COMMON = frozenset(
    {
        "already_ready",
        "game_is_over",
        "no_clock_here",
        "no_such_seat",
        "no_such_step",
        "not_a_move",
        "not_now",
        "not_your_turn",
    }
)
"""Codes whose words stand in the page's own catalogue, not in a game's."""
