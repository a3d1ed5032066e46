// Written by `make generate` from the structs in ukumbi.games.ubongo.rules: change them there.

export interface UbongoOptions {
  /** For those who do not choose. */
  level: 1 | 2 | 3 | 4 | 5;
  /** Seconds. */
  hourglass: number;
  rounds: number;
  /** For who plays alone: most tasks in some time, least time for some tasks, or the puzzle of the day. */
  solo: "daily" | "tasks" | "time";
  /** Minutes or tasks, for who plays alone. */
  limit: 5 | 10 | 20;
}

/** The table is set: everybody names their level. */
export interface Opened {
  type: "opened";
  options: UbongoOptions;
  seats: number;
  roller: number;
  until: number | null;
}

/** What a player has met in earlier games; nobody is told. */
export interface Remembered {
  type: "remembered";
  seat: number;
  met: Record<string, number>;
}

export interface Chose {
  type: "chose";
  seat: number;
  level: 1 | 2 | 3 | 4 | 5;
}

/** A board as it lies in front of somebody. */
export interface DealtBoard {
  level: 1 | 2 | 3 | 4 | 5;
  outline: string;
  /** The pieces for each number of the die. */
  tasks: readonly string[];
  /** Which tasks of the level these are. */
  numbers: readonly number[];
  /** How hard each is, from 1 to 5 within its level. */
  grades: readonly number[];
}

/** New boards, and the number that the die will show: that nobody is told yet. */
export interface Dealt {
  type: "dealt";
  round: number;
  boards: readonly (DealtBoard | null)[];
  die: number | null;
  until: number | null;
}

export interface Rolled {
  type: "rolled";
  /** None where the clock or the game rolled. */
  seat: number | null;
  die: number;
  until: number | null;
}

/** The time runs: the hourglass is turned, or a player alone begins. */
export interface HourglassTurned {
  type: "turned";
  seat: number | null;
  again: boolean;
  since: number;
  until: number;
}

/** A piece is put down, or moved; others only know how many lie now. */
export interface Placed {
  type: "placed";
  seat: number;
  piece: string | null;
  cubes: readonly string[] | null;
  count: number;
}

export interface Lifted {
  type: "lifted";
  seat: number;
  piece: string | null;
  count: number;
}

/** Ubongo! In a playoff and alone there are no gems. */
export interface Solved {
  type: "solved";
  seat: number;
  /** Milliseconds since the time began to run. */
  after: number;
  drawn: "amber" | "emerald" | "ruby" | "sapphire" | null;
  bonus: "amber" | "emerald" | "ruby" | "sapphire" | null;
}

/** A player alone sets the task aside and sees solutions. */
export interface Aside {
  type: "aside";
  seat: number;
  solutions: readonly string[];
}

/** A round is over: what nobody has won, what was built, and fillings that would have done. */
export interface Closed {
  type: "closed";
  unclaimed: readonly ("amber" | "emerald" | "ruby" | "sapphire")[];
  built: readonly Record<string, readonly string[]>[];
  solutions: readonly (readonly string[])[];
  /** When the next one begins at the latest; nothing, where there is none. */
  until: number | null;
}

export interface Readied {
  type: "readied";
  seat: number;
}

export interface Finished {
  type: "finished";
  ending: string;
  /** The winner of the playoff. */
  winner: number | null;
}

export type UbongoEvent =
  | Opened
  | Remembered
  | Chose
  | Dealt
  | Rolled
  | HourglassTurned
  | Placed
  | Lifted
  | Solved
  | Aside
  | Closed
  | Readied
  | Finished;

export type Phase = "choosing" | "rolling" | "turning" | "building" | "between" | "over";

export interface SideView {
  level: 1 | 2 | 3 | 4 | 5 | null;
  board: DealtBoard | null;
  /** The pieces to use, once the die is rolled. */
  task: string | null;
  /** How many lie. */
  count: number;
  /** Your own, and after a round everybody's. */
  lying: Record<string, readonly string[]> | null;
  /** Milliseconds after which the task was solved. */
  solved: number | null;
  gems: Partial<Record<"amber" | "emerald" | "ruby" | "sapphire", number>>;
  points: number;
  /** After a round: one or two fillings. */
  solutions: readonly string[];
}

export interface UbongoView {
  you: number | null;
  options: UbongoOptions;
  alone: boolean;
  phase: Phase;
  /** Counted from 1; for who plays alone it counts tasks. After the last one there may be a playoff. */
  round: number;
  /** When the time is up, or the next thing happens by itself. */
  until: number | null;
  /** When the time began to run. */
  since: number | null;
  /** It is the second chance. */
  again: boolean;
  /** Whose honour the die was in the first round. */
  first: number;
  /** Whose honour the die is. */
  roller: number | null;
  /** Whose honour the hourglass is. */
  turner: number | null;
  die: number | null;
  sides: readonly SideView[];
  /** Seats that have solved the task of this round, the fastest first. */
  solved: readonly number[];
  playoff: readonly number[];
  bag: Partial<Record<"amber" | "emerald" | "ruby" | "sapphire", number>>;
  display: Partial<Record<"amber" | "emerald" | "ruby" | "sapphire", number>>;
  ready: readonly number[];
  /** Tasks that a player alone has solved. */
  done: number;
  /** Milliseconds up to the latest of them. */
  spent: number;
  /** You knew the puzzle of the day before: it does not count again. */
  repeated: boolean;
  ending: string | null;
  winner: number | null;
}
