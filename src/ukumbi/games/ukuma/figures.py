"""The figures of ukuma's rules: the booklet's examples."""

from collections.abc import Mapping
from typing import Final

from ukumbi.core import Illegal, Match, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.lessons import Scene, Sheet, at_position
from ukumbi.games.ukuma.cards import CARD_OF, DECK, FACES
from ukumbi.games.ukuma.events import UkumaOptions
from ukumbi.games.ukuma.grid import SIZES
from ukumbi.games.ukuma.layout import Placed, broken_rules, winning
from ukumbi.games.ukuma.moves import parse_laid, parse_move
from ukumbi.games.ukuma.rules import Ukuma
from ukumbi.games.ukuma.state import HAND, SEATS, Phase, State

GAME: Final = Ukuma()
WHITE, BLACK = SEATS

NUMBERS: Final[Mapping[str, Fact]] = {
    "rules": max(broken_rules({}, SIZES["card"].start(up=True), WHITE, FACES["lloo"])),
    "hand": HAND,
    "countdown": UkumaOptions().countdown,
}


def stands(white: str, black: str, hands: tuple[str, str], options: UkumaOptions | None = None) -> Match:
    """A game after the signal, with these cards on the table and in hand, the rest in the piles."""
    layout = {
        cell: Placed(seat, face)
        for seat, texts in zip(SEATS, (white, black), strict=True)
        for face, cell in map(parse_laid, texts.split())
    }
    held = [tuple(CARD_OF[FACES[name]] for name in names.split()) for names in hands]
    gone = [{CARD_OF[placed.face] for placed in layout.values() if placed.seat == seat} for seat in SEATS]
    state = State(
        options=options or UkumaOptions(white="first"),
        white=WHITE,
        game=1,
        phase=Phase.PLAYING,
        wins=(0, 0),
        layout=layout,
        hands=tuple((*cards, *[None] * (HAND - len(cards))) for cards in held),
        piles=tuple(
            tuple(card for card in DECK if card not in gone[seat] and card not in held[seat])
            for seat in SEATS
        ),
        discards=((), ()),
        thrown=((), ()),
        until=None,
    )
    return at_position(GAME, 2, state, state.options)


def opposite() -> Match:
    return stands("nlbo@f4", "lpob@f5", ("lnbo rnob ppbb", "llbb"))


PLACES: Final = {"a": "rnob@g4", "b": "plob@e3", "c": "rpbb@f3"}
"""The booklet's three places: allowed; rule 3 is broken; rules 2 and 3 are broken."""


def places() -> Match:
    hand = " ".join(laid.partition("@")[0] for laid in PLACES.values())
    return stands("lloo@f4 pnbo@e4", "lloo@f5", (hand, "ppob lpoo lrbb"))


def broken(match: Match) -> dict[str, Fact]:
    """For each place the rules that are broken there."""
    rules = {f"{name}_rules": rules_broken(match, laid) for name, laid in PLACES.items()}
    return {**PLACES, **rules}


def rules_broken(match: Match, laid: str) -> list[int]:
    try:
        match.decide(WHITE, parse_move(f"lay {laid}"), match.now)
    except Illegal as refusal:
        rules = refusal.facts["rules"]
        assert isinstance(rules, list)
        return rules
    return []


def race() -> Match:
    """A position of a game on the smallest table: both are one card away from winning."""
    return stands(
        "rlob@e3 npbo@f3 lnbb@e2 lpbb@f4 ploo@f5",
        "prbb@e4 rpob@d4 nroo@d3 rrbb@d2",
        ("ppoo lnoo lloo", "lpoo lrbb"),
        UkumaOptions(white="first", size="cafe"),
    )


WINS: Final = {"edge": "rlbb@d1", "behind": "lnoo@e5"}


def wins(match: Match) -> dict[str, Fact]:
    """The two cards that win, each by the way that is named."""
    state: State = match.state
    for seat, (way, laid) in zip((BLACK, WHITE), WINS.items(), strict=True):
        _, cell = parse_laid(laid)
        assert winning(state.layout, state.size, seat, cell, state.plays_up(seat)) == way
    return dict(WINS)


def handicap() -> Match:
    options = UkumaOptions(white="first", handicap="first")
    return stands("lloo@f4", "lloo@f5 rpoo@e5 lnoo@g5", ("ppob lpoo lrbb", "ppob lpob lrbb"), options)


FIGURES: Final = (
    Scene("opposite", opposite, WHITE),
    Scene("places", places, WHITE, facts=broken),
    Scene("race", race, WHITE, facts=wins),
    Scene("handicap", handicap, WHITE, facts=lambda match: {"n": _start_cards(match.state, BLACK)}),
)


def _start_cards(state: State, seat: Seat) -> int:
    return sum(card.seat == seat for card in state.layout.values())


SHEET: Final = Sheet(FIGURES, NUMBERS)
