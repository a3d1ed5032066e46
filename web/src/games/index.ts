import type { GameClient, GameEntry } from "../board/game";
import { rukuni } from "./rukuni";
import { ubongo } from "./ubongo";
import { ukuma } from "./ukuma";
import { unikato } from "./unikato";
import { zuma } from "./zuma";

/** Every game the client knows, in the order in which the start page has them: one line a game. */
export const GAMES: readonly GameEntry[] = [rukuni, unikato, ukuma, zuma, ubongo];

export function gameNamed(game: string): GameEntry | null {
  return GAMES.find(({ name }) => name === game) ?? null;
}

const asked = new Map<string, Promise<GameClient>>();

/** A game's code and words: asked for once, and again only when they did not come. */
export function openGame({ name, load, words }: GameEntry): Promise<GameClient> {
  const known = asked.get(name);
  if (known) return known;
  const coming = Promise.all([load(), words.table?.load()]).then(([game]) => game);
  asked.set(name, coming);
  coming.catch(() => asked.delete(name));
  return coming;
}
