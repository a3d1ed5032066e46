import type {
  ClientIn,
  ClientOut,
  Join,
  Leave,
  Look,
  Move,
  Pause,
  Plan,
  Resume,
} from "../startup/types";

/** What is answered with its own ref. */
export type Question = Move | Plan | Look | Pause | Resume;

/** Said by the page itself: the hall has not answered this, though it was asked more than once. */
export interface Unanswered {
  type: "unanswered";
  table: string;
  ref: string;
}

export type Told = ClientOut | Unanswered;

interface Joined {
  since: () => number;
  key: string | null;
  synced: boolean;
  /** False when the table was left, and only a move has still to be answered there. */
  wanted: boolean;
  /** When to join again if no sync has come. */
  due: number;
}

interface Waiting {
  question: Question;
  /** Whether it went out on the connection that is open now. */
  sent: boolean;
  tries: number;
  /** When to ask again if no answer has come. */
  due: number;
}

/** What a message from the hall leads to. */
export interface Reaction {
  /** Whether the page gets it; a refusal that we get over by asking again is not. */
  deliver: boolean;
  send: ClientIn[];
}

/** How long an answer may take on a connection that lives. */
const ANSWER_TIMEOUT_MS = 5_000;
/** After so many tries a question counts as unanswered; a move is asked about all the same. */
const MAX_TRIES = 2;
const RETRY_INTERVAL_MS = 15_000;
/** Pause after "slow down", or after a refusal without a ref. */
const SLOW_DOWN_MS = 1_000;

/** What has to be said (again): tables to join, questions and moves without an answer. Times are given. */
export class Outbox {
  private readonly tables = new Map<string, Joined>();
  private readonly waiting = new Map<string, Waiting>();

  /** `keep` is told which moves are unanswered whenever that changes: they outlive the page. */
  constructor(
    kept: readonly Move[] = [],
    private readonly keep: (moves: readonly Move[]) => void = () => undefined,
  ) {
    for (const question of kept) {
      this.waiting.set(question.ref, { question, sent: false, tries: 0, due: Infinity });
      const { table, answers } = question;
      this.tables.set(table, {
        since: () => answers,
        key: null,
        synced: false,
        wanted: false,
        due: Infinity,
      });
    }
  }

  /** Whether anything has still to be answered. */
  get waits(): boolean {
    return this.waiting.size > 0 || [...this.tables.values()].some(({ due }) => due < Infinity);
  }

  /** Whether the connection should go where this table is: to the one that is looked at, if there is one. */
  wants(table: string): boolean {
    const joined = this.tables.get(table);
    const looked = [...this.tables.values()].some(({ wanted }) => wanted);
    return joined !== undefined && (joined.wanted || !looked);
  }

  /** The moves at a table that are on their way, the oldest first. */
  unanswered(table?: string): Move[] {
    const questions = [...this.waiting.values()].map(({ question }) => question);
    const moves = questions.filter((question) => question.type === "move");
    return table === undefined ? moves : moves.filter((move) => move.table === table);
  }

  join(table: string, since: () => number, key: string | null, now: number): Join {
    this.tables.set(table, {
      since,
      key,
      synced: false,
      wanted: true,
      due: now + ANSWER_TIMEOUT_MS,
    });
    return { type: "join", table, since: since(), key };
  }

  /** Something was missed at a table: it is joined again, unless its sync is on its way already. */
  rejoin(table: string, now: number): Join | null {
    const joined = this.tables.get(table);
    return joined?.synced ? this.rejoined(table, joined, now) : null;
  }

  /** Leaves the table at once, or when its moves are answered. */
  leave(table: string): Leave | null {
    for (const { question } of [...this.waiting.values()]) {
      if (question.table === table && question.type !== "move") this.waiting.delete(question.ref);
    }
    const joined = this.tables.get(table);
    if (joined && this.unanswered(table).length > 0) {
      const seen = joined.since();
      Object.assign(joined, { since: () => seen, wanted: false });
      return null;
    }
    this.tables.delete(table);
    return { type: "leave", table };
  }

  /** Keeps a question until it is answered; true when the table is in sync, so that it may go out now. */
  put(question: Question, now: number): boolean {
    const sent = this.tables.get(question.table)?.synced ?? false;
    this.waiting.set(question.ref, {
      question,
      sent,
      tries: sent ? 1 : 0,
      due: now + ANSWER_TIMEOUT_MS,
    });
    if (question.type === "move") this.keep(this.unanswered());
    return sent;
  }

  /** The connection has opened: every table is joined from where we left it. */
  joins(now: number): Join[] {
    for (const waiting of this.waiting.values()) Object.assign(waiting, { sent: false, tries: 0 });
    return [...this.tables].map(([table, joined]) => this.rejoined(table, joined, now));
  }

  /** What a message from the hall leads to. */
  receive(message: ClientOut, now: number): Reaction {
    switch (message.type) {
      case "accepted":
      case "planned":
      case "past":
        return { deliver: true, send: this.answered(message.ref) };
      case "sync":
        return { deliver: true, send: this.synced(message.table, message.accepted, now) };
      case "stopped":
        return { deliver: true, send: this.dropped(message.table) };
      case "refused":
        return this.refused(message.code, message.table ?? null, message.ref ?? null, now);
      default:
        return { deliver: true, send: [] };
    }
  }

  /** What has waited for its answer too long: it is asked again, and sometimes the page is told. */
  overdue(now: number): { send: ClientIn[]; told: Unanswered[] } {
    const send: ClientIn[] = [];
    const told: Unanswered[] = [];
    for (const [table, joined] of this.tables) {
      if (joined.due <= now) send.push(this.rejoined(table, joined, now));
    }
    for (const waiting of [...this.waiting.values()]) {
      const { question } = waiting;
      if (waiting.due > now || !this.tables.get(question.table)?.synced) continue;
      const late = waiting.tries >= MAX_TRIES;
      if (late) told.push({ type: "unanswered", table: question.table, ref: question.ref });
      if (late && question.type !== "move") this.waiting.delete(question.ref);
      else send.push(this.again(waiting, now));
    }
    return { send, told };
  }

  private rejoined(table: string, joined: Joined, now: number): Join {
    Object.assign(joined, { synced: false, due: now + ANSWER_TIMEOUT_MS });
    return { type: "join", table, since: joined.since(), key: joined.key };
  }

  private again(waiting: Waiting, now: number): Question {
    waiting.sent = true;
    waiting.tries += 1;
    waiting.due = now + (waiting.tries > MAX_TRIES ? RETRY_INTERVAL_MS : ANSWER_TIMEOUT_MS);
    return waiting.question;
  }

  private synced(table: string, accepted: readonly string[], now: number): ClientIn[] {
    const joined = this.tables.get(table);
    if (joined) Object.assign(joined, { synced: true, due: Infinity });
    const leave = accepted.flatMap((ref) => this.answered(ref));
    const unsent = [...this.waiting.values()].filter(
      ({ question, sent }) => question.table === table && !sent,
    );
    return [...leave, ...unsent.map((waiting) => this.again(waiting, now))];
  }

  private answered(ref: string): ClientIn[] {
    const question = this.waiting.get(ref)?.question;
    if (!question) return [];
    this.waiting.delete(ref);
    if (question.type !== "move") return [];
    this.keep(this.unanswered());
    return this.leaveIfDone(question.table);
  }

  /** Leaves a closed table with the answer to its last move. */
  private leaveIfDone(table: string): Leave[] {
    const joined = this.tables.get(table);
    if (!joined || joined.wanted || this.unanswered(table).length > 0) return [];
    this.tables.delete(table);
    return [{ type: "leave", table }];
  }

  private dropped(table: string): ClientIn[] {
    const refs = [...this.waiting.values()].flatMap(({ question }) =>
      question.table === table ? [question.ref] : [],
    );
    return refs.flatMap((ref) => this.answered(ref));
  }

  private refused(code: string, table: string | null, ref: string | null, now: number): Reaction {
    const waiting = this.waiting.get(ref ?? "");
    const joined = this.tables.get(table ?? "");
    if (waiting && code === "slow_down") {
      waiting.tries -= 1;
      return this.later([waiting], now);
    }
    if (waiting && joined && code === "not_joined" && waiting.tries <= MAX_TRIES) {
      waiting.sent = false;
      return {
        deliver: false,
        send: joined.synced ? [this.rejoined(waiting.question.table, joined, now)] : [],
      };
    }
    if (ref !== null) return { deliver: true, send: this.answered(ref) };
    if (joined && code === "slow_down") return this.later([joined], now);
    if (table !== null) return { deliver: joined?.wanted ?? true, send: this.shutOut(table) };
    // The refusal names no request: everything unanswered is asked again.
    const unsynced = [...this.tables.values()].filter(({ due }) => due < Infinity);
    return this.later([...this.waiting.values(), ...unsynced], now);
  }

  private later(asked: readonly (Waiting | Joined)[], now: number): Reaction {
    for (const one of asked) one.due = Math.min(one.due, now + SLOW_DOWN_MS);
    return { deliver: false, send: [] };
  }

  /** A table does not let us in: nothing can be delivered there. */
  private shutOut(table: string): ClientIn[] {
    const joined = this.tables.get(table);
    if (joined) joined.due = Infinity;
    const send = this.dropped(table);
    if (joined && !joined.wanted) this.tables.delete(table);
    return send;
  }
}

/** Moves without an answer, kept while this tab lives: a page that is loaded anew sends them again. */
const STORAGE_KEY = "ukumbi.unanswered";

export function keepMoves(moves: readonly Move[]): void {
  try {
    if (moves.length > 0) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(moves));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage they last as long as the page.
  }
}

export function keptMoves(): Move[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isMove) : [];
  } catch {
    return [];
  }
}

function isMove(kept: unknown): kept is Move {
  const { type, table, move, answers, ref } = (kept ?? {}) as Partial<Record<string, unknown>>;
  const texts = [table, move, ref].every((text) => typeof text === "string");
  return type === "move" && texts && typeof answers === "number";
}

/** A unique ref. Pages without HTTPS, as in a home network, have no randomUUID. */
export function newRef(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
