import * as api from "../startup/api";
import type { GameCard } from "../startup/types";

let asked: Promise<readonly GameCard[]> | null = null;

/** The games that the hall has: asked for once, and again only when there was no answer. */
export function gameList(): Promise<readonly GameCard[]> {
  asked ??= api.games().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** What the hall says of one game; null when it does not have it. */
export async function cardOf(game: string): Promise<GameCard | null> {
  return (await gameList()).find(({ name }) => name === game) ?? null;
}
