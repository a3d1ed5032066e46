import { expect, test } from "vitest";
import { DAY } from "./palette";
import { Plate } from "./plate";

test("without a board there is nothing to see, but somewhere to look", () => {
  const plate = new Plate();
  plate.lay([], DAY);
  expect(plate.group.children).toEqual([]);
  expect(plate.sight(1).every(({ x, y, z }) => Number.isFinite(x + y + z))).toBe(true);
});
