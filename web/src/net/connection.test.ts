import { expect, test } from "vitest";
import { isStill } from "./connection";

test("whoever the line spoke for at first is still the same, and nobody else is", () => {
  expect(isStill("ada")).toBe(true);
  expect(isStill("ada")).toBe(true);
  expect(isStill("eve")).toBe(false);
  expect(isStill("ada")).toBe(true);
});
