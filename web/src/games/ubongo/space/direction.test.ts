import { describe, expect, test } from "vitest";
import { asSeen, type Level, wayOf } from "./direction";

const QUARTER = Math.PI / 2;
const SWIPES: Readonly<Record<Level, { x: number; y: number }>> = {
  right: { x: 1, y: 0 },
  away: { x: 0, y: -1 },
  left: { x: -1, y: 0 },
  near: { x: 0, y: 1 },
};
const ROUND: readonly Level[] = ["right", "away", "left", "near"];

describe("a swipe tumbles in the direction in which it is seen", () => {
  test.each(ROUND)("%s from the usual side, also when it is slanted", (way) => {
    const { x, y } = SWIPES[way];
    for (const slant of [-0.6, 0, 0.6]) {
      expect(wayOf({ x: x * 60 + y * 60 * slant, y: y * 60 + x * 60 * slant }, 0)).toBe(way);
      expect(wayOf({ x: x * 60, y: y * 60 }, slant)).toBe(way);
    }
  });

  test.each([0, 1, 2, 3, 4, -1, -5])("after %i quarters of the view", (quarters) => {
    for (const [place, way] of ROUND.entries()) {
      // The eye goes round against the clock: what is right for it was away before.
      const expected = ROUND[(((place + quarters) % 4) + 4) % 4];
      expect(wayOf(SWIPES[way], quarters * QUARTER)).toBe(expected);
      expect(asSeen(way, quarters * QUARTER)).toBe(expected);
    }
  });
});

test("about the upright axis all sides see the same", () => {
  expect(asSeen("clockwise", QUARTER)).toBe("clockwise");
  expect(asSeen("counterclockwise", 2)).toBe("counterclockwise");
});
