"""Bots play only legal moves, know only their view, and get stronger level by level."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.ukuma.positions import ANN, BEN, CLIMBED, CLIMBING, GAME, cards, lying
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.bots import AnyBot
from ukumbi.bots.simulated import play_out
from ukumbi.core import Log, Seat, codec, replay
from ukumbi.games.ukuma.bot import (
    ADULT,
    BOTS,
    HASTY,
    LAY_ANYWAY_CHANCE,
    QUICK,
    SHARP,
    Attention,
    MasterBot,
    PlainBot,
)
from ukumbi.games.ukuma.events import Offered, UkumaOptions
from ukumbi.games.ukuma.search import Knowledge, worth_of_new_hand
from ukumbi.games.ukuma.state import State

LEVELS = list(BOTS)
PLAIN = [level for level in LEVELS if level != "10"]
each_level = pytest.mark.parametrize("level", LEVELS)
each_plain_level = pytest.mark.parametrize("level", PLAIN)
SIZES = ("cafe", "card", "dining")
HANDICAPS = ("none", "first", "second")


def choice(level: str, state: State, seat: Seat = ANN, seed: int = 0) -> str:
    return GAME.format_move(BOTS[level].choose(GAME, GAME.view(state, seat), seat, Random(seed)))


def share(level: str, state: State, move: str, tries: int) -> float:
    """The share of tries in which a bot makes this move."""
    view, wanted = GAME.view(state, ANN), GAME.parse_move(move)
    return sum(BOTS[level].choose(GAME, view, ANN, Random(seed)) == wanted for seed in range(tries)) / tries


def game_of(one: AnyBot, other: AnyBot, seed: int, **options: object) -> Log:
    return play_out(GAME, (one, other), UkumaOptions(**options), Random(seed))  # type: ignore[arg-type]


def points(one: AnyBot, other: AnyBot, games: int) -> float:
    """The share of points that `one` wins, from both seats."""
    won = 0.0
    for seed in range(games):
        seat, bots = seed % 2, (one, other) if seed % 2 == 0 else (other, one)
        *_, (_, state) = replay(GAME, game_of(*bots, seed).records)
        won += 0.5 if state.winner is None else float(state.winner == seat)
    return won / games


# all levels


@each_level
@pytest.mark.parametrize(
    "turn", [0, pytest.param(1, marks=pytest.mark.deep), pytest.param(2, marks=pytest.mark.deep)]
)
def test_bots_play_whole_matches(level: str, turn: int) -> None:
    """R14, R34, R38: the rules decide every move and refuse illegal ones.

    Each turn has every size and every handicap; three turns have all combinations.
    """
    for place, size in enumerate(SIZES):
        handicap = HANDICAPS[(place + turn + LEVELS.index(level)) % len(HANDICAPS)]
        log = game_of(BOTS[level], BOTS[level], 5, size=size, handicap=handicap, best_of=3)
        kinds = [type(codec(GAME).event(record.event)) for record in log.records]
        assert kinds.count(kinds[-1]) >= 2, f"{size=} {handicap=}"
        assert Offered not in kinds, f"{size=} {handicap=}"


@given(played(GAME, most=80), st.sampled_from(LEVELS), st.integers(0, 1 << 16))
def test_bots_find_a_legal_move_anywhere(game: Played, level: str, seed: int) -> None:
    """R19: at random tables, too, and each move takes time."""
    for seat in GAME.may_act(game.state):
        view, rng = GAME.view(game.state, seat), Random(seed)
        move = BOTS[level].choose(GAME, view, seat, rng)
        assert move in GAME.legal_moves(game.state, seat)
        assert 0.1 < BOTS[level].takes(view, seat, move, rng) < 600


@given(played(GAME, most=60), st.sampled_from(LEVELS), st.integers(0, 1 << 16))
def test_choices_depend_only_on_the_view(game: Played, level: str, seed: int) -> None:
    """R42: in worlds that look the same, a bot does the same."""
    for seat in GAME.may_act(game.state):
        view = GAME.view(game.state, seat)
        worlds = [GAME.imagine(view, Random(seed + number)) for number in range(4)]
        assert len({choice(level, world, seat, seed) for world in (game.state, *worlds)}) == 1


@each_level
def test_a_hand_that_does_not_fit_is_discarded(level: str) -> None:
    """R23: on f6 and g4, only orange fits at the side."""
    state = lying(*CLIMBED, ann="llbb rrbb ppbb")
    assert share(level, state, "discard", 50) == 1


@each_level
def test_a_bot_without_cards_offers_a_draw_and_waits(level: str) -> None:
    """R25, R32: nothing else is legal."""
    state = lying(*CLIMBED, ben="lloo rrbb ppbb")
    assert choice(level, state) == "draw"
    offered = replace(state, offer=ANN)
    assert choice(level, offered) == "resign"
    view = GAME.view(offered, ANN)
    assert BOTS[level].takes(view, ANN, GAME.parse_move("resign"), Random(0)) > 15


# oversights


@each_plain_level
def test_a_fitting_card_is_overlooked_at_the_given_rate(level: str) -> None:
    """R23: then it discards a hand with a fitting card: the last one, on g4, which wins nothing."""
    state = lying(*CLIMBED, ann="llbb rrbb rrbo")
    assert GAME.format_move(next(iter(GAME.legal_moves(state, ANN)))) == "lay rrob@g4"
    missed = share(level, state, "discard", 3000)
    assert missed == pytest.approx(BOTS[level].attention.overlooks, abs=0.03)


def test_the_weakest_level_misses_wins_that_others_see() -> None:
    """R28"""
    state = lying(*CLIMBED, ann="nlob rrbo")
    taken = [share(level, state, "lay nlob@f6", 400) for level in PLAIN]
    taken.append(share("10", state, "lay nlob@f6", 40))  # the weakest and the strongest first
    assert taken == sorted(taken)
    assert taken[0] < 0.75
    assert taken[-1] == 1


@pytest.mark.parametrize(("obvious", "most"), [(1.0, 1.0), (0.0, 0.4)])
def test_obvious_players_lay_next_to_the_last_card(obvious: float, most: float) -> None:
    """R14: e6, next to the card on e5, and not g4, where the card fits both ways."""
    view = GAME.view(lying(*CLIMBING[::-1], ann="", ben="proo", white=BEN), BEN)
    bot = PlainBot(ADULT, Attention(overlooks=0.0, spots_wins=0.0, obvious=obvious))
    chosen = [bot.choose(GAME, view, BEN, Random(seed)) for seed in range(300)]
    there = sum(GAME.format_move(move) == "lay proo@e6" for move in chosen) / len(chosen)
    assert most - 0.15 < there <= most


# the master


def test_the_master_takes_the_win() -> None:
    """R28"""
    assert share("10", lying(*CLIMBED, ann="rroo nlob rroo"), "lay nlob@f6", 20) == 1


def test_the_master_blocks_the_only_threat() -> None:
    """R28: Ann needs f6; of Ben's cards one fits there, and all of them fit beside f5."""
    state = lying(*CLIMBED, ann="rroo rrbb ppbb", ben="rrob rlob ppob")
    assert {choice("10", state, BEN, seed) for seed in range(20)} == {"lay rlob@f6"}


def test_the_master_keeps_the_card_that_wins_next() -> None:
    """R28: both fit on e6, and only rloo fits on f6 after it."""
    state = lying(*CLIMBING, ann="prbo rloo")
    assert share("10", state, "lay prbo@e6", 20) == 1


def test_the_master_lays_where_it_gets_ahead() -> None:
    """R28: e6 leads behind f5, g4 leads nowhere yet."""
    assert share("10", lying(*CLIMBING, ann="proo"), "lay proo@e6", 20) == 1


def test_the_master_waits_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """R23: though a new hand looks better, sometimes a card is laid."""
    monkeypatch.setattr("ukumbi.games.ukuma.bot.worth_of_new_hand", lambda *_: 1.0)
    held_back = share("10", lying(*CLIMBING, ann="proo"), "discard", 400)
    assert held_back == pytest.approx(1 - LAY_ANYWAY_CHANCE, abs=0.05)


def test_a_new_hand_is_worth_nothing_when_the_other_wins_meanwhile() -> None:
    """R23, R28: Ann is on e6, and nlob would win on f6 if she held it."""
    knowledge = Knowledge.of(GAME.view(lying(*CLIMBED, ann="rroo", ben="rrbb ppbb"), BEN), BEN)
    sure = knowledge._replace(them=knowledge.them._replace(hand=cards("nlob")))
    assert worth_of_new_hand(knowledge, Random(0)) > 0
    assert worth_of_new_hand(sure, Random(0)) == 0


# draws


def test_a_bot_that_is_behind_accepts_a_draw() -> None:
    """R32"""
    state = replace(lying(*CLIMBED, ann="rroo rrbb", ben="llbb rrbb ppbb"), offer=ANN)
    assert choice("10", state, BEN) == "draw"
    assert choice("10", replace(state, offer=BEN), ANN) != "draw"


@each_plain_level
def test_a_bot_that_has_discarded_much_accepts_a_draw(level: str) -> None:
    """R32"""
    state = replace(lying(*CLIMBED, ann="llbb rrbb ppbb"), offer=BEN)
    assert choice(level, state) == "discard"
    thrown = cards("nnbb llob rrob ppob nnob lrbb pnbb lpbb lnbb rpbb rnbb lpob")
    pile = tuple(card for card in state.piles[ANN] if card not in thrown)
    weary = replace(state, piles=(pile, state.piles[BEN]), discards=(thrown, ()))
    assert choice(level, weary) == "draw"


# strength


@pytest.mark.parametrize("games", [24, pytest.param(60, marks=pytest.mark.deep)])
@pytest.mark.parametrize(("worse", "better"), list(pairwise(PLAIN)))
def test_levels_are_in_order(worse: str, better: str, games: int) -> None:
    """Each wins about three games in four against the level below; sixty games always show it."""
    assert points(BOTS[better], BOTS[worse], games) > 0.55


@pytest.mark.parametrize(("better", "worse"), [("5", "1"), ("9", "5")])
def test_levels_differ(better: str, worse: str) -> None:
    """Sixteen games are enough: these levels are not adjacent."""
    assert points(BOTS[better], BOTS[worse], 16) > 0.8


@pytest.mark.parametrize("games", [20, pytest.param(50, marks=pytest.mark.deep)])
def test_the_master_plays_better_not_only_faster(games: int) -> None:
    """Both have the same pace; only their choices differ."""
    assert points(MasterBot(QUICK, SHARP), PlainBot(QUICK, HASTY), games) > 0.55
