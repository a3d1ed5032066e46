import { FREE_SEAT } from "../../i18n/seat-names";
import { newRef } from "../../net/outbox";
import type { Refusal } from "../../startup/api";
import type { Planned, Refused, Remarked } from "../../startup/types";
import { type BoardTable, emptyState, type TableState } from "../table";

/** A table without a hall: it shows a view, and passes on the moves tried there, for all seats. */
export class TrialTable implements BoardTable {
  state = $state.raw<TableState>(emptyState(""));
  readonly connection = "open";
  readonly live = true;
  readonly remarks: readonly Remarked[] = [];
  readonly trial: boolean;

  /** Without `tried` it is only looked at. */
  constructor(
    view: unknown,
    seats: number,
    awaited: number | null = null,
    private readonly tried?: (move: string) => void,
  ) {
    this.trial = tried !== undefined;
    const chairs = Array.from({ length: seats }, () => FREE_SEAT);
    this.state = { ...this.state, synced: true, status: "playing", seats: chairs };
    this.show(view, awaited);
  }

  readonly view: unknown = $derived.by(() => this.state.view);
  readonly awaited: readonly number[] = $derived.by(() => this.state.awaited);
  readonly open: boolean = $derived.by(() => this.state.you !== null);

  /** Shows this view; the viewer takes the seat that is to move. */
  show(view: unknown, awaited: number | null): void {
    this.state = {
      ...this.state,
      view,
      seq: this.state.seq + 1,
      status: this.trial && awaited === null ? "over" : "playing",
      you: awaited,
      awaited: awaited === null ? [] : [awaited],
      pending: [],
    };
  }

  move(move: string): void {
    const pending = [...this.state.pending, { move, ref: newRef() }];
    this.state = { ...this.state, pending, refused: null };
    this.tried?.(move);
  }

  refuse({ code, facts }: Refusal): void {
    const move = this.state.pending.at(-1)?.move ?? null;
    this.state = { ...this.state, pending: [], refused: { code, facts, move } };
  }

  time(): number {
    return Date.now();
  }

  plan(): Promise<Planned | Refused> {
    const refused: Refused = {
      type: "refused",
      table: "",
      ref: null,
      code: "unanswered",
      facts: {},
    };
    return Promise.resolve(refused);
  }

  clearMessage(): void {
    if (this.state.refused) this.state = { ...this.state, refused: null };
  }
}
