"""Which card a bot passes on: it keeps the hand that is nearest to a combination.

A bot knows its hand, the card that came last, and the number of beats in the round.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

import msgspec

from ukumbi.games.zuma.cards import HOUSE, SET_SIZE, Card, Row

FOCUS: Final = 3.0
"""The weight of each card towards a full house; a high one keeps a player with its largest sets."""
LONG_ROUND_BEATS: Final = 10
"""Beats after which a round is long: most circulating cards have come by then."""
_COST: Final = {
    (held, wanted): sum(1 / (SET_SIZE - have) for have in range(held, wanted))
    for held in range(SET_SIZE + 1)
    for wanted in HOUSE
}
"""How hard it is to get from `held` to `wanted` cards of a set: harder when fewer are left."""


class Strategy(msgspec.Struct, frozen=True):
    """How a player weighs cards."""

    keeps: int
    """With this many Zuma cards a player collects all three; with fewer they are passed on first."""
    patience_beats: int
    """Beats during which a Zuma card may stay and other cards go first."""
    alarm: int
    """Zuma cards go at once if this many cards or fewer are missing from the player's full house."""
    yields: float = 0.0
    """The chance, at each beat, of giving up on all three."""
    watches: float = 0.0
    """The weight, in a long round, of a set that has just come: no other player keeps it."""


def weigh(
    strategy: Strategy, sets: Sequence[Card], hand: Row, came: Card | None, beats: int, rng: Random
) -> Card:
    """The card to pass on: without it the hand is nearest to a combination."""
    counts = Counter(hand)
    if _passes_zuma(strategy, hand, came, beats, rng):
        return Card.ZUMA
    late = strategy.watches * min(beats, LONG_ROUND_BEATS) / LONG_ROUND_BEATS
    harder = {each: 1.0 if each == came else 1 + late for each in sets}
    fours, threes = ({each: _near(counts[each], wanted, harder[each]) for each in sets} for wanted in HOUSE)
    all_fours, all_threes = sum(fours.values()), sum(threes.values())
    doubled = sum(fours[each] * threes[each] for each in sets)

    def worth_without(card: Card) -> tuple[float, float]:
        four, three = (_near(counts[card] - 1, wanted, harder[card]) for wanted in HOUSE)
        rest = (all_fours - fours[card] + four) * (all_threes - threes[card] + three)
        return rest - (doubled - fours[card] * threes[card] + four * three), rng.random()

    return max((card for card in counts if card is not Card.ZUMA), key=worth_without)


def _passes_zuma(strategy: Strategy, hand: Row, came: Card | None, beats: int, rng: Random) -> bool:
    zumas = hand.count(Card.ZUMA)
    if zumas >= strategy.keeps:
        return came is not Card.ZUMA and rng.random() < strategy.yields
    return zumas > 0 and (beats >= strategy.patience_beats or missing_from_house(hand) <= strategy.alarm)


def _near(held: int, wanted: int, harder: float) -> float:
    """How near `held` cards of a set are to `wanted`."""
    return exp(-FOCUS * _COST[held, wanted] * harder)


def missing_from_house(hand: Row) -> int:
    """The number of cards missing from a full house."""
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
    """Whether a full house in this hand has an extra card that can go."""
    return len(hand) > sum(HOUSE)
