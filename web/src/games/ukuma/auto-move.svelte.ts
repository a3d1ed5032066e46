import type { BoardTable } from "../../board/table";

/** How long to wait after a refusal before it is made again: doubling, so that nobody is pestered. */
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
