import { describe, expect, it } from "vitest";
import { aimed, nearest, step, toward } from "./cursor";

const SIZE = { files: 11, ranks: 8 };
const LEFT = { x: 3, y: 3 };
const RIGHT = { x: 7, y: 4 };
const AHEAD = { x: 5, y: 6 };
const FRONT = [LEFT, RIGHT, AHEAD];

describe("the keyboard on the table", () => {
  it("goes along the front, to the nearest cell in that direction", () => {
    expect(toward(FRONT, LEFT, "ArrowRight")).toEqual(RIGHT);
    expect(toward(FRONT, RIGHT, "ArrowLeft")).toEqual(LEFT);
    expect(toward(FRONT, LEFT, "ArrowUp")).toEqual(AHEAD);
    expect(toward(FRONT, AHEAD, "ArrowDown")).toEqual(RIGHT);
  });

  it("stays where nothing is in that direction", () => {
    expect(toward(FRONT, LEFT, "ArrowLeft")).toEqual(LEFT);
    expect(toward([], LEFT, "ArrowRight")).toEqual(LEFT);
    expect(toward(FRONT, LEFT, "x")).toEqual(LEFT);
  });

  it("goes over every cell when told to, but not off the table", () => {
    expect(step(LEFT, "ArrowUp", SIZE)).toEqual({ x: 3, y: 4 });
    expect(step({ x: 0, y: 0 }, "ArrowLeft", SIZE)).toEqual({ x: 0, y: 0 });
    expect(step({ x: 10, y: 7 }, "ArrowUp", SIZE)).toEqual({ x: 10, y: 7 });
  });

  it("goes on to what is nearest", () => {
    expect(nearest(FRONT, { x: 6, y: 4 })).toEqual(RIGHT);
    expect(nearest([], LEFT)).toBeNull();
  });
});

describe("a card that is let go", () => {
  it("goes into the cell under it", () => {
    expect(aimed({ x: 1.2, y: 6.9 }, FRONT, SIZE)).toEqual({ x: 1, y: 6 });
  });

  it("goes into a cell of the front from a little beside it", () => {
    expect(aimed({ x: 2.7, y: 3.5 }, FRONT, SIZE)).toEqual(LEFT);
    expect(aimed({ x: 2.5, y: 3.5 }, FRONT, SIZE)).toEqual({ x: 2, y: 3 });
    expect(aimed({ x: 7.5, y: 5.3 }, FRONT, SIZE)).toEqual(RIGHT);
  });

  it("goes into the nearer of two cells of the front", () => {
    const both = [
      { x: 3, y: 3 },
      { x: 3, y: 5 },
    ];
    expect(aimed({ x: 3.5, y: 4.3 }, both, SIZE)).toEqual({ x: 3, y: 3 });
    expect(aimed({ x: 3.5, y: 4.5 }, both, SIZE)).toEqual({ x: 3, y: 4 });
    expect(aimed({ x: 3.5, y: 4.7 }, both, SIZE)).toEqual({ x: 3, y: 5 });
  });

  it("goes nowhere beside the table", () => {
    expect(aimed({ x: -0.2, y: 3 }, FRONT, SIZE)).toBeNull();
    expect(aimed({ x: 3, y: 8.3 }, FRONT, SIZE)).toBeNull();
  });
});
