"""The cards: which are in play, how they are dealt, and what makes a combination."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from random import Random
from typing import Final


class Card(StrEnum):
    """A card, by its set; cards of a set are alike."""

    SUN = "sun"
    MOON = "moon"
    JAGUAR = "jaguar"
    EAGLE = "eagle"
    SERPENT = "serpent"
    MONKEY = "monkey"
    MAIZE = "maize"
    RAIN = "rain"
    FLOWER = "flower"
    SKULL = "skull"
    ZUMA = "zuma"

    def __repr__(self) -> str:
        return f"Card.{self.name}"


Row = tuple[Card, ...]
"""Cards sorted by set, so that a hand does not show when a card came."""

SETS: Final = tuple(card for card in Card if card is not Card.ZUMA)
SET_SIZE: Final = 4
ZUMAS: Final = 3
HOUSE: Final = (4, 3)
"""The numbers of cards of two sets that make a full house."""
SETS_BY_PLAYERS: Final = {3: 5, 4: 7, 5: 9, 6: 10}
"""Sets in play, by number of players."""

_PLACE: Final = {card: place for place, card in enumerate(Card)}


class Combination(StrEnum):
    """A combination that allows the first grab."""

    HOUSE = "house"
    ZUMAS = "zumas"

    def __repr__(self) -> str:
        return repr(self.value)


def in_order(cards: Iterable[Card]) -> Row:
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def draw_sets(seats: int, rng: Random) -> Row:
    """Draw the sets of a game for this many players."""
    return in_order(rng.sample(SETS, SETS_BY_PLAYERS[seats]))


def deck(sets: Sequence[Card]) -> list[Card]:
    return [card for card in sets for _ in range(SET_SIZE)] + [Card.ZUMA] * ZUMAS


def deal(sets: Sequence[Card], seats: int, master: int, rng: Random) -> tuple[Row, ...]:
    """Deal all cards one by one, beginning on the master's left."""
    cards = deck(sets)
    rng.shuffle(cards)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for turn, card in enumerate(cards, start=1):
        hands[(master + turn) % seats].append(card)
    return tuple(map(in_order, hands))


def combination(hand: Sequence[Card]) -> Combination | None:
    """The combination in this hand; it cannot have both."""
    counts = Counter(hand)
    if counts.pop(Card.ZUMA, 0) == ZUMAS:
        return Combination.ZUMAS
    largest = sorted(counts.values(), reverse=True)[: len(HOUSE)]
    is_house = len(largest) == len(HOUSE) and all(
        have >= need for have, need in zip(largest, HOUSE, strict=True)
    )
    return Combination.HOUSE if is_house else None
