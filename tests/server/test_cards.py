"""The options of each game as sent to the page."""

from enum import Enum
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec.structs import fields

from ukumbi.core import AnyGame, Options, checked_options
from ukumbi.core.options import asked_at_the_table, meaningless_with, meant_for, offered_values
from ukumbi.games import GAMES
from ukumbi.games.ubongo import ENTRY as UBONGO
from ukumbi.server.cards import option_cards


class Wind(Enum):
    NORTH = "north"
    EAST = "east"


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Literal["some", "none", "all"], ("some", "none", "all")),
        (Literal[10, 3, "never"], (10, 3, "never")),
        (Annotated[Literal["b", "a"], msgspec.Meta(title="a letter")], ("b", "a")),
        (Wind, ("north", "east")),
        (bool, (False, True)),
        (Annotated[int, msgspec.Meta(ge=2, le=5)], (2, 3, 4, 5)),
        (Annotated[int, msgspec.Meta(ge=1, le=99, examples=[7, 3])], (7, 3)),
    ],
)
def test_values_keep_their_declared_order(kind: object, values: tuple[object, ...]) -> None:
    assert offered_values(kind) == values


@pytest.mark.parametrize("kind", [int, str, float, Annotated[int, msgspec.Meta(ge=1)]])
def test_options_without_bounds_are_refused(kind: object) -> None:
    with pytest.raises(TypeError, match="no player can choose"):
        offered_values(kind)


def test_an_option_may_depend_on_the_number_of_players() -> None:
    assert meant_for(Annotated[Literal["a", "b"], msgspec.Meta(extra={"seats": (1, 1)})]) == (1, 1)
    assert meant_for(Annotated[int, msgspec.Meta(ge=2, le=5)]) is None
    assert meant_for(bool) is None
    unless = {"unless": {"solo": "daily"}}
    assert meaningless_with(Annotated[int, msgspec.Meta(extra=unless)]) == {"solo": "daily"}
    assert meaningless_with(bool) == {}


def test_ubongos_level_is_not_chosen_twice() -> None:
    """It is chosen at the table, by each player."""
    assert "level" not in [card.name for card in option_cards(UBONGO.game)]
    assert "level" not in UBONGO.first.options


@pytest.mark.parametrize("game", [entry.game for entry in GAMES], ids=lambda game: game.name)
def test_each_game_offers_its_default_and_only_legal_values(game: AnyGame) -> None:
    default = msgspec.to_builtins(game.options())
    cards = option_cards(game)
    asked = [field.name for field in fields(game.options) if not asked_at_the_table(field.type)]
    assert [card.name for card in cards] == asked
    for card in cards:
        assert card.default == default[card.name]
        assert card.default in card.values
        assert len(card.values) > 1
        for value in card.values:
            chosen: Options = checked_options(game, {card.name: value})
            assert msgspec.to_builtins(chosen)[card.name] == value
