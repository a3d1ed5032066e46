import type { Bench, Placed } from "./bench";
import { type Cell, type Piece, UPRIGHT } from "./geometry";

const nothing = () => undefined;

/** A board to look at: nothing on it can be moved. */
export function shownBench(
  outline: readonly Cell[],
  task: readonly Piece[],
  lying: readonly Placed[],
): Bench {
  return {
    outline,
    task,
    lying,
    held: null,
    mayBuild: false,
    turnOf: () => UPRIGHT,
    take: nothing,
    tumble: nothing,
    carry: nothing,
    nudge: nothing,
    drop: nothing,
    explainHeld: nothing,
    putBack: nothing,
    undo: nothing,
  };
}
