"""Lessons over HTTP: nothing is kept but what was done."""

from typing import Any

import httpx
import pytest

from tests.kit.people import LoggedHall
from ukumbi.core import Entry
from ukumbi.games import GAMES

SHEETS = [entry for entry in GAMES if entry.sheet]
TAUGHT = [entry.game.name for entry in GAMES if entry.lesson]


def attempt(visitor: httpx.Client, game: str, task: str, *moves: str | None) -> dict[str, Any]:
    tries = [{"move": move, "at": 0} for move in moves]
    answer = visitor.post(f"/api/games/{game}/lesson/{task}", json={"tries": tries})
    assert answer.status_code == 200, answer.text
    reply: dict[str, Any] = answer.json()
    return reply


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_tells_what_each_task_begins_with(visitor: httpx.Client, game: str) -> None:
    lesson = visitor.get(f"/api/games/{game}/lesson").json()
    assert 5 <= len(lesson["tasks"]) <= 8
    assert lesson["done"] == []
    for task in lesson["tasks"]:
        assert task["scene"]["frame"]["view"]["you" if game != "rukuni" else "to_move"] in (0, 1, None)
        assert task["acts"]


def test_a_right_try_is_answered_and_noted(visitor: httpx.Client) -> None:
    visitor.get("/api/me")
    reply = attempt(visitor, "rukuni", "move", "a1-d4/e5")
    assert (reply["refused"], reply["done"], reply["moves"]) == (None, True, ["a1-d4/e5"])
    mine, theirs = reply["frames"]
    assert [event["event"]["turn"] for frame in (mine, theirs) for event in frame["events"]] == [
        "a1-d4/e5",
        "e9-e7/d6",
    ]
    attempt(visitor, "rukuni", "move", None)
    assert visitor.get("/api/games/rukuni/lesson").json()["done"] == ["move"]


def test_a_wrong_try_is_refused_with_the_rules_code_and_noted_nowhere(visitor: httpx.Client) -> None:
    visitor.get("/api/me")
    reply = attempt(visitor, "rukuni", "move", "a1-c2/c3")
    assert reply["refused"] == {"code": "not_in_line", "facts": {"tower": "a1", "to": "c2"}}
    assert (reply["frames"], reply["done"], reply["act"]) == ([], False, 0)
    assert visitor.get("/api/games/rukuni/lesson").json()["done"] == []


def test_a_plan_is_made_from_what_the_learner_sees(visitor: httpx.Client) -> None:
    body = {"tries": [], "parts": ["co1w@1,0"]}
    answer = visitor.post("/api/games/unikato/lesson/chain/plan", json=body).json()
    assert answer["move"] == "lay co1w@1,0"
    assert "cp1w@2,0" in answer["next"]
    refused = visitor.post(
        "/api/games/unikato/lesson/chain/plan", json={"tries": [], "parts": ["sb3k@1,0"]}
    ).json()
    assert refused["code"] == "does_not_fit"


@pytest.mark.parametrize(
    ("way", "status", "code"),
    [
        ("rukuni/lesson/nonsense", 404, "not_found"),
        ("pounce/lesson/move", 404, "not_found"),
        ("chess/lesson/move", 404, "no_such_game"),
    ],
)
def test_what_is_not_taught_is_refused(visitor: httpx.Client, way: str, status: int, code: str) -> None:
    answer = visitor.post(f"/api/games/{way}", json={"tries": []})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_only_so_many_tries_are_played(visitor: httpx.Client) -> None:
    tries = [{"move": None}] * 61
    answer = visitor.post("/api/games/rukuni/lesson/move", json={"tries": tries})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")


def test_a_game_without_a_lesson_has_none(hall: LoggedHall) -> None:
    cards = {card["name"]: card["lesson"] for card in httpx.get(f"{hall.url}/api/games").json()}
    assert all(cards[game] >= 5 for game in TAUGHT)
    assert cards["pounce"] == 0


@pytest.mark.parametrize(
    "entry", [entry for entry in GAMES if entry.sheet], ids=lambda entry: entry.game.name
)
def test_figures_of_the_rules(visitor: httpx.Client, entry: Entry) -> None:
    told = visitor.get(f"/api/games/{entry.game.name}/figures").json()
    assert entry.sheet is not None
    assert told["numbers"] == dict(entry.sheet.numbers)
    assert [figure["name"] for figure in told["figures"]] == [scene.name for scene in entry.sheet.figures]


def test_a_figure_is_tried_out_and_noted_nowhere(visitor: httpx.Client) -> None:
    visitor.get("/api/me")
    (task,) = visitor.get("/api/games/unikato/lesson", params={"figure": "double"}).json()["tasks"]
    assert task["scene"]["name"] == "figure.double"
    reply = attempt(visitor, "unikato", "figure.double", "lay so2w@1,0")
    assert reply["refused"]["code"] == "place_is_taken"
    reply = attempt(visitor, "unikato", "figure.double", "lay so2w@1,1")
    assert (reply["refused"], reply["done"]) == (None, False)
    assert reply["frames"][-1]["view"]["phase"] == "second"
    assert visitor.get("/api/games/unikato/lesson").json()["done"] == []


def test_a_figure_that_is_none(visitor: httpx.Client) -> None:
    answer = visitor.get("/api/games/zuma/lesson", params={"figure": "nothing"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
