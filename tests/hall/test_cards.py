"""Names at a table are unique."""

from pathlib import Path
from unicodedata import normalize

from hypothesis import given
from hypothesis import strategies as st

from tests.kit.scripted_hall import scripted_hall
from ukumbi.hall.cards import seat_cards, told_apart
from ukumbi.hall.requests import Leave, Sit
from ukumbi.hall.start_pages import summary_of, table_brief

NAMES = st.text("aAäｱ 2", min_size=1, max_size=4) | st.sampled_from(["Anna", "ANNA", "Anna 2", "Ａnna"])


def read(name: str) -> str:
    return normalize("NFKC", name).casefold()


@given(st.dictionaries(st.text("abcdef", min_size=1), NAMES, max_size=6))
def test_names_that_read_alike_get_a_number(names: dict[str, str]) -> None:
    apart = told_apart(names)
    assert list(apart) == list(names)
    assert len({read(name) for name in apart.values()}) == len(names)
    seen = set[str]()
    for person, name in names.items():
        if read(name) in seen:
            assert apart[person].startswith(f"{name} ")
        else:
            assert apart[person] == name
        seen.add(read(name))


def test_people_without_a_name_have_no_number() -> None:
    assert told_apart({"ada": "", "ben": ""}) == {"ada": "", "ben": ""}


async def test_equal_names_get_a_number_everywhere(tmp_path: Path) -> None:
    """At the table, on start pages and in seat news. The first person keeps the name."""
    async with scripted_hall(tmp_path) as people:
        hall = people.hall
        for person, name in (("ada", "Anna"), ("ben", "anna"), ("cleo", "Anna 2"), ("dora", "Anna")):
            await hall.people.rename(person, name)
        table = await people.set_up("unikato", "ada", "ben", "cleo", "dora")

        def named() -> list[str | None]:
            cards = [card.name for card in seat_cards(table)]
            brief = table_brief(table.row, summary_of(table), table.names_here(), "dora")
            assert [seat.name for seat in brief.seats] == cards
            return cards

        assert named() == ["Anna", "anna 3", "Anna 2", "Anna 4"]
        assert [news.name for news in table.seat_news()] == ["anna 3", "Anna 2", "Anna 4"]
        await hall.people.rename("cleo", "Cleo")
        hall.renamed("cleo", "Cleo")
        assert named() == ["Anna", "anna 2", "Cleo", "Anna 3"]
        await people.hall.ask(table.id, Leave("ben"))
        assert named() == ["Anna", None, "Cleo", "Anna 3"]
        assert table.seat_news()[-1].name == "anna 2"
        await people.hall.ask(table.id, Leave("ada"))
        assert named() == [None, None, "Cleo", "Anna 3"]


async def test_people_who_left_before_the_game_free_their_name(tmp_path: Path) -> None:
    """It may be the same friend who comes back with another device."""
    async with scripted_hall(tmp_path) as people:
        for person in ("ben", "phone", "cleo"):
            await people.hall.people.rename(person, "Ben")
        table = await people.lobby.set_up("ada", "unikato", ["open", "open"], b"{}", "on")
        for person in ("ben", "cleo"):
            await people.hall.ask(table.id, Sit(person, table.row.seat_key))
        await people.hall.ask(table.id, Leave("ben"))
        await people.hall.ask(table.id, Sit("phone", table.row.seat_key))
        assert [card.name for card in seat_cards(table)][1:] == ["Ben 2", "Ben"]
        await people.hall.ask(table.id, Leave("cleo"))
        assert [card.name for card in seat_cards(table)][1:] == ["Ben", None]
