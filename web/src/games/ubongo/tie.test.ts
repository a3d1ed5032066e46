import { expect, it } from "vitest";
import { isTied } from "./tie";
import type { UbongoView } from "./wire";

function after(round: number, points: readonly number[], phase = "between"): UbongoView {
  const sides = points.map((each) => ({ points: each }));
  return { phase, alone: false, round, options: { rounds: 9 }, sides, playoff: [] } as never;
}

it("goes to a playoff only after the last round, and only if several are equal at the top", () => {
  expect(isTied(after(9, [5, 7, 7]))).toBe(true);
  expect(isTied(after(9, [0, 0]))).toBe(true);
  expect(isTied(after(9, [7, 5, 5]))).toBe(false);
  expect(isTied(after(8, [7, 7]))).toBe(false);
  expect(isTied(after(9, [7, 7], "over"))).toBe(false);
});
