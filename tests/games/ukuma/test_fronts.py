"""The cells where a card can be laid: mostly the two ends of the front, sometimes more."""

from collections import Counter

import pytest

from tests.games.ukuma.recorded_games import moments, played_out, sample_games
from tests.games.ukuma.reference import TABLES, cell_of
from tests.games.ukuma.table import ANN, BEN, GAME, at, drawn_table, lays, play
from ukumbi.core import codec, replay
from ukumbi.games.ukuma.events import Laid, UkumaOptions
from ukumbi.games.ukuma.grid import SizeName
from ukumbi.games.ukuma.state import State
from ukumbi.library import play as play_bots

SIZES: tuple[SizeName, ...] = ("cafe", "card", "dining")


def after_each_lay(style: str, size: SizeName, games: int) -> list[State]:
    return [
        moment.after
        for game in sample_games(style, size, games=games)
        for moment in moments(game)
        if isinstance(moment.event, Laid)
    ]


def widths(states: list[State]) -> Counter[int]:
    return Counter(len(front) for state in states for front in GAME.view(state, None).fronts)


@pytest.mark.parametrize("size", SIZES)
def test_mostly_at_most_two_cells_are_open(size: SizeName) -> None:
    """R20: in random games."""
    seen = widths(after_each_lay("any", size, 100))
    assert seen[2] > 0.8 * seen.total()
    assert seen[0] + seen[1] + seen[2] > 0.93 * seen.total()


def test_three_and_four_cells_occur() -> None:
    """R20, by R16 and R18: the reference finds the same cells."""
    states = after_each_lay("peaceful", "dining", 40)
    seen = widths(states)
    assert seen[3] > 20
    assert seen[4] > 3
    for state in states:
        for seat in (ANN, BEN):
            front = GAME.view(state, None).fronts[seat]
            if len(front) > 2:
                slow = TABLES["dining"].front(drawn_table(state), seat)
                assert sorted(front) == sorted(map(cell_of, slow))


def test_frequencies_match_the_booklet() -> None:
    """R20: as measured over many more games."""
    bots = Counter[int]()
    for size in SIZES:
        for seed in range(8):
            log = play_bots("ukuma", ["9", "9"], options=UkumaOptions(size=size), seed=seed)
            told = [(codec(GAME).event(record.event), state) for record, state in replay(GAME, log.records)]
            bots += widths([state for event, state in told if isinstance(event, Laid)])
    assert 0.88 < bots[2] / bots.total() < 1
    seen = sum((widths(after_each_lay("peaceful", size, 40)) for size in SIZES), Counter[int]())
    more = sum(count for width, count in seen.items() if width > 2)
    assert 0.04 < more / seen.total() < 0.12


@pytest.mark.parametrize(("seed", "cells"), [(165, 5), (2256, 6)])
def test_five_and_six_cells_occur(seed: int, cells: int) -> None:
    """R20: in games where no player takes a win; six in one of thousands."""
    game = played_out("peaceful", UkumaOptions(size="dining"), seed)
    assert max(widths([moment.after for moment in moments(game)])) == cells


def test_four_cells_are_open_at_once() -> None:
    """R20, R16, R18: cards in two rows make two fronts; a fitting card may go to each of four cells."""
    state = at("lloo@c4 rroo@h4", "lloo@c5 rroo@h5", hands=("nnoo", "ppoo"))
    assert GAME.view(state, None).fronts == (("b4", "d4", "g4", "i4"), ("b5", "d5", "g5", "i5"))
    assert {text.split("@")[1] for text in lays(state)} == {"b4", "d4", "g4", "i4"}
    for text in lays(state):
        assert play(state, f"lay {text}").layout


def test_sometimes_one_player_has_no_cell() -> None:
    """R30: the other player goes on."""
    seen = widths(after_each_lay("peaceful", "cafe", 25))
    assert seen[0] > 0


def test_random_games_are_about_as_long_as_real_ones() -> None:
    """R14: fifteen to twenty cards, within the spread of random play."""
    counts = [len(played_out("any", UkumaOptions(), seed).state.layout) for seed in range(40)]
    assert 10 < sum(counts) / len(counts) < 25
