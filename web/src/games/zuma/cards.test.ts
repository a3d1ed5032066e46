import { expect, it } from "vitest";
import {
  bundles,
  coloursOf,
  groups,
  letterOf,
  placeOf,
  SETS,
  type SignName,
  sorted,
  strokesOf,
} from "./cards";
import { DRAWINGS } from "./drawings";
import type { PoleView } from "./types";

const ALL: readonly SignName[] = [...SETS, "zuma"];

it("gives ten sets and Zuma a letter each", () => {
  expect(ALL.map(letterOf).join("")).toBe("ABCDEFGHIJZ");
});

it("gives each a ground of its own", () => {
  expect(new Set(ALL.map((sign) => DRAWINGS[sign].ground)).size).toBe(ALL.length);
});

it.each(ALL)("draws %s inside its square", (sign) => {
  for (const [x, y] of DRAWINGS[sign].layers.flatMap(([, path]) => points(path))) {
    expect(Math.max(Math.abs(x), Math.abs(y)), `${sign} at ${x},${y}`).toBeLessThanOrEqual(52);
  }
});

/** Where each part of a path ends or bends; the commands are those that the drawings use. */
function points(path: string): [number, number][] {
  const found: [number, number][] = [];
  let [x, y] = [0, 0];
  const go = (to: [number, number]): void => {
    [x, y] = to;
    found.push(to);
  };
  for (const [, command = "", rest = ""] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const n = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    const at = (i: number): number => n[i] ?? Number.NaN;
    if (command === "H") go([at(0), y]);
    else if (command === "V") go([x, at(0)]);
    else if (command === "A") go([at(5), at(6)]);
    else if (command === "a") go([x + at(5), y + at(6)]);
    else if (command === "c") go([x + at(4), y + at(5)]);
    else if ("MLC".includes(command)) for (let i = 0; i < n.length; i += 2) go([at(i), at(i + 1)]);
    else if (command !== "Z") throw new Error(`${command} in ${path}`);
  }
  return found;
}

const HAND: readonly SignName[] = ["zuma", "rain", "sun", "eagle", "rain", "sun", "rain"];

it("has the fullest sets first, equal ones by their letters, and Zuma cards at the end", () => {
  expect(sorted(HAND).map(({ sign }) => sign)).toEqual([
    "rain",
    "rain",
    "rain",
    "sun",
    "sun",
    "eagle",
    "zuma",
  ]);
  expect(sorted(["skull", "moon", "sun"]).map(({ sign }) => sign)).toEqual([
    "sun",
    "moon",
    "skull",
  ]);
});

it("marks the two fullest sets and the Zuma cards with their number, and nothing else", () => {
  expect(sorted(HAND).map(({ fullest }) => fullest)).toEqual([3, 3, 3, 2, 2, 0, 1]);
  const three: readonly SignName[] = ["sun", "sun", "eagle", "eagle", "rain", "rain"];
  expect(groups(three).map(({ marked }) => marked)).toEqual([true, true, false]);
  expect(groups(["sun", "rain"]).some(({ marked }) => marked)).toBe(false);
});

it("opens each set once", () => {
  expect(sorted(HAND).filter(({ opens }) => opens)).toHaveLength(4);
});

it("takes a chosen card from the place that was touched, else the last of its set", () => {
  const places = sorted(HAND);
  expect(placeOf(places, "rain", 1)).toBe(1);
  expect(placeOf(places, "rain", 4)).toBe(2);
  expect(placeOf(places, "rain", null)).toBe(2);
  expect(placeOf(places, "skull", null)).toBeNull();
  expect(placeOf(places, null, 1)).toBeNull();
});

it("bundles strokes in fives", () => {
  expect(bundles(0)).toEqual([]);
  expect(bundles(4)).toEqual([4]);
  expect(bundles(12)).toEqual([5, 5, 2]);
});

it("adds up strokes of all rounds", () => {
  expect(
    strokesOf({
      strokes: [
        { round: 1, why: "foul", count: 2 },
        { round: 3, why: "zuma", count: 1 },
      ],
    }),
  ).toBe(3);
});

it("has a box for each colour in play, once", () => {
  const poles = ["blue", "red", "red"].map((colour) => ({ colour })) as unknown as PoleView[];
  expect(coloursOf({ poles })).toEqual(["red", "blue"]);
});
