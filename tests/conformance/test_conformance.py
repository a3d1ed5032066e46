"""Every registered game keeps the contract."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import checks, golden, leaks
from tests.conformance.games import ENTRIES, GAMES
from tests.kit.play import begun, play_on, seeded_pick
from tests.kit.strategies import game_options, picks_from, played
from ukumbi.core import AnyGame, Entry, codec

BOTS = [entry for entry in ENTRIES if entry.bots and entry.game.name not in ("berries", "fragile")]
"""The other games of the kit have bots that fail on purpose."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
@given(source=st.data())
def test_contract_holds_at_any_moment(game: AnyGame, source: st.DataObject) -> None:
    """1 to 3, 5, 6 and 8, on one game cut off at random: drawing it costs more than checking it."""
    cut_off, pick = source.draw(played(game)), picks_from(source)
    checks.replays(cut_off)
    checks.legal_moves_are_accepted(cut_off, pick)
    checks.survives_text(cut_off)
    checks.misspelt_moves_read_back(cut_off, pick)
    checks.steps_lead_to_moves(cut_off, pick)
    checks.keeps_time(cut_off)
    checks.hall_events(cut_off, pick)
    leaks.keeps_secrets(cut_off, pick)


@each_game
@settings(max_examples=settings().max_examples // 2)
@given(source=st.data())
def test_contract_holds_to_the_end(game: AnyGame, source: st.DataObject) -> None:
    """4 and 10: play ends with an outcome, has a replay, and leaves memories."""
    finished = source.draw(played(game, whole=True))
    checks.ends_well(finished)
    checks.remembers(finished)
    checks.can_be_looked_at_again(finished)


@each_game
@given(source=st.data())
def test_contract_holds_from_the_setup(game: AnyGame, source: st.DataObject) -> None:
    """3 and 5: options survive encoding in their whole range, and the first deal leaks nothing."""
    options = source.draw(game_options(game, whole_range=True))
    assert codec(game).options(codec(game).encode(options)) == options
    leaks.setup_keeps_secrets(game, source.draw(st.sampled_from(game.seats)), source.draw(game_options(game)))


@each_game
def test_a_game_with_secrets_hides_something(game: AnyGame) -> None:
    if game.hidden:
        games = [play_on(begun(game, seeded_pick(seed)), seeded_pick(seed), limit=5) for seed in range(5)]
        leaks.hides_something(games, seeded_pick(1))


@each_game
def test_golden_logs_still_fold(game: AnyGame) -> None:
    golden.still_fold(game)


@pytest.mark.parametrize("entry", BOTS, ids=lambda entry: entry.game.name)
@given(source=st.data())
def test_bots_make_legal_moves_or_none(entry: Entry, source: st.DataObject) -> None:
    level = source.draw(st.sampled_from(list(entry.bots)))
    checks.bots_answer(source.draw(played(entry.game)), entry.bot(level), picks_from(source))
