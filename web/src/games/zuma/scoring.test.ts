import { expect, it } from "vitest";
import { bundles, coloursOf, strokesOf } from "./scoring";
import type { PoleView } from "./types";

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
