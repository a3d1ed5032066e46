import { describe, expect, it } from "vitest";
import { ahead, left } from "./clock";

const MINUTES = 300_000;

describe("the hall's clock", () => {
  it("is known from the message that was the least late", () => {
    const first = ahead(null, 1_000, 1_240);
    expect(first).toBe(-240);
    expect(ahead(first, 2_000, 2_030)).toBe(-30);
    expect(ahead(-30, 3_000, 3_400)).toBe(-30);
    expect(ahead(-30, undefined, 9_000)).toBe(-30);
  });

  it("counts down right when ours is minutes off", () => {
    const off = ahead(null, 10_000, 10_000 - MINUTES);
    expect(left(10_000, 13_000, off, 10_000 - MINUTES)).toBe(3_000);
    expect(left(10_000, 13_000, off, 12_000 - MINUTES)).toBe(1_000);
    expect(left(10_000, 13_000, off, 14_000 - MINUTES)).toBe(0);
  });

  it("is taken for ours while nothing better is known, unless that cannot be", () => {
    expect(left(10_000, 13_000, null, 11_500)).toBe(1_500);
    expect(left(10_000, 13_000, null, 10_000 + MINUTES)).toBe(3_000);
    expect(left(10_000, 13_000, null, 10_000 - MINUTES)).toBe(3_000);
  });
});
