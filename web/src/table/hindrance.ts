import type { LineState } from "../lib/socket";
import type { TableState } from "./state";

export type Hindrance =
  | "stopped"
  | "cancelled"
  | "waiting"
  | "looking_back"
  | "over"
  | "watching"
  | "line"
  | "pending"
  | "not_your_turn";

/** Why this person cannot move now, the plainest reason first; null when nothing stands in the way. */
export function hindrance(state: TableState, line: LineState): Hindrance | null {
  if (state.status === "stopped") return "stopped";
  if (state.status === "cancelled") return "cancelled";
  if (state.status === "open") return "waiting";
  if (state.looking !== null) return "looking_back";
  if (state.status === "over") return "over";
  if (state.you === null) return "watching";
  if (line !== "open" || !state.synced) return "line";
  if (state.pending.length > 0) return "pending";
  return state.awaited.includes(state.you) ? null : "not_your_turn";
}
