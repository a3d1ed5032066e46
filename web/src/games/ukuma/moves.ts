import type { Point } from "../../board/points";
import type { Pending } from "../../board/table";
import type { LaidCard, UkumaEvent } from "./types";

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

/** A card in a cell, as moves and events write it: `pnob@f6`. */
export interface Lay {
  face: string;
  cell: string;
}

export function readLay(text: string): Lay {
  const [face = "", cell = ""] = text.split("@");
  return { face, cell };
}

export function layText({ face, cell }: Lay): string {
  return `${face}@${cell}`;
}

type Slots = readonly (string | null)[];

const LAY = "lay ";

/**
 * The cards on their way to the table, the first one first; faces as White sees them. One that lies there
 * has arrived: the hall shows a card before it answers the move.
 */
export function flights(pending: readonly Pending[], table: readonly LaidCard[]): Lay[] {
  const lies = ({ face, cell }: Lay) =>
    table.some((laid) => laid.cell === cell && cardOf(laid.card) === cardOf(face));
  return pending
    .filter(({ move }) => move.startsWith(LAY))
    .map(({ move }) => layOf(move))
    .filter((lay) => !lies(lay));
}

export function layOf(move: string): Lay {
  return readLay(move.slice(LAY.length));
}

/** What is left in the hand, place by place: a card on its way is on the table, or comes back. */
export function held(hand: Slots, flying: readonly Lay[]): Slots {
  const gone = new Set(flying.map(({ face }) => cardOf(face)));
  return hand.map((card) => (card !== null && gone.has(card) ? null : card));
}

/** The ways to lay one card that the hall has shown, by cell. */
export function byCell(lays: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, string[]>();
  for (const { face, cell } of lays.map(readLay)) {
    ways.set(cell, [...(ways.get(cell) ?? []), face]);
  }
  return ways;
}

/** The way up that a card takes in a cell: as it is held, unless only the other one fits. */
export function wayUp(face: string, fitting: readonly string[] | undefined): string {
  return fitting?.length && !fitting.includes(face) ? (fitting[0] ?? face) : face;
}

/** The first card of a row is the one opposite the other player's; a handicap's lie beside it. */
export function firstFace(laid: readonly string[]): string {
  return readLay(laid[0] ?? "").face;
}

/** The move of an event, as it would be written; what begins and ends a game has its line too. */
export function notation(told: UkumaEvent): string | null {
  switch (told.type) {
    case "opened":
      return told.game > 1 ? `game ${told.game}` : null;
    case "chose":
      return `start ${firstFace(told.laid)}`;
    case "laid":
      return `lay ${told.laid}`;
    case "discarded":
      return "discard";
    case "offered":
      return "draw";
    case "ended":
      return told.ending;
    default:
      return null;
  }
}
