"""Refusals carry a code and facts."""

import pytest

from tests.kit.fragile.rules import Fragile, Path
from tests.kit.pounce.rules import Pounce
from ukumbi.core import Illegal, Refused, Seat, Steps, Unreadable


@pytest.mark.parametrize("kind", [Illegal, Unreadable])
def test_every_kind_is_a_refusal(kind: type[Refused]) -> None:
    said = kind("way_is_blocked", by="a2", steps=3)
    assert isinstance(said, Refused)
    assert (said.code, said.facts) == ("way_is_blocked", {"by": "a2", "steps": 3})
    assert str(said) == "way_is_blocked (by='a2', steps=3)"


def test_a_refusal_without_facts_is_its_code() -> None:
    assert str(Illegal("not_your_turn")) == "not_your_turn"


def test_a_game_without_steps_plans_nothing() -> None:
    assert Fragile().steps(Path(3), []) == Steps()
    with pytest.raises(Illegal) as refused:
        Fragile().steps(Path(3), ["step"])
    assert (refused.value.code, refused.value.facts) == ("no_such_step", {"parts": ["step"]})


def test_a_game_without_secrets_has_one_kind_of_viewer() -> None:
    viewers = [Seat(0), Seat(1), None]
    assert len({Fragile().viewpoint(viewer) for viewer in viewers}) == 1
    assert len({Pounce().viewpoint(viewer) for viewer in viewers}) == 3
