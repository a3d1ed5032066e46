// Written by `make generate` from the structs in ukumbi.games.unikato.rules: change them there.

export interface UnikatoOptions {
  /** Who begins: drawn by lot, or the player on the first seat. */
  starter: "drawn" | "first";
  rounds: number;
  /** After how many times around the table without a tile laid a round ends. */
  patience: 3 | 5 | 10 | 20 | "never";
  /** Where a second action may begin: at any tile, or at the last one laid in this turn. */
  second: "anywhere" | "onward";
}

export interface RoundBegan {
  type: "round_began";
  rounds: number;
  patience: 3 | 5 | 10 | 20 | "never";
  second: "anywhere" | "onward";
  starter: number;
  /** None where a viewer may not look. */
  racks: readonly (readonly string[] | null)[];
  display: readonly string[];
  start: string;
}

export interface Laid {
  type: "laid";
  seat: number;
  /** Each tile with its place. */
  chain: readonly string[];
}

export interface Swapped {
  type: "swapped";
  seat: number;
  gave: string;
  /** None where it came from the bag and a viewer may not know it. */
  took: string | null;
  bag: boolean;
}

export interface Drew {
  type: "drew";
  seat: number;
  /** None where it came from the bag and a viewer may not know it. */
  took: string | null;
  bag: boolean;
}

export interface Refilled {
  type: "refilled";
  display: readonly string[];
}

export interface Declined {
  type: "declined";
  seat: number;
}

export interface Passed {
  type: "passed";
  seat: number;
}

export interface RoundEnded {
  type: "round_ended";
  ending: string;
  /** Everybody shows what is left. */
  racks: readonly (readonly string[])[];
  /** When the next round begins by itself; None after the last. */
  next_at: number | null;
}

export interface Readied {
  type: "readied";
  seat: number;
}

export type UnikatoEvent =
  | RoundBegan
  | Laid
  | Swapped
  | Drew
  | Refilled
  | Declined
  | Passed
  | RoundEnded
  | Readied;

export type Phase = "act" | "second" | "draw" | "between" | "over";

export interface LaidTile {
  tile: string;
  x: number;
  y: number;
}

export interface UnikatoView {
  you: number | null;
  /** The round that is played, or was played last, counted from 1. */
  round: number;
  rounds: number;
  patience: 3 | 5 | 10 | 20 | "never";
  second: "anywhere" | "onward";
  starter: number;
  turn: number;
  phase: Phase;
  /** In the order in which the tiles were laid. */
  table: readonly LaidTile[];
  /** How many of the last ones the latest action laid. */
  laid: number;
  /** Your own; between rounds, and when a finished game is looked at again, everybody's; else hidden. */
  racks: readonly (readonly string[] | null)[];
  counts: readonly number[];
  display: readonly string[];
  bag: number;
  /** The score sheet: each finished round's minus points by seat. */
  minus: readonly (readonly number[])[];
  passes: number;
  /** Turns in a row without a tile laid. */
  idle: number;
  ready: readonly number[];
  next_at: number | null;
  ending: string | null;
  /** On your turn to lay: each tile of yours that may be laid first, and the places, as `x,y`. */
  fits: Record<string, readonly string[]>;
}
