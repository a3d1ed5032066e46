import { BoardSession, gameContext, messageKey } from "../../board/session.svelte";
import type { BoardTable } from "../../board/table";
import type { Facts } from "../../i18n/language.svelte";
import { t } from "../../i18n/language.svelte";
import { groups, type HeldCard, placeOf, sorted } from "./cards";
import { around, type PoleHere, polesFrom } from "./layout";
import { explained, nameOf, say, thePole, words } from "./messages";
import { grabMove, passMove, readyMove, turnMove } from "./moves";
import type { Card, Grab, Pole, ZumaEvent, ZumaView } from "./types";

/** The hand, the chosen card, and the poles as seen from this seat. */
export class ZumaSession extends BoardSession<ZumaView, ZumaEvent, number | null> {
  constructor(table: BoardTable) {
    super(table, words, null);
  }

  /** The seat at the bottom of this page. */
  readonly near = $derived.by(() => this.view.you ?? 0);
  readonly count = $derived.by(() => this.view.angles.length);
  /** All seats as they sit around the table, one's own first, clockwise. */
  readonly order: readonly number[] = $derived.by(() =>
    Array.from({ length: this.count }, (_, step) => (this.near + step) % this.count),
  );
  /** How far the board is turned for this seat, in turns. */
  readonly turned = $derived.by(() => around(this.view.turn, this.view.angles[this.near] ?? 0));
  readonly poles: readonly PoleHere[] = $derived.by(() =>
    polesFrom(this.view.poles, this.view.angles, this.near),
  );
  readonly hand: readonly HeldCard[] = $derived.by(() => sorted(this.view.hands[this.near] ?? []));
  readonly groups = $derived.by(() => groups(this.view.hands[this.near] ?? []));
  /** Whether cards can be chosen now. */
  readonly choosing = $derived.by(
    () => this.blocked === null && (this.view.phase === "dealt" || this.view.phase === "passing"),
  );
  /** The card that goes on to the left, also while the hall has not answered yet. */
  readonly chosen: Card | null = $derived.by(
    () => this.asked<Card>("pass", this.moment) ?? this.view.chosen[this.near] ?? null,
  );
  /** The place that the chosen card has left. */
  readonly gap: number | null = $derived.by(() => placeOf(this.hand, this.chosen, this.draft));
  /** The card that has come with the last beat. */
  readonly came: Card | null = $derived.by(() => {
    if (this.view.phase !== "passing") return null;
    return this.view.came[this.near] ?? null;
  });
  readonly isMaster = $derived.by(() => this.you !== null && this.view.master === this.you);
  readonly saidReady = $derived.by(
    () => this.view.ready.includes(this.near) || this.isSent(readyMove(this.view.round)),
  );
  /** Every hand that has reached out, one's own also while the hall has not answered yet. */
  readonly grabs: readonly Grab[] = $derived.by(() => {
    const { grabs } = this.view;
    const pole = this.asked<Pole>("grab", String(this.view.round));
    if (pole === null || this.hasReached(this.near, pole)) return grabs;
    const sent: Grab = {
      seat: this.near,
      pole,
      reached: 0,
      arrives: 0,
      came: "reaching",
      by: null,
      late: null,
    };
    return [...grabs, sent];
  });
  /** Who has none while all poles are held. */
  readonly leftOver: number | null = $derived.by(() => {
    const holders = this.view.poles.map(({ holder }) => holder);
    if (holders.includes(null)) return null;
    return this.order.find((seat) => !holders.includes(seat)) ?? null;
  });

  /** Where a seat is, of a whole turn from here. */
  around(seat: number): number {
    return around(this.view.angles[seat] ?? 0, this.view.angles[this.near] ?? 0);
  }

  /** Whether this pole's box of the own sheet is filled: it brings no more points in this cycle. */
  hasScored({ colour }: PoleHere): boolean {
    const { accounts, cycle, you } = this.view;
    return you !== null && accounts[you]?.cycles[cycle - 1]?.[colour] !== undefined;
  }

  heldBy(seat: number): PoleHere | null {
    return this.poles.find(({ holder }) => holder === seat) ?? null;
  }

  /** Chooses the card at this place, or exchanges the chosen one for it. */
  choose(place: number): void {
    const card = this.hand[place]?.sign;
    if (this.rejectIfBlocked() || card === undefined) return;
    const { phase } = this.view;
    if (phase === "grabbing") this.explainRefusal("passing_is_over");
    else if (phase === "counted") this.explainRefusal("round_is_over");
    else {
      const same = card === this.chosen;
      this.setDraft(place);
      if (!same) this.table.move(passMove(this.moment, card));
    }
  }

  grab(pole: Pole): void {
    if (this.rejectIfBlocked()) return;
    const { round, phase } = this.view;
    const own = this.heldBy(this.near);
    const onWay = this.grabs.find(({ seat, came }) => seat === this.near && came === "reaching");
    if (phase === "counted") this.explainRefusal("round_is_over");
    else if (own) this.explainRefusal("already_holding");
    else if (onWay) this.explainRefusal("on_its_way");
    else this.table.move(grabMove(round, pole));
  }

  /** The master brings a pole to the front. */
  turn(pole: Pole): void {
    const move = turnMove(this.view.round, pole);
    if (this.rejectIfBlocked() || this.isSent(move)) return;
    this.table.move(move);
  }

  /** The master turns the board on by one pole. */
  turnOn(): void {
    const next = this.poles
      .filter(({ around: part }) => part > NEAR && part < 1 - NEAR)
      .toSorted((one, other) => other.around - one.around)[0];
    if (next) this.turn(next.pole);
  }

  ready(): void {
    if (this.rejectIfBlocked() || this.saidReady) return;
    const { round, phase } = this.view;
    if (phase === "dealt" || phase === "counted") this.table.move(readyMove(round));
  }

  /** The beat that is chosen for. */
  private get moment(): string {
    return `${this.view.round}.${this.view.beat}`;
  }

  /** What was last asked of the hall in this way, for this moment. */
  private asked<What extends string>(kind: "pass" | "grab", moment: string): What | null {
    const begin = `${kind} ${moment} `;
    const sent = this.table.state.pending.findLast(({ move }) => move.startsWith(begin));
    return this.table.live && sent ? (sent.move.slice(begin.length) as What) : null;
  }

  private hasReached(seat: number, pole: Pole): boolean {
    return this.view.grabs.some((grab) => grab.seat === seat && grab.pole === pole);
  }

  protected override get atOnce(): boolean {
    return true;
  }

  protected override draftMoment(): string | null {
    return this.choosing ? this.moment : null;
  }

  /** The game goes on while a message is read: it stays until the player's next action, or the next phase. */
  protected override messageKey(): string {
    return messageKey(this.view.round, this.view.phase);
  }

  /** Two windows of one player may both send it; the second refusal is not shown. */
  protected override ignores(move: string | null): boolean {
    return move?.startsWith("ready") ?? false;
  }

  protected override step(): string {
    return prompt(this);
  }

  protected override reason(code: string, facts: Facts): string {
    return explained(code, facts, this.table.state.seats);
  }
}

/** Closer to the front than this is in front. */
const NEAR = 0.001;

/** What the status line says when there is nothing to explain. */
export function prompt(session: ZumaSession): string {
  const { blocked, view } = session;
  if (blocked !== null && blocked !== "watching") return t(`why.${blocked}`);
  switch (view.phase) {
    case "dealt":
      return dealt(session);
    case "passing":
      return passing(session);
    case "grabbing":
      return grabbing(session);
    default:
      return say(session.saidReady && session.you !== null ? "step.waiting" : "step.counted");
  }
}

function dealt({ view, you, isMaster, saidReady, table }: ZumaSession): string {
  const name = nameOf(table.state.seats, view.master);
  if (you === null) return say("step.watching.dealt", { name });
  if (saidReady) return say("step.ready");
  return isMaster ? say("step.master") : say("step.dealt", { name });
}

function passing({ view, you, chosen, count }: ZumaSession): string {
  if (you === null) return say("step.watching");
  if (view.has_chosen.length === count) return say("step.all");
  return say(chosen === null ? "step.choose" : "step.chosen");
}

function grabbing(session: ZumaSession): string {
  const { view, you, near, table } = session;
  const [first] = view.grabs;
  const name = nameOf(table.state.seats, view.first ?? 0);
  const pole = first ? thePole(first.pole) : "";
  if (you === null) return say("step.watching.grab", { name, pole });
  const own = session.heldBy(near);
  if (own) return say("step.holding", { pole: thePole(own.pole) });
  if (session.leftOver === near) return say("step.left");
  const last = session.grabs.findLast(({ seat }) => seat === near);
  if (last?.came === "reaching") return say("step.reaching", { pole: thePole(last.pole) });
  if (last?.came === "missed") {
    return say("step.missed", { name: nameOf(table.state.seats, last.by ?? 0) });
  }
  return say("step.grab", { name, pole });
}

export const zumaSession = (): ZumaSession => gameContext<ZumaSession>().session;
