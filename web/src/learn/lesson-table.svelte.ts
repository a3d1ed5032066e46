import { type BoardTable, emptyState, type TableState } from "../board/table";
import { FREE_SEAT } from "../i18n/seat-names";
import { newRef } from "../net/outbox";
import * as api from "../startup/api";
import type {
  Fact,
  Frame,
  LessonReply,
  Planned,
  Refused,
  Remarked,
  TaskCard,
  Try,
  TryRefused,
} from "../startup/types";
import { duration } from "../ui/motion";

/** Milliseconds between what somebody does and what follows: long enough to see both. */
const BETWEEN_MS = 700;
/** Milliseconds of the longest pause. */
const LONGEST_MS = 2_500;
/** Milliseconds for which a move that the lesson makes is pointed out first. */
const POINT_MS = 600;

/** The code for what the rules allow, and the lesson does not want. */
export const OTHER = "other";

/** What the people at a lesson's table are called, apart from the learner. */
const OTHERS = ["Amani", "Baraka", "Chui", "Dalila", "Imani"];

/** How a lesson's table reaches the hall: the whole task again with each try, as the hall keeps nothing of it. */
export interface LessonLine {
  attempt(tries: readonly Try[]): Promise<LessonReply>;
  plan(tries: readonly Try[], parts: readonly string[]): Promise<Planned>;
}

/** What the page wants to know of what happens there. */
export interface LessonEars {
  shown(before: TableState, after: TableState): void;
  refused(told: TryRefused): void;
  /** The time is up before the task is done. */
  late(): void;
}

/** The table of one task. The hall decides what follows; time stands still until the learner acts. */
export class LessonTable implements BoardTable {
  state = $state.raw<TableState>(emptyState("lesson"));
  pointedOut = $state.raw<readonly string[]>([]);
  /** The act that comes next. */
  act = $state(0);
  done = $state(false);
  facts = $state.raw<Record<string, Fact>>({});
  /** Whether the lesson plays on, so that the learner watches. */
  playing = $state(false);
  readonly connection = "open";
  readonly live = true;
  readonly remarks: readonly Remarked[] = [];
  readonly trial = false;
  readonly lesson = true;
  private tries: Try[] = [];
  private closed = false;
  private shownAt = performance.now();
  private at = 0;
  /** Until when time may go on by itself. */
  private upTo: number | null = null;
  private readonly began: number;
  private sand: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly task: TaskCard,
    you: string,
    private readonly line: LessonLine,
    private readonly ears: LessonEars,
  ) {
    const { scene } = task;
    const seats = Array.from({ length: scene.seats }, (_, seat) => ({
      ...FREE_SEAT,
      here: true,
      name: seat === scene.you ? you : (OTHERS[seat - (seat > (scene.you ?? 0) ? 1 : 0)] ?? you),
    }));
    this.state = { ...this.state, synced: true, status: "playing", seats, you: scene.you };
    this.facts = scene.facts;
    this.began = scene.frame.at;
    this.put(scene.frame, null);
    this.settle();
    const { deadline } = scene.frame;
    if (task.runs && deadline !== null) {
      this.sand = setTimeout(() => !this.done && this.ears.late(), deadline - this.began);
    }
  }

  readonly view: unknown = $derived.by(() => this.state.view);
  readonly awaited: readonly number[] = $derived.by(() => this.state.awaited);
  readonly open: boolean = $derived.by(
    () => !this.done && !this.playing && this.state.pending.length === 0,
  );

  /** The table's own time. It stands still once everything has been shown, unless the task runs. */
  time(): number {
    const now = this.at + performance.now() - this.shownAt;
    return this.upTo === null ? now : Math.min(now, this.upTo);
  }

  move(move: string): void {
    if (this.playing || this.done || this.state.pending.length > 0) return;
    void this.attempt(move);
  }

  /** The lesson makes the move. */
  async show(): Promise<void> {
    const { act } = this;
    if (this.playing || this.done || this.state.pending.length > 0) return;
    // An act of several moves is shown to its end.
    while (this.act === act && !this.done && !this.closed) {
      if (!(await this.attempt(null))) return;
    }
  }

  async plan(parts: readonly string[]): Promise<Planned | Refused> {
    try {
      return await this.line.plan(this.tries, parts);
    } catch (refusal) {
      if (!(refusal instanceof api.Refusal)) throw refusal;
      const { code, facts } = refusal;
      this.ears.refused({ code, facts });
      return { type: "refused", table: "", ref: null, code, facts };
    }
  }

  clearMessage(): void {
    if (this.state.refused) this.state = { ...this.state, refused: null };
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.sand);
  }

  /** Whether it was taken. */
  private async attempt(move: string | null): Promise<boolean> {
    const tried = { move, at: Math.max(0, Math.round(this.time() - this.began)) };
    const pending = move === null ? [] : [{ move, ref: newRef() }];
    this.playing = move === null;
    this.state = { ...this.state, pending, refused: null };
    try {
      const reply = await this.line.attempt([...this.tries, tried]);
      return !this.closed && (await this.take(reply, tried));
    } catch (refusal) {
      if (!(refusal instanceof api.Refusal)) throw refusal;
      this.refuse(refusal, move);
      return false;
    } finally {
      this.playing = false;
    }
  }

  private async take(reply: LessonReply, tried: Try): Promise<boolean> {
    if (reply.refused) {
      // The rules say why not; what only the lesson does not want, only the lesson explains.
      if (reply.refused.code === OTHER) this.state = { ...this.state, pending: [] };
      else this.refuse(reply.refused, tried.move);
      this.ears.refused(reply.refused);
      return false;
    }
    const made = reply.moves.at(-1) ?? null;
    this.tries = [...this.tries, { ...tried, move: made }];
    if (tried.move === null && made !== null) await this.pointOut(made);
    await this.playOut(reply.frames);
    if (this.closed) return false;
    this.facts = reply.facts;
    this.act = reply.act;
    this.done = reply.done;
    this.settle();
    return true;
  }

  /** Once all is done, and while a question is asked, nothing is to be moved on the board. */
  private settle(): void {
    const asks = this.task.acts[this.act]?.choices;
    const status = this.done || asks ? "over" : this.state.status;
    this.state = { ...this.state, pending: [], status };
  }

  private async pointOut(move: string): Promise<void> {
    this.pointedOut = [move];
    await pause(POINT_MS);
    this.pointedOut = [];
  }

  /** What happened, one moment after the other. */
  private async playOut(frames: readonly Frame[]): Promise<void> {
    this.playing = true;
    for (const [number, frame] of frames.entries()) {
      const next = frames[number + 1] ?? null;
      if (this.closed) return;
      this.put(frame, next);
      if (next) await pause(Math.min(LONGEST_MS, Math.max(BETWEEN_MS, next.at - frame.at)));
    }
  }

  private put(frame: Frame, next: Frame | null): void {
    const before = this.state;
    this.at = frame.at;
    this.shownAt = performance.now();
    this.upTo = next ? next.at : this.task.runs ? null : frame.at;
    this.state = {
      ...before,
      view: frame.view,
      seq: frame.seq,
      events: [...before.events, ...frame.events],
      awaited: frame.awaited,
      outcome: frame.outcome,
      status: frame.outcome ? "over" : "playing",
      pending: [],
      refused: null,
    };
    if (before.view !== null) this.ears.shown(before, this.state);
  }

  private refuse({ code, facts }: TryRefused, move: string | null): void {
    this.state = { ...this.state, pending: [], refused: { code, facts, move } };
  }
}

/** Where nothing glides there is less to wait for. */
function pause(milliseconds: number): Promise<void> {
  const calm = duration(milliseconds) === 0;
  return new Promise((over) => setTimeout(over, calm ? milliseconds / 4 : milliseconds));
}
