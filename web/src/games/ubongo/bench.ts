import { type Cell, type Cube, type Piece, type Turn, UPRIGHT, type Way } from "./layout";

/** A piece that lies on the board. */
export interface Placed {
  piece: Piece;
  cubes: readonly Cube[];
}

/** The piece in one's hand. */
export interface Held {
  piece: Piece;
  turn: Turn;
  /**
   * Where it is carried, in cells of the outline, by the middle of its box; null while it is not over the board.
   * The middle of a cell is at its own numbers: a single cube on the cell (2, 1) is at (2, 1).
   */
  at: Cell | null;
  /** Where it would come to lie: snapped to the nearest place where it fits and as deep as it goes; null: nowhere. */
  target: readonly Cube[] | null;
}

/** One player's workbench. The view in space and the flat one show the same, and do the same with it. */
export interface Bench {
  readonly outline: readonly Cell[];
  /** The pieces of the task, in their order. */
  readonly task: readonly Piece[];
  readonly lying: readonly Placed[];
  readonly held: Held | null;
  /** Whether pieces may be moved now. */
  readonly mayBuild: boolean;
  /** How a piece that is not on the board is turned in the tray. */
  turnOf(piece: Piece): Turn;
  /** Take a piece in hand, from the tray or off the board. */
  take(piece: Piece): void;
  /** A quarter over, as seen by the player. */
  tumble(way: Way): void;
  /** Carry it: to a point above the board, in cells; null when it is not above it. */
  carry(at: Cell | null): void;
  /** One cell further, for keys. */
  nudge(way: "left" | "right" | "near" | "away"): void;
  /** Let it go: it lies at the target, or goes back to where it came from. */
  drop(): void;
  /** Say why it cannot lie where it is carried; it stays in the hand. */
  explainHeld(): void;
  /** Back to the tray. */
  putBack(): void;
  /** Take the latest change back. */
  undo(): void;
}

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
