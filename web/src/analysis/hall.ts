import { request } from "../lib/api";
import type { Fact } from "../lib/wire";

/** A move that is judged, and the best answers to it as far as they were seen. */
export interface Line {
  moves: readonly string[];
  /** Expected points ahead at the end: of the first side, less when the second is ahead. */
  lead: number;
}

/** What the hall thinks of a position. */
export interface Analysis {
  position: string;
  lead: number;
  /** How many moves it has looked ahead. */
  depth: number;
  /** Whether everything was searched to the end of the game: then the lead is certain. */
  exact: boolean;
  /** The best moves, the very best first; none when the game is over. */
  lines: readonly Line[];
}

/** A move that somebody could make, and what speaks for it. */
export interface Hint {
  move: string;
  code: string;
  facts: Record<string, Fact>;
}

/** How long the hall may think: for the curve of a game, and then deeper and deeper. */
export type Effort = 0 | 1 | 2 | 3;

export function analysis(
  game: string,
  at: string,
  effort: Effort,
  signal: AbortSignal,
): Promise<Analysis> {
  const query = new URLSearchParams({ at, effort: String(effort) });
  return request("GET", `games/${game}/analysis?${query}`, undefined, signal);
}

export function hint(table: string): Promise<Hint> {
  return request("POST", `tables/${encodeURIComponent(table)}/hint`);
}
