import type { Pending, TableState } from "../board/table";
import type { Told, Unanswered } from "../net/outbox";
import type {
  Accepted,
  Moment,
  Outcome,
  Presence,
  Refused,
  Sync,
  TableEvent,
  Update,
} from "../startup/types";

/** The table after a message from the hall. */
export function received(state: TableState, message: Told): TableState {
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
    case "coach":
      return { ...state, coach: message };
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
    events: withEvents(state.events, sync.events),
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
    events: withEvents(state.events, update.events),
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
export function filled(state: TableState, events: readonly TableEvent[]): TableState {
  return { ...state, events: withEvents(state.events, events), whole: true };
}

/** A finished game: every event whole, every moment without secrets. */
export function opened(state: TableState, moments: readonly Moment[]): TableState {
  const events = moments.map(({ seq, at, actor, event }) => ({ seq, at, actor, event }));
  const views = new Map(moments.map(({ seq, view }) => [seq, view]));
  return { ...filled(state, events), views };
}

export function sent(state: TableState, pending: Pending): TableState {
  return { ...state, pending: [...state.pending, pending], refused: null };
}

/** Look at the table as it was after `seq`; the newest event is now. */
export function lookingAt(state: TableState, seq: number): TableState {
  return { ...state, looking: seq >= state.seq ? null : seq };
}

/** Look at a moment of a finished game; the last one counts as looking back, too. */
export function watching(state: TableState, seq: number): TableState {
  return { ...state, looking: seq };
}

/** What the board shows: now, the past looked at, or now until the past has arrived. */
export function shown(state: TableState): unknown {
  if (state.looking === null) return state.view;
  return state.views.get(state.looking) ?? state.view;
}

/** The end reveals hidden parts: earlier views are dropped and fetched again. */
function seen(
  state: TableState,
  seq: number,
  view: unknown,
  outcome: Outcome | null = null,
): ReadonlyMap<number, unknown> {
  // The map is shared by all states: a past view never changes.
  const views = outcome && !state.outcome ? new Map() : (state.views as Map<number, unknown>);
  return views.set(seq, view);
}

/** These events as well, in order; what was known already is told anew. */
export function withEvents(
  known: readonly TableEvent[],
  more: readonly TableEvent[],
): readonly TableEvent[] {
  if (more.length === 0) return known;
  let last = known.at(-1)?.seq ?? 0;
  const follows = more.every(({ seq }) => {
    const later = seq > last;
    last = seq;
    return later;
  });
  if (follows) return [...known, ...more];
  const bySeq = new Map([...known, ...more].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}
