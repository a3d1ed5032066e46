import { expect, test } from "vitest";
import { atHeight, hitCube, pick } from "./picking";

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
