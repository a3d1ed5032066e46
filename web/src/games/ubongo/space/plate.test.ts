import { expect, test } from "vitest";
import { readOutline } from "../layout";
import { DAY } from "./light";
import { bounds, corners, edges, frame, Plate } from "./plate";

const L = readOutline("#./##");

test("the edge of an outline, its corners and its frame", () => {
  expect(edges(L)).toHaveLength(8);
  expect(corners(L)).toHaveLength(6);
  expect(frame(L, [1, 2])).toHaveLength((8 * 2 + 6) * 2);
});

test("a hole has an edge of its own", () => {
  const ring = readOutline("###/#.#/###");
  expect(edges(ring)).toHaveLength(16);
  expect(corners(ring)).toHaveLength(8);
});

test("the inside is to the left of every stretch", () => {
  for (const { from, to } of edges(L)) {
    const left = {
      x: (from.x + to.x) / 2 - (to.y - from.y) / 2,
      y: (from.y + to.y) / 2 + (to.x - from.x) / 2,
    };
    expect(L).toContainEqual({ x: left.x + 0, y: left.y + 0 });
  }
});

test("cells reach half a cell around their numbers", () => {
  expect(bounds(L, 1)).toEqual({ left: -1.5, right: 2.5, near: -1.5, away: 2.5 });
});

test("without a board there is nothing to see, but somewhere to look", () => {
  const plate = new Plate();
  plate.lay([], DAY);
  expect(plate.group.children).toEqual([]);
  expect(plate.sight(1).every(({ x, y, z }) => Number.isFinite(x + y + z))).toBe(true);
});
