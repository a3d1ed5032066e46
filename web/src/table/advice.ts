import { cardOf } from "../lib/shelf";

export type Advice = typeof import("../analysis/advice");

/** Hints and analyses, where the hall has them for a game: their code and words come when a table needs them. */
export async function adviceOn(game: string): Promise<Advice | null> {
  try {
    if (!(await cardOf(game))?.analysis) return null;
    const advice = await import("../analysis/advice");
    await advice.words.load();
    return advice;
  } catch {
    return null; // whoever misses them can play all the same
  }
}
