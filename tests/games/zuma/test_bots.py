"""Bots play only legal moves, know only their view, have a person's pace, and get stronger level by level."""

from itertools import pairwise, product
from random import Random
from statistics import median
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.zuma.recorded_games import games
from tests.games.zuma.table import (
    ANN,
    BEN,
    CEM,
    GAME,
    HOUSE,
    JUNK,
    NOW,
    at,
    cards,
    play,
    scored,
)
from tests.kit.play import Played
from ukumbi.bots import AnyBot
from ukumbi.bots.simulated import play_out
from ukumbi.core import Instant, Log, Match, Seat, codec
from ukumbi.games.zuma.bot import BOTS, CAREFUL, HOPEFUL, SHREWD, WISE, Player
from ukumbi.games.zuma.cards import SETS, Card
from ukumbi.games.zuma.events import CardsPassed, Counted, ZumaOptions
from ukumbi.games.zuma.moves import Grab, PassCard, TurnBoard
from ukumbi.games.zuma.pace import REACT_SECONDS
from ukumbi.games.zuma.plan import Strategy, missing_from_house, weigh
from ukumbi.games.zuma.poles import Pole
from ukumbi.games.zuma.state import Phase, State

LEVELS = list(BOTS)
Logged = TypeVar("Logged", Counted, CardsPassed)
each_level = pytest.mark.parametrize("level", LEVELS)
FULL = "sun sun sun sun moon moon moon"
"""A full house, and no card to spare."""


def choice(level: str, state: State, seat: Seat = ANN, seed: int = 0) -> str | None:
    move = BOTS[level].choose(GAME, GAME.view(state, seat), seat, Random(seed))
    return None if move is None else GAME.format_move(move)


def share(level: str, state: State, kind: type, tries: int, seat: Seat = ANN) -> float:
    """The share of tries in which a bot makes a move of this kind."""
    view = GAME.view(state, seat)
    found = [BOTS[level].choose(GAME, view, seat, Random(seed)) for seed in range(tries)]
    return sum(isinstance(move, kind) for move in found) / tries


def waits(level: str, state: State, move: str, seat: Seat = ANN, tries: int = 300) -> float:
    """The median seconds that a bot takes."""
    view, made = GAME.view(state, seat), GAME.parse_move(move)
    return median(BOTS[level].takes(view, seat, made, Random(seed)) for seed in range(tries))


def goes(strategy: Strategy, hand: str, came: Card | None = None, beats: int = 0, seed: int = 0) -> str:
    return weigh(strategy, SETS, cards(hand), came, beats, Random(seed)).value


# all levels


@each_level
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_bots_play_whole_games(level: str, seats: int) -> None:
    """R16, R41: the rules decide every move and refuse illegal ones."""
    log = play_out(GAME, [BOTS[level]] * seats, ZumaOptions(cycles=1), Random(seats))
    outcome = Match.of(GAME, log).outcome
    assert outcome is not None
    assert outcome.ending == "cycles"


@pytest.mark.parametrize(("beat", "reach"), [*product(["calm", "normal", "fast"], [False, True])])
def test_bots_play_with_every_option(beat: str, reach: bool) -> None:
    """R11, R20"""
    options = ZumaOptions(beat=beat, reach=reach, cycles=1)  # type: ignore[arg-type]
    match = Match.of(GAME, play_out(GAME, [*BOTS.values()][:6], options, Random(1)))
    assert match.outcome is not None


@given(games(most=150), st.sampled_from(LEVELS), st.integers(0, 1 << 16))
def test_bots_find_a_legal_move_anywhere(game: Played, level: str, seed: int) -> None:
    """R16, R17: at random tables, too, and each move takes time."""
    for seat in GAME.may_act(game.state):
        view, rng = GAME.view(game.state, seat), Random(seed)
        move = BOTS[level].choose(GAME, view, seat, rng)
        if move is not None:
            assert move in GAME.legal_moves(game.state, seat)
            assert 0.1 < BOTS[level].takes(view, seat, move, rng) < 60


@given(games(most=120), st.sampled_from(LEVELS), st.integers(0, 1 << 16))
def test_choices_depend_only_on_the_view(game: Played, level: str, seed: int) -> None:
    """R44: in worlds that look the same, a bot does the same."""
    for seat in GAME.may_act(game.state):
        view = GAME.view(game.state, seat)
        worlds = [GAME.imagine(view, Random(seed + number)) for number in range(3)]
        assert len({choice(level, world, seat, seed) for world in (game.state, *worlds)}) == 1


def test_a_bot_that_has_chosen_waits_for_the_beat() -> None:
    """R10"""
    state = play(at(JUNK, JUNK, JUNK), (ANN, "pass 1.1 sun"))
    assert {choice(level, state) for level in LEVELS} == {None}


# noticing


@each_level
def test_a_full_house_is_noticed_before_the_beat_or_not_at_all(level: str) -> None:
    """R16: a planned grab never comes after the beat, when a card may have gone."""
    state = at(FULL, JUNK, JUNK)
    view = GAME.view(state, ANN)
    times = [BOTS[level].takes(view, ANN, Grab(1, Pole.RED), Random(seed)) for seed in range(300)]
    assert max(times) < 4.0
    assert share(level, state, Grab, 300) > 0.8


def test_better_levels_notice_sooner_and_more_often() -> None:
    """R16: with a spare card a full house is easier to overlook, most of all in short beats."""
    state = replace(at(HOUSE, JUNK, JUNK), until=Instant(NOW + 2_000))
    seen = [share(level, state, Grab, 400) for level in LEVELS]
    assert seen == sorted(seen)
    assert seen[0] < 0.8
    assert seen[-1] > 0.97
    times = [waits(level, at(HOUSE, JUNK, JUNK), "grab 1 red") for level in LEVELS]
    assert times == sorted(times, reverse=True)


def test_reactions_are_as_slow_as_a_persons() -> None:
    """R17: no bot taps a pole a tenth of a second after the first hand."""
    state = play(at(HOUSE, JUNK, JUNK), (ANN, "grab 1 red"))
    times = [waits(level, state, "grab 1 blue", BEN) for level in LEVELS]
    assert times == sorted(times, reverse=True)
    assert times[LEVELS.index("3")] == pytest.approx(1.1 * REACT_SECONDS, rel=0.05)
    assert times[-1] > 0.4
    fastest = min(
        BOTS["7"].takes(GAME.view(state, BEN), BEN, Grab(1, Pole.BLUE), Random(seed)) for seed in range(500)
    )
    assert fastest > 0.2


def test_second_reactions_are_faster() -> None:
    """R22"""
    state = play(at(HOUSE, JUNK, JUNK, JUNK), (ANN, "grab 1 red"))
    again = play(state, (BEN, "grab 1 red"))
    assert waits("3", again, "grab 1 blue", BEN) < 0.75 * waits("3", state, "grab 1 blue", BEN)


def test_weak_levels_sometimes_grab_too_early() -> None:
    """R34: with one card missing, and only then."""
    near, far = at("sun sun sun sun moon moon rain", JUNK, JUNK), at(JUNK, JUNK, JUNK)
    for level in LEVELS:
        assert share(level, near, Grab, 2_000) == pytest.approx(BOTS[level].startles, abs=0.02)
        assert share(level, far, Grab, 200) == 0
    assert [BOTS[level].startles for level in LEVELS] == sorted(
        (BOTS[level].startles for level in LEVELS), reverse=True
    )
    assert BOTS["1"].startles > 0
    assert BOTS["7"].startles == 0


# choosing cards


@pytest.mark.parametrize(
    ("hand", "missing"),
    [(FULL, 0), ("sun sun sun moon moon moon rain", 1), ("sun sun sun sun moon rain eagle", 2), (JUNK, 5)],
)
def test_missing_cards_of_a_full_house_are_counted(hand: str, missing: int) -> None:
    """R15"""
    assert missing_from_house(cards(hand)) == missing


def test_the_rarest_card_is_passed_on() -> None:
    """R9, R15"""
    assert goes(WISE, "sun sun sun moon moon moon rain") == "rain"
    assert goes(WISE, "sun sun sun moon moon rain rain skull") == "skull"
    assert goes(WISE, "sun sun sun sun moon moon moon skull") == "skull"


def test_a_set_that_just_came_is_kept() -> None:
    """R45: of two equal sets, in a long round."""
    hand = "sun sun sun moon rain"
    assert {goes(WISE, hand, Card.RAIN, 5, seed) for seed in range(20)} == {"moon"}
    assert {goes(WISE, hand, Card.RAIN, 0, seed) for seed in range(20)} == {"moon", "rain"}
    assert {goes(SHREWD, hand, Card.RAIN, 5, seed) for seed in range(20)} == {"moon", "rain"}


def test_a_single_zuma_card_is_passed_on_in_time() -> None:
    """R32: or when the player's house is nearly full."""
    hand = f"{JUNK} zuma"
    assert goes(CAREFUL, hand, Card.MAIZE, CAREFUL.patience_beats - 1) != "zuma"
    assert goes(CAREFUL, hand, Card.MAIZE, CAREFUL.patience_beats) == "zuma"
    assert goes(CAREFUL, "sun sun sun sun moon moon rain zuma") == "zuma"


def test_a_bot_with_two_zuma_cards_waits_for_the_third() -> None:
    """R15, R33: careful levels give up sometimes, hopeful ones never; none does when one has just come."""

    def gives_up(strategy: Strategy, came: Card) -> float:
        hand = "zuma zuma sun sun moon rain eagle"
        return sum(goes(strategy, hand, came, 5, seed) == "zuma" for seed in range(1_000)) / 1_000

    assert gives_up(CAREFUL, Card.MAIZE) == pytest.approx(CAREFUL.yields, abs=0.04)
    assert gives_up(CAREFUL, Card.ZUMA) == 0
    assert gives_up(HOPEFUL, Card.MAIZE) == 0


# poles


def test_a_colour_that_still_counts_is_preferred() -> None:
    """R31"""
    state = at(FULL, JUNK, JUNK, JUNK, accounts=(scored("red", "blue"), *[scored()] * 3))
    assert {choice("7", state, seed=seed) for seed in range(20)} == {"grab 1 violet"}
    assert len({choice("1", state, seed=seed) for seed in range(60)} & {"grab 1 red", "grab 1 blue"}) == 2


def test_a_free_pole_is_preferred() -> None:
    """R21"""
    state = play(at(FULL, JUNK, JUNK, JUNK, options=ZumaOptions()), (CEM, "grab 1 red"))
    assert {choice("7", state, BEN, seed) for seed in range(20)} == {"grab 1 blue"}


def test_points_come_before_a_free_pole() -> None:
    """R21, R31: only violet still brings points, though a hand is on its way to it; blue is free."""
    before = (scored(), scored("red", "blue"), scored(), scored())
    state = at(FULL, JUNK, JUNK, JUNK, options=ZumaOptions(), accounts=before)
    state = play(state, (ANN, "grab 1 red"), (CEM, "grab 1 violet"))
    assert {choice("7", state, BEN, seed) for seed in range(20)} == {"grab 1 violet"}


def test_without_a_free_pole_there_is_no_move() -> None:
    """R30"""
    state = play(at(FULL, JUNK, JUNK), (ANN, "grab 1 red"), (BEN, "grab 1 blue"))
    assert choice("7", state, CEM) is None


def test_the_master_of_the_round_turns_the_board() -> None:
    """R7: to a colour that still counts, once, and not if hands arrive at once."""
    state = at(JUNK, JUNK, JUNK, JUNK, phase=Phase.DEALT, master=BEN, turn=10, options=ZumaOptions())
    state = replace(state, accounts=(scored(), scored("red", "blue"), scored(), scored()))
    assert choice("7", state, BEN) == "turn 1 violet"
    turned = play(state, (BEN, "turn 1 violet"))
    assert share("7", turned, TurnBoard, 20, BEN) == 0
    assert share("7", state, TurnBoard, 20, CEM) == 0
    assert share("7", replace(state, options=ZumaOptions(reach=False)), TurnBoard, 20, BEN) == 0


# whole games


def logged(log: Log, kind: type[Logged]) -> list[Logged]:
    events = [codec(GAME).event(record.event) for record in log.records]
    return [event for event in events if isinstance(event, kind)]


def test_games_have_a_lively_pace() -> None:
    """R11, R15: rounds take some beats, both combinations win, and beats are seldom missed."""
    logs = [play_out(GAME, [BOTS["3"]] * 4, ZumaOptions(), Random(seed)) for seed in range(6)]
    rounds = [event for log in logs for event in logged(log, Counted)]
    beats = [event for log in logs for event in logged(log, CardsPassed)]
    assert len({line.combination for event in rounds for line in event.lines if line.why == "first"}) == 2
    assert 3 < len(beats) / len(rounds) < 15
    assert sum(len(event.drawn) for event in beats) / (4 * len(beats)) < 0.05


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (play_out(GAME, [*BOTS.values()][:4], ZumaOptions(cycles=1), Random(5)) for _ in range(2))
    assert one == other


SEATINGS = [order for order in product((True, False), repeat=4) if sum(order) == 2]


def ahead(one: AnyBot, other: AnyBot, games: int) -> float:
    """The share of pairs in which `one` is ahead, two of each at a table, in all seatings."""
    won = met = 0.0
    for seed in range(games):
        order = SEATINGS[seed % len(SEATINGS)]
        log = play_out(GAME, [one if first else other for first in order], ZumaOptions(), Random(seed))
        outcome = Match.of(GAME, log).outcome
        assert outcome is not None
        for mine, yours in product(range(4), repeat=2):
            if order[mine] and not order[yours]:
                won += (outcome.places[mine] < outcome.places[yours]) + 0.5 * (
                    outcome.places[mine] == outcome.places[yours]
                )
                met += 1
    return won / met


@pytest.mark.parametrize(("worse", "better"), [("1", "3"), ("3", "5"), ("4", "7")])
def test_levels_differ(worse: str, better: str) -> None:
    """Twelve games are enough: these levels are not adjacent."""
    assert ahead(BOTS[better], BOTS[worse], 12) > 0.55


@pytest.mark.deep
@pytest.mark.parametrize(("worse", "better"), list(pairwise(LEVELS)))
def test_levels_are_in_order(worse: str, better: str) -> None:
    """No level wins more than 85 to 15 against the one below."""
    assert 0.5 < ahead(BOTS[better], BOTS[worse], 150) < 0.85


def test_every_level_has_its_own_parameters() -> None:
    assert len({(bot.tempo, bot.strategy, bot.slips, bot.eye) for bot in BOTS.values()}) == len(LEVELS)
    assert all(isinstance(bot, Player) for bot in BOTS.values())
    assert isinstance(BOTS["1"].choose(GAME, GAME.view(at(JUNK, JUNK, JUNK), ANN), ANN, Random(1)), PassCard)
