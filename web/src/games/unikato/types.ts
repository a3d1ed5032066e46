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
  /** All remaining racks, which are shown then. */
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
  /** The present or last round, counted from 1. */
  round: number;
  rounds: number;
  patience: 3 | 5 | 10 | 20 | "never";
  second: "anywhere" | "onward";
  starter: number;
  turn: number;
  phase: Phase;
  /** In order of laying. */
  table: readonly LaidTile[];
  /** The number of tiles laid by the latest action. */
  laid: number;
  /** Your own rack; all racks between rounds and in replays. */
  racks: readonly (readonly string[] | null)[];
  counts: readonly number[];
  display: readonly string[];
  bag: number;
  /** The score sheet: each finished round's minus points by seat. */
  minus: readonly (readonly number[])[];
  passes: number;
  /** Consecutive turns without a laid tile. */
  idle: number;
  ready: readonly number[];
  next_at: number | null;
  ending: string | null;
  /** On your turn to lay: each of your tiles that may be laid first, with its places as `x,y`. */
  fits: Record<string, readonly string[]>;
}
