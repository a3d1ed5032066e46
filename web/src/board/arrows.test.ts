import { describe, expect, it } from "vitest";
import { cursorOn, HEXAGONAL, next, stepped, walk } from "./arrows";
import type { Point } from "./points";

const LEFT = { x: 3, y: 3 };
const RIGHT = { x: 7, y: 2 };
const AHEAD = { x: 5, y: 0 };
const FRONT = [LEFT, RIGHT, AHEAD];

function walked(places: readonly Point[], from: Point, key: string): Point {
  return walk(places, cursorOn(from), key).place;
}

describe("the arrow keys", () => {
  it("go to the nearest place in their direction", () => {
    expect(walked(FRONT, LEFT, "ArrowRight")).toEqual(RIGHT);
    expect(walked(FRONT, RIGHT, "ArrowLeft")).toEqual(LEFT);
    expect(walked(FRONT, LEFT, "ArrowUp")).toEqual(AHEAD);
    expect(walked(FRONT, AHEAD, "ArrowDown")).toEqual(RIGHT);
  });

  it("rather go straight on than aside", () => {
    const [aside, straight] = [
      { x: 1, y: 1 },
      { x: 2, y: 0 },
    ];
    expect(walked([aside, straight], { x: 0, y: 0 }, "ArrowRight")).toEqual(straight);
  });

  it("stay where nothing is in that direction", () => {
    expect(walked(FRONT, LEFT, "ArrowLeft")).toEqual(LEFT);
    expect(walked([], LEFT, "ArrowRight")).toEqual(LEFT);
    expect(walked(FRONT, LEFT, "x")).toEqual(LEFT);
  });

  it("keep to the column in which they began", () => {
    const zigzag = [0, 1, 2, 3, 4].flatMap((row) =>
      [-1, 0, 1].map((x) => ({ x: x + (row % 2) / 2, y: row })),
    );
    const down = [1, 2, 3, 4].reduce(
      (cursor) => walk(zigzag, cursor, "ArrowDown", HEXAGONAL),
      cursorOn({ x: 0, y: 0 }),
    );
    expect(down.place).toEqual({ x: 0, y: 4 });
  });

  it("step anywhere when told to", () => {
    expect(stepped(LEFT, "ArrowUp")).toEqual({ x: 3, y: 2 });
    expect(stepped(LEFT, "x")).toEqual(LEFT);
  });
});

it("leads from name to name, round and round", () => {
  const names = ["i9", "a1", "e1"];
  expect(next(names, "b3", 1)).toBe("e1");
  expect(next(names, "i9", 1)).toBe("a1");
  expect(next(names, "a1", -1)).toBe("i9");
  expect(next([], "a1", -1)).toBeNull();
});
