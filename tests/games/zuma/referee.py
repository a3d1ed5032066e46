"""A referee that follows every event on its own table and objects to what booklet and rulings forbid.

It shares no code with the rules: cards and poles are words, and the score is `reference.Scores`.
"""

from dataclasses import dataclass, field

from tests.games.zuma import reference
from tests.games.zuma.recorded_games import Moment
from ukumbi.core.shared_rules import Readied
from ukumbi.games.zuma.events import (
    BoardTurned,
    Called,
    CardsPassed,
    Chose,
    Counted,
    Dealt,
    Event,
    Held,
    Hurried,
    Missed,
    Opened,
    Reached,
    ZumaOptions,
)

POLES = ["red", "blue", "violet", "red2", "blue2"]
LONGEST_BEAT_MS = {"calm": 6_000, "normal": 4_000, "fast": 2_000}


@dataclass
class Referee:
    options: ZumaOptions
    players: int
    deck: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    phase: str = "counted"
    round: int = 0
    cycle: int = 0
    cycle_rounds: int = 0
    master: int = -1
    turn: int = 0
    beat: int = 0
    beat_at: int = 0
    due: int = 0
    chosen: dict[int, str] = field(default_factory=dict)
    ready: set[int] = field(default_factory=set)
    first: int | None = None
    ends: int = 0
    hands_out: dict[int, tuple[str, int]] = field(default_factory=dict)
    """Who reaches for which pole, and when the hand arrives."""
    holders: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The holder of each pole, and since when."""
    cycle_closed: bool = True
    quiet: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.scores = reference.Scores(self.players)
        self.poles = POLES[: self.players - 1]

    def check(self, moment: Moment) -> None:
        assert not self.over, "the game was over, and went on"
        self._follow(moment.event, moment.now)
        if self.hands:
            assert sorted(card for hand in self.hands for card in hand) == self.deck
            assert sorted(map(len, self.hands), reverse=True) == self.sizes

    @property
    def sizes(self) -> list[int]:
        fewest, more = divmod(len(self.deck), self.players)
        return [fewest + 1] * more + [fewest] * (self.players - more)

    def _follow(self, event: Event, now: int) -> None:
        match event:
            case Opened():
                self._opened(event)
            case Dealt():
                self._dealt(event, now)
            case Called():
                self._called(event, now)
            case Hurried():
                self._hurried(event, now)
            case CardsPassed():
                self._passed(event, now)
            case Reached():
                self._reached(event, now)
            case Held() | Missed():
                self._arrived(event, now)
            case Counted():
                self._counted(event, now)
            case _:
                self._done_by_one(event)

    def _done_by_one(self, event: Readied | BoardTurned | Chose) -> None:
        match event:
            case Readied():
                assert self.phase in ("dealt", "counted")
                assert event.seat not in self.ready
                self.ready.add(event.seat)
            case BoardTurned():
                assert (self.phase, event.seat) == ("dealt", self.master)
                self.turn = event.turn
                assert reference.way(self.players, self.turn, self.master, POLES.index(event.pole)) == 0
            case Chose():
                self._chose(event)

    def _opened(self, event: Opened) -> None:
        assert (event.options, event.seats) == (self.options, self.players)
        assert len(set(event.sets)) == reference.SETS[self.players]
        assert "zuma" not in event.sets
        self.turn = event.turn
        self.deck = sorted([str(card) for card in event.sets] * 4 + ["zuma"] * 3)

    def _dealt(self, event: Dealt, now: int) -> None:
        assert self.phase == "counted"
        assert event.round == self.round + 1
        assert event.cycle == self.cycle + self.cycle_closed
        assert self.round == 0 or event.master == (self.master + 1) % self.players
        assert (event.at, event.until) == (now, now + 20_000)
        if self.cycle_closed:
            self.scores.next_cycle()
            self.cycle_rounds = 0
        self.hands = [[str(card) for card in hand or ()] for hand in event.hands]
        extra = [seat for seat, hand in enumerate(self.hands) if len(hand) == self.sizes[0]]
        lucky = [(event.master + turn) % self.players for turn in range(1, len(extra) + 1)]
        assert sorted(lucky) == extra, "the first card goes to the dealer's left"
        self.round, self.cycle, self.master = event.round, event.cycle, event.master
        self.cycle_rounds += 1
        self.phase, self.beat, self.due = "dealt", 1, event.until
        self.chosen, self.ready, self.first = {}, set(), None
        self.hands_out, self.holders = {}, {}

    def _called(self, event: Called, now: int) -> None:
        assert self.phase == "dealt"
        assert event.seat == self.master
        assert len(self.ready) == self.players or now >= self.due, "somebody is not ready"
        self.phase, self.beat_at = "passing", now
        self.due = now + (1_000 if len(self.chosen) == self.players else LONGEST_BEAT_MS[self.options.beat])
        assert event.until == self.due

    def _chose(self, event: Chose) -> None:
        assert self.phase in ("dealt", "passing")
        assert event.card in self.hands[event.seat]
        assert self.chosen.get(event.seat) != event.card
        self.chosen[event.seat] = str(event.card)
        if self.phase == "dealt":
            self.ready.add(event.seat)

    def _hurried(self, event: Hurried, now: int) -> None:
        assert len(self.chosen) == self.players
        assert event.until == max(now + 400, self.beat_at + 1_000) < self.due
        self.due = event.until

    def _passed(self, event: CardsPassed, now: int) -> None:
        assert (self.phase, event.beat) == ("passing", self.beat)
        assert now >= self.due
        assert event.beat < 60
        assert {*event.drawn} == {*range(self.players)} - self.chosen.keys()
        for seat, card in enumerate(event.cards):
            assert self.chosen.get(seat, card) == card
            self.hands[seat].remove(str(card))
        for seat, card in enumerate(event.cards):
            self.hands[(seat + 1) % self.players].append(str(card))
        self.beat, self.chosen, self.beat_at = self.beat + 1, {}, now
        self.due = now + LONGEST_BEAT_MS[self.options.beat]
        assert event.until == self.due

    def _reached(self, event: Reached, now: int) -> None:
        if self.phase != "grabbing":
            assert self.phase in ("dealt", "passing")
            self.phase, self.first, self.ends = "grabbing", event.seat, now + 10_000
        assert event.until == self.ends
        assert event.at == now < self.ends
        assert event.pole in self.poles
        assert event.seat not in self.hands_out
        assert event.seat not in [seat for seat, _ in self.holders.values()]
        far = reference.way(self.players, self.turn, event.seat, POLES.index(event.pole))
        way = far if self.options.reach and event.pole not in self.holders else 0
        assert 0 <= now + way - event.arrives < 1
        self.hands_out[event.seat] = (str(event.pole), event.arrives)

    def _arrived(self, event: Held | Missed, now: int) -> None:
        pole, arrives = self.hands_out.pop(event.seat)
        assert (event.pole, event.at) == (pole, arrives)
        assert arrives <= now
        assert all(arrives <= other for _, other in self.hands_out.values()), "another hand was there before"
        if isinstance(event, Held):
            assert pole not in self.holders
            self.holders[pole] = (event.seat, arrives)
        else:
            by, since = self.holders[pole]
            assert (event.by, event.late) == (by, arrives - since)

    def _counted(self, event: Counted, now: int) -> None:
        all_held = len(self.holders) == len(self.poles)
        if event.closing == "nobody":
            assert (self.phase, self.beat) == ("passing", 60)
        else:
            assert self.phase == "grabbing"
            assert event.closing == ("held" if all_held else "time")
            last = max((since for _, since in self.holders.values()), default=0)
            assert now >= (min(last + 400, self.ends) if all_held else self.ends)
        self._score(event)
        self.quiet = self.quiet + 1 if event.closing == "nobody" else 0
        self.cycle_closed = self.scores.cycle_is_over() or self.cycle_rounds == 30
        assert event.closed == self.cycle_closed
        self.over = (self.cycle_closed and self.cycle == self.options.cycles) or self.quiet == 3
        assert (event.ending is not None) == self.over
        assert event.until == (None if self.over else now + 20_000)
        self.phase, self.ready = "counted", set()

    def _score(self, event: Counted) -> None:
        """Compare the event's lines with the reference."""
        points, strokes = list(self.scores.points), list(self.scores.strokes)
        if self.first is not None:
            colours = {seat: pole.rstrip("2") for pole, (seat, _) in self.holders.items()}
            self.scores.write_round(self.hands, self.first, colours)
        for seat, line in enumerate(event.lines):
            assert sorted(line.hand) == sorted(self.hands[seat])
            assert (line.combination is not None) == reference.may_grab(self.hands[seat])
            assert line.points == self.scores.points[seat] - points[seat]
            assert line.foul + line.zumas == self.scores.strokes[seat] - strokes[seat]
            assert line.foul == 0 or seat == self.first
