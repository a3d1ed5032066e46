// Written by `ukumbi wire` from the structs in ukumbi.server.forms: change them there.

import type { SeatCard, Status } from "./wire";

export type Watch = "link" | "off" | "on";

/** Set up a table: the host takes the first seat, `others` says who may have the rest. */
export interface NewTable {
  game: string;
  /** For each other seat the level of a bot, or "open" for whoever has the link. */
  others: readonly string[];
  options?: unknown;
  watch?: Watch;
}

export interface Rename {
  name: string;
}

export interface Me {
  person: string;
  name: string;
}

/** A game that can be played here. */
export interface GameCard {
  name: string;
  /** The fewest and the most players. */
  seats: readonly [number, number];
  /** Levels, from the weakest up. */
  bots: readonly string[];
}

/** A table seen from outside. */
export interface TableCard {
  table: string;
  game: string;
  status: Status;
  seats: readonly SeatCard[];
  you: number | null;
  host: boolean;
  watch: Watch;
  /** For those who sit here: the key of the link for spectators. */
  watch_key: string | null;
}
