import { expect, it } from "vitest";
import { bars } from "./Latency.svelte";

it.each([
  [0, 4],
  [39, 4],
  [40, 3],
  [120, 2],
  [200, 1],
  [5000, 1],
])("shows a lag of %i ms with %i bars", (lag, shown) => {
  expect(bars(lag)).toBe(shown);
});
