"""5. No leaks: a seat learns nothing that it may not know.

Every game says three times what a seat may know: in `view`, in `redact`, and in `imagine`, which has
nothing but the view. The check compares the three at any moment of a game, for every seat and for a
spectator. It uses worlds that all agree with the viewer's view: the real one, and some imagined from it.

- The worlds look alike: same view, same seats that may act and are awaited, same deadline, same outcome.
- They answer alike: the viewer's own moves, legal or not, are listed and refused in the same words.
- They tell what they show. After any next move or tick, two worlds that told the viewer the same also show
  the same, and two that look the same have told the same.

The last one needs no list of secrets: a drawn card may differ between worlds, but then both the event and
the view must show it. It finds a secret that gets out in only one of the two. It also means that a view
holds as much as all events before it, which a player who comes back needs. Step by step this covers whole
games. It cannot find a secret that `view`, `redact` and `imagine` all give away: each game's own tests say
what is hidden.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.conformance.probing import answer, listed, temptations, verdict, written
from tests.kit.play import START, Pick, Played
from ukumbi.core import CLOCK, Actor, AnyGame, Illegal, Instant, Options, Seat, Tick, codec, fold

WORLDS = 4
MOVES = 4
SEEDS = (0, 1)
SETUPS = 12


def keeps_secrets(played: Played, pick: Pick) -> int:
    """Compare the worlds of every viewer; return how many there were."""
    viewpoints_see_alike(played)
    viewers = played.viewers() if played.game.hidden else (None,)
    for viewer in viewers:
        worlds = _worlds(played, viewer, pick)
        _look_alike(played.game, worlds, viewer)
        if viewer is not None:
            _answer_alike(played, worlds, viewer, pick)
        _tell_what_they_show(played, worlds, viewer)
    return len(viewers) * (1 + WORLDS)


def viewpoints_see_alike(played: Played) -> None:
    """Viewers with one viewpoint get the same bytes; without secrets, all viewers get everything."""
    game, encode = played.game, codec(played.game).encode
    seen: dict[Any, bytes] = {}
    for viewer in played.viewers():
        told = [game.redact(event, viewer) for step in played.steps for event in step.events]
        shown = encode([told, game.view(played.state, viewer)])
        viewpoint = game.viewpoint(viewer)
        alike = seen.setdefault(viewpoint, shown) == shown
        assert alike, f"viewers with the viewpoint {viewpoint!r} see different things"
        if not game.hidden:
            events = [event for step in played.steps for event in step.events]
            assert told == events, "a game without secrets hides an event"


def setup_keeps_secrets(game: AnyGame, seats: int, options: Options) -> None:
    """From the first deal on, equal events mean equal views, and the other way round."""
    for viewer in (*map(Seat, range(seats)), None):
        ledger = _Comparison(game, viewer)
        for seed in range(SETUPS):
            ledger.enter(None, None, list(game.setup(seats, options, START, Random(seed))))


def hides_something(games: Sequence[Played], pick: Pick) -> None:
    """A game that claims secrets has some: a spectator's worlds are not all the real one."""
    for played in games:
        if any(world != played.state for world in _worlds(played, None, pick)):
            return
    raise AssertionError(f"{games[0].game.name} says that it hides something, but its views tell all")


def _worlds(played: Played, viewer: Seat | None, pick: Pick) -> list[Any]:
    view = played.game.view(played.state, viewer)
    imagined = [played.game.imagine(view, Random(pick(1 << 16))) for _ in range(WORLDS)]
    return [played.state, *imagined]


def _look_alike(game: AnyGame, worlds: Sequence[Any], viewer: Seat | None) -> None:
    encode = codec(game).encode
    looks = {encode(game.view(world, viewer)) for world in worlds}
    assert len(looks) == 1, f"worlds imagined from the view of {viewer} look different: {sorted(looks)[:2]}"
    public = {
        encode([sorted(game.may_act(w)), sorted(game.awaited(w)), game.deadline(w), game.outcome(w)])
        for w in worlds
    }
    assert len(public) == 1, f"who may act, or until when, tells {viewer} a secret: {sorted(public)[:2]}"


def _answer_alike(played: Played, worlds: Sequence[Any], viewer: Seat, pick: Pick) -> None:
    game = played.game
    lists = [written(game, game.legal_moves(world, viewer)) for world in worlds]
    assert all(sorted(each) == sorted(lists[0]) for each in lists), f"legal moves tell {viewer} a secret"
    others = [move for world in worlds[:2] for move in listed(game, world, played.all_seats())[:12]]
    for move in (*others, *temptations(played, pick)):
        words = {verdict(answer(game, world, viewer, move, played.now)) for world in worlds}
        assert len(words) == 1, f"the answer to {move!r} tells {viewer} a secret: {sorted(words)}"


def _tell_what_they_show(played: Played, worlds: Sequence[Any], viewer: Seat | None) -> None:
    ledgers: dict[Any, _Comparison] = {}
    for world in worlds:
        for actor, move, now in _next(played, world):
            for seed in SEEDS:
                reply = answer(played.game, world, actor, move, now, seed)
                if isinstance(reply, Illegal):
                    continue
                known = (actor, played.game.format_move(move) if actor == viewer else None)
                ledger = ledgers.setdefault(known, _Comparison(played.game, viewer))
                ledger.enter(world, actor, reply)


def _next(played: Played, world: Any) -> Iterator[tuple[Actor, Any, Instant]]:
    game = played.game
    for seat in sorted(game.may_act(world)):
        for move in list(game.legal_moves(world, seat))[:MOVES]:
            yield seat, move, played.now
    deadline = game.deadline(world)
    if deadline is not None:
        yield CLOCK, Tick(), deadline


class _Comparison:
    """The events and the views of one viewer, in worlds that were alike before."""

    def __init__(self, game: AnyGame, viewer: Seat | None) -> None:
        self._game = game
        self._viewer = viewer
        self._shown: dict[bytes, bytes] = {}
        self._told: dict[bytes, bytes] = {}

    def enter(self, world: Any, actor: Actor | None, events: Sequence[Any]) -> None:
        """Hidden events count too: the numbers of a log show that they are there."""
        game, encode = self._game, codec(self._game).encode
        told = encode([game.redact(event, self._viewer) for event in events])
        shown = encode(game.view(fold(game.evolve, events, world), self._viewer))
        whose = f"{self._viewer} after {'the setup' if actor is None else actor}"
        known = self._shown.setdefault(told, shown)
        assert known == shown, f"the view shows {whose} what no event told: {known!r}, {shown!r}"
        news = self._told.setdefault(shown, told)
        assert news == told, f"an event tells {whose} what no view shows: {news!r}, {told!r}"
