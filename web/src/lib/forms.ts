// Written by `make generate` from the structs in ukumbi.server.bodies: change them there.

import type { Fact, SeatCard, SeatNews, Status } from "./wire";

export type Watch = "link" | "link_live" | "off" | "on" | "on_live";

/** Set up a table. The host takes the first seat; `others` are for the other seats. */
export interface NewTable {
  game: string;
  /** For each other seat: the level of a bot, or "open" for a person with the link. */
  others: readonly string[];
  options?: unknown;
  watch?: Watch;
}

/** Give a free seat to a bot of this level. */
export interface SeatBot {
  level: string;
}

/** Agree or not to a take-back. */
export interface TakeBackAnswer {
  agrees: boolean;
}

export interface Rename {
  name: string;
}

export interface Me {
  person: string;
  name: string;
  /** Whether the hall has made up the name. */
  invented: boolean;
}

/** A code that makes another device the same person, once. */
export interface DevicePass {
  code: string;
  until: number;
}

/** Become the person of this code. */
export interface UsePass {
  code: string;
}

/** An option of a game. */
export interface OptionCard {
  name: string;
  /** The values to choose from, in display order. */
  values: readonly (string | number | boolean)[];
  default: string | number | boolean;
  /** The fewest and the most players for whom it applies; null if it always applies. */
  seats: readonly [number, number] | null;
  /** It does not apply if another option has this value. */
  unless: Record<string, string | number | boolean>;
}

/** The settings of a person's first game: an easy bot, and help. */
export interface FirstGame {
  level: string | null;
  /** Options other than the defaults. */
  options: Record<string, string | number | boolean>;
}

/** A game that can be played here. */
export interface GameCard {
  name: string;
  /** The fewest and the most players. */
  seats: readonly [number, number];
  /** Levels, from the weakest up. */
  bots: readonly string[];
  /** The default level. */
  usual: string | null;
  /** Levels that are weaker here, because the hall's machine lacks a package. */
  weaker: readonly string[];
  options: readonly OptionCard[];
  first: FirstGame;
  /** Whether everyone moves at once; then time runs from the beginning. */
  simultaneous: boolean;
  /** Whether its positions can be analysed here. */
  analysis: boolean;
}

/** Addresses of the hall for other devices, shown only to a page on the hall's own machine. */
export interface Addresses {
  /** Whether the hall listens to other machines. */
  open: boolean;
  addresses: readonly string[];
  /** The command that starts a hall for other machines. */
  command: string;
}

/** A table as seen before joining. */
export interface TableCard {
  table: string;
  game: string;
  options: unknown;
  status: Status;
  /** Empty, like the host's name, for people who may neither sit down nor watch. */
  seats: readonly SeatCard[];
  you: number | null;
  host: boolean;
  host_name: string;
  watch: Watch;
  /** Whether you may watch with the key that you sent. */
  may_watch: boolean;
  /** The key of the spectators' link, for people who sit here or may sit down. */
  watch_key: string | null;
  /** Whether you may take a free seat with the key that you sent. */
  may_sit: boolean;
  /** The key of an invitation, for seated people before the game. */
  seat_key: string | null;
}

/** An event of a finished game, and the table after it: nothing is hidden any more. */
export interface Moment {
  seq: number;
  at: number;
  /** The seat that moved, -1 for the clock, null for the setup. */
  actor: number | null;
  event: unknown;
  /** From the side of who asks. */
  view: unknown;
  /** Where moves are put into fair order: when the move came in. It counts from `at`. */
  arrival?: number | null;
  /** Where moves are put into fair order: the milliseconds that were granted for the mover's lag. */
  allowance?: number | null;
}

/** Something worth pointing out, about the moment after event `seq`. */
export interface Remarked {
  seq: number;
  seat: number;
  code: string;
  facts: Record<string, Fact>;
}

/** A page of a finished game. */
export interface Replay {
  moments: readonly Moment[];
  /** The seq of the game's last event; further pages follow until it is reached. */
  last: number;
  /** Whether everyone moved at once; then the time between events was part of the play. */
  simultaneous: boolean;
  /** Remarks on the whole game, on the first page. */
  remarks: readonly Remarked[];
  /** Seat changes with the events they happened after, on the first page. */
  seat_news: readonly SeatNews[];
}

/** A person's best result in one category of a game. */
export interface PersonalBest {
  category: string;
  value: number;
  /** Where it was reached. */
  table: string;
  at: number;
  /** The best before; none for a first result. */
  beaten: number | null;
}

/** A move, the best answers to it, and the expected result. */
export interface Line {
  /** In notation: the move that is judged, then the best answers in turn, as far as was seen. */
  moves: readonly string[];
  /** Points ahead at the end, the first colour's minus the second's, if it is played on like this. */
  lead: number;
}

/** What a position is worth, and the best that can be done in it. */
export interface Analysis {
  position: string;
  /** Points ahead at the end, the first colour's minus the second's, if both play well. */
  lead: number;
  /** Moves looked ahead. */
  depth: number;
  /** Whether everything was looked at to the end of the game, so that nothing is guessed. */
  exact: boolean;
  /** The best three moves of the side to move, from the best down; none when the game is over. */
  lines: readonly Line[];
}

/** A good move, and why. */
export interface Hint {
  move: string;
  /** What it does, as a code with facts: the page says it in the player's language. */
  code: string;
  facts: Record<string, string | number>;
}
