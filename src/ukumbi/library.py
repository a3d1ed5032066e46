"""The library's face: games by name, whole games played out, logs read back."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from ukumbi import core
from ukumbi.bots import AnyBot
from ukumbi.core import CLOCK, Actor, AnyGame, Instant, Log, Options, Record, Registry, Tick, codec
from ukumbi.core.log import CLOCK_ACTOR
from ukumbi.games import BOXES

SHELF = Registry(BOXES)


def game(name: str) -> AnyGame:
    """The rules of a game by its name."""
    return SHELF[name].game


def play(
    name: str, players: Sequence[str | AnyBot], *, options: Options | None = None, seed: int | None = None
) -> Log:
    """A whole game between these players (levels of bots, or bots), as a log.

    Time stands still between moves and jumps to the deadline when nobody wants to move.
    """
    box, rng = SHELF[name], Random(seed)
    bots = [box.bots[player] if isinstance(player, str) else player for player in players]
    rules, chosen = box.game, options or box.game.options()
    writer = _Writer(rules)
    writer.write(None, rules.setup(len(bots), chosen, writer.now, rng))
    while rules.outcome(writer.state) is None:
        actors = sorted(rules.to_act(writer.state))
        if actors:
            seat = rng.choice(actors)
            move = bots[seat].choose(rules, rules.view(writer.state, seat), seat, rng)
            writer.write(seat, rules.decide(writer.state, seat, move, writer.now, rng))
        else:
            writer.now = rules.deadline(writer.state) or writer.now
            writer.write(CLOCK, rules.decide(writer.state, CLOCK, Tick(), writer.now, rng))
    return Log(
        rules.name,
        rules.version,
        len(bots),
        msgspec.Raw(codec(rules).encode(chosen)),
        tuple(writer.records),
    )


def replay(log: Log) -> Iterator[tuple[Record, Any]]:
    """Each record of a log with the state after it."""
    return core.replay(game(log.game), log.records)


class _Writer:
    """Folds events as they come and keeps their records."""

    def __init__(self, rules: AnyGame) -> None:
        self.rules = rules
        self.state: Any = None
        self.now = Instant(0)
        self.records: list[Record] = []

    def write(self, actor: Actor | None, events: Sequence[Any]) -> None:
        by = CLOCK_ACTOR if actor is CLOCK else actor
        for event in events:
            self.state = self.rules.evolve(self.state, event)
            text = msgspec.Raw(codec(self.rules).encode(event))
            self.records.append(Record(len(self.records) + 1, self.now, by, text))
