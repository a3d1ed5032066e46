import { BoardSession, gameContext, messageKey } from "../../board/session.svelte";
import type { BoardTable } from "../../board/table";
import type { Facts } from "../../i18n/language.svelte";
import { t } from "../../i18n/language.svelte";
import { announce } from "../../ui/announce";
import type { Bench, Held, Placed } from "./bench";
import {
  type Cell,
  type Cube,
  type Direction,
  middle,
  nameCube,
  onward,
  type Piece,
  type Reason,
  readOutline,
  reasonAgainst,
  snapped,
  type Turn,
  tumbled,
  turned,
  turnLying,
  UPRIGHT,
  type Way,
} from "./layout";
import { look } from "./look.svelte";
import { cubesName, explained, formatList, nameOf, pieceName, say, words } from "./messages";
import {
  type Change,
  type Lying,
  placedIn,
  putMove,
  readLying,
  undoable,
  withPending,
} from "./moves";
import type { SideView, UbongoEvent, UbongoView } from "./types";

/** A piece in the hand, how it is turned, and where it is carried. */
interface Grip {
  piece: Piece;
  turn: Turn;
  at: Cell | null;
}

interface Turns {
  round: number;
  of: ReadonlyMap<Piece, Turn>;
}

const EVERYWHERE = Infinity;

/** The board with unanswered moves, and the piece in the hand. */
export class UbongoSession
  extends BoardSession<UbongoView, UbongoEvent, Grip | null>
  implements Bench
{
  private turns = $state.raw<Turns>({ round: 0, of: new Map() });

  constructor(table: BoardTable) {
    super(table, words, null);
  }

  /** The seat whose board lies on this page. */
  readonly near = $derived.by(() => this.view.you ?? 0);
  readonly side: SideView | null = $derived.by(() => this.view.sides[this.near] ?? null);
  readonly outline: readonly Cell[] = $derived.by(() =>
    readOutline(this.side?.board?.outline ?? ""),
  );
  readonly task: readonly Piece[] = $derived.by(() => [...(this.side?.task ?? "")] as Piece[]);
  /** Where every piece lies, also what the hall has not answered yet. */
  private readonly settled: Lying = $derived.by(() => {
    const { table, view } = this;
    const pending = table.live ? table.state.pending : [];
    return withPending(readLying(this.side?.lying), pending, view.round);
  });
  readonly solved = $derived.by(() => this.view.solved.includes(this.near));
  private readonly filled = $derived.by(
    () => this.task.length > 0 && this.settled.size === this.task.length,
  );
  readonly mayBuild = $derived.by(
    () =>
      this.blocked === null &&
      this.view.phase === "building" &&
      this.task.length > 0 &&
      !this.solved &&
      !this.filled,
  );
  readonly lying: readonly Placed[] = $derived.by(() =>
    placedIn(this.settled).filter(({ piece }) => piece !== this.draft?.piece),
  );
  readonly held: Held | null = $derived.by(() => {
    const grip = this.draft;
    if (grip === null) return null;
    const target = grip.at && snapped(this, turned(grip.piece, grip.turn), grip.at);
    return { ...grip, target };
  });
  private readonly changes: readonly Change[] = $derived.by(() => {
    const events = this.events.map(({ event }) => event);
    return undoable(events, this.near, this.table.state.pending, this.view.round);
  });
  /** What is special about this round. */
  readonly note: string | null = $derived.by(() => {
    const { phase, again, playoff } = this.view;
    if (playoff.length > 0) return say("progress.playoff");
    return phase === "building" && again ? say("glass.again") : null;
  });
  readonly canUndo = $derived.by(() => this.mayBuild && this.changes.length > 0);

  lies(piece: Piece): boolean {
    return this.settled.has(piece);
  }

  turnOf(piece: Piece): Turn {
    if (this.draft?.piece === piece) return this.draft.turn;
    const { round, of } = this.turns;
    return (round === this.view.round ? of.get(piece) : null) ?? UPRIGHT;
  }

  take(piece: Piece): void {
    if (this.rejectIfBlocked() || this.draft?.piece === piece) return;
    if (!this.task.includes(piece)) {
      const pieces = this.task.join("");
      this.explainRefusal("not_of_this_task", { piece, pieces });
      return;
    }
    const cubes = this.settled.get(piece);
    const turn = cubes ? turnLying(piece, cubes) : this.turnOf(piece);
    this.setDraft({ piece, turn, at: cubes ? middle(cubes) : null });
  }

  tumble(way: Way): void {
    const grip = this.gripped();
    if (grip === null) return;
    const turn = tumbled(grip.turn, way);
    this.keepTurn(grip.piece, turn);
    this.setDraft({ ...grip, turn });
  }

  carry(at: Cell | null): void {
    if (this.draft !== null) this.setDraft({ ...this.draft, at });
  }

  /** To the next place where it fits; the first one is the nearest to the middle of the outline. */
  nudge(way: Direction): void {
    const grip = this.gripped();
    if (grip === null) return;
    const shape = turned(grip.piece, grip.turn);
    const from = this.held?.target;
    this.bring(grip, from ? onward(this, shape, from, way) : this.nearest(shape, grip.at));
  }

  /** For keys: over the board at once, where it fits. */
  bringOver(): void {
    const grip = this.draft;
    if (grip !== null) this.bring(grip, this.nearest(turned(grip.piece, grip.turn), grip.at));
  }

  drop(): void {
    const { held } = this;
    if (held === null) return;
    const { piece, target } = held;
    const why = this.whyNot();
    this.setDraft(null);
    if (target !== null) this.put(piece, target);
    else if (why) this.explainRefusal(why.code, why);
  }

  explainHeld(): void {
    const why = this.whyNot();
    if (why) this.explainRefusal(why.code, why);
  }

  putBack(): void {
    const piece = this.draft?.piece;
    if (piece === undefined) return;
    this.setDraft(null);
    this.lift(piece);
  }

  /** It goes back to where it came from. */
  letGo(): void {
    this.setDraft(null);
  }

  undo(): void {
    if (this.rejectIfBlocked()) return;
    const last = this.changes.at(-1);
    this.setDraft(null);
    if (!last) this.explain(() => say("why.nothing_to_undo"));
    else if (last.from === null) this.lift(last.piece);
    else this.put(last.piece, last.from);
  }

  /** Where the piece in the hand would lie, or that it fits nowhere. */
  whereHeld(): string | null {
    if (this.held === null) return null;
    const piece = pieceName(this.held.piece);
    const { target } = this.held;
    return target === null
      ? say("hand.nowhere", { piece })
      : say("hand.target", { piece, cubes: cubesName(target) });
  }

  /** Why the piece in the hand cannot lie where it is carried; null when it can, or is carried nowhere. */
  private whyNot(): (Reason & { piece: Piece }) | null {
    const { held } = this;
    if (held === null || held.at === null || held.target !== null) return null;
    const { piece, turn, at } = held;
    const why = reasonAgainst(this, turned(piece, turn), at);
    return why && { piece, ...why };
  }

  private put(piece: Piece, cubes: readonly Cube[]): void {
    const there = this.settled.get(piece);
    if (there && names(there) === names(cubes)) return;
    this.keepTurn(piece, turnLying(piece, cubes));
    this.table.move(putMove(this.view.round, piece, cubes));
  }

  private lift(piece: Piece): void {
    const cubes = this.settled.get(piece);
    if (!cubes) return;
    this.keepTurn(piece, turnLying(piece, cubes));
    this.table.move(`lift ${this.view.round} ${piece}`);
  }

  private nearest(shape: readonly Cube[], at: Cell | null): readonly Cube[] | null {
    return snapped(
      this,
      shape,
      at ?? middle(this.outline.map((cell) => ({ ...cell, z: 0 }))),
      EVERYWHERE,
    );
  }

  private bring(grip: Grip, target: readonly Cube[] | null): void {
    if (target === null) this.explain(() => say("why.nowhere", { piece: pieceName(grip.piece) }));
    else {
      this.setDraft({ ...grip, at: middle(target) });
      announce(this.whereHeld() ?? "");
    }
  }

  private keepTurn(piece: Piece, turn: Turn): void {
    const { round } = this.view;
    const of = new Map(this.turns.round === round ? this.turns.of : []).set(piece, turn);
    this.turns = { round, of };
  }

  private gripped(): Grip | null {
    if (this.rejectIfBlocked()) return null;
    if (this.draft === null) this.explain(() => say("why.take_first"));
    return this.draft;
  }

  protected override get atOnce(): boolean {
    return true;
  }

  protected override draftMoment(): string | null {
    return this.mayBuild ? String(this.view.round) : null;
  }

  /** The game goes on while a message is read: it stays until the player's next action. */
  protected override messageKey(): string {
    return messageKey(this.view.round, this.view.phase);
  }

  /** Refusals of what the clock or another window has done already are not shown. */
  protected override ignores(move: string | null): boolean {
    return /^(ready|roll|turn)\b/.test(move ?? "");
  }

  protected override step(): string {
    return prompt(this);
  }

  protected override reason(code: string, facts: Facts): string {
    return explained(code, facts, this.table.state.seats);
  }

  protected override rejectIfBlocked(): boolean {
    if (super.rejectIfBlocked()) return true;
    if (this.mayBuild) return false;
    this.explain(() => say(this.solved || this.filled ? "why.solved" : "why.not_building"));
    return true;
  }
}

function names(cubes: readonly Cube[]): string {
  return cubes.map(nameCube).sort().join();
}

/** What the status line says when there is nothing to explain. */
export function prompt(session: UbongoSession): string {
  const { blocked, view } = session;
  if (blocked !== null && blocked !== "watching") return t(`why.${blocked}`);
  switch (view.phase) {
    case "choosing":
      return choosing(session);
    case "rolling":
      return honour(session, view.roller, "step.roll", "die.rolls");
    case "turning":
      return honour(session, view.turner, "step.turn", "glass.turns");
    case "building":
      return building(session);
    default:
      if (isTied(view)) return say("step.tied");
      return say(view.round < view.options.rounds ? "step.between" : "step.last");
  }
}

function choosing({ view, you, side }: UbongoSession): string {
  if (you === null || side?.level) return say("step.chosen");
  return say(view.alone && view.options.solo === "daily" ? "step.daily" : "step.choose");
}

function honour(
  { you, table }: UbongoSession,
  seat: number | null,
  own: "step.roll" | "step.turn",
  other: "die.rolls" | "glass.turns",
): string {
  return seat === you ? say(own) : say(other, { name: nameOf(table.state.seats, seat ?? 0) });
}

function building({ you, view, solved, held, lying, table }: UbongoSession): string {
  if (you === null) return say("step.watching");
  if (view.playoff.length > 0 && !view.playoff.includes(you)) {
    return say("step.looking_on", {
      names: formatList(view.playoff.map((seat) => nameOf(table.state.seats, seat))),
    });
  }
  if (solved) return say("step.solved");
  if (held) {
    const piece = pieceName(held.piece);
    return say(look.inSpace ? "step.place.space" : "step.place", { piece });
  }
  if (view.playoff.length > 0) return say("step.playoff");
  return say(view.again && lying.length === 0 ? "step.again" : "step.build");
}

/** Whether the round that is over was the last one, with several equal at the top: then they play off. */
export function isTied({ phase, alone, round, options, sides, playoff }: UbongoView): boolean {
  if (alone || phase !== "between" || round < options.rounds || playoff.length > 0) return false;
  const most = Math.max(...sides.map(({ points }) => points));
  return sides.filter(({ points }) => points === most).length > 1;
}

export const ubongoSession = (): UbongoSession => gameContext<UbongoSession>().session;
