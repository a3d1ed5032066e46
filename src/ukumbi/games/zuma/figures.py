"""The figures of Zuma's rules: the booklet's examples."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from ukumbi.core import Instant, Match, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.lessons import START, Scene, Sheet, at_position, play_on
from ukumbi.games.zuma.cards import (
    HOUSE,
    SETS,
    SETS_BY_PLAYERS,
    ZUMAS,
    Card,
    Row,
    combination,
    deck,
    in_order,
)
from ukumbi.games.zuma.events import ZumaOptions
from ukumbi.games.zuma.grabbing import GRABBING_MS
from ukumbi.games.zuma.poles import ACROSS_MS, Colour, poles_for
from ukumbi.games.zuma.rules import BEAT_MS, Zuma
from ukumbi.games.zuma.sheet import FIRST_POINTS, FOUL_STROKES, OTHERS_POINTS, Account, Stroke
from ukumbi.games.zuma.state import Phase, State

GAME: Final = Zuma()
LEARNER: Final = Seat(0)
USUAL: Final = ZumaOptions()
FOUR, THREE = HOUSE

NUMBERS: Final[Mapping[str, Fact]] = {
    "sets": len(SETS),
    "four": FOUR,
    "three": THREE,
    "zumas": ZUMAS,
    "first": FIRST_POINTS,
    "others": OTHERS_POINTS,
    "foul": FOUL_STROKES,
    "cycles": USUAL.cycles,
    "across": ACROSS_MS,
    "time": GRABBING_MS // 1000,
}


def row(names: str) -> Row:
    return in_order(map(Card, names.split()))


def dealt(names: str, seats: int) -> tuple[Row, ...]:
    """The learner's hand, and the rest of the deck dealt in order to the others."""
    rest, own = deck(SETS[: SETS_BY_PLAYERS[seats]]), row(names)
    for card in own:
        rest.remove(card)
    others = seats - 1
    return (own, *(in_order(rest[number::others]) for number in range(others)))


def stands(names: str, seats: int, accounts: tuple[Account, ...] = (), **more: Any) -> Match:
    """A round after the call, with this hand for the learner."""
    state = State(
        options=USUAL,
        sets=SETS[: SETS_BY_PLAYERS[seats]],
        turn=0,
        accounts=accounts or (Account(({},)),) * seats,
        hands=dealt(names, seats),
        chosen=(None,) * seats,
        came=(None,) * seats,
        phase=Phase.PASSING,
        round=1,
        cycle=1,
        opened=1,
        beat=1,
        since=START,
        until=Instant(START + BEAT_MS[USUAL.beat]),
    )
    return at_position(GAME, seats, replace(state, **more), USUAL)


HOUSE_HAND: Final = "eagle eagle eagle eagle sun sun sun"
ZUMAS_HAND: Final = "zuma zuma zuma sun moon jaguar eagle"
NOTHING: Final = "sun moon jaguar jaguar eagle serpent monkey"


def combined(match: Match) -> dict[str, Fact]:
    """The combination in the hand, as the rules see it."""
    state: State = match.state
    found = combination(state.hands[LEARNER])
    return {"combination": found.value if found else "none"}


def grabbed() -> Match:
    """Two players have grabbed; the others still may."""
    return play_on(stands(HOUSE_HAND, 4), ["0 grab 1 red", "wait 300", "1 grab 1 blue", "wait 300"])


def taken(match: Match) -> dict[str, Fact]:
    """How many poles are held, and how many are left."""
    state: State = match.state
    held = sum(state.holding(pole) is not None for pole in poles_for(state.seats))
    return {"held": held, "left": len(poles_for(state.seats)) - held}


def fouled() -> Match:
    """The first grab was one without a combination, and the round is counted."""
    grabs = ["0 grab 1 red", "wait 200", "1 grab 1 blue", "wait 200", "2 grab 1 violet"]
    return play_on(stands(NOTHING, 4), [*grabs, "wait 2000"])


def lines(match: Match) -> dict[str, Fact]:
    state: State = match.state
    return {"strokes": state.lines[LEARNER].foul}


ROWS: Final[tuple[tuple[Any, ...], ...]] = (
    ((2, 1), (1, 1, 1), (1, 2), 2),
    ((1, 1), (2, 1), (1, 2), 3),
    ((2, 1, 2), (2, 1), (2, 1), 0),
    ((1, 1), (1,), (2, 1), 1),
    ((2, 1), (2, 1), (1, 1, 1), 3),
)
"""Five players' points in each cycle, and strokes. The first and the last are the booklet's; our copy of the
others does not add up."""


def account(cycles: tuple[tuple[int, ...], ...], strokes: int) -> Account:
    """A player's row."""
    scored = tuple(dict(zip(Colour, points, strict=False)) for points in cycles)
    return Account(scored, (Stroke(1, "zuma", strokes),) if strokes else ())


def sheet() -> Match:
    """The sheet at the end of a game for five."""
    accounts = tuple(account(tuple(cycles), strokes) for *cycles, strokes in ROWS)
    return stands(
        NOTHING,
        len(ROWS),
        accounts,
        cycle=3,
        round=12,
        opened=9,
        phase=Phase.OVER,
        until=None,
        ending="cycles",
    )


def totals(match: Match) -> dict[str, Fact]:
    best: Account = max(match.state.accounts, key=lambda each: each.total)
    first: Account = match.state.accounts[0]
    return {"points": first.points, "strokes": first.minus, "total": first.total, "best": best.total}


FIGURES: Final = (
    Scene("house", lambda: stands(HOUSE_HAND, 3), LEARNER, facts=combined),
    Scene("zumas", lambda: stands(ZUMAS_HAND, 3), LEARNER, facts=combined),
    Scene("grab", grabbed, Seat(2), facts=taken),
    Scene("foul", fouled, LEARNER, facts=lines),
    Scene("sheet", sheet, None, facts=totals),
)

SHEET: Final = Sheet(FIGURES, NUMBERS)
