import { expect, it } from "vitest";
import { groups, placeOf, sorted } from "./hand";
import type { SignName } from "./signs";

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
