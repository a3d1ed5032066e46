// Written by `make generate` from the structs in ukumbi.games.ukuma.rules: change them there.

export interface UkumaOptions {
  size: "cafe" | "card" | "dining";
  /** Who plays White: drawn by lot, or the player on the first or second seat. */
  white: "drawn" | "first" | "second";
  best_of: 1 | 3;
  /** The seat with one start card against three. */
  handicap: "first" | "none" | "second";
  /** Seconds from the deal to the signal. */
  countdown: number;
  /** Whether players see where their cards fit. */
  fits: "hidden" | "shown";
}

/** A game is set up. White's first card lies, with two beside it if Black has a handicap. */
export interface Opened {
  type: "opened";
  options: UkumaOptions;
  game: number;
  white: number;
  laid: readonly string[];
  until: number;
}

export interface Readied {
  type: "readied";
  seat: number;
}

/** Black's first card lies, with two beside it if White has a handicap. */
export interface Chose {
  type: "chose";
  seat: number;
  laid: readonly string[];
  /** Whether it was drawn by lot because time was up. */
  drawn: boolean;
}

/** Piles are shuffled and hands drawn. All of it is hidden from every viewer. */
export interface Dealt {
  type: "dealt";
  hands: readonly (readonly string[])[] | null;
  /** Each seat's pile; the next card to draw comes last. */
  piles: readonly (readonly string[])[] | null;
  until: number;
}

/** The signal: players see their own hands. */
export interface Signalled {
  type: "signalled";
  hands: readonly (readonly string[] | null)[];
}

export interface Laid {
  type: "laid";
  seat: number;
  laid: string;
}

export interface Discarded {
  type: "discarded";
  seat: number;
  cards: readonly string[];
}

/** A new hand; only its owner sees the cards. */
export interface Drew {
  type: "drew";
  seat: number;
  cards: readonly string[] | null;
  count: number;
  /** Whether the discard pile was turned over for it. */
  turned: boolean;
}

/** A player offers a draw. */
export interface Offered {
  type: "offered";
  seat: number;
}

/** A game is over, and hands are shown. `until` is null after the last game. */
export interface Ended {
  type: "ended";
  ending: string;
  winner: number | null;
  hands: readonly (readonly (string | null)[])[];
  until: number | null;
}

export type UkumaEvent =
  | Opened
  | Readied
  | Chose
  | Dealt
  | Signalled
  | Laid
  | Discarded
  | Drew
  | Offered
  | Ended;

export type Phase = "setup" | "countdown" | "playing" | "between" | "over";

export interface LaidCard {
  seat: number;
  /** The face, as seen from White's side. */
  card: string;
  cell: string;
}

export interface UkumaView {
  you: number | null;
  options: UkumaOptions;
  files: number;
  ranks: number;
  white: number;
  /** The game of the match, counted from 1. */
  game: number;
  wins: readonly number[];
  phase: Phase;
  /** The next tick: the signal, or the next game. */
  until: number | null;
  /** In order of laying. */
  table: readonly LaidCard[];
  /** Your own hand after the signal; both after the game. */
  hands: readonly (readonly (string | null)[] | null)[];
  counts: readonly number[];
  piles: readonly number[];
  /** The number of cards on each discard pile. */
  discards: readonly number[];
  /** Each player's last discard: on top, unless the discards have been turned over since. */
  thrown: readonly (readonly string[])[];
  /** Each seat's free cells next to an own card and near an opposing one. */
  fronts: readonly (readonly string[])[];
  /** With the option `fits`: the lays of each card of your hand. */
  fits: readonly (readonly string[])[];
  /** While you choose your start card: the faces that fit. */
  starts: readonly string[];
  ready: readonly number[];
  offer: number | null;
  ending: string | null;
  winner: number | null;
}
