"""HTTP: lessons, the figures of the rules, and what comes of a try."""

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.routing import Route

from ukumbi.core import AnyGame, Entry
from ukumbi.core.lessons import Played, Task, play_task
from ukumbi.hall.hall import Hall
from ukumbi.hall.lessons import Learnt
from ukumbi.hall.messages import Planned
from ukumbi.server.bodies import FiguresCard, LessonCard, LessonReply, LessonTries
from ukumbi.server.http import body_of, limited, person_of
from ukumbi.server.lesson_cards import figure_card, figures_card, is_done, lesson_card, lesson_reply
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
            return figure_card(entry, figure)
        return lesson_card(entry, await self._learnt.tasks(person_of(request), entry.game.name))

    async def figures(self, request: Request) -> FiguresCard:
        return figures_card(self._entry(request))

    async def attempt(self, request: Request) -> LessonReply:
        """What comes of the last of these tries. A task that is done is noted."""
        game, task, played = await self._played(request)
        if is_done(task, played):
            person, key = person_of(request), f"{game.name}/{task.name}"
            if key not in await self._learnt.of(person):
                await self._learnt.note(person, key)
        return lesson_reply(task, played)

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
