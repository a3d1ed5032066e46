import type { Piece } from "./layout";
import type { UbongoOptions } from "./types";

/** A task of each level, to look at. */
export interface Example {
  level: UbongoOptions["level"];
  outline: string;
  pieces: readonly Piece[];
}

export const EXAMPLES: readonly Example[] = [
  { level: 1, outline: ".##../####.", pieces: ["C", "E", "H"] },
  { level: 2, outline: "#..##/####.", pieces: ["A", "C", "D", "E"] },
  { level: 3, outline: ".#.../##.##/.###.", pieces: ["C", "E", "F", "G"] },
  { level: 4, outline: "..#../.####/###..", pieces: ["A", "D", "F", "G"] },
  { level: 5, outline: "..#../..###/####./#.#..", pieces: ["A", "D", "E", "F", "G"] },
];
