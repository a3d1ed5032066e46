import { expect, it, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
});

/** As after loading the page anew. */
async function fresh() {
  vi.resetModules();
  return await import("./shortcuts.svelte");
}

it("knows letters, digits and signs from the other keys", async () => {
  const { isSingle } = await fresh();
  expect(["r", "D", "1", "+", "?", "é"].filter(isSingle)).toHaveLength(6);
  expect(["ArrowLeft", "Enter", "Escape", "Tab", " ", "Backspace", "F1"].filter(isSingle)).toEqual(
    [],
  );
});

it("knows which written keys are switched off with the others", async () => {
  const { meansSingle } = await fresh();
  expect(["R", "1", "?", "+", "-", "1–8", "A–H"].filter((key) => !meansSingle(key))).toEqual([]);
  expect(["←", "↓", "Shift", "Arrows", "Space", "Ctrl+Z", "Delete"].filter(meansSingle)).toEqual(
    [],
  );
});

it("lets the other keys work when single ones are switched off", async () => {
  const { shortcuts } = await fresh();
  expect(shortcuts.allow("r")).toBe(true);
  shortcuts.on = false;
  expect([shortcuts.allow("r"), shortcuts.allow("?")]).toEqual([false, false]);
  expect([shortcuts.allow("Enter"), shortcuts.allow("ArrowUp"), shortcuts.allow(" ")]).toEqual([
    true,
    true,
    true,
  ]);
});

it("remembers it", async () => {
  (await fresh()).shortcuts.on = false;
  expect((await fresh()).shortcuts.on).toBe(false);
  (await fresh()).shortcuts.on = true;
  expect((await fresh()).shortcuts.on).toBe(true);
});
