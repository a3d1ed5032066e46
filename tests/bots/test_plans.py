"""A plan stands or falls by the rules at the moment when it is due, or just before the clock acts."""

from types import SimpleNamespace
from typing import Any

import pytest

from ukumbi.bots.plans import refusal
from ukumbi.core import Illegal, Instant, Seat


class Gate:
    """Moves are legal before 100; the clock acts at the deadline."""

    def __init__(self, deadline: int | None) -> None:
        self._deadline = deadline

    def deadline(self, _: Any) -> int | None:
        return self._deadline

    def decide(self, state: Any, seat: Seat, move: str, now: Instant, rng: Any) -> list[Any]:
        if now >= 100:
            raise Illegal("too_late")
        return []


@pytest.mark.parametrize(
    ("deadline", "due", "code"),
    [
        (None, 99, None),
        (None, 100, "too_late"),
        (200, 150, "too_late"),
        (100, 150, None),
        (101, 150, "too_late"),
    ],
)
def test_a_plan_is_tried_when_it_is_due_but_before_the_clock(
    deadline: int | None, due: int, code: str | None
) -> None:
    game: Any = Gate(deadline)
    refused = refusal(game, SimpleNamespace(), Seat(0), "go", Instant(due))
    assert (None if refused is None else refused.code) == code
