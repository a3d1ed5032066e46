"""Lessons and figures as clients see them."""

from collections.abc import Collection

from ukumbi.core import Entry, Refused
from ukumbi.core.lessons import FIGURE, Act, Played, Question, Scene, Task, frame_of, stand
from ukumbi.server.bodies import (
    ActCard,
    FiguresCard,
    LessonCard,
    LessonReply,
    SceneCard,
    TaskCard,
    TryRefused,
)


def lesson_card(entry: Entry, done: Collection[str]) -> LessonCard:
    if entry.lesson is None:
        raise Refused("not_found")
    tasks = tuple(map(_task_card, entry.lesson.tasks))
    return LessonCard(tasks, tuple(task.scene.name for task in tasks if task.scene.name in done))


def figure_card(entry: Entry, figure: str) -> LessonCard:
    """The one task in which a figure is tried out."""
    return LessonCard((_task_card(entry.task(f"{FIGURE}{figure}")),), ())


def figures_card(entry: Entry) -> FiguresCard:
    if entry.sheet is None:
        return FiguresCard({}, ())
    return FiguresCard(dict(entry.sheet.numbers), tuple(map(_scene_card, entry.sheet.figures)))


def lesson_reply(task: Task, played: Played) -> LessonReply:
    why = played.refused
    refused = None if why is None else TryRefused(why.code, dict(why.facts))
    facts = dict(task.scene.facts(played.match))
    return LessonReply(played.frames, played.moves, played.act, refused, facts, is_done(task, played))


def is_done(task: Task, played: Played) -> bool:
    return played.refused is None and played.act == len(task.acts)


def _task_card(task: Task) -> TaskCard:
    return TaskCard(_scene_card(task.scene), tuple(map(_act_card, task.acts)), task.runs)


def _scene_card(scene: Scene) -> SceneCard:
    match = stand(scene)
    frame = frame_of(match, scene.seat, match.seq)
    return SceneCard(scene.name, match.seats, scene.seat, frame, scene.marks, dict(scene.facts(match)))


def _act_card(act: Act | Question) -> ActCard:
    return ActCard(act.marks, act.choices if isinstance(act, Question) else None)
