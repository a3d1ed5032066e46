import { say } from "../messages";
import { after, COLOURS, type Colour, OPENING, readTurn } from "../moves";
import type { RukuniView } from "../types";
import type { AnalysisSide } from "./messages";

function colourToMove(position: string): Colour {
  return position.endsWith("g") ? "grey" : "white";
}

/** What the analysis knows of Rukuni's positions and moves, both in notation. */
export const study = {
  opening: OPENING,
  after,
  toMove: (position: string): AnalysisSide => (colourToMove(position) === COLOURS[0] ? 0 : 1),
  /** The seat that is to move; null when the game is over. */
  awaited: (view: unknown) => (view as RukuniView).to_move,
  /** The view with this move as the last one. */
  withLast: (view: unknown, last: string | null): unknown => ({ ...(view as RukuniView), last }),
  /** What is counted now, in a sentence. */
  standing(view: unknown): string {
    const { white, grey } = view as RukuniView;
    return say("told.score", { white: white.points, grey: grey.points });
  },
  /** A move in words, for screen readers. */
  tell(position: string, move: string): string {
    const turn = readTurn(move);
    return turn ? say("told.turn", { colour: say(colourToMove(position)), ...turn }) : move;
  },
};
