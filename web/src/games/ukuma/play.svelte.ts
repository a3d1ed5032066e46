import { t } from "../../lib/language.svelte";
import type { Facts } from "../../lib/words";
import { type Hindrance, hindrance } from "../../table/hindrance";
import type { Reason } from "../../table/state";
import type { Table } from "../../table/table.svelte";
import { cellAt, type Lay, layText, type Spot, seenBy, spotOf, turned } from "./faces";
import { byCell, flights, held, layOf, wayUp } from "./hand";
import { prompt } from "./prompt";
import { explained, say } from "./speech";
import type { UkumaView } from "./wire";

type Sentence = () => string;

interface Why {
  sentence: Sentence;
  /** The event after which it is out of date at once; null for a refusal, which stays true. */
  moment: number | null;
}

const SAID_FOR = 3_000;
const HAND = 3;

/** One player's side of the table: what is held and which way up, what is on its way, what is said. */
export class Play {
  private picked = $state.raw<string | null>(null);
  private upsideDown = $state.raw<ReadonlySet<string>>(new Set());
  private why = $state.raw<Why | null>(null);
  /** The cell on which the keyboard stands. */
  cursor = $state.raw<string | null>(null);

  constructor(readonly table: Table) {}

  readonly view = $derived.by(() => this.table.view as UkumaView);
  /** The seat at the bottom of this page. */
  readonly near = $derived.by(() => this.view.you ?? this.view.white);
  readonly far = $derived.by(() => 1 - this.near);
  readonly nearIsWhite = $derived.by(() => this.near === this.view.white);
  readonly size = $derived.by(() => ({ files: this.view.files, ranks: this.view.ranks }));
  /** Cards on their way stop nobody from laying more, and nobody has to wait for a turn. */
  readonly hindered: Hindrance | null = $derived.by(() => {
    const { state, line } = this.table;
    return hindrance({ ...state, pending: [], awaited: [0, 1] }, line);
  });
  readonly acting = $derived.by(() => this.hindered === null && this.view.phase === "playing");
  readonly flying: readonly Lay[] = $derived.by(() =>
    this.table.live ? flights(this.table.state.pending) : [],
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
    this.acting && this.picked !== null && this.hand.includes(this.picked) ? this.picked : null,
  );
  /** Where the chosen card fits, and which way up, if the table shows it. */
  readonly lit: ReadonlyMap<string, readonly string[]> = $derived.by(() =>
    this.chosen === null || this.throwing ? new Map() : this.fitting(this.chosen),
  );
  readonly fronts: readonly Spot[] = $derived.by(() =>
    (this.view.fronts[this.near] ?? [])
      .filter((cell) => !this.lies(cell))
      .map((cell) => this.spot(cell)),
  );
  readonly prompt = $derived.by(() => {
    const moment = this.why?.moment ?? this.table.state.seq;
    return this.why && moment === this.table.state.seq ? this.why.sentence() : prompt(this);
  });

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
    return this.upsideDown.has(card) ? turned(card) : card;
  }

  /** How the chosen card would lie in this cell, as this page shows it. */
  faceIn(card: string, cell: string): string {
    return this.seen(wayUp(this.seen(this.face(card)), this.fitting(card).get(cell)));
  }

  lies(cell: string): boolean {
    return [...this.view.table, ...this.flying].some((lying) => lying.cell === cell);
  }

  isSent(move: string): boolean {
    return this.table.state.pending.some((sent) => sent.move === move);
  }

  /** A place of the hand was touched: its card is chosen, or turned if it is chosen already. */
  touch(place: number): void {
    this.goOn();
    const card = this.hand[place] ?? null;
    if (this.stopped()) return;
    if (card === null) this.explain(() => say("why.no_card", { n: place + 1 }));
    else if (card === this.chosen) this.turn();
    else this.picked = card;
  }

  pickUp(card: string): void {
    if (card !== this.picked) this.goOn();
    if (this.acting) this.picked = card;
  }

  putDown(): void {
    this.goOn();
    this.picked = null;
    this.cursor = null;
  }

  turn(): void {
    if (this.chosen === null) return;
    const others = new Set(this.upsideDown);
    if (!others.delete(this.chosen)) others.add(this.chosen);
    this.upsideDown = others;
  }

  /** Lays the chosen card; the hall says whether it may lie there. */
  lay(cell: string): void {
    this.goOn();
    const card = this.chosen;
    if (this.stopped() || this.throwing) return;
    const taken = this.view.table.find((lying) => lying.cell === cell);
    if (card === null) this.explain(() => say("why.choose_first"));
    else if (taken) this.explain(() => this.reason("cell_is_taken", { cell, by: taken.seat }));
    else if (!this.lies(cell)) this.let(card, cell);
  }

  /** What is no card: start, ready, discard, draw, resign. Nothing is said twice. */
  send(move: string): void {
    if (this.hindered !== null || this.isSent(move)) return;
    this.table.move(move);
  }

  discard(): void {
    this.goOn();
    if (this.stopped()) return;
    const empty = this.hand.every((card) => card === null);
    if (empty) this.explain(() => this.reason("nothing_to_discard", {}));
    else this.send("discard");
  }

  /** A move was refused: its card is in the hand again, and the reason is said. */
  cameBack({ code, facts, move }: Reason): void {
    // Two windows of one player may both say so; neither minds.
    if (move !== "ready") this.explain(() => this.reason(code, facts), null);
  }

  /** The player does something: what was explained before has been read. */
  private goOn(): void {
    this.why = null;
    this.table.forgive();
  }

  private let(card: string, cell: string): void {
    const face = this.seen(this.faceIn(card, cell));
    if (this.seen(face) !== this.face(card)) this.turn();
    this.picked = null;
    this.table.move(`lay ${layText({ face, cell })}`);
  }

  private fitting(card: string): ReadonlyMap<string, readonly string[]> {
    const place = (this.view.hands[this.near] ?? []).indexOf(card);
    const free = [...byCell(this.view.fits[place] ?? [])].filter(([cell]) => !this.lies(cell));
    return new Map(free);
  }

  private reason(code: string, facts: Facts): string {
    return explained(code, facts, this.view, this.table.state.seats);
  }

  private stopped(): boolean {
    const { hindered } = this;
    if (hindered !== null) this.explain(() => t(`why.${hindered}`));
    else if (!this.acting) this.explain(() => say("why.not_playing"));
    return !this.acting;
  }

  /** A reason is worth something for a while: the game does not wait until it has been read. */
  private explain(sentence: Sentence, moment: number | null = this.table.state.seq): void {
    const said = { sentence, moment };
    this.why = said;
    setTimeout(() => {
      if (this.why === said) this.why = null;
    }, SAID_FOR);
  }
}

export const PLACES = Array.from({ length: HAND }, (_, place) => place);
