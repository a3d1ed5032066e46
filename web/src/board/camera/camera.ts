import type { Point } from "../points";

/** Where a drawing is looked at from: its point `p` stands at `x + p.x * scale` on the screen. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

/** The part of the screen that a drawing has. */
export interface Room {
  width: number;
  height: number;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const SMALLEST = 0.04;
const LARGEST = 1.7;

export function onScreen(camera: Camera, point: Point): Point {
  return { x: camera.x + point.x * camera.scale, y: camera.y + point.y * camera.scale };
}

/** The point of the drawing that is seen there. */
export function inDrawing(camera: Camera, seen: Point): Point {
  return { x: (seen.x - camera.x) / camera.scale, y: (seen.y - camera.y) / camera.scale };
}

export function panned(camera: Camera, by: Point): Camera {
  return { ...camera, x: camera.x + by.x, y: camera.y + by.y };
}

/** Nearer or farther, while the point under the pointer stays where it is. */
export function zoomed(camera: Camera, factor: number, around: Point): Camera {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, camera.scale * factor));
  const by = scale / camera.scale;
  return {
    scale,
    x: around.x - (around.x - camera.x) * by,
    y: around.y - (around.y - camera.y) * by,
  };
}

type Two = readonly [Point, Point];

/** Two fingers: the points under them stay under them. */
export function pinched(camera: Camera, from: Two, to: Two): Camera {
  const [before, after] = [middle(from), middle(to)];
  const nearer = zoomed(camera, apart(to) / apart(from), before);
  return panned(nearer, { x: after.x - before.x, y: after.y - before.y });
}

function middle([one, other]: Two): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function apart([one, other]: Two): number {
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}

/** Shows all of the box, at most at the largest scale, below a banner if there is one. */
export function showing(box: Box, room: Room, largest: number, banner = 0): Camera {
  const height = room.height - banner;
  const fitting = Math.min(room.width / (box.right - box.left), height / (box.bottom - box.top));
  const scale = Math.min(largest, fitting);
  return {
    scale,
    x: room.width / 2 - ((box.left + box.right) / 2) * scale,
    y: banner + height / 2 - ((box.top + box.bottom) / 2) * scale,
  };
}

/** How much of the room the camera's buttons take, in pixels. */
const BUTTONS_PX = 56;

/** Whether the camera's buttons stand on the right. In a room that is nearly square they hide less below. */
export function isWide({ width, height }: Room): boolean {
  return width > 1.15 * height;
}

/** The room beside the camera's buttons: they stand on the right of a wide room and below any other. */
export function besideButtons(room: Room): Room {
  const { width, height } = room;
  return isWide(room)
    ? { width: width - BUTTONS_PX, height }
    : { width, height: height - BUTTONS_PX };
}

/** The box around these points, with a margin. */
export function around(points: readonly Point[], margin: number): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return {
    left: Math.min(...xs) - margin,
    right: Math.max(...xs) + margin,
    top: Math.min(...ys) - margin,
    bottom: Math.max(...ys) + margin,
  };
}

/** As a style of the drawing. */
export function transform({ x, y, scale }: Camera): string {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

export type Side = "left" | "right" | "top" | "bottom";
export type Sides = Readonly<Record<Side, number>>;

/** Which side an arrow key looks to. */
export const ARROWS: Readonly<Record<string, Side>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "top",
  ArrowDown: "bottom",
};

/** One press moves the view by so much of the room: something that was in sight stays in sight. */
const STEP = 0.45;

/** How far a drawing goes on beyond each side of the room, in pixels; less than nothing where it ends before. */
export function beyond({ left, right, top, bottom }: Box, camera: Camera, room: Room): Sides {
  const first = onScreen(camera, { x: left, y: top });
  const last = onScreen(camera, { x: right, y: bottom });
  return {
    left: -first.x,
    right: last.x - room.width,
    top: -first.y,
    bottom: last.y - room.height,
  };
}

/** A step to one side, but not past the end of the drawing. */
export function toward(side: Side, camera: Camera, hidden: Sides, room: Room): Camera {
  const across = side === "left" || side === "right";
  const step = Math.min(STEP * (across ? room.width : room.height), Math.max(0, hidden[side]));
  const by = side === "left" || side === "top" ? step : -step;
  return panned(camera, across ? { x: by, y: 0 } : { x: 0, y: by });
}

/** The shortest way that brings a point of the drawing into sight, with so much around it. */
export function revealing(camera: Camera, point: Point, margin: number, room: Room): Camera {
  const seen = onScreen(camera, point);
  const around = margin * camera.scale;
  return panned(camera, {
    x: into(seen.x, around, room.width) - seen.x,
    y: into(seen.y, around, room.height) - seen.y,
  });
}

/** The nearest place to `at` that keeps away from both ends; the middle where there is no room for that. */
function into(at: number, around: number, length: number): number {
  if (2 * around > length) return length / 2;
  return Math.min(length - around, Math.max(around, at));
}
