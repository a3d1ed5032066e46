"""Every step of every lesson, decided by the real rules."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance.test_words import FACES, LANGUAGES
from ukumbi.core import Entry
from ukumbi.core.lessons import OTHER, Act, Played, Question, Task, Try, play_task, stand
from ukumbi.games import GAMES

TAUGHT = [(entry, task) for entry in GAMES if entry.lesson for task in entry.lesson.tasks]
EVERY_TASK = pytest.mark.parametrize(
    ("entry", "task"), TAUGHT, ids=[f"{entry.game.name}-{task.name}" for entry, task in TAUGHT]
)
MOST_TRIES = 40


def shown(task: Task) -> Iterator[tuple[int, list[Try], Played]]:
    """The task as `Show me` plays it: before each try the act, the tries so far, and what came of them."""
    tries: list[Try] = []
    played = play_task(task, tries)
    while played.act < len(task.acts):
        yield played.act, tries, played
        tries = [*tries, Try(None)]
        played = play_task(task, tries)
        assert played.refused is None, played.refused
        assert len(tries) < MOST_TRIES
    yield played.act, tries, played


def words(entry: Entry, place: str, language: str) -> dict[str, Any]:
    path = FACES / entry.game.name / "words" / place / f"{language}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_every_registered_lesson_is_short_enough() -> None:
    assert [
        entry.game.name for entry in GAMES if entry.lesson and not 5 <= len(entry.lesson.tasks) <= 8
    ] == []


@EVERY_TASK
def test_show_me_leads_through_the_task(entry: Entry, task: Task) -> None:
    """Every move is legal, is what the task asks for, and is enough."""
    *_, (_, tries, played) = shown(task)
    assert (played.act, len(played.moves)) == (len(task.acts), len(tries))
    # Played by hand, the same moves are taken: what the lesson shows is what it asks for.
    again = play_task(task, [Try(move) for move in played.moves])
    assert (again.refused, again.act) == (None, len(task.acts))
    assert again.match.state == played.match.state


@EVERY_TASK
def test_wrong_tries_are_refused_with_their_code(entry: Entry, task: Task) -> None:
    tested = set()
    for number, tries, _ in shown(task):
        if number in tested or number == len(task.acts):
            continue
        tested.add(number)
        act = task.acts[number]
        wrong = (
            act.wrong if isinstance(act, Act) else [(choice, OTHER) for choice in others(act, task, tries)]
        )
        said = [(move, code_of(task, [*tries, Try(move)])) for move, _ in wrong]
        assert said == [*wrong]


def others(question: Question, task: Task, tries: list[Try]) -> list[str]:
    answer = question.answer(play_task(task, tries).match)
    assert answer in question.choices
    return [choice for choice in question.choices if choice != answer]


def code_of(task: Task, tries: list[Try]) -> str | None:
    played = play_task(task, tries)
    assert played.frames == ()
    return None if played.refused is None else played.refused.code


@EVERY_TASK
def test_the_learner_sees_only_what_the_seat_may_know(entry: Entry, task: Task) -> None:
    """Frames have the seat's view and no hidden event."""
    game, seat = entry.game, task.scene.seat
    for _, _, played in shown(task):
        for frame in played.frames:
            for event in frame.events:
                assert game.redact(event.event, seat) == event.event
        if played.frames:
            assert played.frames[-1].view == played.match.view(seat)


@EVERY_TASK
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_task_has_all_its_words(entry: Entry, task: Task, language: str) -> None:
    """A title, a sentence for each act and for the end, and one for each wrong try; the rules have theirs."""
    said, name = words(entry, "learn", language), task.name
    needed = {name, f"{name}.done"}
    several = len(task.acts) > 1 and f"{name}.do" not in said
    needed |= (
        {f"{name}.do.{number}" for number in range(1, len(task.acts) + 1)} if several else {f"{name}.do"}
    )
    assert needed - set(said) == set()
    known = set(words(entry, "table", language)) | set(house(language))
    for number, act in enumerate(task.acts, start=1):
        codes = {code for _, code in act.wrong} if isinstance(act, Act) else {OTHER}
        explained = {
            code for code in codes if {f"{name}.no.{number}.{code}", f"{name}.no.{code}"} & set(said)
        }
        assert {f"error.{code}" for code in codes - explained} - known == set()


def house(language: str) -> dict[str, Any]:
    path = FACES.parent / "i18n" / "words" / f"{language}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@EVERY_TASK
def test_every_gap_has_its_fact(entry: Entry, task: Task) -> None:
    facts = set(task.scene.facts(stand(task.scene)))
    sentences = words(entry, "learn", "en")
    gaps = {
        gap.partition("}")[0]
        for key, sentence in sentences.items()
        if key.split(".")[0] == task.name
        for gap in sentence.split("{")[1:]
    }
    assert gaps - facts == set()


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.name)
def test_lessons_have_no_words_to_spare(entry: Entry) -> None:
    if entry.lesson is None:
        return
    names = {task.name for task in entry.lesson.tasks} | {"figure"}
    spare = [key for key in words(entry, "learn", "en") if key.split(".")[0] not in names]
    assert spare == []
