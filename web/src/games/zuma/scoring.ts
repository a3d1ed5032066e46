import { POLES } from "./poles";
import type { Account, Colour, ZumaView } from "./types";

/** The colours that are in play, in the order of the sheet. */
export function coloursOf({ poles }: Pick<ZumaView, "poles">): readonly Colour[] {
  return POLES.filter((colour) => poles.some((pole) => pole.colour === colour));
}

export function strokesOf({ strokes }: Pick<Account, "strokes">): number {
  return strokes.reduce((sum, { count }) => sum + count, 0);
}

/** Strokes as one draws them: in fives, the fifth across. */
export function bundles(strokes: number): number[] {
  return Array.from({ length: Math.ceil(strokes / 5) }, (_, bundle) =>
    Math.min(5, strokes - bundle * 5),
  );
}
