"""The engine of lessons: scripted time, tries from the start, and what is refused."""

import pytest

from ukumbi.core import Entry, Illegal, Instant, Match, Refused
from ukumbi.core.lessons import MOST_TRIES, OTHER, START, Task, Try, play_task, stand
from ukumbi.games import GAMES


def task(game: str, name: str) -> Task:
    (entry,) = (entry for entry in GAMES if entry.game.name == game)
    return entry.task(name)


def test_time_stands_still_until_the_learner_acts() -> None:
    """However long that takes: only the script lets time go on, with a frame for each moment."""
    played = play_task(task("zuma", "house"), [Try("pass 1.1 eagle", at=3_600_000)])
    chose, passed = played.frames
    assert (chose.at, passed.at) == (START + 20_000, START + 21_000)
    assert passed.view.beat == 2
    assert played.match.now == passed.at


def test_where_time_runs_it_goes_on_between_tries() -> None:
    """The sand that has run out is turned once more, and the try counts after that."""
    sand = task("ubongo", "sand")
    early, late = (play_task(sand, [Try(None, at=at)]) for at in (5_000, 125_000))
    assert [frame.at for frame in early.frames] == [START + 5_000]
    turned, placed = late.frames
    assert (turned.view.again, placed.at) == (True, START + 125_000)
    assert early.frames[0].deadline == Instant(START + 120_001)


def test_a_task_is_played_from_its_start_each_time() -> None:
    move = task("rukuni", "move")
    first, again = (play_task(move, [Try("a1-d4/e5")]) for _ in range(2))
    assert first.frames == again.frames
    assert stand(move.scene).seq == 1


@pytest.mark.parametrize(
    ("move", "code"), [("i9-i8/h7", OTHER), ("d3-c3/c2", "hollow_is_taken"), ("nonsense", "not_a_turn")]
)
def test_a_refused_try_changes_nothing(move: str, code: str) -> None:
    """Whether the rules forbid it, or only the lesson does not want it."""
    plant = task("rukuni", "plant")
    played = play_task(plant, [Try(move)])
    assert played.refused is not None
    assert (played.refused.code, played.frames, played.act) == (code, (), 0)
    assert played.match.state == stand(plant.scene).state


def test_only_the_last_try_may_be_refused() -> None:
    with pytest.raises(Illegal):
        play_task(task("rukuni", "plant"), [Try("d3-c3/c2"), Try(None)])


def test_after_the_end_and_beyond_the_limit_there_is_nothing_to_try() -> None:
    count = task("rukuni", "count")
    after = play_task(count, [Try("6"), Try("6")])
    assert after.refused is not None
    assert after.refused.code == "game_is_over"
    with pytest.raises(Refused, match="too_long"):
        play_task(count, [Try("6")] * (MOST_TRIES + 1))


def test_a_game_without_a_lesson_has_no_tasks() -> None:
    entry = Entry(game=GAMES[0].game, bots={})
    with pytest.raises(Refused, match="not_found"):
        entry.task("move")


def test_the_hand_that_comes_next_is_on_top_of_the_pile() -> None:
    """What a lesson deals stands in its state, so every learner draws the same."""
    discard = task("ukuma", "discard")
    hands = {str(drawn(play_task(discard, [Try(None)]).match)) for _ in range(3)}
    assert len(hands) == 1


def drawn(match: Match) -> object:
    return match.view(0).hands[0]
