// Written by `make generate` from the structs in ukumbi.games.ubongo.rules: change them there.

export interface UbongoOptions {
  /** The level of players who do not choose one. */
  level: 1 | 2 | 3 | 4 | 5;
  /** Seconds. */
  hourglass: number;
  rounds: number;
  /** The solo variant: most tasks in a time, least time for some tasks, or the puzzle of the day. */
  solo: "daily" | "tasks" | "time";
  /** Minutes or tasks of a solo game. */
  limit: 5 | 10 | 20;
}

/** The game is set up; players choose their level. */
export interface Opened {
  type: "opened";
  options: UbongoOptions;
  seats: number;
  roller: number;
  until: number | null;
}

/** What a player has met in earlier games; hidden from all. */
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

/** A board in front of a player. */
export interface DealtBoard {
  level: 1 | 2 | 3 | 4 | 5;
  outline: string;
  /** The pieces for each die number. */
  tasks: readonly string[];
  /** Their indexes among the level's tasks. */
  numbers: readonly number[];
  /** Their hardness within the level, from 1 to 5. */
  grades: readonly number[];
}

/** New boards, and the die's number, which is hidden until the roll. */
export interface Dealt {
  type: "dealt";
  round: number;
  boards: readonly (DealtBoard | null)[];
  die: number | null;
  until: number | null;
}

export interface Rolled {
  type: "rolled";
  /** Null if the clock or the game rolled. */
  seat: number | null;
  die: number;
  until: number | null;
}

/** Time runs: the hourglass is turned, or a solo game begins. */
export interface HourglassTurned {
  type: "turned";
  seat: number | null;
  again: boolean;
  since: number;
  until: number;
}

/** A piece is placed or moved. Others see only the number of placed pieces. */
export interface Placed {
  type: "placed";
  seat: number;
  piece: string | null;
  cubes: readonly string[] | null;
  count: number;
  /** Whether it was laid for the player. */
  helped: boolean;
}

export interface Lifted {
  type: "lifted";
  seat: number;
  piece: string | null;
  count: number;
}

/** A player has solved their task. Playoffs and solo games have no gems. */
export interface Solved {
  type: "solved";
  seat: number;
  /** Milliseconds since the time began. */
  after: number;
  drawn: "amber" | "emerald" | "ruby" | "sapphire" | null;
  bonus: "amber" | "emerald" | "ruby" | "sapphire" | null;
}

/** A solo player puts the task aside and sees its solutions. */
export interface Aside {
  type: "aside";
  seat: number;
  solutions: readonly string[];
}

/** A round is over: unclaimed gems, the players' boards, and solutions. */
export interface Closed {
  type: "closed";
  unclaimed: readonly ("amber" | "emerald" | "ruby" | "sapphire")[];
  built: readonly Record<string, readonly string[]>[];
  solutions: readonly (readonly string[])[];
  /** The latest beginning of the next round; null after the last. */
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
  /** The player's pieces, once the die is rolled. */
  task: string | null;
  /** The number of placed pieces. */
  count: number;
  /** Your own board; all boards after a round. */
  lying: Record<string, readonly string[]> | null;
  /** Milliseconds until the task was solved. */
  solved: number | null;
  gems: Partial<Record<"amber" | "emerald" | "ruby" | "sapphire", number>>;
  points: number;
  /** One or two solutions, after a round. */
  solutions: readonly string[];
  /** Pieces that were laid for the player in this game. */
  helped: number;
}

export interface UbongoView {
  you: number | null;
  options: UbongoOptions;
  alone: boolean;
  phase: Phase;
  /** Counted from 1; in a solo game it counts tasks. A playoff may follow the last round. */
  round: number;
  /** The next tick. */
  until: number | null;
  /** When the time began. */
  since: number | null;
  /** Whether it is the second chance. */
  again: boolean;
  /** The seat that rolled the die in the first round. */
  first: number;
  /** The seat that rolls the die. */
  roller: number | null;
  /** The seat that turns the hourglass. */
  turner: number | null;
  die: number | null;
  sides: readonly SideView[];
  /** Seats that have solved this round's task, the fastest first. */
  solved: readonly number[];
  playoff: readonly number[];
  bag: Partial<Record<"amber" | "emerald" | "ruby" | "sapphire", number>>;
  display: Partial<Record<"amber" | "emerald" | "ruby" | "sapphire", number>>;
  ready: readonly number[];
  /** Tasks solved in a solo game. */
  done: number;
  /** Milliseconds until the latest of them. */
  spent: number;
  /** Whether you knew the puzzle of the day before; then it does not count. */
  repeated: boolean;
  ending: string | null;
  winner: number | null;
}
