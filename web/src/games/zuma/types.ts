// Written by `make generate` from the structs in ukumbi.games.zuma.rules: change them there.

export interface ZumaOptions {
  /** How long a beat lasts at the most: six, four or two seconds. */
  beat: "calm" | "fast" | "normal";
  /** Whether a hand takes time to reach a pole that is farther away. */
  reach: boolean;
  cycles: 1 | 3;
}

export type Card =
  | "sun"
  | "moon"
  | "jaguar"
  | "eagle"
  | "serpent"
  | "monkey"
  | "maize"
  | "rain"
  | "flower"
  | "skull"
  | "zuma";

/** The table is set up. */
export interface Opened {
  type: "opened";
  options: ZumaOptions;
  seats: number;
  sets: readonly Card[];
  /** How far the board is turned, in degrees. */
  turn: number;
}

/** A round begins; everybody knows their own cards. */
export interface Dealt {
  type: "dealt";
  round: number;
  cycle: number;
  master: number;
  hands: readonly (readonly Card[] | null)[];
  at: number;
  until: number;
}

export interface Readied {
  type: "readied";
  seat: number;
}

export type Pole = "red" | "blue" | "violet" | "red2" | "blue2";

/** The master has turned the board: this pole stands in front now. */
export interface BoardTurned {
  type: "turned";
  seat: number;
  pole: Pole;
  turn: number;
}

/** Zuma! The passing begins. */
export interface Called {
  type: "called";
  seat: number;
  at: number;
  until: number;
}

/** A card to pass on is chosen, or exchanged for another; only its owner knows it. */
export interface Chose {
  type: "chose";
  seat: number;
  card: Card | null;
}

/** Everybody has chosen: the beat comes sooner. */
export interface Hurried {
  type: "hurried";
  until: number;
}

/** The beat: each seat's card goes to the left. Who passed it and who took it up know it. */
export interface CardsPassed {
  type: "passed";
  beat: number;
  cards: readonly (Card | null)[];
  /** Seats that had not chosen: their cards are drawn. */
  drawn: readonly number[];
  at: number;
  until: number;
}

/** A hand is on its way to a pole. */
export interface Reached {
  type: "reached";
  seat: number;
  pole: Pole;
  at: number;
  arrives: number;
  /** When the round ends at the latest. */
  until: number;
}

/** A hand has arrived, and holds its pole. */
export interface Held {
  type: "held";
  seat: number;
  pole: Pole;
  at: number;
}

/** A hand has arrived, and somebody else was faster. */
export interface Missed {
  type: "missed";
  seat: number;
  pole: Pole;
  at: number;
  by: number;
  /** By how many milliseconds. */
  late: number;
}

export type Combination = "house" | "zumas";

/** What one round brought one player. */
export interface Line {
  hand: readonly Card[];
  combination: Combination | null;
  pole: Pole | null;
  why: "again" | "first" | "foul" | "grabbed" | "nothing";
  points: number;
  /** Strokes for having grabbed first without a combination. */
  foul: number;
  /** Strokes for Zuma cards. */
  zumas: number;
}

/** A round is over, and hands are shown. With an `ending` it was the last one. */
export interface Counted {
  type: "counted";
  /** All poles are held; ten seconds are over; nobody has grabbed for too long. */
  closing: "held" | "nobody" | "time";
  lines: readonly Line[];
  /** Whether the cycle is over as well. */
  closed: boolean;
  at: number;
  until: number | null;
  ending: string | null;
}

export type ZumaEvent =
  | Opened
  | Dealt
  | Readied
  | BoardTurned
  | Called
  | Chose
  | Hurried
  | CardsPassed
  | Reached
  | Held
  | Missed
  | Counted;

export type Phase = "dealt" | "passing" | "grabbing" | "counted" | "over";

export type Colour = "red" | "blue" | "violet";

export interface PoleView {
  pole: Pole;
  colour: Colour;
  /** Degrees, clockwise from above, from the first seat on. */
  angle: number;
  /** Milliseconds that each seat's hand is on its way to it. */
  reach: readonly number[];
  holder: number | null;
}

/** A hand that reached out for a pole, and what came of it. */
export interface Grab {
  seat: number;
  pole: Pole;
  reached: number;
  arrives: number;
  came: "held" | "missed" | "reaching";
  /** The seat that was faster. */
  by: number | null;
  /** By how many milliseconds. */
  late: number | null;
}

export interface Stroke {
  round: number;
  why: "foul" | "zuma";
  count: number;
}

/** One player's part of the sheet. */
export interface Account {
  /** The points by colour, cycle by cycle. */
  cycles: readonly Partial<Record<Colour, number>>[];
  strokes: readonly Stroke[];
}

export interface ZumaView {
  you: number | null;
  options: ZumaOptions;
  /** The sets that are in play. */
  sets: readonly Card[];
  phase: Phase;
  round: number;
  cycle: number;
  /** The cycle's first round. */
  opened: number;
  master: number;
  /** How far the board is turned, in degrees. */
  turn: number;
  /** Where each seat is: degrees, clockwise from above. */
  angles: readonly number[];
  /** In their order around the rim. */
  poles: readonly PoleView[];
  /** Your own, and everybody's when a round is over; else hidden. */
  hands: readonly (readonly Card[] | null)[];
  counts: readonly number[];
  ready: readonly number[];
  /** The beat that comes next, counted from 1 in each round. */
  beat: number;
  /** When the beat before it was, or when the phase began. */
  since: number;
  /** When the beat comes, or the phase ends, at the latest. */
  until: number | null;
  /** The same; while poles are grabbed, ten seconds after the first grab, even if all are held before. */
  limit: number | null;
  /** The card that you have chosen to pass on; those of others are hidden. */
  chosen: readonly (Card | null)[];
  has_chosen: readonly number[];
  /**
   * The card that you took up at the latest beat of this round. Those before it stand in the history alone,
   * and those of others are hidden.
   */
  came: readonly (Card | null)[];
  /** Every hand that reached out in this round, the first grabber's first. */
  grabs: readonly Grab[];
  /** The first grabber. */
  first: number | null;
  /** How the round ended: `held`, `time` or `nobody`. */
  closing: string | null;
  /** What the round that is over brought each seat, and why. */
  lines: readonly Line[];
  /** Whether that round was the last of its cycle. */
  closed: boolean;
  /** The score sheet. */
  accounts: readonly Account[];
  /** Points less strokes. */
  totals: readonly number[];
  /** Rounds in a row in which nobody grabbed. */
  lulls: number;
  ending: string | null;
}
