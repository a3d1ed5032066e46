"""The lesson of Zuma. Time stands still until the learner acts."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from ukumbi.core import Instant, Match, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.lessons import (
    OTHER,
    START,
    Act,
    Lesson,
    Question,
    Scene,
    Task,
    at_position,
    from_events,
    play_on,
)
from ukumbi.games.zuma.cards import Card, Row, deck, in_order
from ukumbi.games.zuma.events import Dealt, Opened, ZumaOptions
from ukumbi.games.zuma.poles import Colour, Pole, turned_to
from ukumbi.games.zuma.rules import STUDY_MS, Zuma
from ukumbi.games.zuma.sheet import Account, Stroke
from ukumbi.games.zuma.view import ZumaView

GAME: Final = Zuma()
SEATS: Final = 4
ME, RIGHT = Seat(0), Seat(3)
"""The learner, and who passes cards to the learner."""
SETS: Final = (Card.SUN, Card.MOON, Card.JAGUAR, Card.EAGLE, Card.SERPENT, Card.MONKEY, Card.MAIZE)


def _hands(mine: str, gives: str) -> tuple[Row, ...]:
    """The learner's hand; who sits on the right has the card that comes next; the others have the rest."""
    rest = deck(SETS)
    hands: list[list[Card]] = [[Card(name) for name in mine.split()], [], [], [Card(gives)]]
    for card in (*hands[ME], *hands[RIGHT]):
        rest.remove(card)
    for card in sorted(rest):
        min(hands[1:], key=len).append(card)
    return tuple(map(in_order, hands))


def dealt(mine: str, *, gives: str = "maize", front: Pole = Pole.RED, at: Instant = START) -> Match:
    """A round has been dealt, with this pole in front of the learner."""
    options = ZumaOptions(beat="calm")
    opened = Opened(options, SEATS, SETS, turned_to(SEATS, ME, front))
    hands = Dealt(1, 1, Seat(1), _hands(mine, gives), at, Instant(at + STUDY_MS))
    return from_events(GAME, SEATS, [opened, hands], options)


def passing(mine: str, gives: str, front: Pole = Pole.RED) -> Callable[[], Match]:
    """The beat waits for the learner alone."""

    def start() -> Match:
        match = play_on(dealt(mine, gives=gives, front=front), ["wait"])
        hands: tuple[Row, ...] = match.state.hands
        script = [f"{seat} pass 1.1 {gives if seat == RIGHT else hands[seat][0]}" for seat in (1, 2, 3)]
        return play_on(match, script)

    return start


LOOSE: Final = "sun sun sun moon moon jaguar eagle zuma"
"""A hand without a combination."""
FOUL: Final = (("grab 1 red", OTHER),)
ANY_POLE: Final = ("grab 1 *",)

PASS: Final = Task(
    Scene("pass", passing(LOOSE, "sun")),
    (
        Act(
            show="pass 1.1 eagle",
            right=("pass 1.1 *",),
            wrong=(("pass 1.2 sun", "not_this_beat"), ("pass 1.1 serpent", "not_in_hand"), *FOUL),
            then=("wait",),
        ),
    ),
)


HOUSE: Final = Task(
    Scene("house", passing("sun sun sun sun moon moon jaguar eagle", "moon")),
    (
        Act(
            show="pass 1.1 eagle",
            right=("pass 1.1 eagle", "pass 1.1 jaguar"),
            wrong=(("pass 1.1 sun", OTHER), ("pass 1.1 moon", OTHER), *FOUL),
            then=("wait",),
        ),
        Act(
            show="grab 1 red",
            right=("grab 1 red",),
            wrong=(("pass 1.2 moon", OTHER), ("grab 1 blue", OTHER), ("ready 1", "not_now")),
            then=("wait 500", "1 grab 1 violet", "3 grab 1 blue", "wait 1000"),
        ),
    ),
)

ZUMAS: Final = Task(
    Scene("zumas", lambda: dealt("sun sun moon jaguar eagle zuma zuma zuma")),
    (
        Act(
            show="grab 1 red",
            right=ANY_POLE,
            wrong=(("ready 1", OTHER), ("pass 1.1 zuma", OTHER), ("pass 1.1 sun", OTHER)),
            then=("wait 300",),
        ),
    ),
)


def _somebody_grabs() -> Match:
    return play_on(dealt(LOOSE, front=Pole.BLUE), ["wait", "2 grab 1 red"])


LATE: Final = Task(
    Scene("late", _somebody_grabs),
    (
        Act(
            show="grab 1 blue",
            right=("grab 1 blue",),
            wrong=(("grab 1 red", OTHER), ("grab 1 violet", OTHER), ("pass 1.1 sun", "passing_is_over")),
            then=("1 grab 1 violet", "wait 1500"),
        ),
    ),
)


def _strokes(match: Match) -> Mapping[str, Fact]:
    view: ZumaView = match.view(ME)
    account = view.accounts[ME]
    line = view.lines[ME] if view.lines else None
    return {
        "points": account.points,
        "strokes": account.minus,
        "foul": line.foul if line else 0,
        "zumas": line.zumas if line else 0,
        "total": account.total,
    }


FOULED: Final = Task(
    Scene("foul", lambda: play_on(dealt(LOOSE), ["wait"]), facts=_strokes),
    (
        Act(
            show="grab 1 red",
            right=("grab 1 red",),
            wrong=(("pass 1.1 sun", OTHER), ("grab 1 blue", OTHER)),
            then=("wait 500", "1 grab 1 violet", "3 grab 1 blue", "wait 1000"),
        ),
        Question(("1", "2", "3"), lambda match: str(_strokes(match)["strokes"])),
    ),
)


def _later() -> Match:
    """In the second cycle, with points and strokes on the sheet; the learner has just been second."""
    match = _somebody_grabs()
    mine = Account(
        ({Colour.RED: 2, Colour.BLUE: 1, Colour.VIOLET: 1}, {}), (Stroke(2, "foul", 2), Stroke(3, "zuma", 1))
    )
    other = Account(({Colour.RED: 1, Colour.BLUE: 2}, {Colour.VIOLET: 2}), (Stroke(1, "zuma", 1),))
    state = replace(match.state, accounts=(mine, other, other, Account(({}, {}), ())), cycle=2)
    later = at_position(GAME, SEATS, state, state.options)
    later.now = match.now
    return play_on(later, ["0 grab 1 blue", "1 grab 1 violet", "wait 1500"])


SHEET: Final = Task(
    Scene("sheet", _later, facts=_strokes),
    (Question(("1", "5", "9"), lambda match: str(match.view(ME).totals[ME])),),
)

LESSON: Final = Lesson((PASS, HOUSE, ZUMAS, LATE, FOULED, SHEET))
