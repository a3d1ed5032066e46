import * as api from "./api";
import type { GameCard } from "./forms";

let asked: Promise<readonly GameCard[]> | null = null;

/** The games that the hall has: asked for once, and again only when there was no answer. */
export function shelf(): Promise<readonly GameCard[]> {
  asked ??= api.games().catch((trouble: unknown) => {
    asked = null;
    throw trouble;
  });
  return asked;
}

/** What the hall says of one game; null when it does not have it. */
export async function cardOf(game: string): Promise<GameCard | null> {
  return (await shelf()).find(({ name }) => name === game) ?? null;
}
