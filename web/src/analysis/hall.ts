import { request } from "../lib/api";
import type { Analysis, Hint } from "../lib/forms";

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
