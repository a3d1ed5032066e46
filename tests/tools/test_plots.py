"""Plots of results."""

from pathlib import Path

import pytest

from ukumbi.core import Refused
from ukumbi.core.pictures import check_picture
from ukumbi.tools.arena import Duel, Tournament
from ukumbi.tools.plots import plot_duels

NAMES = ("1", "8", "9")


@pytest.mark.parametrize(("name", "head"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")])
def test_a_plot_is_a_picture(tmp_path: Path, name: str, head: bytes) -> None:
    tournament = Tournament("unikato", NAMES, 30, seats=2)
    results = [Duel("1", "8", 10, 0, 1, 9), Duel("8", "9", 10, 5, 0, 5)]
    check_picture(tmp_path / name)
    plot_duels(tournament, results, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(head)


def test_a_plot_names_both_bots_of_a_duel(tmp_path: Path) -> None:
    """The labels are text, the stronger bot first."""
    picture = tmp_path / "duels.svg"
    plot_duels(Tournament("unikato", NAMES, 10, seats=2), [Duel("8", "9", 10, 2, 0, 8)], picture)
    text = picture.read_text()
    for words in ("9  against  8", "two in three", "even", "80.0%", "Unikato, 2 players"):
        assert f"<!-- {words}" in text


@pytest.mark.parametrize(
    ("name", "code"), [("a.doc", "no_such_picture"), ("a", "no_such_picture"), ("no/a.png", "no_such_folder")]
)
def test_a_plot_that_cannot_be_saved_is_refused_before_the_games(
    tmp_path: Path, name: str, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        check_picture(tmp_path / name)
    assert refused.value.code == code
