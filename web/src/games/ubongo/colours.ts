import type { Piece } from "./geometry";

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
