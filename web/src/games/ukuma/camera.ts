import type { Size, Spot } from "./faces";

/** Where the table is looked at from: its far left corner stands at x, y; a cell is `scale` wide. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Room {
  width: number;
  height: number;
}

/** A cell's width in the drawing. */
export const UNIT = 100;
/** How far the rim reaches out around the table, in cells. */
export const RIM = 0.4;
const MARGIN = 1;
const LARGEST = 92;
/** The whole table, rim and all, is worth cells that are a little smaller. */
const WORTH_IT = 0.85;

/** Shows all these cells with one more around them, as large as is pleasant; never past the rim. */
export function showing(spots: readonly Spot[], size: Size, room: Room): Camera {
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
  const scale = Math.min(LARGEST, whole > near * WORTH_IT ? whole : near);
  return {
    scale,
    x: placed(across, size.files, room.width, scale),
    y: placed(along, size.ranks, room.height, scale),
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
function placed({ from, to }: Stretch, length: number, room: number, scale: number): number {
  const whole = (length + 2 * RIM) * scale;
  if (whole <= room) return (room - length * scale) / 2;
  const middle = room / 2 - ((from + to) / 2) * scale;
  return Math.min(RIM * scale, Math.max(room - (length + RIM) * scale, middle));
}

/** The middle of a cell in the drawing. */
export function middle({ x, y }: Spot, { ranks }: Size): Spot {
  return { x: (x + 0.5) * UNIT, y: (ranks - y - 0.5) * UNIT };
}

export function onScreen(camera: Camera, spot: Spot, size: Size): Spot {
  const { x, y } = middle(spot, size);
  const scale = camera.scale / UNIT;
  return { x: camera.x + x * scale, y: camera.y + y * scale };
}

/** What lies under a point of the screen, in cells and parts of them. */
export function under(camera: Camera, at: Spot, { ranks }: Size): Spot {
  return { x: (at.x - camera.x) / camera.scale, y: ranks - (at.y - camera.y) / camera.scale };
}
