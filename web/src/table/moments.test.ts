import { expect, it } from "vitest";
import { moment, moves, neighbour } from "./moments";

const stops = [1, 2, 4, 7];

it("lists the events that are moves", () => {
  const heard = [null, "a", "b"].map((event, index) => ({
    seq: index + 1,
    at: 0,
    actor: 0,
    event,
  }));
  const found = moves(heard, (event) => event as string | null);
  expect(found).toEqual([
    { seq: 2, text: "a", event: "a" },
    { seq: 3, text: "b", event: "b" },
  ]);
});

it("stands at the end when nobody looks back", () => {
  expect(moment(stops, null)).toBe(3);
  expect(moment(stops, 4)).toBe(2);
  expect(moment(stops, 5)).toBe(2);
  expect(moment(stops, 0)).toBe(0);
});

it("steps no farther than the ends", () => {
  expect(neighbour(stops, 3, -1)).toBe(4);
  expect(neighbour(stops, 1, -Infinity)).toBe(1);
  expect(neighbour(stops, 0, -1)).toBe(1);
  expect(neighbour(stops, 2, 1)).toBeGreaterThanOrEqual(7);
});
