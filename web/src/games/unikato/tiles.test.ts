import { expect, it } from "vitest";
import { marks, RADIUS } from "./tiles";

const SIZES = ["1", "2", "3"] as const;
const SHAPES = ["c", "s", "x"] as const;

it.each(SHAPES)("tells the colours of a %s apart without colour", (shape) => {
  for (const size of SIZES) {
    expect(marks(shape, "o", size)).toBe("");
    expect(marks(shape, "p", size)).toMatch(/^(M\S+ \S+L\S+ \S+)+$/);
    expect(marks(shape, "b", size).match(/h0/g)?.length).toBeGreaterThan(3);
  }
});

it.each(SHAPES)("keeps the marks within a %s", (shape) => {
  for (const size of SIZES) {
    const numbers = marks(shape, "p", size).match(/-?\d+\.\d/g) ?? [];
    expect(Math.max(...numbers.map((number) => Math.abs(Number(number))))).toBeLessThan(
      RADIUS[size],
    );
  }
});
