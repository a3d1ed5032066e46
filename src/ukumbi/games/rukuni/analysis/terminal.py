"""Boards, lines and whole games in a terminal."""

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.table import Table
from rich.text import Text

from ukumbi.bots.analyst import Analysis
from ukumbi.games.rukuni.analysis.judging import Judged, accuracy, worst
from ukumbi.games.rukuni.board import HOLLOWS, PLACES, ROWS
from ukumbi.games.rukuni.position import Colour, Position

# Every terminal has these sixteen named colours.
STYLES: Final = {"T": "bold yellow", "w": "bold bright_white", "g": "bold bright_black", "·": "dim"}
MARK: Final = "?"
"""The mark of a turn that lost most."""


def board(position: Position) -> Text:
    """The board, row i first: T for towers, w and g for pegs."""
    drawn = Text()
    for row in reversed(range(len(ROWS))):
        hollows = [hollow for hollow in HOLLOWS if PLACES[hollow][0] == row]
        drawn.append(f" {ROWS[row]} {' ' * (len(ROWS) - len(hollows))}", "dim")
        for hollow in hollows:
            letter = _letter(position, hollow)
            drawn.append(f" {letter}", STYLES[letter])
        drawn.append("\n")
    return drawn


def _letter(position: Position, hollow: int) -> str:
    standing = (("T", position.towers), ("w", position.white.pegs), ("g", position.grey.pegs))
    return next((letter for letter, hollows in standing if hollows >> hollow & 1), "·")


def verdict(analysis: Analysis) -> str:
    """The position's value in a sentence."""
    who, ahead = ("White", analysis.lead) if analysis.lead >= 0 else ("Grey", -analysis.lead)
    led = "nobody is ahead" if ahead == 0 else f"{who} is ahead by {_points(ahead, analysis.exact)}"
    if not analysis.lines:
        return f"The game is over: {led}."
    if analysis.exact:
        return f"Looked at to the end, certain: {led}."
    return f"With best play as far as {analysis.depth} turns show, {led}."


def _points(ahead: float, exact: bool) -> str:
    return f"{ahead:.0f} points" if exact else f"about {ahead:.1f} points"


def lines(analysis: Analysis) -> Table:
    """The best turns with their lines."""
    table = _table("turn", "lead", "and then")
    for line in analysis.lines:
        table.add_row(line.moves[0], f"{line.lead:+.1f}", " ".join(line.moves[1:]))
    return table


def turns(judged: Sequence[Judged]) -> Table:
    """A game turn by turn, with White's lead."""
    marked = worst(judged)
    table = _table("", "", "turn", "before", "after", "lost", "", "best")
    for turn in judged:
        bad = turn.number in marked
        table.add_row(
            f"{turn.number}.",
            turn.colour.value,
            turn.turn,
            f"{turn.before:+.1f}",
            f"{turn.after:+.1f}",
            f"{turn.lost:.1f}" if turn.lost else "",
            MARK if bad else "",
            "" if turn.is_best else turn.best,
            style="bold red" if bad else None,
        )
    return table


def accuracies(judged: Sequence[Judged]) -> str:
    """How well both colours have played."""
    shares = [(colour, accuracy(judged, colour)) for colour in Colour]
    played = [f"{colour.value} {share} %" for colour, share in shares if share is not None]
    return f"accuracy: {', '.join(played)}"


def _table(*heads: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for head in heads:
        figures = head in ("lead", "before", "after", "lost")
        table.add_column(head, justify="right" if figures else "left", no_wrap=head != "and then")
    return table
