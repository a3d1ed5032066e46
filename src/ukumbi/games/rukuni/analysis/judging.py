"""The analysis of a whole game: the lead after each turn, and the turns that lost most."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ukumbi.bots.analyst import Analysis
from ukumbi.games.rukuni.analysis.reading import Played
from ukumbi.games.rukuni.analyst import RukuniAnalyst
from ukumbi.games.rukuni.moves import format_move
from ukumbi.games.rukuni.position import Colour, Position, format_position

MARKED_TURNS: Final = 3
"""The number of marked turns."""
NOTICED_POINTS: Final = 2.0
"""The least loss in points for a mark."""
HALF_AT_POINTS: Final = 7
"""A turn that loses so many points counts half."""


class Judged(NamedTuple):
    """A turn of a game, and the lead before and after it."""

    number: int
    colour: Colour
    turn: str
    before: float
    after: float
    lost: float
    """Points lost against the best turn."""
    best: str

    @property
    def is_best(self) -> bool:
        return self.turn == self.best


def positions(game: Sequence[Played]) -> list[Position]:
    """All positions of a game, with the one at its end."""
    return [*(played.position for played in game), game[-1].position.after(game[-1].turn)]


def analysed(game: Sequence[Played], seconds: float) -> Iterator[Analysis]:
    analyst = RukuniAnalyst()
    for position in positions(game):
        yield analyst.analyse(format_position(position), seconds)


def judged(game: Sequence[Played], analyses: Sequence[Analysis]) -> list[Judged]:
    """The turns with an analysis."""
    return [
        _judged(number, played, before, after)
        for number, (played, before, after) in enumerate(
            zip(game, analyses, analyses[1:], strict=False), start=1
        )
    ]


def _judged(number: int, played: Played, before: Analysis, after: Analysis) -> Judged:
    colour, turn = played.position.turn, format_move(played.turn)
    side = 1 if colour is Colour.WHITE else -1
    # Two values of one search compare better than values of two searches.
    lead = next((line.lead for line in before.lines if line.moves[0] == turn), after.lead)
    lost = max(0.0, side * (before.lead - lead))
    return Judged(number, colour, turn, before.lead, after.lead, lost, before.lines[0].moves[0])


def worst(turns: Iterable[Judged]) -> frozenset[int]:
    """The numbers of the turns that lost most."""
    by_loss = sorted((turn for turn in turns if turn.lost >= NOTICED_POINTS), key=lambda turn: -turn.lost)
    return frozenset(turn.number for turn in by_loss[:MARKED_TURNS])


def accuracy(turns: Iterable[Judged], colour: Colour) -> int | None:
    """How well a colour has played, from 0 to 100: the mean of its turns, of which the best counts fully."""
    shares = [2 ** (-turn.lost / HALF_AT_POINTS) for turn in turns if turn.colour is colour]
    return round(100 * sum(shares) / len(shares)) if shares else None
