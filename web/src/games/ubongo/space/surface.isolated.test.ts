import { afterEach, expect, test, vi } from "vitest";
import { Sharpness } from "./surface";

afterEach(() => vi.unstubAllGlobals());

function many(sharpness: Sharpness, times: number, milliseconds: number): void {
  for (let picture = 0; picture < times; picture += 1) sharpness.after(milliseconds);
}

test("as fine as the screen, but not more than twice", () => {
  vi.stubGlobal("devicePixelRatio", 3);
  expect(new Sharpness().moving).toBe(2);
  vi.stubGlobal("devicePixelRatio", 1.25);
  expect(new Sharpness().still).toBe(1.25);
});

test("pictures that come in time stay fine, one that is late does no harm", () => {
  vi.stubGlobal("devicePixelRatio", 2);
  const sharpness = new Sharpness();
  many(sharpness, 9, 12);
  many(sharpness, 1, 90);
  many(sharpness, 100, 16);
  expect(sharpness.moving).toBe(2);
});

test("slow ones get coarser step by step, but only while something moves", () => {
  vi.stubGlobal("devicePixelRatio", 2);
  const sharpness = new Sharpness();
  const steps = [1.5, 1, 0.75, 0.5, 0.5].map(() => {
    many(sharpness, 10, 60);
    return sharpness.moving;
  });
  expect(steps).toEqual([1.5, 1, 0.75, 0.5, 0.5]);
  expect(sharpness.still).toBe(2);
});
