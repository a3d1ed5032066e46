import type { ConnectionState } from "../net/connection";
import type { Refusal } from "../startup/api";
import type {
  Coach,
  Outcome,
  Planned,
  PlayClock,
  Refused,
  Remarked,
  SeatCard,
  SeatNews,
  Status,
  TableEvent,
  TakeBackWish,
} from "../startup/types";

/** An event as this page knows it; `Event` is the game's. */
export interface TableEventOf<Event> extends TableEvent {
  event: Event;
}

export interface Reason extends Pick<Refusal, "code" | "facts"> {
  /** The move that came back; null when something else was refused. */
  move: string | null;
}

/** A move that was sent and not answered yet. */
export interface Pending {
  move: string;
  ref: string;
  /** Whether the hall has been asked more than once, and has not answered. */
  late?: boolean;
}

/** Everything this page knows of a table. A value: each message makes the next one. */
export interface TableState {
  table: string;
  synced: boolean;
  status: Status;
  seats: readonly SeatCard[];
  you: number | null;
  /** Whether this person has set the table up. */
  host: boolean;
  /** Milliseconds by which a spectator's view is delayed. */
  late: number;
  /** Whether this person may pause the game. */
  pausable: boolean;
  /** How the game's own time stands to the hall's. */
  clock: PlayClock;
  watching: number;
  /** The table of the next game. */
  rematch: string | null;
  /** The seats that the table waits for now. */
  awaited: readonly number[];
  canTakeBack: boolean;
  takeBack: TakeBackWish | null;
  /** What the hall's coach says to this player; null where there is none. */
  coach: Coach | null;
  /** Everything that happened at the seats. */
  seatNews: readonly SeatNews[];
  outcome: Outcome | null;
  seq: number;
  view: unknown;
  /** The game's events in their order, without gaps. */
  events: readonly TableEvent[];
  /** False while events before those in `events` have to be fetched. */
  whole: boolean;
  /** How the table looked after an event, for those that were seen or asked for: shared by all states. */
  views: ReadonlyMap<number, unknown>;
  /** The oldest first. Where everybody moves at once, several may be on their way. */
  pending: readonly Pending[];
  refused: Reason | null;
  /** The event whose table is looked at; null is now. */
  looking: number | null;
}

/** What boards and sessions need of a table: a real one, or one on which something is tried. */
export interface BoardTable {
  readonly state: TableState;
  readonly connection: ConnectionState;
  /** What the board shows: now, or the moment that is looked at. */
  readonly view: unknown;
  /** Whether it shows the table as it is now. */
  readonly live: boolean;
  /** The seats whose turn is marked. */
  readonly awaited: readonly number[];
  /** Whether a move could be sent now, as far as the page knows. */
  readonly open: boolean;
  /** In a replay: what is worth pointing out at the moment that is looked at. */
  readonly remarks: readonly Remarked[];
  /** Whether one person moves for all seats, to try lines. */
  readonly trial: boolean;
  /** Whether this is a lesson, in which nobody gives up or offers a draw. */
  readonly lesson?: boolean;
  /** The game's own time in milliseconds: it stands still in a pause. */
  time(): number;
  move(move: string): void;
  /** Asks what may follow these parts of a move; the answer may be that the hall does not answer. */
  plan(parts: readonly string[]): Promise<Planned | Refused>;
  /** Clears the last refusal. */
  clearMessage(): void;
}

/** Nobody has paused yet. */
export const RUNNING: PlayClock = { paused: false, behind: 0, stood: 0 };

export function emptyState(table: string): TableState {
  return {
    table,
    synced: false,
    status: "open",
    seats: [],
    you: null,
    host: false,
    late: 0,
    pausable: false,
    clock: RUNNING,
    watching: 0,
    rematch: null,
    awaited: [],
    canTakeBack: false,
    takeBack: null,
    coach: null,
    seatNews: [],
    outcome: null,
    seq: 0,
    view: null,
    events: [],
    whole: true,
    views: new Map(),
    pending: [],
    refused: null,
    looking: null,
  };
}

/** The events with a greater number than this. */
export function eventsAfter<Any extends TableEvent>(events: readonly Any[], seq: number): Any[] {
  return events.slice(events.findLastIndex((event) => event.seq <= seq) + 1);
}

/** Why this person cannot move now. */
export type Blocked =
  | "stopped"
  | "cancelled"
  | "waiting"
  | "looking_back"
  | "over"
  | "watching"
  | "line"
  | "paused"
  | "pending"
  | "not_your_turn";

/**
 * The plainest reason first; null when nothing stands in the way.
 * Where everybody moves at once, there are no turns, and moves need no answer first.
 */
export function blockedBy(
  state: TableState,
  connection: ConnectionState,
  atOnce = false,
): Blocked | null {
  if (state.status === "stopped") return "stopped";
  if (state.status === "cancelled") return "cancelled";
  if (state.status === "open") return "waiting";
  if (state.looking !== null) return "looking_back";
  if (state.status === "over") return "over";
  if (state.you === null) return "watching";
  if (connection !== "open" || !state.synced) return "line";
  if (state.clock.paused) return "paused";
  if (atOnce) return null;
  if (state.pending.length > 0) return "pending";
  return state.awaited.includes(state.you) ? null : "not_your_turn";
}
