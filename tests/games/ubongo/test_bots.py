"""Bots, with wrong tries, from the weakest level to the strongest."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.games.ubongo.table import GAME
from ukumbi.bots.simulated import play_out
from ukumbi.core import Log, Match, Seat, codec
from ukumbi.games.ubongo import ENTRY
from ukumbi.games.ubongo.boards import LEVELS as LEVELS_OF_TASKS
from ukumbi.games.ubongo.boards import tasks
from ukumbi.games.ubongo.bot import Builder
from ukumbi.games.ubongo.events import Closed, Event, Lifted, Solved, UbongoOptions

LEVELS = list(ENTRY.bots)


def game(seed: int, *levels: str, **options: Any) -> Log:
    return play_out(GAME, [ENTRY.bot(level) for level in levels], UbongoOptions(**options), Random(seed))


def events(log: Log) -> list[Event]:
    return [codec(GAME).event(record.event) for record in log.records]


def test_bots_play_whole_games() -> None:
    """Alone and against each other; wrong pieces are lifted again."""
    for seats in range(1, 5):
        log = game(seats, *LEVELS[:seats], rounds=2, level=seats)
        match = Match.of(GAME, log)
        assert match.outcome is not None
        assert any(isinstance(event, Lifted) for event in events(log))


def test_bots_build_on_the_level_that_a_person_chose() -> None:
    """Bots wait for a person's choice; bots alone wait for none."""
    bot, rng = ENTRY.bot("3"), Random(1)
    for level in LEVELS_OF_TASKS:
        match = Match(GAME, 3, UbongoOptions(level=2), rng=Random(level))
        match.begin()
        assert bot.choose(GAME, match.view(1), Seat(1), rng) is None
        match.play(0, f"level {level}")
        for seat in (Seat(1), Seat(2)):
            match.play(seat, bot.choose(GAME, match.view(seat), seat, rng))
        assert {side.level for side in match.view(0).sides} == {level}
    alone = Match(GAME, 1, UbongoOptions(), rng=Random(1))
    alone.begin()
    alone.play(0, bot.choose(GAME, alone.view(0), Seat(0), rng))
    assert alone.view(0).sides[0].level == 2


def test_higher_levels_solve_sooner_and_more_often() -> None:
    """The weakest level sometimes fails, the strongest almost never. Each is quicker than the one below."""
    shares, times = [], []
    for level in ("1", "3", "7"):
        solved, rounds = list[int](), 0
        for seed in range(4):
            happened = events(game(seed, level, level, level, level, level=2))
            solved += [event.after for event in happened if isinstance(event, Solved)]
            rounds += 4 * sum(isinstance(event, Closed) for event in happened)
        shares.append(len(solved) / rounds)
        times.append(sorted(solved)[len(solved) // 2])
    assert shares == sorted(shares)
    assert shares[0] < 0.9 < shares[2]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("level", LEVELS)
def test_a_harder_task_takes_longer(level: str) -> None:
    bot = ENTRY.bot(level)
    assert isinstance(bot, Builder)
    easy, hard = (pick(tasks(4), key=lambda task: task.hardness) for pick in (min, max))
    assert bot._insight(3, easy) > bot._insight(3, hard)
    assert bot._insight(1, hard) == 1


def test_levels_are_in_order() -> None:
    """By equal steps: on level 5's long tasks, a level with a larger step would win almost always."""
    for bots in pairwise(ENTRY.bot(level) for level in LEVELS):
        below, above = (bot for bot in bots if isinstance(bot, Builder))
        assert 0.82 < above.doubt / below.doubt < 0.86
        assert 0.88 < above.hands / below.hands < 0.93
        assert above.notices > below.notices
