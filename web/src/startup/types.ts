// Written by `make generate` from the structs in ukumbi.hall.messages and ukumbi.server.bodies: change them there.

/** Take part in a table, or come back to it, having seen everything up to `since`. */
export interface Join {
  type: "join";
  table: string;
  since?: number;
  /** The key of a link for spectators. */
  key?: string | null;
  /** Nodes that did not answer: where one of them has the table, the asked node waits for its end. */
  shunned?: readonly string[];
}

/** Hear no more of a table. */
export interface Leave {
  type: "leave";
  table: string;
}

/** A whole move, made in answer to the table as it was at `answers`. */
export interface Move {
  type: "move";
  table: string;
  move: string;
  answers: number;
  /** The client's own name for this move: sent again after a broken line, it still counts once. */
  ref: string;
}

/** What may follow these parts of a move? */
export interface Plan {
  type: "plan";
  table: string;
  parts: readonly string[];
  ref: string;
}

/** How did the table look after event `seq`? */
export interface Look {
  type: "look";
  table: string;
  seq: number;
  ref: string;
}

/** Is the line alive? (A page cannot see the socket's own pings.) */
export interface Ping {
  type: "ping";
  ref: string;
}

/** Stop the time of a game that you play alone or against bots. */
export interface Pause {
  type: "pause";
  table: string;
  ref: string;
}

/** Let the time go on, three seconds from now. */
export interface Resume {
  type: "resume";
  table: string;
  ref: string;
}

export type ClientIn = Join | Leave | Move | Plan | Look | Ping | Pause | Resume;

/** The line is open: who you are here. */
export interface Welcome {
  type: "welcome";
  person: string;
  name: string;
  version: string;
  /** The build of the page that this hall serves, as it stands in that page; null where none is built. */
  client: string | null;
  /** The node of a hall of several; null in a hall of one process. */
  node: string | null;
  /** All nodes that live. */
  nodes: readonly string[];
}

export type Status = "cancelled" | "open" | "over" | "playing" | "stopped";

/** The occupant of a seat: none (no name), a person, or a bot (its level). */
export interface SeatCard {
  name: string | null;
  bot: string | null;
  /** The level of the bot that plays for this person, who is away. */
  stand_in: string | null;
  /** Before the game: whether this person has said that it may begin. */
  ready: boolean;
  /** Whether its player is connected. */
  here: boolean;
  /** Since when this person has been away. */
  away_since: number | null;
  /** From when on they are away for longer: then, of two, the one who stays may end the game. */
  longer_from: number | null;
  /** The round trip to them in milliseconds, measured by the hall, where everyone moves at once. */
  lag: number | null;
  /** How many of these are evened out. */
  allowance: number | null;
}

/** A player would like to take back what happened after event `to`, if all agree. */
export interface TakeBackWish {
  by: number;
  to: number;
  agreed: readonly number[];
}

/** An event as this viewer may know it. */
export interface TableEvent {
  seq: number;
  at: number;
  /** The seat that moved, -1 for the clock, null for the setup. */
  actor: number | null;
  event: unknown;
}

export type SeatWord =
  | "agreed"
  | "asked_back"
  | "bot_sat"
  | "came_back"
  | "cancelled"
  | "declined"
  | "freed"
  | "left"
  | "sat_down"
  | "stood_in"
  | "stood_up";

/** Something that happened at a seat, beside the game. */
export interface SeatNews {
  /** The number of the game's latest event when it happened. */
  after: number;
  at: number;
  what: SeatWord;
  seat: number | null;
  /** Of the person it is about. */
  name: string | null;
  /** Of the bot that came. */
  level: string | null;
}

/** How a game ended: each seat's place (1 is first, equal places are shared) and points. */
export interface Outcome {
  ending: string;
  places: readonly number[];
  /** Empty where the game was broken off before its points could be counted. */
  points: readonly number[];
}

/**
 * A match's own time: the hall's, less what the match has spent in pauses.
 *
 * Rules, deadlines and records know this time alone: it stands still while the match is paused.
 */
export interface PlayClock {
  paused: boolean;
  /** Milliseconds that the match's time is behind the hall's. */
  behind: number;
  /** The match's time in its latest pause: it goes on from there. */
  stood: number;
}

/** A table as it is now, and what happened since the client last saw it. */
export interface Sync {
  type: "sync";
  table: string;
  game: string;
  options: unknown;
  status: Status;
  seats: readonly SeatCard[];
  /** The seat of this viewer; null for a spectator. */
  you: number | null;
  host: boolean;
  seq: number;
  /** Null while the table waits for players. */
  view: unknown;
  /** The seats that the table waits for. */
  awaited: readonly number[];
  /** Whether the game lets moves be taken back. */
  can_take_back: boolean;
  take_back: TakeBackWish | null;
  events: readonly TableEvent[];
  seat_news: readonly SeatNews[];
  /** False when more events were missed than stand here; the rest is in the log. */
  whole: boolean;
  /** Refs of this viewer's latest accepted moves. */
  accepted: readonly string[];
  outcome: Outcome | null;
  /** The table where these players meet for the next game. */
  rematch: string | null;
  /** The hall's time, in milliseconds since 1970. */
  now: number;
  /** A spectator's delay in milliseconds; clocks on the table run as late. */
  late: number;
  /** Whether this viewer may pause the game. */
  pausable: boolean;
  clock: PlayClock;
}

/** The answer to `move`, `pause` and `resume`: it counts, once, and is on disk. */
export interface Accepted {
  type: "accepted";
  table: string;
  ref: string;
}

/** Join this table at another node: it is not here, or will not be any more. */
export interface Elsewhere {
  type: "elsewhere";
  table: string;
  /** Empty: any other node knows. */
  node: string;
}

/** Something happened at the table. */
export interface Update {
  type: "update";
  table: string;
  /** The event that this follows; a client that has not seen that one has missed something. */
  after: number;
  seq: number;
  events: readonly TableEvent[];
  view: unknown;
  awaited: readonly number[];
  outcome: Outcome | null;
  clock: PlayClock;
}

/** A person came, went, sat down, stood up, said something at a seat, or set up the next game. */
export interface Presence {
  type: "presence";
  table: string;
  status: Status;
  seats: readonly SeatCard[];
  you: number | null;
  watching: number;
  take_back: TakeBackWish | null;
  seat_news: readonly SeatNews[];
  rematch: string | null;
}

/** The occupant of a seat, for clients that have not joined the table. */
export interface BriefSeat {
  name: string | null;
  bot: string | null;
  stand_in: string | null;
}

/** One of your tables, as the start page shows it. */
export interface TableBrief {
  table: string;
  game: string;
  status: Status;
  seats: readonly BriefSeat[];
  you: number;
  host: boolean;
  /** When something last happened in the game, or when the table was set up. */
  changed: number;
  /** The seats that the table waits for. */
  awaited: readonly number[];
  /** What is counted for each seat, so far or in the end; empty where nothing is. */
  score: readonly number[];
  outcome: Outcome | null;
}

/** Something changed at a table of yours that you do not look at. */
export interface TableNews {
  type: "table_news";
  table: string;
  /** Null: it is no longer among yours. */
  brief: TableBrief | null;
}

/** A player waits for you at a table that you have not joined. */
export interface Called {
  type: "called";
  table: string;
  game: string;
  name: string;
}

/** The answer to `plan`. */
export interface Planned {
  type: "planned";
  table: string;
  ref: string;
  next: readonly string[];
  move: string | null;
  notes: readonly string[];
}

/** The answer to `look`. */
export interface Past {
  type: "past";
  table: string;
  ref: string;
  seq: number;
  view: unknown;
}

/** This table cannot go on; its log is kept. */
export interface Stopped {
  type: "stopped";
  table: string;
  code: string;
}

export type Fact = string | number | readonly (string | number)[];

/** One thing worth doing now. */
export interface AdviceCard {
  code: string;
  facts: Record<string, Fact>;
  /** What is ringed on the board, as `kind:name`. */
  marks: readonly string[];
  /** A move that the page offers to make; null where the player makes it. */
  move: string | null;
}

/** The coach of a player against bots: whether it helps, and what it says now. */
export interface Coach {
  type: "coach";
  table: string;
  on: boolean;
  advice: AdviceCard | null;
  /** The hall's time from which it is said, in milliseconds since 1970. */
  at: number;
}

/** A request that was refused: a stable code and its facts. */
export interface Refused {
  type: "refused";
  code: string;
  facts: Record<string, Fact>;
  table: string | null;
  ref: string | null;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  ref: string;
  /** The hall's time when it was sent, in milliseconds since 1970. */
  now: number;
}

export type ClientOut =
  | Welcome
  | Sync
  | Accepted
  | Elsewhere
  | Update
  | Presence
  | TableNews
  | Called
  | Planned
  | Past
  | Stopped
  | Coach
  | Refused
  | Pong;

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
  /** The number of tasks of its lesson; 0: it has none. */
  lesson: number;
}

export interface LessonEvent {
  seq: number;
  at: number;
  actor: number | null;
  event: unknown;
}

/** How the table looks at one moment, and what has led to it. */
export interface Frame {
  at: number;
  seq: number;
  events: readonly LessonEvent[];
  view: unknown;
  awaited: readonly number[];
  outcome: Outcome | null;
  /** When the clock acts next, if time goes on until then. */
  deadline: number | null;
}

/** A position to look at: where a task of a lesson begins, or a figure of the rules. */
export interface SceneCard {
  name: string;
  seats: number;
  you: number | null;
  frame: Frame;
  /** What is ringed on the board, each as `kind:name`. */
  marks: readonly string[];
  /** What fills the gaps of its sentences. */
  facts: Record<string, Fact>;
}

/** The figures of a game's rules, and the numbers in their sentences. */
export interface FiguresCard {
  numbers: Record<string, Fact>;
  figures: readonly SceneCard[];
}

/** A move that a task asks for, or a question with its answers to choose from. */
export interface ActCard {
  marks: readonly string[];
  choices: readonly string[] | null;
}

export interface TaskCard {
  scene: SceneCard;
  acts: readonly ActCard[];
  /** Whether time goes on while you think; else it stands still until you act. */
  runs: boolean;
}

/** A game's lesson, with the names of the tasks that you have done. */
export interface LessonCard {
  tasks: readonly TaskCard[];
  done: readonly string[];
}

/** A move, or the choice of an answer; null asks the lesson to make the move. */
export interface Try {
  move: string | null;
  /** Where time goes on: the milliseconds since the task began. */
  at?: number;
}

/** All moves of a task so far and the new one, as the hall keeps none; or the parts of a plan. */
export interface LessonTries {
  tries: readonly Try[];
  parts?: readonly string[];
}

/** Why a try was refused. */
export interface TryRefused {
  code: string;
  facts: Record<string, Fact>;
}

/** What came of the last try. */
export interface LessonReply {
  /** What happened, moment by moment. */
  frames: readonly Frame[];
  /** The moves so far: also those that the hall made for you. */
  moves: readonly string[];
  /** The act that comes next. */
  act: number;
  refused: TryRefused | null;
  facts: Record<string, Fact>;
  done: boolean;
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

/** Whether the coach of this game is to help you. */
export interface CoachSwitch {
  on: boolean;
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
