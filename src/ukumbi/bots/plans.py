"""A plan is a move that a bot has decided on and not yet made: another player's move may come first.

A plan that became impossible is dropped at once: people see that the place is taken, and look again.
Every other plan stands, even if a better move has come up: reaching out takes a second or two, and who
thought again at each change would never get to move against a faster player.
"""

from random import Random
from typing import Any, Final

from ukumbi.core import AnyGame, Instant, Refused, Seat

_DICE: Final = Random()
"""For decisions that are only tried: what is rolled there never happens."""


def refusal(game: AnyGame, state: Any, seat: Seat, move: Any, due: Instant) -> Refused | None:
    """Why the rules would forbid this move in such a state when its time comes; None if they would not.

    It tells the bot nothing: a refusal may not depend on what its mover cannot know.
    """
    deadline = game.deadline(state)
    # If the clock acts before, the state will be another one: what counts is the last moment of this one.
    moment = due if deadline is None or due < deadline else Instant(deadline - 1)
    try:
        game.decide(state, seat, move, moment, _DICE)
    except Refused as refused:
        return refused
    return None
