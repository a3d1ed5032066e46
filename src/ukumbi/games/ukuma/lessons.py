"""The lesson of ukuma. White is the learner, and time stands still."""

from collections.abc import Callable, Iterable
from typing import Final

from ukumbi.core import Match, Seat
from ukumbi.core.lessons import OTHER, Act, Lesson, Scene, Task, at_position
from ukumbi.games.ukuma.cards import CARD_OF, DECK, FACES, Card
from ukumbi.games.ukuma.events import UkumaOptions
from ukumbi.games.ukuma.grid import SizeName
from ukumbi.games.ukuma.layout import Placed
from ukumbi.games.ukuma.moves import parse_laid
from ukumbi.games.ukuma.rules import Ukuma
from ukumbi.games.ukuma.state import HAND, Hand, Phase, State

GAME: Final = Ukuma()
WHITE, BLACK = Seat(0), Seat(1)


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(CARD_OF[FACES[name]] for name in names.split())


def _hand(names: str) -> Hand:
    held = _cards(names)
    return (*held, *[None] * (HAND - len(held)))


def _pile(gone: Iterable[Card], on_top: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    rest = {*gone, *on_top}
    return (*(card for card in DECK if card not in rest), *reversed(on_top))


def table(
    white: str, black: str, hand: str, *, size: SizeName = "card", on_top: str = "", theirs: str = ""
) -> Callable[[], Match]:
    """What lies there, both hands, and what the learner draws next."""
    options = UkumaOptions(size=size, white="first")
    layout = {
        cell: Placed(seat, face)
        for seat, laid in ((WHITE, white), (BLACK, black))
        for face, cell in map(parse_laid, laid.split())
    }
    lying = [tuple(CARD_OF[card.face] for card in layout.values() if card.seat == seat) for seat in (0, 1)]
    state = State(
        options=options,
        white=WHITE,
        game=1,
        phase=Phase.PLAYING,
        wins=(0, 0),
        layout=layout,
        hands=(_hand(hand), _hand(theirs)),
        piles=(_pile((*lying[0], *_cards(hand)), _cards(on_top)), _pile((*lying[1], *_cards(theirs)))),
        discards=((), ()),
        thrown=((), ()),
        until=None,
    )
    return lambda: at_position(GAME, 2, state, options)


FIRST: Final = ("lloo@f4", "lloo@f5")
"""Both start cards."""
THEIRS: Final = "rroo pnbb lnob"
GAVE_UP: Final = (("resign", OTHER), ("draw", OTHER))

FIT: Final = Task(
    Scene("fit", table(*FIRST, "pnob rrbb ppbb", theirs=THEIRS)),
    (
        Act(
            show="lay pnob@g4",
            right=("lay *",),
            wrong=(
                ("lay rrbb@g4", "does_not_fit"),
                ("lay pnob@f4", "cell_is_taken"),
                ("lay lnbb@g4", "not_in_hand"),
                ("discard", OTHER),
                *GAVE_UP,
            ),
        ),
    ),
)

RULES: Final = Task(
    Scene(
        "rules",
        table("lloo@f4 pnbo@e4", "lloo@f5", "lroo ppbb nnbb", theirs=THEIRS),
        facts=lambda _: {"a": "g4", "b": "f3", "c": "d4"},
    ),
    (
        Act(
            show="lay lroo@g4",
            right=("lay *@g4",),
            wrong=(
                ("lay lroo@f3", "no_opponent_near"),
                ("lay lroo@d4", "does_not_fit"),
                ("lay lroo@g5", "no_own_neighbour"),
                ("discard", OTHER),
            ),
        ),
    ),
)

TURN: Final = Task(
    Scene("turn", table("lloo@f4 rrbo@e4", "lloo@f5", "pnbo llbb ppbb", theirs=THEIRS), marks=("free:g4",)),
    (
        Act(
            show="lay npob@g4",
            right=("lay npob@g4",),
            wrong=(("lay pnbo@g4", "does_not_fit"), ("discard", OTHER)),
        ),
    ),
)

EDGE: Final = Task(
    Scene(
        "edge",
        table(
            "lloo@e3 rpoo@f3 prbo@f4 rnob@f5",
            "rlob@e4 lroo@e5",
            "lrbb ppbb nnoo",
            size="cafe",
            theirs=THEIRS,
        ),
    ),
    (
        Act(
            show="lay lrbb@f6",
            goal=lambda match: match.state.ending == "edge",
            wrong=(("lay ppbb@f6", "does_not_fit"), ("discard", OTHER)),
        ),
    ),
)

BEHIND: Final = Task(
    Scene(
        "behind",
        table("lloo@f4 rloo@g4 rrbo@g5 lrob@g6", "plob@f5", "lnbo ppbb nnoo", theirs=THEIRS),
        marks=("cell:f5",),
    ),
    (
        Act(
            show="lay lnbo@f6",
            goal=lambda match: match.state.ending == "behind",
            wrong=(("lay ppbb@f6", "does_not_fit"), ("discard", OTHER)),
        ),
    ),
)

DISCARD: Final = Task(
    Scene("discard", table(*FIRST, "rrbb ppbb nnbb", on_top="pnob lpoo rlbo", theirs=THEIRS)),
    (
        Act(
            show="discard",
            right=("discard",),
            wrong=(("lay rrbb@g4", "does_not_fit"), *GAVE_UP),
            then=("1 lay rroo@g5",),
        ),
        Act(show="lay lpoo@e4", right=("lay *",), wrong=(("discard", OTHER),)),
    ),
)

LESSON: Final = Lesson((FIT, RULES, TURN, EDGE, BEHIND, DISCARD))
