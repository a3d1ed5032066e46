"""The contract: what a game must say so that everything else can be derived.

A table is a game and an append-only log of events. `decide` is the only place where rules refuse and
dice roll; `evolve` folds what was decided; `view` and `redact` are the only ways out.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from ukumbi.core.errors import Fact, Illegal, Refused
from ukumbi.core.inputs import Actor, Instant, Seat


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's options: every field typed, bounded and with a default."""


class Tick(msgspec.Struct, frozen=True, tag="tick", forbid_unknown_fields=True):
    """The move that the CLOCK makes when a deadline has come."""


class Steps(msgspec.Struct, frozen=True):
    """What may follow the parts of a move chosen so far."""

    next: tuple[str, ...] = ()
    move: str | None = None
    """The whole move in notation, once the parts make one."""
    notes: tuple[str, ...] = ()
    """What else the player should know of this plan, as words that the client can say."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: each seat's place (1 is first, equal places are shared) and points."""

    ending: str
    places: tuple[int, ...]
    points: tuple[int, ...]
    """Empty where the game was broken off before its points could be counted."""


class Remark(msgspec.Struct, frozen=True):
    """Something worth pointing out when a finished game is looked at again."""

    moment: int
    """Which of the moments it is about, counted from 0."""
    seat: Seat
    code: str
    facts: dict[str, Fact]


class Performance(msgspec.Struct, frozen=True):
    """How well a player did, where that can be compared with earlier games: a personal best, perhaps."""

    category: str
    """What is compared with what; the page has words for it."""
    value: int
    lower_is_better: bool = False
    only_first: bool = False
    """It stands, whatever comes later in this category."""


class GameStructs(msgspec.Struct, frozen=True):
    """The types of a game's values, for reading them back from text."""

    state: Any
    move: Any
    event: Any
    view: Any


State = TypeVar("State")
Move = TypeVar("Move")
Event = TypeVar("Event")
View = TypeVar("View")
Opts = TypeVar("Opts", bound=Options)


class Game(ABC, Generic[State, Move, Event, View, Opts]):
    """One tabletop game: rules only. No I/O, no clock, no randomness of its own."""

    name: ClassVar[str]
    version: ClassVar[int]
    """Goes up by one when an old log would fold to another state; then `upgrade_event` reads the old ones."""
    seats: ClassVar[range]
    """How many may sit down."""
    options: type[Opts]
    structs: ClassVar[GameStructs]
    endings: ClassVar[frozenset[str]]
    """Every way the rules know for a game to end."""

    hidden: ClassVar[bool] = True
    """False when all may see everything: then one view serves all viewers."""
    simultaneous: ClassVar[bool] = False
    """True when several may act at once: then moves are put into fair order before they are decided."""
    remembers: ClassVar[bool] = False
    """True when players take a memory along from game to game: then `memory` and `remember` say what."""
    listable: ClassVar[bool] = True
    """False when the legal moves are too many to list: then `legal_moves` is a sample."""

    @abstractmethod
    def setup(self, seats: int, options: Opts, now: Instant, rng: Random) -> Sequence[Event]:
        """Lay out the table: everything drawn or dealt stands in the events."""

    @abstractmethod
    def decide(
        self, state: State, actor: Actor, move: Move | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        """What happens when the actor makes this move now; raises Illegal if the rules forbid it."""

    @abstractmethod
    def evolve(self, state: State | None, event: Event) -> State:
        """The state after the event. Total and deterministic."""

    @abstractmethod
    def may_act(self, state: State) -> frozenset[Seat]:
        """The seats whose move could be accepted now: each has one. None when the game is over."""

    def awaited(self, state: State) -> frozenset[Seat]:
        """The seats that the table waits for, of those that may act: in a game of turns, all of them."""
        return self.may_act(state)

    @abstractmethod
    def legal_moves(self, state: State, seat: Seat) -> Iterable[Move]:
        """Exactly the moves that `decide` would accept from this seat (sound, where not listable)."""

    def steps(self, view: View, parts: Sequence[str]) -> Steps:
        """What may follow these parts of a move, from the view alone."""
        if parts:
            raise Illegal("no_such_step", parts=list(parts))
        return Steps()

    def deadline(self, state: State) -> Instant | None:
        """When the clock has to act next."""
        return None

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> View:
        """All that this seat (None: a spectator) may see, as a type of its own."""

    @abstractmethod
    def redact(self, event: Event, seat: Seat | None) -> Event | None:
        """The event as this seat may know it; None if nothing of it may be known."""

    @abstractmethod
    def imagine(self, view: View, rng: Random) -> State:
        """A whole state that this view allows; what the viewer cannot see is drawn."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def score(self, state: State) -> tuple[int, ...]:
        """The public score of each seat while the game goes on; empty where there is none."""
        return ()

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """The move that this text means; raises Unreadable if it means none."""

    @abstractmethod
    def format_move(self, move: Move) -> str:
        """The move in notation; `parse_move` reads it back."""

    def upgrade_event(self, event: dict[str, Any], version: int) -> dict[str, Any]:
        """An event as this version wrote it, in the form of the version after it."""
        return event

    def upgrade_options(self, options: dict[str, Any], version: int) -> dict[str, Any]:
        """Options as this version wrote them, in the form of the version after it."""
        return options

    def memory(self, state: State, seat: Seat) -> Mapping[str, int]:
        """What this seat's player has met, here and in earlier games: how often, by key. It only grows."""
        return {}

    def remember(self, seat: Seat, memory: Mapping[str, int]) -> Sequence[Event]:
        """Events after the setup for a player with this memory."""
        return ()

    def performance(self, state: State, seat: Seat) -> Performance | None:
        """How well this seat's player did in a game that is over, where that can be compared."""
        return None

    def gives_up(self, move: Move) -> bool:
        """Whether the move ends the game by agreement or surrender: who plays by chance leaves it alone."""
        return False

    def asks_help(self, move: Move) -> bool:
        """Whether the move asks for help, which only a player without other people at the table may get."""
        return False

    def rematch(self, options: Opts) -> Opts:
        """The options of the next game, in which each player sits one seat further on."""
        return options

    def reveal(self, state: State, seat: Seat | None) -> View:
        """A moment of a game that is over, from this seat's side: nothing is secret any more."""
        return self.view(state, seat)

    def review(self, moments: Sequence[tuple[Instant, State]]) -> Sequence[Remark]:
        """What could be learnt from a finished game: the state after each event, and when that was."""
        return ()

    def from_position(self, position: str) -> State:
        """The state that a position in the game's notation stands for, where it has one."""
        raise Refused("no_positions", game=self.name)

    def viewpoint(self, seat: Seat | None) -> Hashable:
        """Viewers with the same viewpoint see the same: a view is made and encoded once for all of them."""
        return seat if self.hidden else None

    def pausable(self, seats: int, options: Opts) -> bool:
        """Whether time matters, so that a person who plays alone or against bots may stop it."""
        return self.simultaneous

    @property
    def can_take_back(self) -> bool:
        """Whether a move can be taken back: it has shown no secret and was in no race."""
        return not self.hidden and not self.simultaneous


AnyGame = Game[Any, Any, Any, Any, Any]
