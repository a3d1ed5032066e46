// Written by `make generate` from the structs in ukumbi.server.bodies: change them there.

import type { Fact, SeatCard, SeatNews, Status } from "./wire";

export type Watch = "link" | "link_live" | "off" | "on" | "on_live";

/** Set up a table: the host takes the first seat, `others` says who may have the rest. */
export interface NewTable {
  game: string;
  /** For each other seat the level of a bot, or "open" for the first person with the link. */
  others: readonly string[];
  options?: unknown;
  watch?: Watch;
}

/** Give a free seat to a bot of this level. */
export interface SeatBot {
  level: string;
}

/** Whether a move may be taken back. */
export interface TakeBackAnswer {
  agrees: boolean;
}

export interface Rename {
  name: string;
}

export interface Me {
  person: string;
  name: string;
  /** Whether the hall has made the name up, because nobody has said one yet. */
  invented: boolean;
}

/** With this code another device becomes the same person, once. */
export interface DevicePass {
  code: string;
  until: number;
}

/** Be the person whose code this is. */
export interface UsePass {
  code: string;
}

/** An option of a game. */
export interface OptionCard {
  name: string;
  /** What can be chosen, in the order in which it is offered. */
  values: readonly (string | number | boolean)[];
  default: string | number | boolean;
  /** For how few and how many players it means anything; nothing where it always does. */
  seats: readonly [number, number] | null;
  /** Other options, and the values of these with which it means nothing. */
  unless: Record<string, string | number | boolean>;
}

/** How a first game is set up: an easy bot, and with help. */
export interface FirstGame {
  level: string | null;
  /** What is chosen otherwise than by default. */
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
  /** Levels that play below their strength here, because something is missing on the hall's machine. */
  weaker: readonly string[];
  options: readonly OptionCard[];
  first: FirstGame;
  /** Whether everybody moves at once: then time runs from the beginning. */
  simultaneous: boolean;
  /** Whether its positions can be analysed here. */
  analysis: boolean;
}

/** Where other devices find the hall; told only to a page that was opened on the hall's own machine. */
export interface Addresses {
  /** Whether the hall listens to other machines at all. */
  open: boolean;
  addresses: readonly string[];
  /** What starts a hall that does. */
  command: string;
}

/** A table seen from outside. */
export interface TableCard {
  table: string;
  game: string;
  options: unknown;
  status: Status;
  /** None of them for those who may neither sit down nor watch; nor do these hear who the host is. */
  seats: readonly SeatCard[];
  you: number | null;
  host: boolean;
  host_name: string;
  watch: Watch;
  /** Whether you may watch, with the key that you sent. */
  may_watch: boolean;
  /** For those who sit here, or could: the key of the link for spectators. */
  watch_key: string | null;
  /** Whether you are invited, with the key that you sent, as long as a seat is free. */
  may_sit: boolean;
  /** For those who sit here before the game: the key of an invitation. */
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
  /** The number of the game's last event: a page that does not reach it is followed by another. */
  last: number;
  /** Whether several could act at once: then every pause was part of the play. */
  simultaneous: boolean;
  /** On the first page, of the whole game. */
  remarks: readonly Remarked[];
  /** On the first page: who played for whom, from which event on. */
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

/** A move and what would follow, and what comes of it. */
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
