// Written by `make generate` from the structs in ukumbi.games.ukuma.rules: change them there.

export interface UkumaOptions {
  size: "cafe" | "card" | "dining";
  /** Who plays White: drawn by lot, or the player on the first or second seat. */
  white: "drawn" | "first" | "second";
  best_of: 1 | 3;
  /** The seat whose one start card faces three of the other's. */
  handicap: "first" | "none" | "second";
  /** Seconds from the deal to the signal. */
  countdown: number;
  /** Whether players are shown where their cards fit. */
  fits: "hidden" | "shown";
}

/** A game is set up: White's first card lies, with two beside it if Black has a handicap. */
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
  /** Time was up, and it was drawn by lot. */
  drawn: boolean;
}

/** Piles are shuffled and hands taken, unseen: nobody is told any of it. */
export interface Dealt {
  type: "dealt";
  hands: readonly (readonly string[])[] | null;
  /** Each seat's; the next card to be taken comes last. */
  piles: readonly (readonly string[])[] | null;
  until: number;
}

/** ukuma! Everybody sees their own hand. */
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

/** A new hand; only its owner knows the cards. */
export interface Drew {
  type: "drew";
  seat: number;
  cards: readonly string[] | null;
  count: number;
  /** The discard pile was turned over for it. */
  turned: boolean;
}

/** A draw, if the other likes. */
export interface Offered {
  type: "offered";
  seat: number;
}

/** A game is over, and hands are shown. Without `until` it was the last one. */
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
  /** As it lies, seen from White's side. */
  card: string;
  cell: string;
}

export interface UkumaView {
  you: number | null;
  options: UkumaOptions;
  files: number;
  ranks: number;
  white: number;
  /** Which game of the match, counted from 1. */
  game: number;
  wins: readonly number[];
  phase: Phase;
  /** When the clock goes on by itself: to the signal, to the next game. */
  until: number | null;
  /** In the order in which the cards were laid. */
  table: readonly LaidCard[];
  /** Your own after the signal, everybody's after the game; else hidden. */
  hands: readonly (readonly (string | null)[] | null)[];
  counts: readonly number[];
  piles: readonly number[];
  /** How many cards lie on each discard pile. */
  discards: readonly number[];
  /** What each threw away last: it lies on top, unless the discards have been turned over since. */
  thrown: readonly (readonly string[])[];
  /** Each seat's free cells next to an own card and near one of the other's. */
  fronts: readonly (readonly string[])[];
  /** If that is settled: for each card of your hand, the ways to lay it. */
  fits: readonly (readonly string[])[];
  /** While you choose your start card: those that fit, as they would lie. */
  starts: readonly string[];
  ready: readonly number[];
  offer: number | null;
  ending: string | null;
  winner: number | null;
}
