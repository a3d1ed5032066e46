"""Refusals carry a code and facts."""

import pytest

from tests.kit.fragile.rules import Fragile, Path
from tests.kit.pounce.rules import Pounce
from ukumbi.core import Illegal, Refused, Seat, Steps, Unreadable
from ukumbi.core.errors import IN_ENGLISH
from ukumbi.core.shared_rules import (
    COMMON,
    already_ready,
    game_is_over,
    no_clock_here,
    no_such_seat,
    not_now,
    not_your_turn,
)


@pytest.mark.parametrize("kind", [Illegal, Unreadable])
def test_every_kind_is_a_refusal(kind: type[Refused]) -> None:
    said = kind("way_is_blocked", by="a2", steps=3)
    assert isinstance(said, Refused)
    assert (said.code, said.facts) == ("way_is_blocked", {"by": "a2", "steps": 3})
    assert str(said) == "way_is_blocked: by a2, steps 3"


def test_a_refusal_without_facts_is_its_code() -> None:
    assert str(Illegal("cannot_pass")) == "cannot_pass"
    assert str(Illegal("no_such_seat", seat="x")) == "no_such_seat: seat x", "a sentence lacks a fact"


@pytest.mark.parametrize("code", sorted(COMMON))
def test_common_codes_have_a_sentence(code: str) -> None:
    assert code in IN_ENGLISH


def test_common_refusals_have_their_sentences_facts() -> None:
    said = [game_is_over(), not_your_turn(), not_now("between"), already_ready(), no_clock_here()]
    said += [no_such_seat(7, 2), Illegal("no_such_step", parts=["a", "b"])]
    assert [str(each) for each in said if str(each).startswith(each.code)] == []
    assert str(not_now("between")) == "this move does not belong here: the game is in its phase 'between'"


def test_a_game_without_steps_has_no_plans() -> None:
    assert Fragile().steps(Path(3), []) == Steps()
    with pytest.raises(Illegal) as refused:
        Fragile().steps(Path(3), ["step"])
    assert (refused.value.code, refused.value.facts) == ("no_such_step", {"parts": ["step"]})


def test_a_game_without_secrets_has_one_viewpoint() -> None:
    viewers = [Seat(0), Seat(1), None]
    assert len({Fragile().viewpoint(viewer) for viewer in viewers}) == 1
    assert len({Pounce().viewpoint(viewer) for viewer in viewers}) == 3
