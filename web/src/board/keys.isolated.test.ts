import { beforeEach, expect, it, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
});

beforeEach(() => kept.clear());

/** As after loading the page anew. */
async function fresh() {
  vi.resetModules();
  return await import("./keys.svelte");
}

it("knows letters, digits and signs from the other keys", async () => {
  const { shortcuts } = await fresh();
  shortcuts.on = false;
  const others = ["ArrowLeft", "Enter", "Escape", "Tab", " ", "Backspace", "F1"];
  expect(["r", "D", "1", "+", "?", "é"].filter(shortcuts.allow)).toEqual([]);
  expect(others.filter(shortcuts.allow)).toEqual(others);
});

it.each([
  ["R", { key: "r" }, true],
  ["R", { key: "R", shiftKey: true }, true],
  ["R", { key: "r", ctrlKey: true }, false],
  ["1–8", { key: "8" }, true],
  ["1–8", { key: "9" }, false],
  ["A–H", { key: "c" }, true],
  ["Arrows", { key: "ArrowUp" }, true],
  ["Space", { key: " " }, true],
  ["Backspace", { key: "Backspace" }, true],
  ["Ctrl+Z", { key: "z", metaKey: true }, true],
  ["Ctrl+Z", { key: "z" }, false],
])("knows whether %s is meant by %o", async (written, event, meant) => {
  const { means } = await fresh();
  const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  expect(means([written], { ...plain, ...event } as KeyboardEvent)).toBe(meant);
});

it("needs the shift key where that is written", async () => {
  const { means } = await fresh();
  const up = { key: "ArrowUp", altKey: false, ctrlKey: false, metaKey: false };
  const keys = ["Shift", "Arrows"];
  expect(means(keys, { ...up, shiftKey: true } as KeyboardEvent)).toBe(true);
  expect(means(keys, { ...up, shiftKey: false } as KeyboardEvent)).toBe(false);
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
