"""Each check fails on a game with its fault, and passes on the same game without it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance import checks, golden, leaks
from tests.conformance.faults import clocks, endings, logs, memories, moves, secrecy
from tests.kit.berries.rules import Berries
from tests.kit.play import Pick, Played, begun, play_on, seeded_pick
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import CARDS, Card, Lay
from ukumbi.bots import AnyBot
from ukumbi.core import AnyGame, Seat
from ukumbi.core.log import DamagedLog

Check = Callable[[AnyGame], None]
GAMES = 40


def _whole(check: Callable[[Played], None]) -> Check:
    """Run the check on some games played to the end."""

    def on(game: AnyGame) -> None:
        for seed in range(3):
            pick = seeded_pick(seed)
            check(play_on(begun(game, pick), pick))

    return on


def _anywhere(check: Callable[..., object], *, picks: bool = False) -> Check:
    """Run the check on many games, each cut off at random."""

    def on(game: AnyGame) -> None:
        for seed in range(GAMES):
            pick = seeded_pick(seed)
            played = play_on(begun(game, pick), pick, limit=1 + pick(15))
            more: tuple[Any, ...] = (pick,) if picks else ()
            check(played, *more)

    return on


def _setup(game: AnyGame) -> None:
    leaks.setup_keeps_secrets(game, 3, game.options())


def _some_secret(game: AnyGame) -> None:
    leaks.hides_something([begun(game, seeded_pick(seed)) for seed in range(5)], seeded_pick(1))


class _Cheat:
    pace = 0.0

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Any:
        return Lay(Card(next(card for card in CARDS if card not in view.hand)))


class _Sleeper:
    pace = 0.0

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Any:
        return None


replays = _anywhere(checks.replays)
listed = _anywhere(checks.legal_moves_are_accepted, picks=True)
text = _anywhere(checks.survives_text)
misspelt = _anywhere(checks.misspelt_moves_read_back, picks=True)
steps = _anywhere(checks.steps_lead_to_moves, picks=True)
ends = _whole(checks.ends_well)
secrets = _anywhere(leaks.keeps_secrets, picks=True)
times = _whole(checks.keeps_time)
remembers = _whole(checks.remembers)

PLANTED: list[tuple[Check, type[Pounce], str]] = [
    (replays, logs.Dices, "differs"),
    (listed, moves.ForgetsAMove, "accepted, but not listed"),
    (listed, moves.PromisesAMove, "listed, but refused"),
    (listed, moves.Breaks, "decide broke"),
    (listed, moves.LetsAnybodyTick, "could tick"),
    (listed, moves.LetsTheIdleAct, "may act, but has no move"),
    (ends, moves.LetsTheIdleAct, "may act, but have no move"),
    (text, moves.Mumbles, "does not read back"),
    (misspelt, moves.HearsACard, "does not read back"),
    (misspelt, moves.TrustsDigits, "parse_move broke"),
    (steps, moves.Stutters, "steps and moves differ"),
    (ends, endings.EndsStrangely, "do not know the ending"),
    (ends, endings.RanksBackwards, "more points"),
    (ends, endings.NeverEnds, "no end after"),
    (ends, endings.GetsStuck, "no clock runs"),
    (ends, endings.WaitsForTheIdle, "are awaited, but only"),
    (ends, endings.WaitsForNobody, "but are not awaited"),
    (ends, endings.WaitsInVain, "have no move"),
    (secrets, secrecy.ShowsAHand, "look different"),
    (secrets, secrecy.ShowsThePile, "what no event told"),
    (secrets, secrecy.TellsTheCard, "what no view shows"),
    (secrets, secrecy.FallsSilent, "what no view shows"),
    (_setup, secrecy.TellsTheDeal, "what no view shows"),
    (_setup, secrecy.ShowsThePile, "what no event told"),
    (secrets, secrecy.NamesTheHolder, "the answer to .* tells"),
    (secrets, secrecy.RefusesInTwoWays, "the answer to .* tells"),
    (secrets, secrecy.LetsTheDeadlineTell, "until when, tells"),
    (secrets, secrecy.ListsBySecrets, "legal moves tell"),
    (secrets, secrecy.WaitsBySecrets, "who may act, or until when, tells"),
    (secrets, secrecy.ClaimsOpenness, "hides an event"),
    (_some_secret, secrecy.HidesNothing, "its views tell all"),
    (times, clocks.EndsInThePast, "not after the last event"),
    (times, clocks.ForgetsTheTime, "the deadline has gone"),
    (times, clocks.RunsOn, "but the clock runs"),
    (times, clocks.TicksInVain, "nothing happened"),
    (times, clocks.TicksEarly, "before its deadline"),
    (remembers, memories.RemembersUnasked, "nobody is told to"),
    (remembers, memories.RemembersMoreThanCounts, "does not say how often"),
    (remembers, memories.ForgetsInPlay, "has shrunk"),
    (remembers, memories.ForgetsWhatWasBrought, "does not begin with"),
    (remembers, memories.ShowsWhatIsRemembered, "can be seen"),
]


@pytest.mark.parametrize(("check", "fault", "complaint"), PLANTED, ids=lambda it: getattr(it, "__name__", ""))
def test_a_planted_fault_is_found(check: Check, fault: type[Pounce], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(fault())


@pytest.mark.parametrize(
    "check", [replays, listed, text, misspelt, steps, ends, secrets, _setup, _some_secret, times, remembers]
)
def test_without_a_fault_all_checks_pass(check: Check) -> None:
    check(Pounce())


def test_a_golden_log_that_folds_differently_is_found() -> None:
    with pytest.raises(AssertionError, match="now ends with"):
        golden.still_fold(logs.ScoresAnew())


def test_a_version_that_cannot_read_the_last_one_is_found() -> None:
    with pytest.raises(DamagedLog):
        golden.still_fold(logs.ForgetsOldLogs())


def test_a_missing_log_of_an_earlier_version_is_found(tmp_path: Path) -> None:
    golden.write(Berries(), tmp_path)
    with pytest.raises(AssertionError, match="no golden log for version 1"):
        golden.still_fold(Berries(), tmp_path)


def test_a_log_that_does_not_read_back_after_a_take_back_is_found() -> None:
    _anywhere(checks.hall_events, picks=True)(logs.Walk())
    with pytest.raises(AssertionError, match=r"another table than it was|reads back as"):
        _anywhere(checks.hall_events, picks=True)(logs.CountsSteps())


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [(_Cheat(), "plays Lay"), (_Sleeper(), "has nothing to say")],
    ids=["cheat", "sleeper"],
)
def test_a_bot_that_cheats_or_sleeps_is_found(bot: AnyBot, complaint: str) -> None:
    def check(played: Played, pick: Pick) -> None:
        checks.bots_answer(played, bot, pick)

    game = logs.Walk() if isinstance(bot, _Sleeper) else Pounce()
    with pytest.raises(AssertionError, match=complaint):
        _anywhere(check, picks=True)(game)


def test_a_missing_golden_log_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no golden log"):
        golden.still_fold(Pounce(), tmp_path)


def test_a_golden_log_is_written_once(tmp_path: Path) -> None:
    golden.write(Pounce(), tmp_path)
    golden.still_fold(Pounce(), tmp_path)
    with pytest.raises(FileExistsError):
        golden.write(Pounce(), tmp_path)


def test_a_golden_log_with_another_last_state_is_found(tmp_path: Path) -> None:
    path = golden.write(Pounce(), tmp_path)
    text = path.read_text()
    path.write_text(text[: text.rindex('"state": "')] + '"state": "0"}')
    with pytest.raises(AssertionError, match="another state"):
        golden.still_fold(Pounce(), tmp_path)
