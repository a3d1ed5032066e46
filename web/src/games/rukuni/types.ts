// Written by `make generate` from the structs in ukumbi.games.rukuni.rules: change them there.

export interface RukuniOptions {
  /** Who plays White and starts: drawn by lot, or the player on the first or second seat. */
  white: "drawn" | "first" | "second";
}

/** The towers stand on the corners; White is settled. */
export interface Began {
  type: "began";
  white: number;
}

/** A whole turn, in notation. */
export interface Turned {
  type: "turned";
  turn: string;
}

export type RukuniEvent = Began | Turned;

/** A group and what it counts: pegs times different towers beside it. */
export interface GroupView {
  pegs: readonly string[];
  towers: readonly string[];
  points: number;
}

/** One colour: who plays it, the pegs it has left, its live score group by group. */
export interface SideView {
  seat: number;
  pegs_left: number;
  points: number;
  largest: number;
  groups: readonly GroupView[];
}

/** The board, both scores, and where each tower may go. */
export interface RukuniView {
  position: string;
  /** How many turns have been played. */
  turn_number: number;
  to_move: number | null;
  towers: readonly string[];
  white: SideView;
  grey: SideView;
  /** The turn just played, in notation. */
  last: string | null;
  /** Each tower that can move: its hollows, and for each of them the hollows for the peg. */
  reach: Record<string, Record<string, readonly string[]>>;
}
