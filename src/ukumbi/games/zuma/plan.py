"""What a player of Zuma collects, and what goes: how near a hand is to a combination, by what is missing.

A player knows the own hand, the card that came last, and how many beats the round has had.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

import msgspec

from ukumbi.games.zuma.cards import HOUSE, SET_SIZE, Card, Row

FOCUS: Final = 3.0
"""How much nearer a full house seems with each card: who has much of a set stays with it."""
LONG_ROUND_BEATS: Final = 10
"""Beats after which a round is long: most of what goes round has come by then."""
_COST: Final = {
    (held, wanted): sum(1 / (SET_SIZE - have) for have in range(held, wanted))
    for held in range(SET_SIZE + 1)
    for wanted in HOUSE
}
"""How hard it is to get from so many cards of a set to so many: the fewer are left, the harder."""


class Mind(msgspec.Struct, frozen=True):
    """How a player weighs cards."""

    keeps: int
    """From how many Zuma cards on a player goes for all three; with fewer they are passed on first."""
    calm: int
    """Beats in which a Zuma card does not frighten yet, and other cards go first."""
    alarm: int
    """How many cards are missing from the own full house when they have to go at once."""
    yields: float = 0.0
    """How often, at a beat, one who goes for all three gives it up."""
    watches: float = 0.0
    """How much it counts in a long round that a set has just come: it is not held back by anybody."""


def weigh(mind: Mind, sets: Sequence[Card], hand: Row, came: Card | None, beats: int, rng: Random) -> Card:
    """The card that goes: the rest of the hand is nearest to a combination without it."""
    counts = Counter(hand)
    if _parts_with_zumas(mind, hand, came, beats, rng):
        return Card.ZUMA
    late = mind.watches * min(beats, LONG_ROUND_BEATS) / LONG_ROUND_BEATS
    harder = {each: 1.0 if each == came else 1 + late for each in sets}
    fours, threes = ({each: _near(counts[each], wanted, harder[each]) for each in sets} for wanted in HOUSE)
    all_fours, all_threes = sum(fours.values()), sum(threes.values())
    doubled = sum(fours[each] * threes[each] for each in sets)

    def worth_without(card: Card) -> tuple[float, float]:
        four, three = (_near(counts[card] - 1, wanted, harder[card]) for wanted in HOUSE)
        rest = (all_fours - fours[card] + four) * (all_threes - threes[card] + three)
        return rest - (doubled - fours[card] * threes[card] + four * three), rng.random()

    return max((card for card in counts if card is not Card.ZUMA), key=worth_without)


def _parts_with_zumas(mind: Mind, hand: Row, came: Card | None, beats: int, rng: Random) -> bool:
    zumas = hand.count(Card.ZUMA)
    if zumas >= mind.keeps:
        return came is not Card.ZUMA and rng.random() < mind.yields
    return zumas > 0 and (beats >= mind.calm or missing_from_house(hand) <= mind.alarm)


def _near(held: int, wanted: int, harder: float) -> float:
    """How near so many of a set are to so many."""
    return exp(-FOCUS * _COST[held, wanted] * harder)


def missing_from_house(hand: Row) -> int:
    """How many cards a full house lacks."""
    counts = Counter(card for card in hand if card is not Card.ZUMA)
    four, three = HOUSE
    return min(
        (
            max(0, four - one) + max(0, three - other)
            for card, one in counts.items()
            for another, other in counts.items()
            if card != another
        ),
        default=sum(HOUSE),
    )


def has_spare(hand: Row) -> bool:
    """Whether a full house in this hand has a card too many, which can go without being missed."""
    return len(hand) > sum(HOUSE)
