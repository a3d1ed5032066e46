import { BoardSession, gameContext, messageKey } from "../../board/session.svelte";
import type { BoardTable } from "../../board/table";
import type { Facts } from "../../i18n/language.svelte";
import { t } from "../../i18n/language.svelte";
import { cellAt, type Spot, seenBy, spotOf, turned } from "./cards";
import { explained, nameOf, say, words } from "./messages";
import { byCell, flights, held, type Lay, layOf, layText, wayUp } from "./moves";
import type { UkumaEvent, UkumaView } from "./types";

const HAND = 3;
const UPRIGHT = { game: 0, cards: new Set<string>() };

/** The chosen card and which way up, and unanswered moves. */
export class UkumaSession extends BoardSession<UkumaView, UkumaEvent, string | null> {
  /** Cards held upside down, with their game: drawn again, a card is upright. */
  private upsideDown = $state.raw<{ game: number; cards: ReadonlySet<string> }>(UPRIGHT);
  /** The cell on which the keyboard stands. */
  cursor = $state.raw<string | null>(null);

  constructor(table: BoardTable) {
    super(table, words, null);
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
    if (this.rejectIfBlocked()) return;
    if (card === null) this.explain(() => say("why.no_card", { n: place + 1 }));
    else if (card === this.chosen) this.turn();
    else this.setDraft(card);
  }

  pickUp(card: string): void {
    if (this.acting && this.draft !== card) this.setDraft(card);
  }

  putDown(): void {
    this.setDraft(null);
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
    if (this.rejectIfBlocked() || this.throwing) return;
    const taken = this.view.table.find((lying) => lying.cell === cell);
    if (card === null) this.explain(() => say("why.choose_first"));
    else if (taken) this.explainRefusal("cell_is_taken", { cell, by: taken.seat });
    else if (!this.lies(cell)) this.put(card, cell);
  }

  discard(): void {
    if (this.rejectIfBlocked()) return;
    const empty = this.hand.every((card) => card === null);
    if (empty) this.explainRefusal("nothing_to_discard");
    else {
      this.sendOnce("discard");
      this.upsideDown = UPRIGHT;
    }
  }

  private put(card: string, cell: string): void {
    const face = this.seen(this.faceIn(card, cell));
    if (this.seen(face) !== this.face(card)) this.turn();
    this.setDraft(null);
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

  protected override draftMoment(): string | null {
    return this.acting ? String(this.view.game) : null;
  }

  /** The game goes on while a message is read: it stays until the player's next action. */
  protected override messageKey(): string {
    return messageKey(this.view.game, this.view.phase);
  }

  /** Two windows of one player may both send it; the second refusal is not shown. */
  protected override ignores(move: string | null): boolean {
    return move === "ready";
  }

  protected override step(): string {
    return prompt(this);
  }

  protected override reason(code: string, facts: Facts): string {
    return explained(code, facts, this.view, this.table.state.seats);
  }

  protected override rejectIfBlocked(): boolean {
    if (super.rejectIfBlocked()) return true;
    if (!this.acting) this.explain(() => say("why.not_playing"));
    return !this.acting;
  }
}

export const PLACES = Array.from({ length: HAND }, (_, place) => place);

/** What the status line says when there is nothing to explain. */
export function prompt(session: UkumaSession): string {
  const { blocked, view } = session;
  if (blocked !== null && blocked !== "watching") return t(`why.${blocked}`);
  switch (view.phase) {
    case "setup":
      return setup(session);
    case "countdown":
      return say("step.countdown");
    case "playing":
      return blocked === "watching" ? say("step.watching") : playing(session);
    default:
      return say("step.between");
  }
}

function setup({ view, table }: UkumaSession): string {
  const black = 1 - view.white;
  if (view.starts.length > 0) return say("step.start");
  const seat = view.ready.includes(black) ? view.white : black;
  const step = seat === black ? "step.choosing" : "step.waiting";
  return say(step, { name: nameOf(table.state.seats, seat) });
}

function playing({ chosen, fit, hand }: UkumaSession): string {
  if (chosen !== null) return say(`step.${fit}`);
  return say(hand.some((card) => card !== null) ? "step.choose" : "step.empty");
}

export const ukumaSession = (): UkumaSession => gameContext<UkumaSession>().session;

/** Wait after a refusal before the next try: doubling. */
const SHORTEST_MS = 2_000;
const LONGEST_MS = 60_000;

/** A move that the page makes by itself: once for each state of the table, and after a refusal not at once. */
export class AutoMove {
  private after = $state.raw(-1);
  private refusals = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: BoardTable,
    private readonly move: string,
  ) {}

  /** Makes the move, unless that was done since something last happened. Reads what may change that. */
  make(): void {
    const { after } = this;
    const { seq, pending } = this.table.state;
    if (this.timer !== undefined || after === seq) return;
    if (pending.some(({ move }) => move === this.move)) return;
    this.after = seq;
    this.table.move(this.move);
  }

  /** It was refused: the next try has to wait. */
  refused(): void {
    clearTimeout(this.timer);
    const pause = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** this.refusals++);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.after = -1;
    }, pause);
  }

  /** The board is gone. */
  stop(): void {
    clearTimeout(this.timer);
  }
}
