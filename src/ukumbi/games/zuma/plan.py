"""What a player of Zuma collects, and what goes: how near a hand is to a combination, by what is missing.

A player knows the own hand, and remembers what came from the right. A set of which nothing has
come for a while is held back by somebody.
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
LONG: Final = 10
"""Beats after which a set that has not come is not going to come."""
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
    waits: int
    """Beats for which one who goes for all three waits for the next Zuma card to come."""
    watches: float = 0.0
    """How much it counts that a set has not come for a while."""


def weigh(mind: Mind, sets: Sequence[Card], hand: Row, came: Row, rng: Random) -> Card:
    """The card that goes: the rest of the hand is nearest to a combination without it."""
    counts = Counter(hand)
    if _parts_with_zumas(mind, hand, came):
        return Card.ZUMA
    fours, threes = (
        {each: _near(mind, came, each, counts[each], wanted) for each in sets} for wanted in HOUSE
    )
    all_fours, all_threes = sum(fours.values()), sum(threes.values())
    doubled = sum(fours[each] * threes[each] for each in sets)

    def worth_without(card: Card) -> tuple[float, float]:
        four, three = (_near(mind, came, card, counts[card] - 1, wanted) for wanted in HOUSE)
        rest = (all_fours - fours[card] + four) * (all_threes - threes[card] + three)
        return rest - (doubled - fours[card] * threes[card] + four * three), rng.random()

    return max((card for card in counts if card is not Card.ZUMA), key=worth_without)


def _parts_with_zumas(mind: Mind, hand: Row, came: Row) -> bool:
    zumas = hand.count(Card.ZUMA)
    if zumas >= mind.keeps:
        return zumas > 0 and _since(Card.ZUMA, came) >= mind.waits
    return zumas > 0 and (len(came) >= mind.calm or missing_from_house(hand) <= mind.alarm)


def _since(card: Card, came: Row) -> int:
    """How many beats ago such a card came last; if none has come, how many there were."""
    return next((ago for ago, each in enumerate(reversed(came)) if each == card), len(came))


def _near(mind: Mind, came: Row, card: Card, held: int, wanted: int) -> float:
    """How near so many of this set are to so many."""
    cost = _COST[held, wanted]
    if mind.watches and cost:
        cost *= 1 + mind.watches * min(_since(card, came), LONG) / LONG
    return exp(-FOCUS * cost)


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
