"""After a round of Ubongo: what each player has built, and the solutions."""

from playwright.sync_api import expect

from tests.browser.kit.blocktable import BlockTable
from tests.browser.kit.words import of_game
from ukumbi.games.ubongo.boards import read_filling, read_outline
from ukumbi.games.ubongo.grid import name_cubes


def looks_at_everything(table: BlockTable, seat: int) -> bool:
    """This player's board, one way to fill it and another, if there is one; whether there is."""
    side = table.view["sides"][seat]
    table.page.locator(f'[data-whose="{seat}"]').click()
    choose(table, "built")
    built = {piece: sorted(cubes) for piece, cubes in side["lying"].items()}
    shows(table, built)
    fillings = [_by_piece(side["board"]["outline"], text) for text in side["solutions"]]
    choose(table, "solution")
    shows(table, fillings[0])
    another = table.page.locator('button[data-which="another"]')
    if len(fillings) == 1:
        expect(another).to_have_count(0)
        expect(table.button("gallery")).to_contain_text(of_game("ubongo", "gallery.only"))
        return False
    choose(table, "another")
    assert fillings[1] != fillings[0]
    shows(table, fillings[1])
    return True


def choose(table: BlockTable, which: str) -> None:
    table.page.locator(f'button[data-which="{which}"]').click()
    expect(table.button("gallery")).to_have_attribute("data-which", which)


def shows(table: BlockTable, filling: dict[str, list[str]]) -> None:
    """These pieces lie just so, and the outline is full: twice as many cubes as it has cells."""
    cubes = [name for names in filling.values() for name in names]
    assert len(set(cubes)) == len(cubes) == table.page.locator("[data-cube]").count()
    expect(table.page.locator("[data-on]")).to_have_count(len(cubes))
    assert table.shown() == {piece: sorted(names) for piece, names in sorted(filling.items())}


def _by_piece(outline: str, text: str) -> dict[str, list[str]]:
    filling = read_filling(read_outline(outline), text)
    return {piece: sorted(name_cubes(cubes)) for piece, cubes in filling.items()}
