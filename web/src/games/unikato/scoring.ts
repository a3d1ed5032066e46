import type { UnikatoView } from "./types";

/** Whose turn comes after this one. */
export function nextTurn({ phase, turn, counts }: UnikatoView): number | null {
  return phase === "over" || phase === "between" ? null : (turn + 1) % counts.length;
}

/** Each seat's minus points over the finished rounds. */
export function sums({ minus, counts }: UnikatoView): number[] {
  return counts.map((_, seat) => minus.reduce((sum, round) => sum + (round[seat] ?? 0), 0));
}
