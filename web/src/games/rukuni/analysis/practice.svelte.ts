import { type Loss, lossAt } from "./judgement";
import type { Step } from "./path";
import type { AnalysisSession } from "./session.svelte";
import { study } from "./study";

/** What came of a try: the best move, a better one than in the game, none better, an even worse one. */
export type Result = "best" | "better" | "same" | "worse";

/** As good as the best: within what the hall may be mistaken by. */
const AS_GOOD = 1;
/** What makes a difference. */
const CLEAR = 2;

/** Somebody goes through the worst turns of a side, and looks for better ones. */
export class Practice {
  at = $state(0);
  /** Whether the best move here is shown. */
  revealed = $state(false);
  private solved = $state.raw<ReadonlySet<number>>(new Set());

  constructor(
    private readonly session: AnalysisSession,
    /** As they were judged when it began. */
    readonly turns: readonly Loss[],
  ) {
    this.go(0);
  }

  readonly loss: Loss | null = $derived.by(() => this.turns[this.at] ?? null);
  readonly over: boolean = $derived.by(() => this.loss === null);
  readonly found: number = $derived.by(() => this.solved.size);
  /** The move that was tried, with what followed. */
  readonly tried: Step | null = $derived.by(() => {
    const { loss, session } = this;
    if (!loss || session.path.here < loss.turn) return null;
    return session.steps[loss.turn] ?? null;
  });
  /** What the move that was tried costs; null while it is not known. */
  readonly cost: number | null = $derived.by(() => {
    const { loss, tried, session } = this;
    const before = loss && session.stem[loss.turn - 1];
    if (!before || !tried) return null;
    return lossAt(before, tried, (at) => session.thinking.of(at), study.toMove);
  });
  readonly result: Result | null = $derived.by(() => {
    const { loss, tried, cost, session } = this;
    if (!loss || !tried) return null;
    if (tried.move === session.stem[loss.turn]?.move) return "same";
    if (tried.move === loss.better[0]) return "best";
    if (cost === null) return null;
    if (cost <= AS_GOOD) return "best";
    if (cost <= loss.points - CLEAR) return "better";
    return cost >= loss.points + CLEAR ? "worse" : "same";
  });

  /** What was found by oneself counts. */
  count(): void {
    const good = this.result === "best" || this.result === "better";
    if (good && !this.revealed && this.loss) {
      this.solved = new Set([...this.solved, this.loss.turn]);
    }
  }

  again(): void {
    if (this.loss) this.session.toTurn(this.loss.turn - 1);
  }

  reveal(): void {
    this.revealed = true;
    this.again();
    this.session.kept = this.loss?.better[0] ?? null;
  }

  next(): void {
    this.go(this.at + 1);
  }

  private go(at: number): void {
    this.at = at;
    this.revealed = false;
    this.session.kept = null;
    this.again();
  }
}
