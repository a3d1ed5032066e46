"""Random games of Zuma, event by event, to be checked afterwards."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from tests.games.zuma import reference
from tests.games.zuma.table import GAME
from tests.kit.play import Pick, Played, go_on, pass_time, seeded_pick
from tests.kit.strategies import game_options
from ukumbi.core import CLOCK, Instant, Seat, Tick
from ukumbi.games.zuma.events import Event, ZumaOptions
from ukumbi.games.zuma.moves import Grab, PassCard
from ukumbi.games.zuma.state import Phase, State

Style = Callable[[Played, Pick], None]


@dataclass(frozen=True)
class Moment:
    event: Event
    after: State
    now: Instant


def moments(game: Played) -> list[Moment]:
    return [
        Moment(event, after, step.now)
        for step in game.steps
        for event, after in zip(step.events, step.states[1:], strict=True)
    ]


def patiently(played: Played, pick: Pick) -> None:
    """Choose, exchange and let beats come; grab mostly with a combination, sometimes without."""
    state: State = played.state
    if state.phase not in (Phase.DEALT, Phase.PASSING):
        go_on(played, pick)
        return
    pass_time(played, pick)
    seat = Seat(pick(played.seats))
    moves = list(GAME.legal_moves(state, seat))
    grabs = [move for move in moves if isinstance(move, Grab)]
    others = [move for move in moves if not isinstance(move, Grab)]
    complete = reference.may_grab([card.value for card in state.hands[seat]])
    if pick(3 if complete else 80) == 1:
        played.make(seat, grabs[pick(len(grabs))])
    elif pick(4) == 1:
        deadline = GAME.deadline(state)
        assert deadline is not None
        played.now = Instant(deadline + pick(2) * 300)
        played.make(CLOCK, Tick())
    else:
        rare = [
            move for move in others if isinstance(move, PassCard) and state.hands[seat].count(move.card) == 1
        ]
        chosen = rare if rare and pick(4) else others
        played.make(seat, chosen[pick(len(chosen))])


STYLES: dict[str, Style] = {"any": go_on, "patient": patiently}


def played_out(style: str, seats: int, options: ZumaOptions, seed: int, limit: int = 2_500) -> Played:
    pick = seeded_pick(seed)
    played = Played(GAME, seats, options, Random(seed))
    played.begin()
    while GAME.outcome(played.state) is None and len(played.steps) < limit:
        STYLES[style](played, pick)
    return played


@st.composite
def games(draw: st.DrawFn, most: int = 2_500) -> Played:
    """Games of every style, with any options and any number of players, whole or cut off."""
    options = draw(game_options(GAME))
    assert isinstance(options, ZumaOptions)
    style, seats = draw(st.sampled_from(sorted(STYLES))), draw(st.sampled_from(GAME.seats))
    return played_out(style, seats, options, draw(st.integers(0, 1 << 32)), draw(st.integers(1, most)))
