import { describe, expect, test } from "vitest";
import { asSeen, atHeight, hitCube, type Level, pick, wayOf } from "./pointing";

const DOWN = { from: { x: 2.2, y: 0.9, z: 10 }, way: { x: 0, y: 0, z: -2 } };

test("a ray meets a height, unless it looks away from it", () => {
  expect(atHeight(DOWN, 1)).toEqual({ x: 2.2, y: 0.9, z: 1 });
  expect(atHeight({ ...DOWN, way: { x: 0, y: 0, z: 1 } }, 1)).toBeNull();
  expect(atHeight({ ...DOWN, way: { x: 1, y: 0, z: 0 } }, 1)).toBeNull();
});

test("a cube stands around the middle of its cell, and upon it", () => {
  expect(hitCube(DOWN, { x: 2, y: 1, z: 0 })).toBe(4.5);
  expect(hitCube(DOWN, { x: 2, y: 1, z: 1 })).toBe(4);
  expect(hitCube(DOWN, { x: 3, y: 1, z: 0 })).toBeNull();
  expect(hitCube(DOWN, { x: 2, y: 0, z: 0 })).toBeNull();
});

test("of several pieces the nearest is picked", () => {
  const low = ["low", [{ x: 2, y: 1, z: 0 }]] as const;
  const high = [
    "high",
    [
      { x: 3, y: 1, z: 1 },
      { x: 2, y: 1, z: 1 },
    ],
  ] as const;
  expect(pick(DOWN, [low, high])?.thing).toBe("high");
  expect(pick(DOWN, [high, low])?.at).toEqual({ x: 2.2, y: 0.9, z: 2 });
  expect(pick(DOWN, [["aside", [{ x: 0, y: 0, z: 0 }]]])).toBeNull();
});

test("a slanted ray meets the side of a cube", () => {
  const ray = { from: { x: -5, y: 0, z: 0.5 }, way: { x: 1, y: 0.01, z: 0 } };
  expect(pick(ray, [["cube", [{ x: 0, y: 0, z: 0 }]]])?.at.x).toBe(-0.5);
});

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
