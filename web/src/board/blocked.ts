import type { LineState } from "../lib/socket";
import type { TableState } from "../table/state";

/** Why this person cannot move now. */
export type Blocked =
  | "stopped"
  | "cancelled"
  | "waiting"
  | "looking_back"
  | "over"
  | "watching"
  | "line"
  | "paused"
  | "pending"
  | "not_your_turn";

/**
 * The plainest reason first; null when nothing stands in the way.
 * Where everybody moves at once, nobody waits for a turn or for an answer.
 */
export function blockedBy(state: TableState, line: LineState, atOnce = false): Blocked | null {
  if (state.status === "stopped") return "stopped";
  if (state.status === "cancelled") return "cancelled";
  if (state.status === "open") return "waiting";
  if (state.looking !== null) return "looking_back";
  if (state.status === "over") return "over";
  if (state.you === null) return "watching";
  if (line !== "open" || !state.synced) return "line";
  if (state.clock.paused) return "paused";
  if (atOnce) return null;
  if (state.pending.length > 0) return "pending";
  return state.awaited.includes(state.you) ? null : "not_your_turn";
}
