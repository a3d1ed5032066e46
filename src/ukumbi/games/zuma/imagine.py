"""The worlds that a view of Zuma allows: what the viewer cannot see is drawn.

While cards are passed a view has more than the own hand: what came from the right. So the round is unwound
from now to the deal, with cards that get a name when one has to know it.
"""

from random import Random
from typing import Final

from ukumbi.core import Seat
from ukumbi.games.zuma.cards import Card, Row, deck, in_order
from ukumbi.games.zuma.state import Phase, State
from ukumbi.games.zuma.view import ZumaView

TRIES: Final = 20
"""After a long round not every unwinding works out."""


def imagine(view: ZumaView, rng: Random) -> State:
    hands, passed = _cards(view, rng)
    return State(
        options=view.options,
        sets=view.sets,
        turn=view.turn,
        accounts=view.accounts,
        hands=hands,
        chosen=tuple(_chosen(view, Seat(seat), hand, rng) for seat, hand in enumerate(hands)),
        passed=passed,
        phase=view.phase,
        round=view.round,
        cycle=view.cycle,
        opened=view.opened,
        master=view.master,
        ready=view.ready,
        beat=view.beat,
        since=view.since,
        until=view.limit,
        grabs=view.grabs,
        closing=view.closing,
        lines=view.lines,
        closed=view.closed,
        lulls=view.lulls,
        ending=view.ending,
    )


def _chosen(view: ZumaView, seat: Seat, hand: Row, rng: Random) -> Card | None:
    if seat not in view.has_chosen:
        return None
    return view.chosen[seat] or rng.choice(hand)


def _cards(view: ZumaView, rng: Random) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Everybody's hand, and what everybody has passed on."""
    if view.phase in (Phase.COUNTED, Phase.OVER):
        return tuple(hand or () for hand in view.hands), ((),) * len(view.hands)
    for _ in range(TRIES - 1):
        unwound = _Unwound(view, rng)
        if unwound.whole:
            break
    else:
        unwound = _Unwound(view, rng)
    return unwound.named(rng)


class _Unwound:
    """The cards of a round as slots, most of them not named yet, brought back to where they were dealt."""

    def __init__(self, view: ZumaView, rng: Random) -> None:
        self._view = view
        self._names: list[Card | None] = []
        self._now = [self._hand(seat) for seat in range(len(view.hands))]
        self._pool = deck(view.sets)
        for name in self._names:
            if name is not None:
                self._pool.remove(name)
        self._moved: list[list[int]] = []
        """Beat by beat, the latest first: the slot that each seat passed on."""
        self.whole = self._unwind(rng)

    def _hand(self, seat: int) -> list[int]:
        known = self._view.hands[seat] or (None,) * self._view.counts[seat]
        self._names += known
        return list(range(len(self._names) - len(known), len(self._names)))

    def _unwind(self, rng: Random) -> bool:
        """Whether everything that the viewer knows found its place."""
        hands, whole = [list(hand) for hand in self._now], True
        for beat in reversed(range(self._view.beat - 1)):
            taken = [self._taken(seat, hand, beat, rng) for seat, hand in enumerate(hands)]
            whole = whole and None not in taken
            slots = [
                rng.choice(hand) if slot is None else slot for slot, hand in zip(taken, hands, strict=True)
            ]
            for seat, slot in enumerate(slots):
                hands[seat].remove(slot)
                hands[seat - 1].append(slot)
            # What a seat has taken up, the one to its right has passed on.
            self._moved.append([slots[(seat + 1) % len(slots)] for seat in range(len(slots))])
        return whole

    def _taken(self, seat: int, hand: list[int], beat: int, rng: Random) -> int | None:
        """The slot that this seat took up at this beat."""
        giver = (seat - 1) % len(self._view.hands)
        row = self._view.passed[giver]
        if row is not None:
            return self._slot_of(row[beat], hand, rng)
        return rng.choice(hand)

    def _slot_of(self, card: Card, hand: list[int], rng: Random) -> int | None:
        """A slot in this hand that is this card, or can be."""
        if named := [slot for slot in hand if self._names[slot] == card]:
            return rng.choice(named)
        open_slots = [slot for slot in hand if self._names[slot] is None]
        if not open_slots or card not in self._pool:
            return None
        self._pool.remove(card)
        slot = rng.choice(open_slots)
        self._names[slot] = card
        return slot

    def named(self, rng: Random) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
        """Name what is still open; what the viewer has seen stays as it was."""
        rng.shuffle(self._pool)
        names = [self._pool.pop() if name is None else name for name in self._names]
        hands = tuple(in_order(names[slot] for slot in hand) for hand in self._now)
        moved = [[names[slot] for slot in slots] for slots in reversed(self._moved)]
        rows = tuple(tuple(beat[seat] for beat in moved) for seat in range(len(hands)))
        known = self._view.passed
        return hands, tuple(row if seen is None else seen for row, seen in zip(rows, known, strict=True))
