import { Side } from "../../board/side.svelte";
import { because, t } from "../../lib/language.svelte";
import { nameAt } from "../../lib/seats";
import type { Facts } from "../../lib/words";
import type { Table } from "../../table/table.svelte";
import { back, type Draft, EMPTY, lit, type Touched, touch, type Why } from "./draft";
import { type Pieces, piecesOf } from "./pieces";
import { say, words } from "./speech";
import { colourOf, readTurn, writeTurn } from "./turn";
import type { RukuniEvent, RukuniView } from "./wire";

/** One player's side of the board: the turn that is begun, what lights up, what stands where. */
export class Play extends Side<RukuniView, RukuniEvent, Draft> {
  constructor(table: Table) {
    super(table, EMPTY);
  }

  readonly lit = $derived.by(() => {
    return this.blocked === null ? lit(this.view.reach, this.draft) : [];
  });
  /** The turn that was sent and not answered yet. */
  readonly pending = $derived.by(() => {
    const { pending, looking } = this.table.state;
    const [sent] = pending;
    return sent && looking === null ? readTurn(sent.move) : null;
  });
  readonly mine = $derived.by(() => colourOf(this.view, this.you ?? 0));
  readonly pieces: Pieces = $derived.by(() => {
    return piecesOf(this.view, this.draft, this.pending, this.mine);
  });

  touch(hollow: string): void {
    if (this.stopped()) return;
    this.take(touch(this.view.reach, this.view.towers, this.draft, hollow), hollow);
  }

  back(): void {
    this.hold(back(this.draft));
  }

  /** Whether this tower may be taken (also in place of the one in the hand). */
  takes(hollow: string): boolean {
    return this.blocked === null && hollow in this.view.reach;
  }

  private take(touched: Touched, hollow: string): void {
    if ("why" in touched) this.explain(this.why(touched.why, hollow));
    else if ("draft" in touched) this.hold(touched.draft);
    else {
      this.hold(EMPTY);
      this.send(writeTurn(touched.turn));
    }
  }

  private why(why: Why, hollow: string): () => string {
    const { draft } = this;
    const tower = draft.step === "peg" ? draft.to : draft.step === "to" ? draft.tower : hollow;
    return () => say(`why.${why}`, { hollow, tower });
  }

  /** A turn that is begun ends with everything that ends the turn it was begun in. */
  protected draftMoment(): string | null {
    return this.blocked === null ? this.view.position : null;
  }

  protected override explanationMoment(): string {
    return `${this.view.position} ${this.blocked}`;
  }

  protected reason(code: string, facts: Facts): string {
    return because(code, facts, words);
  }

  protected step(): string {
    if (this.blocked !== null) return this.waiting();
    const { draft } = this;
    if (draft.step === "tower" && this.table.trial) {
      return say("step.trial", { colour: say(this.mine) });
    }
    if (draft.step === "tower") return say("step.tower");
    if (draft.step === "to") return say("step.to", { tower: draft.tower });
    return say("step.peg", { tower: draft.to });
  }

  private waiting(): string {
    if (this.blocked !== "not_your_turn" && this.blocked !== "watching") {
      return t(`why.${this.blocked ?? "pending"}`);
    }
    const name = nameAt(this.table.state.seats, this.view.to_move ?? 0, words);
    return say("step.other", { name });
  }
}
