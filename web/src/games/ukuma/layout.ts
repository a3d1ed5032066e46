import { cursorOn, stepped, walk } from "../../board/arrows";
import { type Box, type Camera, inDrawing, onScreen, type Room } from "../../board/camera/camera";
import { cheapest, distance, type Point } from "../../board/points";
import { duration } from "../../ui/motion";
import type { Size, Spot } from "./cards";
import type { LaidCard, UkumaView } from "./types";

/** A cell's width in the drawing. */
export const UNIT = 100;
/** How far the rim reaches out around the table, in cells. */
export const RIM = 0.4;
/** So many cells around a card are shown with it. */
const MARGIN = 1;
/** A cell is never wider than this on the screen. */
const LARGEST_PX = 92;
/** A finger hits a cell that is so wide. */
const LEAST_PX = 24;
/** Where the whole table has smaller ones, only its rows are all in sight, and cells may be so wide. */
const FINGER_PX = 32;

/**
 * Shows the table from edge to edge. The zoom depends on the table and the room alone; where not all columns
 * have room the view moves to the latest card, no further than it must.
 */
export function showingTable(laid: readonly Spot[], size: Size, room: Room): Camera {
  const [wide, high] = [size.files + 2 * RIM, size.ranks + 2 * RIM];
  const across = room.width / wide;
  const cell = Math.min(LARGEST_PX, room.height / high, across < LEAST_PX ? FINGER_PX : across);
  const rim = RIM * cell;
  const centred = (room.width - size.files * cell) / 2;
  const follow = (x: number, card: Spot) => {
    const near = between(-(card.x - MARGIN) * cell, x, room.width - (card.x + 1 + MARGIN) * cell);
    return between(room.width - size.files * cell - rim, near, rim);
  };
  return {
    scale: cell / UNIT,
    x: wide * cell > room.width ? laid.reduce(follow, centred) : centred,
    y: (room.height - size.ranks * cell) / 2,
  };
}

function between(least: number, at: number, most: number): number {
  return Math.min(most, Math.max(least, at));
}

/** The middle of a cell in the drawing. */
export function middle({ x, y }: Spot, { ranks }: Size): Point {
  return { x: (x + 0.5) * UNIT, y: (ranks - y - 0.5) * UNIT };
}

export function cellOnScreen(camera: Camera, spot: Spot, size: Size): Point {
  return onScreen(camera, middle(spot, size));
}

/** What lies under a point of the screen, in cells and parts of them. */
export function under(camera: Camera, seen: Point, { ranks }: Size): Spot {
  const { x, y } = inDrawing(camera, seen);
  return { x: x / UNIT, y: ranks - y / UNIT };
}

/** Pixels from the edge of the picture that the middle of a name needs. */
const NAME_PX = 11;

/** Where the rows' names stand from the left, and the columns' from the top: on the rim, or at the picture's edge. */
export function namesAt({ x, y, scale }: Camera, { ranks }: Size, { height }: Room): Point {
  const cell = scale * UNIT;
  const half = (RIM * cell) / 2;
  return { x: Math.max(NAME_PX, x - half), y: Math.min(height - NAME_PX, y + ranks * cell + half) };
}

/** The table with its rim, in the drawing. */
export function tableBox({ files, ranks }: Size): Box {
  const rim = RIM * UNIT;
  return { left: -rim, right: files * UNIT + rim, top: -rim, bottom: ranks * UNIT + rim };
}

/** A row of which no more than this is cut off counts as seen. */
const NEARLY = 0.05;

/** Whole rows between the edges of the picture and the edges of the table. */
export function rowsBeyond(
  camera: Camera,
  { ranks }: Size,
  { height }: Room,
): { ahead: number; behind: number } {
  const first = inDrawing(camera, { x: 0, y: 0 }).y / UNIT;
  const last = inDrawing(camera, { x: 0, y: height }).y / UNIT;
  const whole = (rows: number) => Math.max(0, Math.floor(rows + NEARLY));
  return { ahead: whole(first), behind: whole(ranks - last) };
}

/** Less than half a cell: the middle of a cell always means that cell. */
const NEAR = 0.35;
/** On the screen rows count downwards. */
const flipped = ({ x, y }: Spot): Spot => ({ x, y: -y });

/** The nearest of these cells in the direction of an arrow key; the same one when there is none. */
export function toward(spots: readonly Spot[], from: Spot, key: string): Spot {
  return flipped(walk(spots.map(flipped), cursorOn(flipped(from)), key).place);
}

/** One cell further, but not off the table. */
export function step(from: Spot, key: string, size: Size): Spot {
  const to = flipped(stepped(flipped(from), key));
  return lies(to, size) ? { x: to.x, y: to.y + 0 } : from;
}

export function nearest(spots: readonly Spot[], to: Spot): Spot | null {
  return cheapest(spots, (spot) => distance(spot, to));
}

/** The cell meant by a drop at this point: cells of the front attract drops a little beside them. */
export function aimed(point: Spot, fronts: readonly Spot[], size: Size): Spot | null {
  const off = (spot: Spot) => Math.hypot(past(point.x, spot.x), past(point.y, spot.y));
  const close = cheapest(
    fronts.filter((spot) => off(spot) <= NEAR),
    ({ x, y }) => Math.hypot(point.x - x - 0.5, point.y - y - 0.5),
  );
  if (close) return close;
  const below = { x: Math.floor(point.x), y: Math.floor(point.y) };
  return lies(below, size) ? below : null;
}

/** How far a coordinate is outside of a cell that begins at `from`. */
function past(at: number, from: number): number {
  return Math.max(0, from - at, at - from - 1);
}

function lies({ x, y }: Spot, { files, ranks }: Size): boolean {
  return x >= 0 && y >= 0 && x < files && y < ranks;
}

/** What decided the game, to be marked on the table. */
export interface Decided {
  winning: LaidCard | null;
  /** The card that the winning one got behind. */
  beaten: LaidCard | null;
  /** The winning card reached the edge. */
  edge: boolean;
}

export function decided(view: UkumaView, spot: (cell: string) => Spot, near: number): Decided {
  const { ending, winner, table } = view;
  const won = ending === "edge" || ending === "behind";
  const winning = won ? (table.findLast(({ seat }) => seat === winner) ?? null) : null;
  return {
    winning,
    beaten: winning && ending === "behind" ? before(winning, view, spot, near) : null,
    edge: ending === "edge",
  };
}

/** The card on the winner's side of the winning one. */
function before(
  winning: LaidCard,
  { table }: UkumaView,
  spot: (cell: string) => Spot,
  near: number,
): LaidCard | null {
  const { x, y } = spot(winning.cell);
  const row = winning.seat === near ? y - 1 : y + 1;
  return (
    table.find(({ cell }) => {
      const there = spot(cell);
      return there.x === x && there.y === row;
    }) ?? null
  );
}

/** A card in a drawing: how it lies and where, columns to the right and rows upwards. */
export interface Shown {
  face: string;
  x: number;
  y: number;
  black?: boolean;
  /** The card that wins. */
  wins?: boolean;
}

const DROP_MS = 170;
const BACK_MS = 180;
const FLIP_MS = 220;

/** The other's card comes down on the table; what one laid oneself is there already. */
export function dropped(_node: Element, { own }: { own: boolean }) {
  return {
    duration: duration(own ? 0 : DROP_MS),
    css: (there: number) =>
      `opacity: ${Math.min(1, there * 3)}; transform: scale(${1.5 - there / 2})`,
  };
}

/** A card comes into the hand: back from where it lay on the table, or turned over. */
export function taken(node: Element, { from }: { from: DOMRect | null }) {
  const to = node.getBoundingClientRect();
  if (!from || to.width === 0) {
    return {
      duration: duration(FLIP_MS),
      css: (there: number) => `transform: rotateY(${(1 - there) * 90}deg)`,
    };
  }
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const small = from.width / to.width;
  return {
    duration: duration(BACK_MS),
    css: (_there: number, away: number) =>
      `transform: translate(${x * away}px, ${y * away}px) scale(${1 + (small - 1) * away})`,
  };
}
