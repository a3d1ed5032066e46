import { type BoardTable, emptyState, type TableState } from "../board/table";
import type { ConnectionState, TableConnection } from "../net/connection";
import { hallClock } from "../net/hall-clock";
import { newRef, type Told } from "../net/outbox";
import * as api from "../startup/api";
import type { Moment, Planned, Refused, Remarked, TableEvent } from "../startup/types";
import type { News } from "./news";
import { filled, leavesGap, lookingAt, opened, received, sent, shown, watching } from "./state";

/** Events that the hall sends at once. */
const EVENTS_PER_PAGE = 500;

/** One table on this page: its state, kept up by the connection, and what a person can do with it. */
export class TableSession implements BoardTable {
  state = $state.raw<TableState>(emptyState(""));
  connection = $state.raw<ConnectionState>("connecting");
  view = $derived(shown(this.state));
  live = $derived(this.state.looking === null);
  /** The seats whose turn is marked; unknown for past moments. */
  awaited = $derived(this.live ? this.state.awaited : []);
  /** Whether a move could be sent now, as far as the page knows. */
  open = $derived(
    this.live &&
      this.connection === "open" &&
      this.state.synced &&
      this.state.status === "playing" &&
      this.state.you !== null &&
      !this.state.clock.paused &&
      this.state.pending.length === 0,
  );
  /** In a replay: what is worth pointing out at the moment that is looked at. */
  remarks = $state.raw<readonly Remarked[]>([]);
  readonly trial = false;
  private readonly quit: (() => void)[] = [];
  private readonly plans = new Map<string, (answer: Planned | Refused) => void>();
  private filling = false;
  private left = false;

  constructor(
    table: string,
    private readonly hall: TableConnection,
    private readonly key: string | null,
    private readonly news: News,
  ) {
    this.state = { ...emptyState(table), pending: hall.unanswered(table) };
    this.quit.push(hall.onMessage((message) => this.receive(message)));
    this.quit.push(hall.onState((state) => this.connectionIs(state)));
    hall.join(table, () => this.state.seq, key);
  }

  /** The game's own time at the table that is shown: it stands still in a pause. */
  time(): number {
    const { paused, behind, stood } = this.state.clock;
    return paused ? stood : Math.max(stood, this.shownTime() - behind);
  }

  /** The hall's time at the table that is shown: for spectators of a race it is a little earlier. */
  shownTime(): number {
    return hallClock.now() - this.state.late;
  }

  /** Moves that are not answered yet are delivered all the same. */
  leave(): void {
    this.left = true;
    for (const stop of this.quit) stop();
    this.hall.leave(this.state.table);
  }

  move(move: string): void {
    const ref = newRef();
    const { table, seq: answers } = this.state;
    this.state = sent(this.state, { move, ref });
    this.hall.ask({ type: "move", table, move, answers, ref });
  }

  /** Stops the game's time, or lets it go on. */
  ask(type: "pause" | "resume"): void {
    this.hall.ask({ type, table: this.state.table, ref: newRef() });
  }

  /** Asks what may follow these parts of a move; the answer may be that the hall does not answer. */
  plan(parts: readonly string[]): Promise<Planned | Refused> {
    const ref = newRef();
    const { table } = this.state;
    return new Promise((answered) => {
      this.plans.set(ref, answered);
      this.hall.ask({ type: "plan", table, parts, ref });
    });
  }

  look(seq: number): void {
    this.state = lookingAt(this.state, seq);
    this.fetch();
  }

  /** Everything about a finished game has come. */
  layOpen(moments: readonly Moment[]): void {
    this.state = opened(this.state, moments);
  }

  showMoment(seq: number): void {
    this.state = watching(this.state, seq);
  }

  now(): void {
    this.look(this.state.seq);
  }

  clearMessage(): void {
    if (this.state.refused) this.state = { ...this.state, refused: null };
  }

  /** Asks for the moment that is looked at, unless it is known. */
  private fetch(): void {
    const { looking, views, table } = this.state;
    if (looking === null || views.has(looking)) return;
    this.hall.ask({ type: "look", table, seq: looking, ref: newRef() });
  }

  private connectionIs(connection: ConnectionState): void {
    this.connection = connection;
    if (connection !== "open") this.state = { ...this.state, synced: false };
  }

  private receive(message: Told): void {
    if (leavesGap(this.state, message)) this.hall.catchUp(this.state.table);
    else if (!this.answers(message)) this.apply(message);
  }

  private answers(message: Told): boolean {
    if (!("ref" in message)) return false;
    const answered = this.plans.get(message.ref ?? "");
    const answer = answerIn(message);
    if (!answered || !answer) return false;
    this.plans.delete(message.ref ?? "");
    answered(answer);
    return true;
  }

  private apply(message: Told): void {
    const before = this.state;
    this.state = received(before, message);
    if (this.state === before) return;
    this.news(before, this.state, message);
    if (this.state.outcome && !before.outcome) this.fetch();
    if (!this.state.whole) void this.fill();
  }

  /** More was missed than the hall tells at once: the log has it. */
  private async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      const missed: TableEvent[] = [];
      let page: TableEvent[];
      do {
        page = await api.log(this.state.table, missed.at(-1)?.seq ?? 0, this.key);
        missed.push(...page);
      } while (page.length === EVENTS_PER_PAGE && !this.left);
      this.state = filled(this.state, missed);
    } catch {
      // The history stays short; the next sync asks again.
    } finally {
      this.filling = false;
    }
  }
}

/** The answer to a plan; none at all is one too. */
function answerIn(message: Told): Planned | Refused | null {
  if (message.type === "planned" || message.type === "refused") return message;
  if (message.type !== "unanswered") return null;
  return { ...message, type: "refused", code: "unanswered", facts: {} };
}
