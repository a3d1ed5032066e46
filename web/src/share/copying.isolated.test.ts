import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Copying } from "./CopyLink.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { clipboard: { writeText: async () => undefined } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("knows for a moment what was copied", async () => {
  const copying = new Copying();
  await copying.copy("here");
  expect([copying.has("here"), copying.has("there")]).toEqual([true, false]);
  vi.advanceTimersByTime(2_000);
  await copying.copy("here");
  vi.advanceTimersByTime(2_000);
  expect(copying.has("here")).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(copying.has("here")).toBe(false);
});
