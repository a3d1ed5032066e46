// Written by `make generate` from the structs in ukumbi.games.zuma.rules: change them there.

export interface ZumaOptions {
  /** The longest beat: six, four or two seconds. */
  beat: "calm" | "fast" | "normal";
  /** Whether a hand takes longer to a farther pole. */
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

/** A round begins. Players see their own cards. */
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

/** The master has turned the board, with this pole in front. */
export interface BoardTurned {
  type: "turned";
  seat: number;
  pole: Pole;
  turn: number;
}

/** The master calls Zuma, and the passing begins. */
export interface Called {
  type: "called";
  seat: number;
  at: number;
  until: number;
}

/** A player has chosen, or exchanged, the card to pass; only that player knows it. */
export interface Chose {
  type: "chose";
  seat: number;
  card: Card | null;
}

/** All have chosen, so the beat comes sooner. */
export interface Hurried {
  type: "hurried";
  until: number;
}

/** The beat: each seat's card goes to the left. The giver and the taker know it. */
export interface CardsPassed {
  type: "passed";
  beat: number;
  cards: readonly (Card | null)[];
  /** Seats without a choice, whose cards are random. */
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

/** A hand has arrived and holds its pole. */
export interface Held {
  type: "held";
  seat: number;
  pole: Pole;
  at: number;
}

/** A hand has arrived, but another player was faster. */
export interface Missed {
  type: "missed";
  seat: number;
  pole: Pole;
  at: number;
  by: number;
  /** Milliseconds. */
  late: number;
}

export type Combination = "house" | "zumas";

/** One player's result of one round. */
export interface Line {
  hand: readonly Card[];
  combination: Combination | null;
  pole: Pole | null;
  why: "again" | "first" | "foul" | "grabbed" | "nothing";
  points: number;
  /** Strokes for a first grab without a combination. */
  foul: number;
  /** Strokes for Zuma cards. */
  zumas: number;
}

/** A round is over, and hands are shown. `ending` is set after the last round. */
export interface Counted {
  type: "counted";
  /** All poles are held; ten seconds are over; there was no grab for too long. */
  closing: "held" | "nobody" | "time";
  lines: readonly Line[];
  /** Whether the cycle is over too. */
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
  /** Degrees clockwise from the first seat, seen from above. */
  angle: number;
  /** Milliseconds of each seat's hand to it. */
  reach: readonly number[];
  holder: number | null;
}

/** A hand that reached for a pole, and its result. */
export interface Grab {
  seat: number;
  pole: Pole;
  reached: number;
  arrives: number;
  came: "held" | "missed" | "reaching";
  /** The seat that was faster. */
  by: number | null;
  /** Milliseconds. */
  late: number | null;
}

export interface Stroke {
  round: number;
  why: "foul" | "zuma";
  count: number;
}

/** One player's column of the sheet. */
export interface Account {
  /** Points by colour, for each cycle. */
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
  /** Each seat's angle in degrees, clockwise from above. */
  angles: readonly number[];
  /** In their order around the rim. */
  poles: readonly PoleView[];
  /** Your own hand; all hands when a round is over. */
  hands: readonly (readonly Card[] | null)[];
  counts: readonly number[];
  ready: readonly number[];
  /** The next beat, counted from 1 in each round. */
  beat: number;
  /** When the last beat was, or when the phase began. */
  since: number;
  /** The latest time of the beat, or of the phase's end. */
  until: number | null;
  /** The same, but during grabbing always ten seconds after the first grab, even if all poles are held. */
  limit: number | null;
  /** Your choice; others' are hidden. */
  chosen: readonly (Card | null)[];
  has_chosen: readonly number[];
  /** The card that you took up at this round's latest beat; others' are hidden, and so are earlier ones. */
  came: readonly (Card | null)[];
  /** Every hand that reached out in this round, in order. */
  grabs: readonly Grab[];
  /** The first grabber. */
  first: number | null;
  /** How the round ended: `held`, `time` or `nobody`. */
  closing: string | null;
  /** Each seat's result of the finished round, with its reason. */
  lines: readonly Line[];
  /** Whether the finished round closed its cycle. */
  closed: boolean;
  /** The score sheet. */
  accounts: readonly Account[];
  /** Points less strokes. */
  totals: readonly number[];
  /** Consecutive rounds without a grab. */
  lulls: number;
  ending: string | null;
}
