import { render } from "svelte/server";
import { expect, it } from "vitest";
import SeatSign from "../board/SeatSign.svelte";
import type { TableBrief } from "../startup/types";
import { bars, nextLevel, soleLevel } from "./seats";

it.each([
  [0, 4],
  [39, 4],
  [40, 3],
  [120, 2],
  [200, 1],
  [5000, 1],
])("shows a lag of %i ms with %i bars", (lag, shown) => {
  expect(bars(lag)).toBe(shown);
});

it("has a shape of its own for each of six seats", () => {
  const shapes = [0, 1, 2, 3, 4, 5].map((seat) => render(SeatSign, { props: { seat } }).body);
  expect(new Set(shapes).size).toBe(6);
});

const LEVELS = ["1", "2", "6"];
const bot = (level: string) => ({ name: null, bot: level, stand_in: null });
const ME = { name: "Mira", bot: null, stand_in: null };

function game(table: string, changed: number, places: number[], level = "2"): TableBrief {
  const seats = [ME, ...places.slice(1).map(() => bot(level))];
  const outcome = { ending: "no_peg_left", places, points: [] };
  const facts = {
    game: "rukuni",
    status: "over",
    you: 0,
    host: true,
    awaited: [],
    score: [],
  } as const;
  return { ...facts, table, seats, changed, outcome };
}

it("offers the level below after a loss", () => {
  expect(nextLevel("a", [game("a", 1, [2, 1])], LEVELS)).toEqual({
    how: "easier",
    level: "1",
  });
  expect(nextLevel("a", [game("a", 1, [3, 1, 2])], LEVELS)?.how).toBe("easier");
  expect(nextLevel("a", [game("a", 1, [2, 1], "1")], LEVELS)).toBeNull();
});

it("offers the level above after two wins in a row against it", () => {
  const [one, two] = [game("a", 1, [1, 2]), game("b", 2, [1, 2])];
  expect(nextLevel("a", [one, two], LEVELS)).toBeNull();
  expect(nextLevel("b", [one, two], LEVELS)).toEqual({ how: "harder", level: "6" });
  const lower = game("a", 1, [1, 2], "1");
  expect(nextLevel("b", [lower, two], LEVELS)).toBeNull();
  const lost = game("c", 1.5, [2, 1]);
  expect(nextLevel("b", [one, lost, two], LEVELS)).toBeNull();
  const top = [game("a", 1, [1, 2], "6"), game("b", 2, [1, 2], "6")];
  expect(nextLevel("b", top, LEVELS)).toBeNull();
});

it("offers nothing after a draw, among people, or while it goes on", () => {
  expect(nextLevel("a", [game("a", 1, [1, 1])], LEVELS)).toBeNull();
  const people = { ...game("a", 1, [2, 1]), seats: [ME, ME] };
  expect(nextLevel("a", [people], LEVELS)).toBeNull();
  expect(nextLevel("a", [{ ...game("a", 1, [2, 1]), outcome: null }], LEVELS)).toBeNull();
  expect(nextLevel("x", [], LEVELS)).toBeNull();
});

it("knows the level of bots that are alike", () => {
  expect(soleLevel([bot("1"), ME, bot("1")], 1)).toBe("1");
  expect(soleLevel([bot("1"), ME, bot("2")], 1)).toBeNull();
  expect(soleLevel([bot("1"), ME], null)).toBeNull();
});
