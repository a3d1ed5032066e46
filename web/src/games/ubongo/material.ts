import type { Piece } from "./layout";
import type { Solved, UbongoView } from "./types";

/** Small pieces have a lighter shade than big ones of the same colour. */
export const COLOURS: Readonly<Record<Piece, string>> = {
  A: "#e2574c",
  B: "#b3261e",
  C: "#5cb85c",
  D: "#2e7d32",
  E: "#5b9bd5",
  F: "#1f5fa8",
  G: "#f2c230",
  H: "#c98a00",
};

/** What is written on a piece: dark on light shades, light on dark ones. */
export const INKS: Readonly<Record<Piece, string>> = {
  A: "#1d0503",
  B: "#ffffff",
  C: "#06220a",
  D: "#ffffff",
  E: "#04182b",
  F: "#ffffff",
  G: "#2e2200",
  H: "#241700",
};

/** The five levels. */
export const GRADES: Readonly<Record<number, string>> = {
  1: "#2e7d32",
  2: "#f2c230",
  3: "#e8812a",
  4: "#b3261e",
  5: "#2a2420",
};
export const GRADE_INKS: Readonly<Record<number, string>> = {
  1: "#ffffff",
  2: "#2e2200",
  3: "#2a1200",
  4: "#ffffff",
  5: "#ffffff",
};

export type Gem = NonNullable<Solved["drawn"]>;
export type Purse = UbongoView["bag"];

/** The most valuable first. */
export const GEMS: readonly Gem[] = ["ruby", "sapphire", "emerald", "amber"];
export const VALUES: Readonly<Record<Gem, number>> = { ruby: 4, sapphire: 3, emerald: 2, amber: 1 };
/** Those that lie open and count the rounds. */
export const DISPLAYED = ["sapphire", "amber"] as const satisfies readonly Gem[];

export function counted(purse: Purse): number {
  return GEMS.reduce((sum, gem) => sum + (purse[gem] ?? 0), 0);
}
