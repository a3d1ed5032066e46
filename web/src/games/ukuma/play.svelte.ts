import { Side } from "../../board/side.svelte";
import type { Facts } from "../../lib/words";
import type { Table } from "../../table/table.svelte";
import { byCell, flights, held, layOf, wayUp } from "./cards";
import { cellAt, type Lay, layText, type Spot, seenBy, spotOf, turned } from "./faces";
import { prompt } from "./prompt";
import { explained, say } from "./speech";
import type { UkumaEvent, UkumaView } from "./wire";

const HAND = 3;
const UPRIGHT = { game: 0, cards: new Set<string>() };

/** One player's side of the table: the card that is chosen and which way up, what is on its way. */
export class Play extends Side<UkumaView, UkumaEvent, string | null> {
  /** Cards that are held upside down, in which game: whoever draws one again gets it upright. */
  private upsideDown = $state.raw<{ game: number; cards: ReadonlySet<string> }>(UPRIGHT);
  /** The cell on which the keyboard stands. */
  cursor = $state.raw<string | null>(null);

  constructor(table: Table) {
    super(table, null);
  }

  /** The seat at the bottom of this page. */
  readonly near = $derived.by(() => this.view.you ?? this.view.white);
  readonly far = $derived.by(() => 1 - this.near);
  readonly nearIsWhite = $derived.by(() => this.near === this.view.white);
  readonly size = $derived.by(() => ({ files: this.view.files, ranks: this.view.ranks }));
  readonly acting = $derived.by(() => this.blocked === null && this.view.phase === "playing");
  readonly flying: readonly Lay[] = $derived.by(() =>
    this.table.live ? flights(this.table.state.pending, this.view.table) : [],
  );
  /** Own cards by place; null where none is held. */
  readonly hand: readonly (string | null)[] = $derived.by(() =>
    held(this.view.hands[this.near] ?? [], this.flying),
  );
  /** The card that came back from the table, until something else is done. */
  readonly returned: Lay | null = $derived.by(() => {
    const move = this.table.state.refused?.move;
    return move?.startsWith("lay ") ? layOf(move) : null;
  });
  readonly throwing = $derived.by(() => this.isSent("discard"));
  readonly chosen: string | null = $derived.by(() =>
    this.draft !== null && this.hand.includes(this.draft) ? this.draft : null,
  );
  /** Where the chosen card fits, and which way up, if the table shows it. */
  readonly lit: ReadonlyMap<string, readonly string[]> = $derived.by(() =>
    this.chosen === null || this.throwing ? new Map() : this.fitting(this.chosen),
  );
  /** What the chosen card needs: a place, to be turned first, or (nowhere) another moment. */
  readonly fit: "place" | "turn" | "nowhere" = $derived.by(() => {
    if (this.chosen === null || this.throwing || this.view.options.fits === "hidden")
      return "place";
    if (this.lit.size === 0) return "nowhere";
    const held = this.seen(this.face(this.chosen));
    return [...this.lit.values()].some((faces) => faces.includes(held)) ? "place" : "turn";
  });
  readonly fronts: readonly Spot[] = $derived.by(() =>
    (this.view.fronts[this.near] ?? [])
      .filter((cell) => !this.lies(cell))
      .map((cell) => this.spot(cell)),
  );

  spot(cell: string): Spot {
    return spotOf(cell, this.nearIsWhite, this.size);
  }

  cell(spot: Spot): string {
    return cellAt(spot, this.nearIsWhite, this.size);
  }

  /** A face of the table as this page shows it, and a face of this page as the table names it. */
  seen(face: string): string {
    return seenBy(this.nearIsWhite, face);
  }

  /** A card of the own hand, the way up in which it is held. */
  face(card: string): string {
    const { game, cards } = this.upsideDown;
    return game === this.view.game && cards.has(card) ? turned(card) : card;
  }

  /** How the chosen card would lie in this cell, as this page shows it. */
  faceIn(card: string, cell: string): string {
    return this.seen(wayUp(this.seen(this.face(card)), this.fitting(card).get(cell)));
  }

  lies(cell: string): boolean {
    return [...this.view.table, ...this.flying].some((lying) => lying.cell === cell);
  }

  /** A place of the hand was touched: its card is chosen, or turned if it is chosen already. */
  touch(place: number): void {
    const card = this.hand[place] ?? null;
    if (this.stopped()) return;
    if (card === null) this.explain(() => say("why.no_card", { n: place + 1 }));
    else if (card === this.chosen) this.turn();
    else this.hold(card);
  }

  pickUp(card: string): void {
    if (this.acting && this.draft !== card) this.hold(card);
  }

  putDown(): void {
    this.hold(null);
    this.cursor = null;
  }

  turn(): void {
    if (this.chosen === null) return;
    const { game } = this.view;
    const cards = new Set(this.upsideDown.game === game ? this.upsideDown.cards : []);
    if (!cards.delete(this.chosen)) cards.add(this.chosen);
    this.upsideDown = { game, cards };
  }

  /** Lays the chosen card; the hall says whether it may lie there. */
  lay(cell: string): void {
    const card = this.chosen;
    if (this.stopped() || this.throwing) return;
    const taken = this.view.table.find((lying) => lying.cell === cell);
    if (card === null) this.explain(() => say("why.choose_first"));
    else if (taken) this.explain(() => this.reason("cell_is_taken", { cell, by: taken.seat }));
    else if (!this.lies(cell)) this.put(card, cell);
  }

  /** What is no card: start, ready, discard, draw, resign. Nothing is said twice. */
  override send(move: string): void {
    if (this.blocked !== null || this.isSent(move)) return;
    this.forgive();
    this.table.move(move);
  }

  discard(): void {
    if (this.stopped()) return;
    const empty = this.hand.every((card) => card === null);
    if (empty) this.explain(() => this.reason("nothing_to_discard", {}));
    else {
      this.send("discard");
      this.upsideDown = UPRIGHT;
    }
  }

  private put(card: string, cell: string): void {
    const face = this.seen(this.faceIn(card, cell));
    if (this.seen(face) !== this.face(card)) this.turn();
    this.hold(null);
    this.table.move(`lay ${layText({ face, cell })}`);
  }

  private fitting(card: string): ReadonlyMap<string, readonly string[]> {
    const place = (this.view.hands[this.near] ?? []).indexOf(card);
    const free = [...byCell(this.view.fits[place] ?? [])].filter(([cell]) => !this.lies(cell));
    return new Map(free);
  }

  protected override get atOnce(): boolean {
    return true;
  }

  protected draftMoment(): string | null {
    return this.acting ? String(this.view.game) : null;
  }

  /** The game does not stand still while a reason is read: it stays until the player goes on. */
  protected override explanationMoment(): string {
    return `${this.view.game} ${this.view.phase} ${this.blocked}`;
  }

  /** Two windows of one player may both say so; neither minds. */
  protected override ignores(move: string | null): boolean {
    return move === "ready";
  }

  protected step(): string {
    return prompt(this);
  }

  protected reason(code: string, facts: Facts): string {
    return explained(code, facts, this.view, this.table.state.seats);
  }

  protected override stopped(): boolean {
    if (super.stopped()) return true;
    if (!this.acting) this.explain(() => say("why.not_playing"));
    return !this.acting;
  }
}

export const PLACES = Array.from({ length: HAND }, (_, place) => place);
