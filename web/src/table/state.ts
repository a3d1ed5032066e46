import type { Refusal } from "../lib/api";
import type { Moment } from "../lib/forms";
import type { Told, Unanswered } from "../lib/outbox";
import type {
  Accepted,
  Heard,
  Outcome,
  PlayClock,
  Presence,
  Refused,
  SeatCard,
  SeatNews,
  Status,
  Sync,
  TakeBackWish,
  Update,
} from "../lib/wire";
import { HeardLog } from "./heard";

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
  /** By so many milliseconds a spectator is told later than the players. */
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
  /** Everything that happened at the seats. */
  seatNews: readonly SeatNews[];
  outcome: Outcome | null;
  seq: number;
  view: unknown;
  heard: HeardLog;
  /** False while events before those in `heard` have to be fetched. */
  whole: boolean;
  /** How the table looked after an event, for those that were seen or asked for: shared by all states. */
  views: ReadonlyMap<number, unknown>;
  /** The oldest first. Where everybody moves at once, several may be on their way. */
  pending: readonly Pending[];
  refused: Reason | null;
  /** The event whose table is looked at; null is now. */
  looking: number | null;
}

/** Nobody has paused yet. */
export const RUNNING: PlayClock = { paused: false, behind: 0, stood: 0 };

export function fresh(table: string): TableState {
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
    seatNews: [],
    outcome: null,
    seq: 0,
    view: null,
    heard: HeardLog.of(),
    whole: true,
    views: new Map(),
    pending: [],
    refused: null,
    looking: null,
  };
}

/** The table after a message from the hall. */
export function hear(state: TableState, message: Told): TableState {
  if (!("table" in message) || message.table !== state.table) return state;
  switch (message.type) {
    case "sync":
      return synced(state, message);
    case "accepted":
      return accepted(state, message);
    case "update":
      return updated(state, message);
    case "presence":
      return reseated(state, message);
    case "past":
      return { ...state, views: seen(state, message.seq, message.view) };
    case "stopped":
      return { ...state, status: "stopped", pending: [] };
    case "refused":
      return refused(state, message);
    case "unanswered":
      return unanswered(state, message);
    default:
      return state;
  }
}

function synced(state: TableState, sync: Sync): TableState {
  return {
    ...state,
    synced: true,
    status: sync.status,
    seats: sync.seats,
    you: sync.you,
    host: sync.host,
    late: sync.late,
    pausable: sync.pausable,
    clock: sync.clock,
    rematch: sync.rematch,
    awaited: sync.awaited,
    canTakeBack: sync.can_take_back,
    takeBack: sync.take_back,
    seatNews: sync.seat_news,
    outcome: sync.outcome,
    seq: sync.seq,
    view: sync.view,
    heard: state.heard.with(sync.heard),
    whole: state.whole && sync.whole,
    views: sync.view === null ? state.views : seen(state, sync.seq, sync.view, sync.outcome),
    pending: state.pending.filter(({ ref }) => !sync.accepted.includes(ref)),
  };
}

/** A move counts; that the time stands still, or goes on, says nothing of an earlier refusal. */
function accepted(state: TableState, { ref }: Accepted): TableState {
  const pending = without(state, ref);
  return pending.length < state.pending.length ? { ...state, pending, refused: null } : state;
}

function updated(state: TableState, update: Update): TableState {
  if (update.seq < state.seq) return state;
  return {
    ...state,
    status: update.outcome ? "over" : state.status === "open" ? "playing" : state.status,
    outcome: update.outcome,
    awaited: update.awaited,
    clock: update.clock,
    takeBack: update.seq > state.seq ? null : state.takeBack,
    seq: update.seq,
    view: update.view,
    heard: state.heard.with(update.heard),
    views: seen(state, update.seq, update.view, update.outcome),
    refused: turned(state, update) ? null : state.refused,
  };
}

/** Whether it is another one's turn now: why a move of the last turn was refused is of no use any more. */
function turned({ awaited }: TableState, update: Update): boolean {
  return awaited.join() !== update.awaited.join();
}

function reseated(state: TableState, presence: Presence): TableState {
  const { status, seats, you, watching } = presence;
  return {
    ...state,
    status,
    seats,
    you,
    watching,
    takeBack: presence.take_back,
    seatNews: presence.seat_news,
    rematch: presence.rematch ?? state.rematch,
  };
}

function refused(state: TableState, { ref, code, facts }: Refused): TableState {
  const move = state.pending.find((sent) => sent.ref === ref)?.move ?? null;
  if (ref !== null && move === null) return state;
  return { ...state, pending: without(state, ref), refused: { code, facts, move } };
}

function unanswered(state: TableState, { ref }: Unanswered): TableState {
  const pending = state.pending.map((one) => (one.ref === ref ? { ...one, late: true } : one));
  return { ...state, pending };
}

function without({ pending }: TableState, answered: string | null): readonly Pending[] {
  return pending.filter(({ ref }) => ref !== answered);
}

/** True when an update does not follow on what is known: then the table has to be joined again. */
export function leavesGap(state: TableState, message: Told): boolean {
  if (message.type !== "update" || message.table !== state.table) return false;
  return message.after > state.seq;
}

/** Events that were fetched from the log. */
export function filled(state: TableState, heard: readonly Heard[]): TableState {
  return { ...state, heard: state.heard.with(heard), whole: true };
}

/** A finished game: every event whole, every moment without secrets. */
export function opened(state: TableState, moments: readonly Moment[]): TableState {
  const heard = moments.map(({ seq, at, actor, event }) => ({ seq, at, actor, event }));
  const views = new Map(moments.map(({ seq, view }) => [seq, view]));
  return { ...filled(state, heard), views };
}

export function sent(state: TableState, pending: Pending): TableState {
  return { ...state, pending: [...state.pending, pending], refused: null };
}

/** Look at the table as it was after `seq`; the newest event is now. */
export function lookingAt(state: TableState, seq: number): TableState {
  return { ...state, looking: seq >= state.seq ? null : seq };
}

/** Look at a moment of a finished game; also the last one is looked at, not lived through. */
export function watching(state: TableState, seq: number): TableState {
  return { ...state, looking: seq };
}

/** What the board shows: now, the past looked at, or now until the past has arrived. */
export function shown(state: TableState): unknown {
  if (state.looking === null) return state.view;
  return state.views.get(state.looking) ?? state.view;
}

/** With the end, what was hidden lies open: earlier moments are worth asking for again. */
function seen(
  state: TableState,
  seq: number,
  view: unknown,
  outcome: Outcome | null = null,
): ReadonlyMap<number, unknown> {
  // What was seen stays true: nothing is copied for the sake of older states.
  const views = outcome && !state.outcome ? new Map() : (state.views as Map<number, unknown>);
  return views.set(seq, view);
}
