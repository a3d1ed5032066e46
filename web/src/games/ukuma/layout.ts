import { type Box, type Camera, inDrawing, onScreen, type Room } from "../../board/camera";
import type { Point } from "../../board/point";
import type { Size, Spot } from "./faces";

/** A cell's width in the drawing. */
export const UNIT = 100;
/** How far the rim reaches out around the table, in cells. */
export const RIM = 0.4;
/** So many cells around a card are shown with it. */
const MARGIN = 1;
/** A cell is never wider than this on the screen. */
const LARGEST = 92;
/** A finger hits a cell that is so wide. */
const LEAST = 24;
/** Where the whole table has smaller ones, only its rows are all in sight, and cells may be so wide. */
const FINGER = 32;

/**
 * Shows the table from edge to edge. The zoom depends on the table and the room alone; where not all columns
 * have room the view moves to the latest card, no further than it must.
 */
export function showingTable(laid: readonly Spot[], size: Size, room: Room): Camera {
  const [wide, high] = [size.files + 2 * RIM, size.ranks + 2 * RIM];
  const across = room.width / wide;
  const cell = Math.min(LARGEST, room.height / high, across < LEAST ? FINGER : across);
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
const NAME = 11;

/** Where the rows' names stand from the left, and the columns' from the top: on the rim, or at the picture's edge. */
export function namesAt({ x, y, scale }: Camera, { ranks }: Size, { height }: Room): Point {
  const cell = scale * UNIT;
  const half = (RIM * cell) / 2;
  return { x: Math.max(NAME, x - half), y: Math.min(height - NAME, y + ranks * cell + half) };
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
