import { type Box, type Camera, onScreen, panned, type Room } from "./camera";
import type { Point } from "./point";

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
