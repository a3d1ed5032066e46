import { expect, test } from "vitest";

/** Folders from the lowest up: each imports only from those before it, and from itself. */
const FOLDERS = [
  "startup",
  "net",
  "i18n",
  "ui",
  "share",
  "board",
  "games",
  "learn",
  "table",
  "lobby",
  "app",
];

const SOURCES: Record<string, string> = import.meta.glob(
  ["./*/**/*.{ts,svelte}", "!./**/*.test.ts", "!./i18n/words.setup.ts"],
  { query: "?raw", import: "default", eager: true },
);

/** What a module imports, as paths from `src`; also types, and what comes later. */
function importsOf(path: string, source: string): string[] {
  const found = source.matchAll(/(?:\bfrom |\bimport\(?\s*)["'](\.[^"']*)["']/g);
  return [...found].map(([, to = ""]) => new URL(to, `file:///${path}`).pathname.slice(1));
}

/** Why it may not import that; null where it may. */
function wrong(from: string, to: string): string | null {
  const [folder = "", game = ""] = from.split("/");
  const [goal = "", other = ""] = to.split("/");
  if (FOLDERS.indexOf(goal) > FOLDERS.indexOf(folder)) return `${from} imports ${to}`;
  // Files of the folder itself list the games; no game knows another one, nor that list.
  const inGame = folder === "games" && from.split("/").length > 2;
  return inGame && goal === "games" && other !== game ? `${from} imports ${to}` : null;
}

test("imports go one way", () => {
  const paths = Object.entries(SOURCES).map(([path, source]) => [path.slice(2), source] as const);
  expect(new Set(paths.map(([path]) => path.split("/")[0]))).toEqual(new Set(FOLDERS));
  const guilty = paths.flatMap(([path, source]) =>
    importsOf(path, source).flatMap((to) => wrong(path, to) ?? []),
  );
  expect(guilty).toEqual([]);
});

test.each([
  ["board/keys.svelte.ts", 'import { Room } from "../table/room.svelte";'],
  ["net/api.ts", 'const { t } = await import("../i18n/language.svelte");'],
  ["games/zuma/Board.svelte", 'import type { Lay } from "../ukuma/moves";'],
  ["games/zuma/Board.svelte", 'import { GAMES } from "..";'],
])("a wrong import in %s is found", (path, source) => {
  expect(importsOf(path, source).flatMap((to) => wrong(path, to) ?? [])).toHaveLength(1);
});

test.each([
  ["games/index.ts", 'import { zuma } from "./zuma";'],
  ["games/zuma/Board.svelte", 'import { words } from ".";'],
  ["table/Ending.svelte", 'import { gameNamed } from "../games";'],
])("a right import in %s is not", (path, source) => {
  expect(importsOf(path, source).flatMap((to) => wrong(path, to) ?? [])).toEqual([]);
});

const TESTS = import.meta.glob<string>(["./**/*.test.ts", "!./**/*.isolated.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

test("test files that share their world with others leave it as it was", () => {
  const changing = /\bvi\.(do)?(mock|stubGlobal|stubEnv|resetModules)\(/i;
  const guilty = Object.entries(TESTS).filter(([, text]) => changing.test(text));
  expect(guilty.map(([file]) => file)).toEqual([]);
  expect(Object.keys(TESTS).length).toBeGreaterThan(30);
});
