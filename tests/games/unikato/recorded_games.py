"""Random games of Unikato, event by event, to be checked afterwards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from tests.games.unikato.reference import Chain, Spot
from tests.games.unikato.table import GAME
from tests.kit.play import Played
from ukumbi.core import Log, codec, replay
from ukumbi.games.unikato.events import Event, Second, UnikatoOptions
from ukumbi.games.unikato.state import Phase, State
from ukumbi.library import play


@dataclass(frozen=True)
class Moment:
    before: State
    event: Event
    after: State


def moments(game: Played | Log) -> list[Moment]:
    """All moments after the first deal."""
    records = game.records
    states: Sequence[Any] = (
        game.states if isinstance(game, Played) else [state for _, state in replay(GAME, records)]
    )
    events = [codec(GAME).event(record.event) for record in records]
    return [
        Moment(before, event, after)
        for (before, after), event in zip(pairwise(states), events[1:], strict=True)
    ]


def states_of(seen: Sequence[Moment]) -> Iterator[State]:
    yield seen[0].before
    for moment in seen:
        yield moment.after


def table_of(state: State) -> dict[Spot, str]:
    return {(laid.x, laid.y): laid.tile for laid in GAME.view(state, None).table}


def read(chain: Sequence[str]) -> Chain:
    """A chain as tiles and coordinates."""
    parts = [text.replace("@", ",").split(",") for text in chain]
    return tuple((tile, (int(x), int(y))) for tile, x, y in parts)


@cache
def bots_played(levels: tuple[str, ...], seed: int, rounds: int = 1, second: Second = "anywhere") -> Log:
    """A game of bots, which lay long chains and win double turns as random play hardly does."""
    return play("unikato", levels, options=UnikatoOptions(rounds=rounds, second=second), seed=seed)


def second_actions(second: Second) -> list[State]:
    """States with a second action won. Bots of these levels keep tiles for it."""
    logs = [bots_played(("4", "6"), seed, second=second) for seed in range(4)]
    return [moment.after for log in logs for moment in moments(log) if moment.after.phase is Phase.SECOND]
