"""Lessons: positions, what is expected in them, and what a wrong try is told. A real match decides.

A lesson keeps nothing: it is played again from its start with each try. Its time is scripted and stands still
until the learner acts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from ukumbi.core.errors import Fact, Refused
from ukumbi.core.game import AnyGame, Options, Outcome
from ukumbi.core.inputs import Instant, Seat
from ukumbi.core.log import HouseEvent, Record, codec
from ukumbi.core.match import Match

START: Final = Instant(1_000_000)
"""When every lesson begins, in milliseconds of its own time."""
MOST_TRIES: Final = 60
OTHER: Final = "other"
"""The code for a move that the rules allow and the lesson does not want."""
SHOW: Final = None
"""A try that asks the lesson to make the move."""


class Scene(msgspec.Struct, frozen=True):
    """A position, seen from one seat: the start of a task, or a figure of the rules."""

    name: str
    start: Callable[[], Match]
    seat: Seat | None = Seat(0)
    """Whose eyes; None: a spectator's."""
    marks: tuple[str, ...] = ()
    """What is ringed on the board: `kind:name`, the board's element with that data attribute."""
    facts: Callable[[Match], Mapping[str, Fact]] = lambda _: {}
    """What fills the gaps of its sentences, as the rules count it."""


class Act(msgspec.Struct, frozen=True):
    """A move that the learner is to make."""

    show: str | Callable[[Match], str]
    """The move that `Show me` makes."""
    right: tuple[str, ...] = ("*",)
    """Patterns of notation."""
    goal: Callable[[Match], bool] = lambda _: True
    """What a right move leads to."""
    wrong: tuple[tuple[str, str], ...] = ()
    """Moves that the lesson explains, with their codes: the lesson's own where the rules allow the move."""
    until: Callable[[Match], bool] = lambda _: True
    """Whether the act is done after a right move; else another one follows."""
    then: tuple[str, ...] = ()
    """What follows, as in `play_on`."""
    marks: tuple[str, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """Something to find out by looking at the board."""

    choices: tuple[str, ...]
    answer: Callable[[Match], str]
    """Computed, not claimed."""
    marks: tuple[str, ...] = ()


class Task(msgspec.Struct, frozen=True):
    """One step of a lesson."""

    scene: Scene
    acts: tuple[Act | Question, ...]
    runs: bool = False
    """Whether time goes on while the learner thinks."""

    @property
    def name(self) -> str:
        return self.scene.name


class Lesson(msgspec.Struct, frozen=True):
    tasks: tuple[Task, ...]

    def task(self, name: str) -> Task:
        for task in self.tasks:
            if task.name == name:
                return task
        raise Refused("not_found")


FIGURE: Final = "figure."
"""Begins the name of a task in which a figure is tried out."""
TRIAL_MS: Final = 500
"""How long time goes on after each move there, where players move at once."""


class Sheet(msgspec.Struct, frozen=True):
    """What the rules of a game show and count; their words stand on the page."""

    figures: tuple[Scene, ...]
    numbers: Mapping[str, Fact]
    """What fills the gaps of the sentences."""

    def trial(self, name: str) -> Task:
        """The task in which this figure is tried out: whatever the rules allow, again and again."""
        for figure in self.figures:
            if f"{FIGURE}{figure.name}" == name:
                then = (f"wait {TRIAL_MS}",) if stand(figure).game.simultaneous else ()
                free = Act(_any_move, then=then)
                return Task(msgspec.structs.replace(figure, name=name), (free,) * (MOST_TRIES + 1))
        raise Refused("not_found")


# positions


def at_position(game: AnyGame, seats: int, state: Any, options: Options | None = None) -> Match:
    """A match that stands at this state."""
    match = Match(game, seats, options or game.options(), rng=Random(0), now=START)
    match.read((), seq=1, state=state)
    return match


def from_events(game: AnyGame, seats: int, events: Iterable[Any], options: Options | None = None) -> Match:
    """A match that began with these events: what was dealt stands in them."""
    match = Match(game, seats, options or game.options(), rng=Random(0), now=START)
    encode = codec(game).encode
    match.read(
        Record(seq, START, None, msgspec.Raw(encode(event))) for seq, event in enumerate(events, start=1)
    )
    match.now = START
    return match


def play_on(match: Match, script: Iterable[str]) -> Match:
    """Play a script: `1 lay ...` is a move of seat 1, `wait` goes to the next deadline, `wait 300` so far."""
    for line in script:
        word, _, rest = line.partition(" ")
        if word == "wait":
            match.wait(match.now + int(rest) if rest else None)
        else:
            match.play(int(word), rest)
    return match


@cache
def _started(scene: Scene) -> Match:
    return scene.start()


def stand(scene: Scene) -> Match:
    """The scene's match, for one use."""
    return _started(scene).copy()


# playing


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, or the choice of an answer; null asks the lesson to make the move."""

    move: str | None
    at: int = 0
    """Where time goes on: the milliseconds since the task began."""


class LessonEvent(msgspec.Struct, frozen=True):
    seq: int
    at: Instant
    actor: int | None
    event: Any


class Frame(msgspec.Struct, frozen=True):
    """How the table looks at one moment, and what has led to it."""

    at: Instant
    seq: int
    events: tuple[LessonEvent, ...]
    view: Any
    awaited: tuple[Seat, ...]
    outcome: Outcome | None
    deadline: Instant | None
    """When the clock acts next, if time goes on until then."""


class Played(msgspec.Struct, frozen=True):
    """What came of the last try."""

    match: Match
    frames: tuple[Frame, ...]
    """What happened, moment by moment; nothing where the try was refused."""
    moves: tuple[str, ...]
    """All moves so far, with those that the lesson has made."""
    act: int
    """The act that comes next; the number of acts where all are done."""
    refused: Refused | None = None


def frame_of(match: Match, seat: Seat | None, since: int) -> Frame:
    """The table now, with the events after `since`."""
    game = match.game
    events = []
    for record, event in match.history:
        known = event if isinstance(event, HouseEvent) else game.redact(event, seat)
        if record.seq > since and known is not None:
            events.append(LessonEvent(record.seq, record.at, record.actor, known))
    awaited = tuple(sorted(match.awaited))
    return Frame(
        match.now, match.seq, tuple(events), match.view(seat), awaited, match.outcome, match.deadline
    )


class _Play:
    """A task from its start, try by try."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.match = stand(task.scene)
        self.act = 0
        self.frames: list[Frame] = []
        self.moves: list[str] = []

    def make(self, tried: Try) -> None:
        """Raises Refused; then nothing has changed but the time."""
        if self.act == len(self.task.acts):
            raise Refused("game_is_over")
        self.frames = []
        self._let_time_go(tried)
        act = self.task.acts[self.act]
        move = _shown(act, self.match) if tried.move is SHOW else tried.move
        if isinstance(act, Question):
            if move != act.answer(self.match):
                raise Refused(OTHER)
            done = True
        else:
            done = self._move(act, move)
        self.moves.append(move)
        if done:
            self.act += 1
            self._follow(act.then if isinstance(act, Act) else ())

    def _let_time_go(self, tried: Try) -> None:
        if self.task.runs:
            self._wait(Instant(max(self.match.now, START + tried.at)))

    def _move(self, act: Act, text: str) -> bool:
        match, seat = self.match, self.task.scene.seat
        assert seat is not None
        game = match.game
        move = game.parse_move(text)
        step = match.decide(seat, move, match.now)
        said = game.format_move(move)
        after = match.copy()
        after.adopt(step)
        if not (any(fnmatchcase(said, pattern) for pattern in act.right) and act.goal(after)):
            raise Refused(dict(act.wrong).get(said, OTHER))
        before, self.match = match.seq, after
        self._show(before)
        return act.until(after)

    def _follow(self, script: Sequence[str]) -> None:
        for line in script:
            before = self.match.seq
            word, _, rest = line.partition(" ")
            if word != "wait":
                play_on(self.match, [line])
                self._show(before)
            elif rest:
                self._wait(Instant(self.match.now + int(rest)))
            else:
                assert self.match.deadline is not None
                self._wait(self.match.deadline)

    def _wait(self, until: Instant) -> None:
        """Let time go on, with a frame for each deadline that comes."""
        match = self.match
        while match.deadline is not None and match.deadline <= until:
            before = match.seq
            match.wait()
            self._show(before)
        match.wait(until)

    def _show(self, since: int) -> None:
        self.frames.append(frame_of(self.match, self.task.scene.seat, since))


def _any_move(match: Match) -> str:
    return match.game.format_move(next(iter(match.legal(min(match.may_act)))))


def _shown(act: Act | Question, match: Match) -> str:
    if isinstance(act, Question):
        return act.answer(match)
    return act.show if isinstance(act.show, str) else act.show(match)


def play_task(task: Task, tries: Sequence[Try]) -> Played:
    """Play a task from its start. Only the last try may be refused."""
    if len(tries) > MOST_TRIES:
        raise Refused("too_long", most=MOST_TRIES)
    play, refused = _Play(task), None
    for number, tried in enumerate(tries, start=1):
        try:
            play.make(tried)
        except Refused as refusal:
            if number < len(tries):
                raise
            refused = refusal
    return Played(play.match, tuple(play.frames), tuple(play.moves), play.act, refused)
