import { Refusal, request } from "../../../startup/api";
import type { Analysis, Hint } from "../../../startup/types";

/** How long the hall may think: for the curve of a game, and then deeper and deeper. */
export type Effort = 0 | 1 | 2 | 3;

export function analysis(
  game: string,
  at: string,
  effort: Effort,
  signal: AbortSignal,
): Promise<Analysis> {
  const query = new URLSearchParams({ at, effort: String(effort) });
  return request("GET", `games/${game}/analysis?${query}`, undefined, signal);
}

export function hint(table: string): Promise<Hint> {
  return request("POST", `tables/${encodeURIComponent(table)}/hint`);
}

type Ask = (position: string, effort: Effort, signal: AbortSignal) => Promise<Analysis>;

interface Known {
  effort: Effort;
  analysis: Analysis;
}

interface Question {
  position: string;
  effort: Effort;
}

/** Milliseconds that a position has to be looked at before the hall is asked about it. */
const SETTLED_MS = 150;
const DEEPEST: Effort = 3;
/** Refusals that pass by themselves, and the milliseconds after which it is asked again for the first time. */
const RETRY_AFTER_MS: Readonly<Record<string, number>> = {
  enough_for_now: 20_000,
  slow_down: 3_000,
  too_slow: 5_000,
  unreachable: 3_000,
  unknown: 10_000,
};
const LONGEST_PAUSE_MS = 120_000;

/**
 * Asks the hall what it thinks, one question at a time: first about the position that is shown, then about
 * all others of the game in short, then deeper and deeper about the one that is shown.
 */
export class Thinking {
  /** Why nothing comes just now; null once something does. */
  error = $state.raw<Refusal | null>(null);
  private known = $state.raw<ReadonlyMap<string, Known>>(new Map());
  private refused = $state.raw<ReadonlyMap<string, Refusal>>(new Map());
  private others: readonly string[] = [];
  private shown: string | null = null;
  private asked: Question | null = null;
  private stop: AbortController | null = null;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait: ReturnType<typeof setTimeout> | undefined;
  private hidden = false;
  private closed = false;

  constructor(private readonly ask: Ask) {}

  /** What is known of a position. */
  of(position: string): Analysis | null {
    return this.known.get(position)?.analysis ?? null;
  }

  /** Why nothing will be known of it. */
  refusalOf(position: string): Refusal | null {
    return this.refused.get(position) ?? null;
  }

  /** Whether more is going to come about a position that is shown. */
  goesOn(position: string): boolean {
    return this.effort(position) < DEEPEST;
  }

  /** Look at this position: what was being thought about another one is dropped. */
  show(position: string): void {
    if (position === this.shown) return;
    this.shown = null;
    if (this.asked !== null && this.asked.effort > 0) this.stop?.abort();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.shown = position;
      this.next();
    }, SETTLED_MS);
  }

  /** Nothing is shown that could be thought about. */
  rest(): void {
    clearTimeout(this.timer);
    this.shown = null;
    this.stop?.abort();
  }

  /** Learn about all of these, in this order. */
  learn(positions: readonly string[]): void {
    this.others = positions;
    this.next();
  }

  /** A hidden page does not ask. */
  hide(hidden: boolean): void {
    this.hidden = hidden;
    if (hidden) this.stop?.abort();
    else this.next();
  }

  close(): void {
    this.closed = true;
    this.rest();
    clearTimeout(this.wait);
  }

  private effort(position: string): number {
    if (this.refused.has(position)) return DEEPEST;
    const found = this.known.get(position);
    if (!found) return -1;
    return found.analysis.exact ? DEEPEST : found.effort;
  }

  private question(): Question | null {
    const { shown } = this;
    const depth = shown === null ? DEEPEST : this.effort(shown);
    if (shown !== null && depth < 1) return { position: shown, effort: 1 };
    const unknown = this.others.find((position) => this.effort(position) < 0);
    if (unknown !== undefined) return { position: unknown, effort: 0 };
    if (shown === null || depth >= DEEPEST) return null;
    return { position: shown, effort: (depth + 1) as Effort };
  }

  private next(): void {
    if (this.closed || this.hidden || this.asked !== null || this.wait !== undefined) return;
    this.asked = this.question();
    if (this.asked !== null) void this.think(this.asked);
  }

  private async think(asked: Question): Promise<void> {
    const stop = new AbortController();
    this.stop = stop;
    try {
      const analysis = await this.ask(asked.position, asked.effort, stop.signal);
      this.known = new Map(this.known).set(asked.position, { effort: asked.effort, analysis });
      this.failures = 0;
      this.error = null;
    } catch (refusal) {
      if (!stop.signal.aborted) this.fail(asked.position, refusal);
    }
    this.asked = null;
    this.next();
  }

  private fail(position: string, refusal: unknown): void {
    if (!(refusal instanceof Refusal)) throw refusal;
    const pause = RETRY_AFTER_MS[refusal.code];
    if (pause === undefined) {
      this.refused = new Map(this.refused).set(position, refusal);
      return;
    }
    this.error = refusal;
    this.wait = setTimeout(
      () => {
        this.wait = undefined;
        this.next();
      },
      Math.min(LONGEST_PAUSE_MS, pause * 2 ** this.failures),
    );
    this.failures += 1;
  }
}
