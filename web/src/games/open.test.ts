import { expect, it, vi } from "vitest";
import { GameWords, Words } from "../lib/catalogues.svelte";
import type { GameFace, Playing } from "./face";
import { openGame } from "./open";

function kokoto(load: () => Promise<Playing>, name: string): GameFace {
  const words = new GameWords(
    new Words(async () => ({ default: {} })),
    new Words(async () => ({ default: { take: "Take" } })),
  );
  return { name, words, load } as unknown as GameFace;
}

it("asks for a game once, and its words come with it", async () => {
  const playing = {} as Playing;
  const load = vi.fn(async () => playing);
  const face = kokoto(load, "once");
  expect(await Promise.all([openGame(face), openGame(face)])).toEqual([playing, playing]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(face.words.find("take")).toBe("Take");
});

it("asks again for a game that did not come", async () => {
  const playing = {} as Playing;
  const load = vi.fn(async () => playing);
  load.mockRejectedValueOnce(new TypeError("no line"));
  const face = kokoto(load, "again");
  await expect(openGame(face)).rejects.toThrow("no line");
  expect(await openGame(face)).toBe(playing);
});
