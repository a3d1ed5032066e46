"""NumPy integers work as seeds, seats, times and options. Logs hold Python integers."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import ukumbi
from ukumbi.bots import AnyBot
from ukumbi.core import CLOCK, Log, Match, Options, Refused, Tick
from ukumbi.games.ubongo.board_builder import draw
from ukumbi.games.ubongo.sheets.sheet import Sheet
from ukumbi.tools.arena import Tournament, matches
from ukumbi.tools.perft import perft

GAMES = list(ukumbi.LEVELS)
KINDS = [np.int64, np.int32, np.uint8]
Number = Callable[[int], Any]
each_kind = pytest.mark.parametrize("number", KINDS, ids=lambda kind: kind.__name__)
each_game = pytest.mark.parametrize("name", GAMES)


def is_kept(log: Log) -> bool:
    """Whether the log survives encoding; one with NumPy integers would not."""
    return ukumbi.Log.from_json(log.to_json()) == log


def fewest(name: str) -> int:
    return ukumbi.game(name).seats.start


def stepped(name: str, number: Number) -> Match:
    """A game played step by step."""
    match, rng = ukumbi.match(name, number(fewest(name)), seed=number(5)), Random(1)
    for _ in range(30):
        if match.outcome is not None:
            break
        moves = [(seat, move) for seat in sorted(match.may_act) for move in match.legal(number(seat))]
        if match.deadline is not None and (not moves or rng.random() < 0.3):
            match.wait(np.int64(match.deadline))  # type: ignore[arg-type]
        elif moves:
            seat, move = rng.choice(moves)
            match.adopt(match.decide(number(seat), move, np.int64(match.now)))  # type: ignore[arg-type]
    return match


@each_kind
@each_game
def test_a_match_is_stepped_through(name: str, number: Number) -> None:
    match, plain = stepped(name, number), stepped(name, int)
    assert match.log == plain.log
    assert type(match.now) is int
    assert is_kept(match.log)
    assert all(match.view(number(seat)) == plain.view(seat) for seat in range(fewest(name)))


@each_kind
def test_a_match_is_resigned_and_taken_back(number: Number) -> None:
    match = ukumbi.match("rukuni", options={"white": "first"})
    match.play(number(0), "a1-a4/b4")
    match.take_back(number(1))
    match.adopt(match.decide_taking_back(number(0), number(2), match.state, number(3)))
    match.adopt(match.decide_resignation(number(1), number(3)))
    assert is_kept(match.log)


@each_kind
def test_a_match_is_paused(number: Number) -> None:
    match = ukumbi.match("zuma", seed=2)
    for _ in range(2):  # their sum is more than the smallest type can hold
        match.pause(number(1))
        match.resume(number(1), number(200))
    match.adopt(match.decide_pause(number(0), number(3)))
    match.adopt(match.decide_resumption(number(0), number(250)))
    assert is_kept(match.log)
    assert (match.clock.behind, type(match.clock.behind)) == (250, int)


@each_kind
@pytest.mark.parametrize("name", ["unikato", "zuma"])
def test_whole_games_are_played(name: str, number: Number) -> None:
    levels = list(ukumbi.LEVELS[name][:2])
    players = [levels[seat % 2] for seat in range(fewest(name))]
    log = ukumbi.play(name, players, seed=number(7))
    assert log == ukumbi.play(name, players, seed=7)
    assert is_kept(log)


OPTIONS: list[tuple[str, dict[str, int]]] = [
    ("unikato", {"rounds": 3}),
    ("ubongo", {"level": 1, "hourglass": 5}),
    ("zuma", {"cycles": 1}),
    ("ukuma", {"best_of": 3}),
]


@each_kind
@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=[name for name, _ in OPTIONS])
def test_options_take_any_integer_type(name: str, options: dict[str, int], number: Number) -> None:
    strange = {option: number(value) for option, value in options.items()}
    match = ukumbi.match(name, options=options, seed=1)
    struct: Options = match.game.options(**strange)
    for asked in (strange, struct):
        assert ukumbi.match(name, options=asked, seed=1).log == match.log


@pytest.mark.parametrize("value", [np.float64(3.0), 3 + 0j, object(), {3}])
def test_options_refuse_what_is_no_integer(value: Any) -> None:
    with pytest.raises(Refused) as refused:
        ukumbi.match("unikato", options={"rounds": value})
    assert refused.value.code == "bad_options"


@each_kind
@each_game
def test_bots_take_a_numpy_seat(name: str, number: Number) -> None:
    match, levels = ukumbi.match(name, seed=3), ukumbi.LEVELS[name]
    for turn in range(30):
        bot: AnyBot = ukumbi.library.REGISTRY[name].bot(levels[turn % 5])
        chosen = {}
        for seat in sorted(match.awaited or match.may_act):
            view = match.view(seat)
            chosen[seat] = bot.choose(match.game, view, seat, Random(turn))
            assert bot.choose(match.game, view, number(seat), Random(turn)) == chosen[seat]
        moves = [(seat, move) for seat, move in chosen.items() if move is not None]
        if moves:
            match.play(*moves[turn % len(moves)])
        elif match.deadline is not None:
            match.wait()
    assert is_kept(match.log)


@each_kind
def test_the_arena_takes_numpy_integers(number: Number) -> None:
    assert Sheet.draw(1, number(3), number(5)) == Sheet.draw(1, 3, 5)
    assert draw(1, number(2), number(9)) == draw(1, 2, 9)
    assert perft(ukumbi.game("rukuni"), number(1)) == 378
    asked, plain = (Tournament("unikato", ("1", "2"), kind(2), kind(2), kind(4)) for kind in (number, int))
    assert asked == plain
    assert list(matches(asked, number(1))) == list(matches(plain, 1))


def test_simulated_time_takes_numpy_integers() -> None:
    match = ukumbi.match("zuma", seed=2)
    while match.deadline is None:
        seat = min(match.may_act)
        match.play(seat, match.legal(seat)[0])
    match.adopt(match.decide(CLOCK, Tick(), np.int64(match.deadline)))  # type: ignore[arg-type]
    assert is_kept(match.log)
