"""A referee that follows every event on its own table and objects to what the booklet forbids.

It follows both decks card by card and says what must happen next. It shares no code with the rules.
"""

from dataclasses import dataclass, field

from tests.games.ukuma.recorded_games import Moment
from tests.games.ukuma.reference import DECK, TABLES, Spot, Table, broken, card, fit, spot_of
from ukumbi.core import Instant, Seat
from ukumbi.core.shared_rules import Readied
from ukumbi.games.ukuma.events import (
    Chose,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    Laid,
    Offered,
    Opened,
    Row,
    Signalled,
    UkumaOptions,
)

Cards = list[str]


@dataclass
class Referee:
    options: UkumaOptions
    wins: list[int] = field(default_factory=lambda: [0, 0])
    game: int = 0
    white: int = 0
    lying: dict[Spot, tuple[int, str]] = field(default_factory=dict)
    hands: list[Cards] = field(default_factory=list)
    piles: list[Cards] = field(default_factory=list)
    """The top comes first."""
    discards: list[Cards] = field(default_factory=list)
    """The top comes first."""
    due: list[str] = field(default_factory=list)
    """The event that must follow at once: an ending, or a new hand."""
    offers: set[int] = field(default_factory=set)
    phase: str = "none"

    @property
    def table(self) -> Table:
        return TABLES[self.options.size]

    def check(self, moment: Moment) -> None:
        event = moment.event
        if not isinstance(event, Drew | Ended):
            assert self.due == [], f"{self.due} had to come first"
        self._follow(event, moment.now)
        if moment.last:
            assert self.due == [], f"{self.due} did not come"
        self.decks_are_whole()

    def _follow(self, event: Event, now: Instant) -> None:
        match event:
            case Opened():
                self._opened(event, now)
            case Chose():
                self._chose(event)
            case Dealt():
                self._dealt(event, now)
            case Signalled():
                assert self.phase == "countdown"
                assert [list(map(card, hand or ())) for hand in event.hands] == self.hands
                self.phase = "playing"
            case Laid():
                self._laid(event)
            case Discarded():
                self._discarded(event)
            case Drew():
                self._drew(event)
            case Ended():
                self._ended(event, now)
            case _:
                self._check_other(event)

    def _check_other(self, event: Readied | Offered) -> None:
        if isinstance(event, Readied):
            assert self.phase in ("setup", "between")
            return
        assert self.phase == "playing"
        assert not self.offers
        self.offers.add(event.seat)

    def decks_are_whole(self) -> None:
        for seat in (0, 1):
            on_table = [card(face) for owner, face in self.lying.values() if owner == seat]
            assert sorted([*on_table, *self.hands[seat], *self.piles[seat], *self.discards[seat]]) == DECK

    def lays(self, seat: Seat) -> set[str]:
        """All lays of this player, by brute force, with spots for cells."""
        return {f"{face}@{spot}" for face, spot in self.table.lays(self.lying, seat, self.hands[seat])}

    def _opened(self, event: Opened, now: Instant) -> None:
        assert self.phase in ("none", "between")
        assert (event.game, event.options) == (self.game + 1, self.options)
        assert self.phase == "none" or event.white == self.white, "everybody keeps the own deck"
        assert event.until == now + 20_000
        self.game, self.white, self.phase = event.game, event.white, "setup"
        self.lying, self.discards, self.hands = {}, [[], []], [[], []]
        self.piles = [list(DECK), list(DECK)]
        self._starts(event.white, event.laid, self.table.starts[0])

    def _chose(self, event: Chose) -> None:
        assert (self.phase, event.seat) == ("setup", 1 - self.white)
        self._starts(event.seat, event.laid, self.table.starts[1])
        above, below = self.lying[self.table.starts[1]][1], self.lying[self.table.starts[0]][1]
        assert fit(below, above, "above")

    def _starts(self, seat: int, laid: Row, start: Spot) -> None:
        """One card, or three side by side against a handicap."""
        weak = self.options.handicap == ("second" if seat == 0 else "first")
        x, y = start
        spots = [start, (x - 1, y), (x + 1, y)] if weak else [start]
        faces, cells = zip(*(text.split("@") for text in laid), strict=True)
        assert [spot_of(cell) for cell in cells] == spots
        for face, spot in zip(faces, spots, strict=True):
            self.piles[seat].remove(card(face))
            self.lying[spot] = (seat, face)
        if weak:
            assert fit(faces[1], faces[0], "right")
            assert fit(faces[0], faces[2], "right")

    def _dealt(self, event: Dealt, now: Instant) -> None:
        assert self.phase == "setup"
        assert event.until == now + 1000 * self.options.countdown
        assert event.hands is not None
        assert event.piles is not None
        for seat in (0, 1):
            hand = list(map(card, event.hands[seat]))
            pile = list(map(card, event.piles[seat]))[::-1]
            assert sorted([*hand, *pile]) == sorted(self.piles[seat])
            assert len(hand) == 3
            self.hands[seat], self.piles[seat] = hand, pile
        self.phase = "countdown"

    def _laid(self, event: Laid) -> None:
        assert self.phase == "playing"
        face, cell = event.laid.split("@")
        spot, seat = spot_of(cell), event.seat
        assert spot in self.table.spots
        assert spot not in self.lying
        assert broken(self.lying, spot, seat, face) == []
        self.hands[seat].remove(card(face))
        self.lying[spot] = (seat, face)
        self.offers.discard(seat)
        self.due = self._brought(spot, seat)

    def _brought(self, spot: Spot, seat: int) -> list[str]:
        if won := self.table.win(self.lying, spot, seat, up=seat == self.white):
            return [won]
        if self.table.both_reach_both_sides(self.lying):
            return ["sides"]
        if self.table.nobody_can_lay(self.lying):
            return ["stuck"]
        return self._hand_is_due(seat)

    def _hand_is_due(self, seat: int) -> list[str]:
        left = self.piles[seat] or self.discards[seat]
        return ["drew"] if left and not self.hands[seat] else []

    def _discarded(self, event: Discarded) -> None:
        assert self.phase == "playing"
        seat, thrown = event.seat, list(map(card, event.cards))
        assert thrown == self.hands[seat]
        assert thrown
        self.hands[seat] = []
        self.discards[seat] = thrown[::-1] + self.discards[seat]
        self.offers.discard(seat)
        self.due = self._hand_is_due(seat)

    def _drew(self, event: Drew) -> None:
        assert self.due == ["drew"]
        seat, turned = event.seat, False
        for _ in range(3):
            if not self.piles[seat] and self.discards[seat]:
                self.piles[seat], self.discards[seat] = self.discards[seat][::-1], []
                turned = True
            if self.piles[seat]:
                self.hands[seat].append(self.piles[seat].pop(0))
        assert event.cards is not None
        assert list(map(card, event.cards)) == self.hands[seat]
        assert (event.count, event.turned) == (len(self.hands[seat]), turned)
        self.due = []

    def _ended(self, event: Ended, now: Instant) -> None:
        assert self.phase == "playing"
        if event.ending in ("agreed", "resigned"):
            assert self.due == []
            assert event.ending == "resigned" or (self.offers and event.winner is None)
        else:
            assert self.due == [event.ending]
            last = self.lying[next(reversed(self.lying))][0]
            assert event.winner == (last if event.ending in ("edge", "behind") else None)
        shown = [[card(name) for name in hand if name is not None] for hand in event.hands]
        assert shown == self.hands
        if event.winner is not None:
            self.wins[event.winner] += 1
        decided = self.options.best_of == 1 or self.game == 3 or max(self.wins) == 2
        assert event.until == (None if decided else now + 20_000)
        self.due, self.offers, self.phase = [], set(), "over" if decided else "between"
