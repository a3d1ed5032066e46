"""How a game ends: two kinds of wins, two of draws, an agreement, a resignation."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.ukuma.table import ANN, BEN, GAME, at, decide, moves, play, refusal
from ukumbi.core import Outcome, Refused, Seat
from ukumbi.games.ukuma.events import Drew, Ended, Laid, Offered, UkumaOptions
from ukumbi.games.ukuma.grid import SizeName
from ukumbi.games.ukuma.state import Phase

RACE = at(
    "lloo@f4 lrbb@f2 lrbo@h7",
    "lloo@f5 ppoo@e2 plob@i6",
    hands=("lnob nnbb rrbb", "nloo nnbb rrbb"),
)
"""The booklet's picture: Black can reach White's edge on e1, White the cell behind Black's card on i6."""


def test_a_card_at_the_opponents_edge_wins() -> None:
    """R26: example A of the end."""
    after = play(RACE, "lay nloo@e1", actor=BEN)
    assert GAME.outcome(after) == Outcome("edge", places=(2, 1), points=(0, 1))


def test_a_card_behind_an_opposing_card_wins() -> None:
    """R28: example B of the end."""
    after = play(RACE, "lay lnob@i7")
    assert GAME.outcome(after) == Outcome("behind", places=(1, 2), points=(1, 0))


def test_the_faster_player_wins() -> None:
    """R26, R28: the game is over at once."""
    assert refusal(play(RACE, "lay lnob@i7"), "lay nloo@e1", BEN) == ("game_is_over", {})
    assert refusal(play(RACE, "lay nloo@e1", actor=BEN), "lay lnob@i7") == ("game_is_over", {})


@pytest.mark.parametrize(
    ("seat", "cell", "white", "black", "ending"),
    [
        (ANN, "f8", "lloo@f7", "lloo@e8", "edge"),
        (ANN, "f7", "lloo@f6", "lloo@e8", None),
        (ANN, "f1", "lloo@e1", "lloo@e2", None),
        (BEN, "f1", "lloo@e2", "lloo@f2", "edge"),
        (BEN, "f2", "lloo@e2", "lloo@f3", None),
        (BEN, "f8", "lloo@e7", "lloo@e8", None),
        (ANN, "f6", "lloo@e6", "lloo@f5", "behind"),
        (ANN, "f4", "lloo@e4", "lloo@f5", None),
        (ANN, "f6", "lloo@e6", "lloo@f4 rrbb@g7", None),
        (ANN, "f6", "lloo@f5", "lloo@e5", None),
        (ANN, "f6", "lloo@e6", "lloo@g5", None),
        (BEN, "f4", "lloo@f5", "lloo@e4", "behind"),
        (BEN, "f6", "lloo@f5", "lloo@e6", None),
        (BEN, "f4", "lloo@f6 rrbb@g3", "lloo@e4", None),
    ],
)
def test_a_card_wins_only_on_winning_cells(
    seat: Seat, cell: str, white: str, black: str, ending: str | None
) -> None:
    """R5, R26, R28: the far edge, not the near one; directly behind, not elsewhere."""
    hand = "llob lroo rroo"
    state = at(white, black, hands=(hand, hand))
    laid = [text for text in moves(state, seat) if text.startswith("lay ") and text.endswith("@" + cell)]
    assert {play(state, text, actor=seat).ending for text in laid} == {ending}


@pytest.mark.parametrize(("size", "last"), [("cafe", 6), ("card", 8), ("dining", 10)])
def test_the_last_row_is_the_edge(size: SizeName, last: int) -> None:
    """R27: on every table; no card can be laid beyond it."""
    state = at(
        f"lloo@f{last - 1}",
        f"lloo@e{last}",
        hands=("llob lroo rroo", ""),
        options=UkumaOptions(size=size, white="first"),
    )
    assert play(state, f"lay rloo@f{last}").ending == "edge"
    before = at(f"lloo@f{last}", f"lloo@e{last}", hands=("lroo rroo", ""), options=state.options)
    assert not [text for text in moves(before) if text.endswith(f"@f{last + 1}")]
    with pytest.raises(Refused) as refused:
        decide(before, f"lay lroo@f{last + 1}")
    assert refused.value.code == ("no_such_cell" if size == "dining" else "off_the_table")


def test_the_winning_card_is_the_last() -> None:
    """R22, R26, R44: no new hand is drawn, and hands are shown with their gaps."""
    last = at("lloo@f7", "lloo@e8", hands=("lroo", "rroo nnbb"))
    laid, end = decide(last, "lay rloo@f8")
    assert isinstance(laid, Laid)
    assert end == Ended("edge", ANN, ((None, None, None), ("rroo", "nnbb", None)), until=None)
    after = play(last, "lay rloo@f8")
    for viewer in (ANN, BEN, None):
        assert GAME.view(after, viewer).hands == ((None, None, None), ("rroo", "nnbb", None))


SIDES: dict[str, Any] = {
    "white": "lloo@a4 llbb@k4",
    "black": "lloo@a5 llbb@j5",
    "hands": ("nnoo", "plbb"),
}


def test_both_players_at_both_sides_is_a_draw() -> None:
    """R29: with the fourth of the cards."""
    state = at(**SIDES)
    assert state.phase is Phase.PLAYING
    after = play(state, "lay plbb@k5", actor=BEN)
    assert GAME.outcome(after) == Outcome("sides", places=(1, 1), points=(0, 0))
    assert after.winner is None


@pytest.mark.parametrize(
    "change",
    [{"white": "lloo@b4 llbb@k4"}, {"black": "lloo@b5 llbb@j5"}, {"white": "lloo@a4 llbb@j4"}],
)
def test_three_of_the_four_sides_are_not_enough(change: dict[str, Any]) -> None:
    """R29"""
    after = play(at(**{**SIDES, **change}), "lay plbb@k5", actor=BEN)
    assert after.phase is Phase.PLAYING


def test_a_win_comes_before_a_draw() -> None:
    """R31: although both players then reach both sides."""
    state = at("lloo@a4 pnbb@k5", "lloo@a5 llbb@j4", hands=("", "plbb"))
    after = play(state, "lay plbb@k4", actor=BEN)
    assert GAME.outcome(after) == Outcome("behind", places=(2, 1), points=(0, 1))


WALLED = at("lloo@a1", "lloo@a2 ploo@b1", hands=("nnbb", "nnoo"))
"""White's card is in its corner. Black can lay only on b2; after that no card can be laid."""


def test_it_is_a_draw_if_no_player_can_lay() -> None:
    """R30"""
    assert GAME.view(WALLED, None).fronts == ((), ("b2",))
    after = play(WALLED, "lay nnoo@b2", actor=BEN)
    assert GAME.outcome(after) == Outcome("stuck", places=(1, 1), points=(0, 0))
    assert GAME.view(after, None).fronts == ((), ())


@pytest.mark.parametrize(
    ("seat", "white", "black", "laid", "left"),
    [
        (BEN, "lloo@a8", "lloo@a7 lroo@c8", "lpoo@b8", ((), ("b7",))),
        (ANN, "lloo@a2 lroo@c1", "lloo@a1", "ploo@b1", (("b2",), ())),
    ],
)
def test_it_goes_on_if_one_player_can_lay(
    seat: Seat, white: str, black: str, laid: str, left: tuple[tuple[str, ...], ...]
) -> None:
    """R30: the other player cannot lay and has to wait."""
    after = play(at(white, black, hands=("lpoo", "lpoo")), f"lay {laid}", actor=seat)
    assert (after.phase, GAME.view(after, None).fronts) == (Phase.PLAYING, left)


FITTING_B7 = ["nloo", "nlob", "nroo", "nrob", "npoo", "npob", "nnoo", "nnob"]
"""All cards that Black could then lay on b7, either way up."""


@pytest.mark.parametrize("kept", [None, *FITTING_B7])
def test_a_cell_without_a_fitting_card_does_not_count(kept: str | None) -> None:
    """R30: the game goes on while one of the eight is in the pile or the discards."""
    gone = [f"{name}@{file}3" for name, file in zip(FITTING_B7, "defghijk", strict=True) if name != kept]
    state = at("lloo@a8", " ".join(["lloo@a7 lroo@c8", *gone]), hands=("", "lpoo"))
    for world in (state, replace(state, piles=((), ()), discards=state.piles)):
        after = play(world, "lay lpoo@b8", actor=BEN)
        assert after.ending == ("stuck" if kept is None else None)
        assert GAME.view(after, None).fronts == ((), ("b7",))


def test_another_cell_is_enough_to_go_on() -> None:
    """R30: a card for it is still in the pile."""
    state = at("lloo@a1 rroo@h4", "lloo@a2 ploo@b1 rroo@h5", hands=("nnbb", "nnoo"))
    after = play(state, "lay nnoo@b2", actor=BEN)
    assert after.phase is Phase.PLAYING
    assert GAME.view(after, None).fronts == (("g4", "i4"), ("g5", "i5"))


def test_both_offers_make_a_draw() -> None:
    """R32: both offer it; every viewer sees the offer."""
    state = play(RACE, "draw")
    assert decide(RACE, "draw") == [Offered(ANN)]
    assert [GAME.view(state, viewer).offer for viewer in (ANN, BEN, None)] == [ANN] * 3
    assert refusal(state, "draw") == ("already_offered", {})
    assert "draw" not in moves(state, ANN)
    assert "draw" in moves(state, BEN)
    after = play(state, "draw", actor=BEN)
    assert GAME.outcome(after) == Outcome("agreed", places=(1, 1), points=(0, 0))


def test_playing_on_withdraws_the_offer() -> None:
    """R32: by laying or discarding. The other player's moves leave it standing."""
    quiet = at(hands=("ppob lpoo lrbb", "ppob lpoo lrbb"))
    offered = play(quiet, "draw")
    for move in ("lay ppbo@e4", "discard"):
        assert play(offered, move).offer is None
    for move in ("lay ppbo@e5", "discard"):
        still = play(offered, move, actor=BEN)
        assert still.offer == ANN
        assert play(still, "draw", actor=BEN).ending == "agreed"
    again = play(play(offered, "discard"), "draw", actor=BEN)
    assert (again.phase, again.offer) == (Phase.PLAYING, BEN)


@pytest.mark.parametrize("seat", [ANN, BEN])
def test_resigning_loses(seat: Seat) -> None:
    """R33: the other wins."""
    after = play(RACE, "resign", actor=seat)
    assert (after.ending, after.winner, GAME.outcome(after) is not None) == ("resigned", 1 - seat, True)
    assert after.wins[1 - seat] == 1


def test_resigning_and_offering_count_as_giving_up() -> None:
    """R32, R33: random players skip these moves."""
    kinds = {text.split(" ")[0]: GAME.gives_up(GAME.parse_move(text)) for text in moves(RACE)}
    assert kinds == {"lay": False, "discard": False, "draw": True, "resign": True}


def test_no_hand_is_drawn_after_a_draw() -> None:
    """R22, R30"""
    assert not [event for event in decide(WALLED, "lay nnoo@b2", BEN) if isinstance(event, Drew)]
