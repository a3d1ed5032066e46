import type { Point } from "../../board/points";

/** Names of cards and cells, taken apart and turned: no rules here, only how a card lies and where. */
export type End = "l" | "r" | "p" | "n";
export type Colour = "o" | "b";

/** A card as it lies, edge by edge. */
export interface Edges {
  top: End;
  bottom: End;
  left: Colour;
  right: Colour;
}

const ENDS = "lrpn";
const COLOURS = "ob";
const FACE = /^[lrpn]{2}[ob]{2}$/;
const CELL = /^([a-q])(10|[1-9])$/;

export function isFace(name: unknown): name is string {
  return typeof name === "string" && FACE.test(name);
}

export function edges(face: string): Edges {
  const [top, bottom, left, right] = face;
  return { top, bottom, left, right } as Edges;
}

/** The same card upside down. */
export function turned(face: string): string {
  const { top, bottom, left, right } = edges(face);
  return `${bottom}${top}${right}${left}`;
}

/** The card's own name: the lower of its two faces. */
export function cardOf(face: string): string {
  const other = turned(face);
  return rank(other) < rank(face) ? other : face;
}

function rank(face: string): number {
  const { top, bottom, left, right } = edges(face);
  const ends = ENDS.indexOf(top) * 4 + ENDS.indexOf(bottom);
  return ends * 4 + COLOURS.indexOf(left) * 2 + COLOURS.indexOf(right);
}

/** Faces are named from White's side; seen from Black's they are upside down. And the way back. */
export function seenBy(white: boolean, face: string): string {
  return white ? face : turned(face);
}

/** Columns and rows as one looks at them, from 0 at the left and at the near edge. */
export type Spot = Point;

export interface Size {
  files: number;
  ranks: number;
}

/** Where a cell is, seen from White's side or from Black's. */
export function spotOf(cell: string, white: boolean, size: Size): Spot {
  const [, file, rank] = CELL.exec(cell) ?? [];
  const spot = { x: (file ?? "a").charCodeAt(0) - "a".charCodeAt(0), y: Number(rank) - 1 };
  return white ? spot : opposite(spot, size);
}

export function cellAt(spot: Spot, white: boolean, size: Size): string {
  const { x, y } = white ? spot : opposite(spot, size);
  return `${String.fromCharCode("a".charCodeAt(0) + x)}${y + 1}`;
}

function opposite({ x, y }: Spot, { files, ranks }: Size): Spot {
  return { x: files - 1 - x, y: ranks - 1 - y };
}
