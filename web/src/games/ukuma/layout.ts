import { type Box, type Camera, inDrawing, onScreen, type Room } from "../../board/camera";
import type { Point } from "../../board/point";
import type { Size, Spot } from "./faces";

/** A cell's width in the drawing. */
export const UNIT = 100;
/** How far the rim reaches out around the table, in cells. */
export const RIM = 0.4;
const MARGIN = 1;
/** A cell is never wider than this on the screen. */
const LARGEST = 92;
/** The whole table, rim and all, is worth cells that are a little smaller. */
const WORTH_IT = 0.85;

/** Shows all these cells with one more around them, as large as is pleasant; never past the rim. */
export function showingTable(spots: readonly Spot[], size: Size, room: Room): Camera {
  const across = reach(
    spots.map(({ x }) => x),
    size.files,
  );
  const along = reach(
    spots.map(({ y }) => size.ranks - 1 - y),
    size.ranks,
  );
  const near = fitting(room, across.to - across.from, along.to - along.from);
  const whole = fitting(room, size.files + 2 * RIM, size.ranks + 2 * RIM);
  const cell = Math.min(LARGEST, whole > near * WORTH_IT ? whole : near);
  return {
    scale: cell / UNIT,
    x: placed(across, size.files, room.width, cell),
    y: placed(along, size.ranks, room.height, cell),
  };
}

function fitting({ width, height }: Room, across: number, along: number): number {
  return Math.min(width / across, height / along);
}

interface Stretch {
  from: number;
  to: number;
}

function reach(cells: readonly number[], length: number): Stretch {
  return {
    from: Math.max(-RIM, Math.min(...cells) - MARGIN),
    to: Math.min(length + RIM, Math.max(...cells) + 1 + MARGIN),
  };
}

/** Where the table begins on the screen, so that the stretch is in the middle and no room is wasted. */
function placed({ from, to }: Stretch, length: number, room: number, cell: number): number {
  const whole = (length + 2 * RIM) * cell;
  if (whole <= room) return (room - length * cell) / 2;
  const middle = room / 2 - ((from + to) / 2) * cell;
  return Math.min(RIM * cell, Math.max(room - (length + RIM) * cell, middle));
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
