import { because, t } from "../../lib/language.svelte";
import { type Hindrance, hindrance } from "../../table/hindrance";
import { seatLabel } from "../../table/seats";
import type { Table } from "../../table/table.svelte";
import { back, EMPTY, type Hand, lit, type Touched, touch, type Why } from "./hand";
import { say, words } from "./speech";
import { type Stand, standing } from "./stand";
import { colourOf, type RukuniView, readTurn, writeTurn } from "./view";

const why = (hindered: Hindrance) => () => t(`why.${hindered}`);

/** One player's side of the board: what is in the hand, what lights up, what the status line says. */
export class Play {
  private taken = $state.raw<{ hand: Hand; turn: number }>({ hand: EMPTY, turn: -1 });
  private why = $state.raw<{ sentence: () => string; moment: string } | null>(null);

  constructor(private readonly table: Table) {}

  readonly view = $derived.by(() => this.table.view as RukuniView);
  readonly hindered = $derived.by(() => hindrance(this.table.state, this.table.line));
  /** The hand is emptied by everything that ends the turn it was taken in. */
  readonly hand = $derived.by(() => {
    const fits = this.hindered === null && this.taken.turn === this.view.turn_number;
    return fits ? this.taken.hand : EMPTY;
  });
  readonly lit = $derived.by(() => {
    return this.hindered === null ? lit(this.view.reach, this.hand) : [];
  });
  readonly pending = $derived.by(() => {
    const { pending, looking } = this.table.state;
    const [sent] = pending;
    return sent && looking === null ? readTurn(sent.move) : null;
  });
  readonly mine = $derived.by(() => colourOf(this.view, this.table.state.you ?? 0));
  readonly stand: Stand = $derived.by(() => {
    return standing(this.view, this.hand, this.pending, this.mine);
  });
  /** An explanation is worth something until the next turn, or until nothing hinders any more. */
  private readonly moment = $derived.by(() => `${this.view.turn_number} ${this.hindered}`);
  readonly prompt = $derived.by(() => {
    if (this.why?.moment === this.moment) return this.why.sentence();
    const { refused } = this.table.state;
    if (refused) return because(refused.code, refused.facts, words);
    return this.step();
  });

  touch(hollow: string): void {
    this.table.forgive();
    if (this.hindered !== null) this.explain(why(this.hindered));
    else this.take(touch(this.view.reach, this.view.towers, this.hand, hollow), hollow);
  }

  back(): void {
    this.why = null;
    this.table.forgive();
    this.hold(back(this.hand));
  }

  /** Whether this tower may be taken (also in place of the one in the hand). */
  takes(hollow: string): boolean {
    return this.hindered === null && hollow in this.view.reach;
  }

  private take(touched: Touched, hollow: string): void {
    if ("why" in touched) {
      this.explain(this.reason(touched.why, hollow));
      return;
    }
    this.why = null;
    if ("turn" in touched) this.table.move(writeTurn(touched.turn));
    this.hold("hand" in touched ? touched.hand : EMPTY);
  }

  private hold(hand: Hand): void {
    this.taken = { hand, turn: this.view.turn_number };
  }

  private explain(sentence: () => string): void {
    this.why = { sentence, moment: this.moment };
  }

  private reason(why: Why, hollow: string): () => string {
    const { hand } = this;
    const tower = hand.step === "peg" ? hand.to : hand.step === "to" ? hand.tower : hollow;
    return () => say(`why.${why}`, { hollow, tower });
  }

  private step(): string {
    if (this.hindered !== null) return this.waiting();
    const { hand } = this;
    if (hand.step === "tower") return say("step.tower");
    if (hand.step === "to") return say("step.to", { tower: hand.tower });
    return say("step.peg", { tower: hand.to });
  }

  private waiting(): string {
    if (this.hindered !== "not_your_turn" && this.hindered !== "watching") {
      return t(`why.${this.hindered ?? "pending"}`);
    }
    const seat = this.table.state.seats[this.view.to_move ?? 0];
    return say("step.other", { name: seatLabel(seat, words) });
  }
}
