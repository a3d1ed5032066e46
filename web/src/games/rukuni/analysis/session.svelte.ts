import { TrialTable } from "../../../board/trial/trial-table.svelte";
import { t } from "../../../i18n/language.svelte";
import * as api from "../../../startup/api";
import { announce } from "../../../ui/announce";
import { sound } from "../sounds";
import { accuracy, type Loss, losses } from "./judgement";
import type { AnalysisSide } from "./messages";
import {
  along,
  aside,
  last,
  left,
  onStem,
  type Path,
  type Subject,
  stepAt,
  stepped,
  steps,
  type Turned,
  tried,
} from "./path";
import { Practice } from "./practice.svelte";
import { study } from "./study";
import { analysis, Thinking } from "./thinking.svelte";

const GAME = "rukuni";
const SEATS = 2;
const SIDES: readonly AnalysisSide[] = [0, 1];

/** The analysis of a game or a position: the current step, tried moves, and the hall's lines. */
export class AnalysisSession {
  path = $state.raw<Path<Turned>>(along<Turned>([]));
  /** The line that is pointed at just now. */
  pointed = $state.raw<readonly string[] | null>(null);
  /** The first move of the line that stays on the board until it is put away. */
  kept = $state.raw<string | null>(null);
  /** Somebody looks for better moves than those of the game. */
  practice = $state.raw<Practice | null>(null);
  readonly thinking: Thinking;
  readonly table: TrialTable;

  constructor(private readonly subject: Subject) {
    this.path = along(subject.stem, 0);
    const first = this.viewOf(stepAt(this.path).position);
    this.thinking = new Thinking((at, effort, signal) => analysis(GAME, at, effort, signal));
    const tried = (move: string) => void this.try([move], true);
    this.table = new TrialTable(first, SEATS, study.awaited(first), tried);
    this.thinking.show(this.step.position);
    if (subject.stem.length > 1) this.thinking.learn(subject.stem.map(({ position }) => position));
  }

  readonly step = $derived.by(() => stepAt(this.path));
  readonly steps = $derived.by(() => steps(this.path));
  readonly last = $derived.by(() => last(this.path));
  /** How many moves were tried that are no part of the game. */
  readonly aside = $derived.by(() => aside(this.path));
  readonly analysis = $derived.by(() => this.thinking.of(this.step.position));
  /** The moves to be seen on the board. */
  readonly arrows: readonly string[] = $derived.by(() => {
    const { pointed, kept } = this;
    if (pointed !== null || kept === null) return pointed ?? [];
    return this.analysis?.lines.find(({ moves }) => moves[0] === kept)?.moves ?? [kept];
  });
  /** What was thought of each position of the game; null where it is not known yet. */
  readonly leads = $derived.by(() =>
    this.subject.stem.map(({ position }) => this.thinking.of(position)?.lead ?? null),
  );
  readonly losses = $derived.by(() => this.lossesOf(null));
  /** How well each side has played. */
  readonly accuracies: readonly (number | null)[] = $derived.by(() =>
    SIDES.map((side) =>
      accuracy(this.subject.stem, (at) => this.thinking.of(at), study.toMove, side),
    ),
  );

  lossesOf(side: AnalysisSide | null): Loss[] {
    return losses(this.subject.stem, (at) => this.thinking.of(at), study.toMove, side);
  }

  /** The side of a seat; null if it made no move. */
  sideOf(seat: number): AnalysisSide | null {
    const turn = this.subject.stem.findIndex((step) => step.move !== null && step.seat === seat);
    const before = this.subject.stem[turn - 1];
    return before ? study.toMove(before.position) : null;
  }

  /** Goes through this side's worst turns. */
  practise(side: AnalysisSide): void {
    this.practice = new Practice(this, this.lossesOf(side));
  }

  endPractice(): void {
    this.practice = null;
    this.kept = null;
  }

  get you(): number | null {
    return this.subject.you;
  }

  get stem(): readonly Turned[] {
    return this.subject.stem;
  }

  get seats(): Subject["seats"] {
    return this.subject.seats;
  }

  by(count: number): void {
    void this.goTo(stepped(this.path, count));
  }

  /** To a step of the whole way, along the branch if there is one. */
  to(index: number): void {
    this.by(index - this.path.here);
  }

  /** To a move of the game. */
  toTurn(turn: number): void {
    void this.goTo(onStem(this.path, turn));
  }

  /** Back from what was tried. */
  leave(): void {
    void this.goTo(left(this.path));
  }

  /** Plays these moves on the board: the first of them is shown, the others are ahead. */
  async try(moves: readonly string[], byHand = false): Promise<void> {
    if (moves.length === 0) return;
    await this.goTo(tried(this.path, moves, study.after), byHand);
  }

  close(): void {
    this.thinking.close();
  }

  private viewOf(position: string): unknown {
    return this.subject.views.get(position);
  }

  private async goTo(next: Path<Turned>, byHand = false): Promise<void> {
    const before = this.path;
    const { position } = stepAt(next);
    if (position === this.step.position && !byHand) {
      this.path = next;
      return;
    }
    this.path = next;
    this.pointed = null;
    this.kept = null;
    this.thinking.show(position);
    try {
      await this.learnView(position);
    } catch (refusal) {
      if (!(refusal instanceof api.Refusal)) throw refusal;
      if (this.path === next) this.path = before;
      this.thinking.show(this.step.position);
      if (byHand) this.table.refuse(refusal);
      else announce(t("error.unreachable"));
      return;
    }
    // A later step replaces this one.
    if (this.path !== next) return;
    const { move } = this.step;
    const view = study.withLast(this.viewOf(position), move);
    this.table.show(view, study.awaited(view));
    if (move !== null && !byHand) sound({ type: "turned", turn: move }, { played: null });
    announce(this.told);
  }

  /** The move that led here, in words. */
  private get told(): string {
    const { move } = this.step;
    const former = this.steps[this.path.here - 1];
    return move === null || !former ? t("replay.start") : study.tell(former.position, move);
  }

  private async learnView(position: string): Promise<void> {
    if (this.subject.views.has(position)) return;
    this.subject.views.set(position, await api.position(GAME, position));
  }
}
