"""HTTP: lessons, the figures of the rules, and what comes of a try."""

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.routing import Route

from ukumbi.core import AnyGame, Entry, Refused
from ukumbi.core.lessons import (
    FIGURE,
    Act,
    Played,
    Question,
    Scene,
    Task,
    frame_of,
    play_task,
    stand,
)
from ukumbi.hall.hall import Hall
from ukumbi.hall.lessons import Learnt
from ukumbi.hall.messages import Planned
from ukumbi.server.bodies import (
    ActCard,
    FiguresCard,
    LessonCard,
    LessonReply,
    LessonTries,
    SceneCard,
    TaskCard,
    TryRefused,
)
from ukumbi.server.http import body_of, limited, person_of
from ukumbi.server.limits import Limiter

TRY_COST: Final = 2
"""A try plays its task from the start."""


class LessonsApi:
    def __init__(self, hall: Hall, limiter: Limiter) -> None:
        self._hall = hall
        self._learnt = Learnt(hall.ledger)
        self._limiter = limiter

    def routes(self) -> list[Route]:
        route = partial(limited, self._limiter)
        return [
            route("/games/{game}/lesson", "GET", self.lesson, cost=TRY_COST),
            route("/games/{game}/lesson/{task}", "POST", self.attempt, cost=TRY_COST),
            route("/games/{game}/lesson/{task}/plan", "POST", self.plan, cost=TRY_COST),
            route("/games/{game}/figures", "GET", self.figures, cost=TRY_COST),
        ]

    async def lesson(self, request: Request) -> LessonCard:
        """All tasks, or the one in which a figure is tried out."""
        entry, figure = self._entry(request), request.query_params.get("figure")
        if figure is not None:
            return LessonCard((_task_card(entry.task(f"{FIGURE}{figure}")),), ())
        game, lesson = entry.game, entry.lesson
        if lesson is None:
            raise _no_lesson(entry)
        done = (await self._learnt.tasks(person_of(request))).get(game.name, ())
        tasks = tuple(map(_task_card, lesson.tasks))
        return LessonCard(tasks, tuple(task.scene.name for task in tasks if task.scene.name in done))

    async def figures(self, request: Request) -> FiguresCard:
        return figures_card(self._entry(request))

    async def attempt(self, request: Request) -> LessonReply:
        """What comes of the last of these tries. A task that is done is noted."""
        game, task, played = await self._played(request)
        finished = played.refused is None and played.act == len(task.acts)
        if finished:
            person, key = person_of(request), f"{game.name}/{task.name}"
            if key not in await self._learnt.of(person):
                await self._learnt.note(person, key)
        why = played.refused
        refused = None if why is None else TryRefused(why.code, dict(why.facts))
        facts = dict(task.scene.facts(played.match))
        return LessonReply(played.frames, played.moves, played.act, refused, facts, finished)

    async def plan(self, request: Request) -> Planned:
        """What may follow these parts of a move, from what the learner sees."""
        game, task, played = await self._played(request)
        body = await body_of(request, LessonTries)
        steps = game.steps(played.match.view(task.scene.seat), body.parts)
        return Planned("", "", steps.next, steps.move, steps.notes)

    async def _played(self, request: Request) -> tuple[AnyGame, Task, Played]:
        entry = self._entry(request)
        task = entry.task(request.path_params["task"])
        return entry.game, task, play_task(task, (await body_of(request, LessonTries)).tries)

    def _entry(self, request: Request) -> Entry:
        return self._hall.registry[request.path_params["game"]]


def figures_card(entry: Entry) -> FiguresCard:
    """What the rules of this game show; without a sheet they are only words."""
    if entry.sheet is None:
        return FiguresCard({}, ())
    return FiguresCard(dict(entry.sheet.numbers), tuple(map(_scene_card, entry.sheet.figures)))


def _no_lesson(entry: Entry) -> Refused:
    return Refused("no_such_lesson", lesson=entry.game.name)


def _task_card(task: Task) -> TaskCard:
    return TaskCard(_scene_card(task.scene), tuple(map(_act_card, task.acts)), task.runs)


def _scene_card(scene: Scene) -> SceneCard:
    match = stand(scene)
    frame = frame_of(match, scene.seat, match.seq)
    return SceneCard(scene.name, match.seats, scene.seat, frame, scene.marks, dict(scene.facts(match)))


def _act_card(act: Act | Question) -> ActCard:
    return ActCard(act.marks, act.choices if isinstance(act, Question) else None)
