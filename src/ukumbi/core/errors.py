"""What rules say when they refuse.

Unreadable, illegal and unknown are different things. Each carries a stable code; the client says it
in the player's language, filling in the facts. Programs and the command line read it in plain English.
"""

from collections.abc import Mapping, Sequence
from typing import Final

Fact = str | int | Sequence[str | int]

IN_ENGLISH: Final = {
    "already_playing": "the game has begun",
    "already_ready": "this seat has said already that it is ready",
    "bad_options": "{game} cannot be played with these options: {reason}",
    "bots_must_differ": "the arena needs at least two bots, each named once, not: {bots}",
    "damaged_log": "this log of {game} is damaged ({where}): {reason}",
    "game_is_over": "the game is over",
    "log_not_kept": "this match does not keep its whole log",
    "needs_matplotlib": "a plot needs matplotlib: {install}",
    "newer_version": "this is {game} by version {version} of its rules; only version {known} is known here",
    "no_clock_here": "the clock has nothing to do now, and nobody else may act for it",
    "no_deadline": "no clock is running: say until when to wait",
    "no_end": "{game} has not ended after {events} events; some options let it go on for ever",
    "no_such_bot": "{game} has no bot {bot!r}; it has: {allowed}",
    "no_such_folder": "there is no folder {folder!r}",
    "no_such_game": "there is no game {game!r}; there are: {allowed}",
    "no_such_moment": "there is no event {seq} to go back to; there are: {allowed}",
    "no_such_option": "{game} has no option {option!r}; it has: {allowed}",
    "no_such_picture": "{file!r} is not a picture; its name must end in one of: {known}",
    "no_such_seat": "there is no seat {seat} at this table; there are: {allowed}",
    "no_such_step": "no move can go on like this: {parts}",
    "no_taking_back": "in this game no move can be taken back",
    "nobody_moves": "{game} is stuck after event {seq}: no bot makes a move, and no clock is running",
    "not_a_bot": "{player} is neither a level nor a bot; levels of {game}: {allowed}",
    "not_a_log": "{what} is no log; one comes from match.log, ukumbi.play or Log.from_json: {reason}",
    "not_a_move": "{text!r} is not a move in this game",
    "not_listable": "the moves of {game} are too many to list: they cannot be counted",
    "not_now": "this move does not belong here: the game is in its phase {phase!r}",
    "not_paused": "the game is not paused",
    "not_players": "players are a list of bots or of levels ({allowed}), one for each seat, not {players}",
    "not_your_turn": "it is not this seat's turn",
    "not_pausable": "this game cannot be paused",
    "others_play_on": "with more than two players nobody resigns: the others play on",
    "paused": "the game is paused",
    "time_runs": "time runs in {game}: its moves cannot be counted",
    "wrong_number_of_seats": "{game} is for {fewest} to {most} players, not for {seats}",
}
"""What a programmer may do wrong in any game. The codes of single games say it themselves."""


class Refused(Exception):
    """A request that gets a clear answer instead of an effect."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Fact] = facts

    def __str__(self) -> str:
        facts = {name: _listed(fact) for name, fact in self.facts.items()}
        try:
            return IN_ENGLISH[self.code].format(**facts)
        except KeyError:  # a game's own, or said without its facts
            said = ", ".join(f"{name} {fact}" for name, fact in facts.items())
            return f"{self.code}: {said}" if said else self.code


def _listed(fact: Fact) -> str | int:
    return fact if isinstance(fact, str | int) else ", ".join(map(str, fact))


class Illegal(Refused):
    """The move is understood, and the rules forbid it."""


class Unreadable(Refused):
    """The text is not a move or position of this game."""
