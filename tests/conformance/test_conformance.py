"""Every game on the shelf keeps the contract."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import checks, golden, leaks
from tests.conformance.games import GAMES
from tests.kit import pounce
from tests.kit.play import begun, diced, play_on
from tests.kit.strategies import options_of, picks_from, played
from ukumbi import games
from ukumbi.core import AnyGame, Entry, codec

BOTS = (*games.GAMES, *pounce.GAMES)
"""The kit's other games have bots that fail on purpose."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
@given(source=st.data())
def test_1_replaying_the_log_gives_the_live_state(game: AnyGame, source: st.DataObject) -> None:
    checks.replays(source.draw(played(game)))


@each_game
@given(source=st.data())
def test_2_legal_moves_are_what_decide_accepts(game: AnyGame, source: st.DataObject) -> None:
    checks.listed_is_accepted(source.draw(played(game)), picks_from(source))


@each_game
@given(source=st.data())
def test_3_everything_survives_text(game: AnyGame, source: st.DataObject) -> None:
    checks.survives_text(source.draw(played(game)))


@each_game
@given(source=st.data())
def test_3_steps_lead_to_moves(game: AnyGame, source: st.DataObject) -> None:
    checks.steps_lead_to_moves(source.draw(played(game)), picks_from(source))


@each_game
@given(source=st.data())
def test_3_options_survive_text_in_their_whole_range(game: AnyGame, source: st.DataObject) -> None:
    options = source.draw(options_of(game, whole_range=True))
    assert codec(game).options(codec(game).encode(options)) == options


@each_game
@given(source=st.data())
def test_4_play_ends_with_an_outcome(game: AnyGame, source: st.DataObject) -> None:
    checks.ends_well(source.draw(played(game, whole=True)))


@each_game
@given(source=st.data())
def test_4_a_finished_game_can_be_looked_at_again(game: AnyGame, source: st.DataObject) -> None:
    checks.can_be_looked_at_again(source.draw(played(game, whole=True)))


@each_game
@given(source=st.data())
def test_5_nothing_leaks(game: AnyGame, source: st.DataObject) -> None:
    leaks.keeps_secrets(source.draw(played(game)), picks_from(source))


@each_game
@given(source=st.data())
def test_5_nothing_leaks_from_the_setup(game: AnyGame, source: st.DataObject) -> None:
    seats = source.draw(st.sampled_from(game.seats))
    leaks.setup_keeps_secrets(game, seats, source.draw(options_of(game)))


@each_game
def test_5_a_game_with_secrets_hides_something(game: AnyGame) -> None:
    if game.hidden:
        games = [play_on(begun(game, diced(seed)), diced(seed), limit=5) for seed in range(5)]
        leaks.hides_something(games, diced(1))


@each_game
@given(source=st.data())
def test_6_deadlines_are_ahead_and_work(game: AnyGame, source: st.DataObject) -> None:
    checks.keeps_time(source.draw(played(game)))


@each_game
def test_7_the_golden_logs_still_fold(game: AnyGame) -> None:
    golden.still_fold(game)


@each_game
@given(source=st.data())
def test_8_what_the_house_writes_can_be_read_back(game: AnyGame, source: st.DataObject) -> None:
    checks.house_events(source.draw(played(game, most=20)), picks_from(source))


@pytest.mark.parametrize("entry", BOTS, ids=lambda entry: entry.game.name)
@settings(max_examples=40)
@given(source=st.data())
def test_9_bots_make_legal_moves_or_none(entry: Entry, source: st.DataObject) -> None:
    level = source.draw(st.sampled_from(list(entry.bots)))
    checks.bots_answer(source.draw(played(entry.game)), entry.bot(level), picks_from(source))
