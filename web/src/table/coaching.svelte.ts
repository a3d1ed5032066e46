import { Deadline } from "../board/deadline.svelte";
import type { GameEntry } from "../board/game";
import type { BoardSession } from "../board/session.svelte";
import { lookUp } from "../i18n/language.svelte";
import * as api from "../startup/api";
import type { CompleteGame } from "./system-lines";
import type { TableSession } from "./table-session.svelte";

/** An offer to make a move for the player. */
export interface Offer {
  label: string;
  take(): void;
}

/** What the hall's coach says to this player, from the moment on at which it is to be said. */
export class Coaching {
  private readonly deadline: Deadline;

  constructor(
    private readonly table: TableSession,
    private readonly game: CompleteGame,
    private readonly session: BoardSession,
    private readonly entry: GameEntry,
  ) {
    this.deadline = new Deadline(() => (this.advised === null ? null : (this.said?.at ?? null)));
  }

  private readonly said = $derived.by(() => this.table.state.coach);
  private readonly advised = $derived.by(() => this.said?.advice ?? null);
  /** Whether it helps; null where there is none. */
  readonly on: boolean | null = $derived.by(() => {
    const { status, you } = this.table.state;
    return status === "playing" && you !== null ? (this.said?.on ?? null) : null;
  });
  private readonly advice = $derived.by(() =>
    this.on && this.table.open && this.deadline.left === 0 ? this.advised : null,
  );
  /** What is ringed on the board, also while the player acts on it. */
  readonly marks: readonly string[] = $derived.by(() => this.advice?.marks ?? []);
  /** The sentence, unless a move is begun or something else is explained. */
  readonly sentence: string | null = $derived.by(() => {
    const { advice, session, table } = this;
    if (advice === null || session.begun || session.explained !== null) return null;
    const { view, seats } = table.state;
    const named = this.game.nameFacts?.(advice.facts, view, seats);
    return lookUp(`coach.${advice.code}`, { ...advice.facts, ...named }, this.entry.words);
  });
  readonly offer: Offer | null = $derived.by(() => {
    const { sentence, advice, session } = this;
    const move = advice?.move;
    if (sentence === null || !advice || !move) return null;
    const label = lookUp(`coach.${advice.code}.act`, {}, this.entry.words) ?? move;
    return { label, take: () => session.sendOnce(move) };
  });

  async turn(on: boolean): Promise<void> {
    await api.switchCoach(this.table.state.table, on);
  }
}
