"""The start page: your tables, kept up to date; against whom and how the next one is played."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import ComeIn, NewScene
from tests.browser.kit.languages import choose
from tests.browser.kit.match import begin_unseen, link_to, new_table, post, rename, set_up
from tests.browser.kit.scene import Scene
from tests.browser.kit.screens import DESK, PHONE, SHIFTS, box_of, fits
from tests.browser.kit.stand_in import play_turns
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, of_game, of_rules, rukuni, ukuma, unikato, word
from ukumbi.games import GAMES

STILL: Final = 0.01
"""A smaller shift is not seen: a word that gets wider."""
FINGER: Final = 24
"""Pixels that a rung is wide at least."""
STICKS_OUT: Final = """
card => [...card.querySelectorAll(":scope > :not(.cover)")].flatMap((section) => {
  const { left, right } = section.getBoundingClientRect();
  const edge = parseFloat(getComputedStyle(section).paddingLeft) - 1;
  const sticksOut = (part) => {
    const box = part.getBoundingClientRect();
    return box.left < left + edge || box.right > right - edge || part.scrollWidth > part.clientWidth + 1;
  };
  return [...section.querySelectorAll("*")]
    .filter((part) => part.clientWidth > 0 && sticksOut(part))
    .map((part) => part.outerHTML.slice(0, 120));
})
"""
"""What a card has no room for."""
LINES: Final = "text => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)"
each_language = pytest.mark.parametrize(
    "language",
    ["de", *(pytest.param(one, marks=pytest.mark.deep) for one in LANGUAGES if one != "de")],
)
"""German takes the most room: it is always looked at."""
LEVELS = {entry.game.name: list(entry.bots) for entry in GAMES}


def brief(me: Window, table: str) -> Locator:
    return me.page.locator(f'[data-summary="{table}"]')


def shown(me: Window) -> list[str]:
    """The tables on the page, in their order."""
    me.page.locator("[data-summary]").first.wait_for()
    found: list[str] = me.page.locator("[data-summary]").evaluate_all(
        "all => all.map(b => b.dataset.summary)"
    )
    return found


def in_play(me: Window) -> str:
    table: str = new_table(me, "1")["table"]
    return table


def lost(me: Window, turns: int = 0) -> str:
    table = in_play(me)
    play_turns(me, turns=turns, table=table)
    post(me, f"tables/{table}/resign")
    return table


# your tables


def test_tables_stand_in_the_order_in_which_they_matter(me: Window) -> None:
    """What is new, over or gone comes by itself and moves nothing; what is over is watched again."""
    over, waiting, mine = lost(me, turns=4), new_table(me, "open")["table"], in_play(me)
    me.visit()
    assert shown(me) == [mine, waiting, over]
    expect(brief(me, mine)).to_contain_text(word("tables.turn"))
    expect(brief(me, mine)).to_contain_text(word("seat.bot", level=rukuni("level.1")))
    expect(brief(me, waiting)).to_contain_text(word("lobby.alone"))
    expect(brief(me, over)).to_contain_text(word("tables.lost"))
    expect(me.page.get_by_role("status").filter(has_text=word("tables.turns", n=1))).to_have_count(1)
    _hears(me)
    new: str = new_table(me, "open")["table"]
    expect(brief(me, new)).to_contain_text(word("status.open"))
    before = shown(me)
    post(me, f"tables/{mine}/resign")
    expect(brief(me, mine)).to_contain_text(word("tables.lost"))
    post(me, f"tables/{new}/cancel")
    expect(brief(me, new)).to_contain_text(word("tables.gone"))
    assert shown(me) == before, "everything has stayed where it was"
    assert before == [mine, waiting, new, over]
    brief(me, over).get_by_role("link", name=word("replay.watch")).click()
    expect(me.page.get_by_role("slider")).to_be_visible()


def test_a_game_alone_is_over_and_not_won(me: Window) -> None:
    """The page names no missing players, before and after."""
    table: str = set_up(me, "ubongo", [], {"solo": "time"})["table"]
    waits: str = new_table(me, "open")["table"]
    me.visit()
    expect(brief(me, waits)).to_contain_text(word("lobby.alone"))
    expect(brief(me, table)).to_contain_text(word("lobby.solo"))
    post(me, f"tables/{table}/resign")
    expect(brief(me, table)).to_contain_text(word("status.over"))
    expect(brief(me, table)).to_contain_text(word("lobby.solo"))
    expect(brief(me, table)).not_to_contain_text(word("tables.won"))


def test_a_turn_is_seen_without_loading_and_nothing_moves(come_in: ComeIn) -> None:
    me, friend = rename(come_in(), "Mira"), rename(come_in(), "Jonas")
    table: str = new_table(me, "open", white="second")["table"]
    begin_unseen(me, friend, table)
    others = [in_play(me) for _ in range(2)]
    me.visit()
    before = shown(me)
    assert before == [*reversed(others), table]
    expect(brief(me, table)).to_have_attribute("data-kind", "running")
    _hears(me)
    play_turns(friend, turns=1, table=table)
    expect(brief(me, table)).to_have_attribute("data-kind", "turn")
    expect(brief(me, table)).to_contain_text("Jonas")
    assert shown(me) == before
    me.page.reload()
    assert shown(me)[0] == table


def _hears(me: Window) -> None:
    """The line is open: from now on the hall tells what happens."""
    me.until(lambda: me.told)


def test_a_table_is_removed_and_had_back(me: Window) -> None:
    table = in_play(me)
    me.visit()
    away = brief(me, table).get_by_role("button")
    expect(away).to_have_accessible_name(
        f"{word('tables.remove')}: {rukuni('name')}, "
        + word("lobby.against", names=word("seat.bot", level=rukuni("level.1")))
    )
    away.click()
    expect(brief(me, table)).to_have_count(0)
    undo = me.page.get_by_role("button", name=word("tables.undo"))
    expect(undo).to_be_focused()
    undo.click()
    expect(brief(me, table)).to_be_visible()
    brief(me, table).get_by_role("button").click()
    undo.wait_for()
    me.page.reload()
    me.page.get_by_test_id("my-name").wait_for()
    expect(me.page.get_by_text(word("lobby.tables"))).to_have_count(0)
    me.visit(f"/t/{table}").awaits_me()
    me.visit()
    assert shown(me) == [table]


def test_a_table_with_a_guest_is_called_off_after_a_question(come_in: ComeIn) -> None:
    me, friend = come_in(), come_in()
    alone, shared = (new_table(me, "open")["table"] for _ in range(2))
    post(friend, f"tables/{shared}/sit")
    me.visit()
    brief(me, alone).get_by_role("button").click()
    expect(brief(me, alone)).to_have_count(0)
    brief(me, shared).get_by_role("button").click()
    me.press("act.stay")
    brief(me, shared).get_by_role("button").click()
    me.press("room.cancel.yes")
    expect(brief(me, shared)).to_have_count(0)
    me.visit(f"/t/{shared}").is_nowhere("error.table_cancelled")


def test_only_the_latest_finished_games_are_in_the_way(me: Window) -> None:
    games = [lost(me) for _ in range(5)]
    me.visit()
    assert shown(me) == games[:1:-1]
    me.page.get_by_role("button", name=word("tables.more", n=2)).click()
    assert shown(me) == games[::-1]


# against whom, and how


def test_the_first_game_is_easy_and_with_help(me: Window) -> None:
    me.visit()
    me.play_from_the_shelf("ukuma")
    me.plays()
    card = me.context.request.get(f"{me.address}/api/tables/{me.table}").json()
    assert card["seats"][1]["bot"] == LEVELS["ukuma"][0]
    assert card["options"]["fits"] == "shown"


@pytest.mark.parametrize("game", ["rukuni", "unikato"])
def test_the_rules_come_before_the_first_game(me: Window, game: str) -> None:
    """And only then."""
    me.visit().on_the_shelf("lobby.play", game).click()
    expect(me.page.get_by_role("dialog")).to_contain_text(of_rules(game, "end"))
    assert me.context.request.get(f"{me.address}/api/me/tables").json() == []
    me.page.get_by_test_id("begin").click()
    me.plays()
    me.visit().on_the_shelf("lobby.play", game).click()
    me.plays()


def test_what_stands_on_the_shelf(come_in: ComeIn) -> None:
    """Buttons in a row, a ladder of levels, and whom a handicap helps."""
    me = come_in(viewport=DESK).visit()
    _buttons_stay_where_they_are(me)
    _the_keyboard_climbs_the_ladder(me)
    handicap = me.page.locator('[data-game="ukuma"] [data-option="handicap"]')
    for value in ("first", "second"):
        handicap.select_option(value)
        expect(handicap).to_have_accessible_description(ukuma(f"option.handicap.{value}.what"))
    table = set_up(rename(me, "Mira"), "ukuma", ["open"], {"handicap": "first"})["table"]
    guest = come_in().visit(link_to(table))
    expect(guest.invitation).to_contain_text(ukuma("option.handicap.seat.what", name="Mira"))
    me.go(f"/t/{table}")
    expect(me.room).to_contain_text(ukuma("option.handicap.seat.what", name="Mira"))


def _buttons_stay_where_they_are(me: Window) -> None:
    # What is written on it depends on how many play.
    buttons = [me.page.locator(f'[data-game="{game}"] .start .primary') for game in LEVELS]
    tops = [_top(button) for button in buttons]
    assert max(tops) - min(tops) < 1
    assert max(tops) < DESK["height"] - 40, "the first move is two clicks away, without scrolling"
    for rung in me.page.locator('[data-game="unikato"]').get_by_role("radio").all():
        rung.check(force=True)
        assert [_top(button) for button in buttons] == pytest.approx(tops, abs=1)


@each_language
def test_all_games_stand_side_by_side_in_every_language(scene: Scene, language: str) -> None:
    me = scene.go("/")
    choose(me, language)
    _buttons_stay_where_they_are(me)
    for card in me.page.locator("[data-game]").all():
        assert card.evaluate(STICKS_OUT) == []
        levels = card.locator(".levels label")
        assert min(levels.evaluate_all("all => all.map(r => r.getBoundingClientRect().width)")) >= FINGER


def test_the_last_row_of_games_is_in_the_middle(scene: Scene) -> None:
    me = scene.go("/")
    me.on_the_shelf("lobby.play", "ubongo").wait_for()
    for width in (1200, 1024, 844, 640, 390):
        me.page.set_viewport_size({"width": width, "height": 800})
        boxes = [box_of(card) for card in me.page.locator("[data-game]").all()]
        last = [box for box in boxes if box["y"] == boxes[-1]["y"]]
        assert len({round(box["width"]) for box in boxes}) == 1, "none is wider than the others"
        assert last[0]["x"] == pytest.approx(width - last[-1]["x"] - last[-1]["width"], abs=1)
        fits(me)


def test_only_what_both_page_and_hall_have_is_on_the_shelf(me: Window) -> None:
    """An older hall has no Ubongo yet; a newer one has a game that this page does not know."""

    def otherwise(route: Route) -> None:
        games = {game["name"]: game for game in route.fetch().json()}
        del games["ubongo"]
        route.fulfill(json=[*games.values(), {**games["rukuni"], "name": "bao"}])

    me.page.route("**/api/games", otherwise)
    me.visit()
    me.on_the_shelf("lobby.play").wait_for()
    shown = me.page.locator("[data-game]").evaluate_all("all => all.map(card => card.dataset.game)")
    assert shown == [game for game in LEVELS if game != "ubongo"]


def _top(button: Locator) -> float:
    button.wait_for()
    top: float = button.evaluate("button => button.getBoundingClientRect().top")
    return top


def _the_keyboard_climbs_the_ladder(me: Window) -> None:
    shelf = me.page.locator('[data-game="rukuni"]')
    ladder = shelf.get_by_role("radiogroup").or_(shelf.get_by_role("group", name=word("choose.opponent")))
    levels = shelf.get_by_role("radio")
    expect(levels).to_have_count(len(LEVELS["rukuni"]))
    expect(ladder).to_contain_text(rukuni("level.1"))
    expect(ladder).to_contain_text(rukuni("level.1.how"))
    levels.nth(0).focus()
    me.page.keyboard.press("ArrowRight")
    expect(levels.nth(1)).to_be_checked()
    expect(levels.nth(1)).to_have_accessible_name(_level_label("rukuni", 1))
    expect(ladder).to_contain_text(rukuni("level.2"))
    expect(ladder).to_contain_text(rukuni("level.2.how"))


def _level_label(game: str, place: int) -> str:
    levels = LEVELS[game]
    name = of_game(game, f"level.{levels[place]}")
    return word("choose.level.of", n=place + 1, of=len(levels), name=name)


def test_what_was_chosen_is_played_and_remembered(me: Window) -> None:
    me.visit()
    shelf = me.page.locator('[data-game="unikato"]')
    shelf.get_by_role("radio", name=_level_label("unikato", 3)).check(force=True)
    for option, value in {"players": "3", "rounds": "2", "patience": "never", "watch": "off"}.items():
        shelf.locator(f'[data-option="{option}"]').select_option(value)
    expect(shelf).to_contain_text(unikato("option.patience.never.what"))
    expect(shelf).to_contain_text(unikato("option.rounds.what", n=2))
    shelf.get_by_role("button", name=word("choose.play.more", n=2)).click()
    me.page.get_by_test_id("begin").click()
    me.plays()
    card = me.context.request.get(f"{me.address}/api/tables/{me.table}").json()
    assert [seat["bot"] for seat in card["seats"]] == [None, "4", "4"]
    assert (card["options"]["rounds"], card["options"]["patience"], card["watch"]) == (2, "never", "off")
    me.visit()
    expect(shelf.get_by_role("radio", name=_level_label("unikato", 3))).to_be_checked()
    for option, value in {"players": "3", "rounds": "2", "patience": "never", "watch": "off"}.items():
        expect(shelf.locator(f'[data-option="{option}"]')).to_have_value(value)


def test_on_a_phone_the_next_game_does_not_lie_below_all_options(new_scene: NewScene) -> None:
    me = new_scene(**PHONE).go("/")
    shelf = me.page.locator('[data-game="unikato"]')
    rows, fold = shelf.locator("[data-option]"), shelf.locator("summary")
    expect(rows).to_have_count(1)
    rows.select_option("3")
    expect(shelf.get_by_role("button", name=word("choose.play.more", n=2))).to_be_visible()
    expect(fold).to_contain_text(f"{unikato('option.starter')} {unikato('option.starter.first')}")
    fold.tap()
    expect(fold).to_have_text(word("choose.more"))
    shelf.locator('[data-option="patience"]').select_option("never")
    fold.tap()
    expect(rows).to_have_count(1)
    unusual = f"{unikato('option.patience.name')} {unikato('option.patience.never')}"
    usual = f"{unikato('option.rounds')} 1"
    expect(fold).to_have_text(re.compile(rf"^\s*{word('choose.more.are')}.*{unusual}\s.*{usual}", re.DOTALL))


@each_language
def test_on_a_phone_what_is_chosen_takes_two_lines_at_most(new_scene: NewScene, language: str) -> None:
    me = new_scene(**PHONE, locale=language).go("/")
    me.on_the_shelf("lobby.play", "ubongo", language).wait_for()
    folds = me.page.locator("summary > span")
    expect(folds).to_have_count(len(LEVELS))
    assert max(fold.evaluate(LINES) for fold in folds.all()) < 2.5
    assert me.page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


@pytest.mark.deep
def test_tables_come_where_room_was_kept_for_them(come_in: ComeIn) -> None:
    me = come_in()
    in_play(me)
    me.visit()
    me.page.locator("[data-summary]").wait_for()
    answers: list[Callable[[], None]] = []
    me.page.route("**/api/me/tables", lambda route: answers.append(route.continue_))
    for size in (DESK, PHONE["viewport"]):
        me.page.set_viewport_size(size)
        me.page.reload()
        play = me.on_the_shelf("lobby.play")
        before = _top(play)
        me.until(lambda: answers)
        answers.pop()()
        me.page.locator("[data-summary]").wait_for()
        assert _top(play) == before


def test_tables_from_elsewhere_push_nothing_away(come_in: ComeIn) -> None:
    """Set up on another device: they are there when the page is drawn, and what comes later glides in."""
    me = come_in(reduced_motion="no-preference")
    me.page.add_init_script(SHIFTS)
    me.visit()
    me.page.get_by_test_id("my-name").wait_for()
    for size in (DESK, PHONE["viewport"]):
        me.page.set_viewport_size(size)
        for table in (in_play(me), in_play(me)):
            me.visit()
            brief(me, table).wait_for()
            assert _shifted(me) < STILL
        me.visit(f"/t/{table}").awaits_me()
        before = _shifted(me)
        table = in_play(me)
        me.go()
        brief(me, table).wait_for()
        _hears(me)
        brief(me, in_play(me)).wait_for()
        me.page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))")
        assert _shifted(me) - before < STILL


def _shifted(me: Window) -> float:
    """The sum of all layout shifts, as soon as the browser has reported them."""
    shifted: float = me.page.evaluate(
        "() => new Promise(told => requestAnimationFrame(() => setTimeout(() => told(window.shifted))))"
    )
    return shifted


# after the game


def test_after_a_loss_an_easier_game_is_offered(me: Window) -> None:
    me.visit()
    me.page.locator('[data-game="rukuni"]').get_by_role("radio").nth(4).check(force=True)
    me.play_from_the_shelf()
    me.awaits_me()
    me.press("act.resign")
    me.press("act.resign.yes")
    me.ending.get_by_role("button", name=word("end.easier", level=_level_label("rukuni", 3))).click()
    expect(me.page.locator("[data-seat]").filter(has_text=rukuni("level.4"))).to_be_visible()
    me.plays()
    me.visit()
    expect(me.page.locator('[data-game="rukuni"]').get_by_role("radio").nth(3)).to_be_checked()


def test_among_people_no_level_is_offered(come_in: ComeIn) -> None:
    me, friend = come_in(), come_in()
    table: str = new_table(me, "open")["table"]
    begin_unseen(me, friend, table)
    post(me, f"tables/{table}/resign")
    me.visit(f"/t/{table}")
    me.ending.get_by_role("button", name=word("end.again")).wait_for()
    expect(me.page.locator("[data-next]")).to_have_count(0)
