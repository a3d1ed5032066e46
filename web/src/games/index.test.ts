import { expect, it, vi } from "vitest";
import type { GameClient, GameEntry } from "../board/game";
import { GameWords, Words } from "../i18n/language.svelte";
import { openGame } from ".";

function kokoto(load: () => Promise<GameClient>, name: string): GameEntry {
  const words = new GameWords(
    new Words(async () => ({ default: {} })),
    new Words(async () => ({ default: { take: "Take" } })),
  );
  return { name, words, load } as unknown as GameEntry;
}

it("asks for a game once, and its words come with it", async () => {
  const game = {} as GameClient;
  const load = vi.fn(async () => game);
  const entry = kokoto(load, "once");
  expect(await Promise.all([openGame(entry), openGame(entry)])).toEqual([game, game]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(entry.words.find("take")).toBe("Take");
});

it("asks again for a game that did not come", async () => {
  const game = {} as GameClient;
  const load = vi.fn(async () => game);
  load.mockRejectedValueOnce(new TypeError("no line"));
  const entry = kokoto(load, "again");
  await expect(openGame(entry)).rejects.toThrow("no line");
  expect(await openGame(entry)).toBe(game);
});
