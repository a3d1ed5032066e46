import {
  around,
  type Box,
  type Camera,
  inDrawing,
  onScreen,
  type Room,
  showing,
} from "../../board/camera/camera";
import type { Point } from "../../board/points";
import { duration } from "../../ui/motion";
import type { Place } from "./tiles";

/** The width of a place on the table. */
export const UNIT = 100;
const LARGEST = 0.86;
/** So much around the tiles is shown as well: a place on each side, and a little more. */
const MARGIN = 1.6 * UNIT;

/** Where a place has its middle. Places count upwards, drawings downwards. */
export function pointOf({ x, y }: Place): Point {
  return { x: x * UNIT, y: -y * UNIT };
}

/** As an attribute of a drawing. */
export function at(place: Place): string {
  const { x, y } = pointOf(place);
  return `translate(${x} ${y})`;
}

/** The place under a point of the screen. */
export function placeUnder(camera: Camera, seen: Point): Place {
  const { x, y } = inDrawing(camera, seen);
  // -0 would be another place than 0 to those who compare strictly.
  return { x: Math.round(x / UNIT) + 0, y: -Math.round(y / UNIT) + 0 };
}

export function placeOnScreen(camera: Camera, place: Place): Point {
  return onScreen(camera, pointOf(place));
}

/** The box around these places and those around them, in the drawing. */
export function allOf(places: readonly Place[]): Box {
  return around(places.map(pointOf), MARGIN);
}

/** Shows all these places and those around them, no larger than is pleasant, below a banner if there is one. */
export function showingAll(places: readonly Place[], room: Room, banner = 0): Camera {
  return showing(allOf(places), room, LARGEST, banner);
}

const DROP_MS = 180;
const BETWEEN_MS = 90;

/** A tile comes down on the table; those of a chain one after the other. */
export function dropped(_node: Element, { step }: { step: number }) {
  return {
    delay: duration(Math.max(0, step) * BETWEEN_MS),
    duration: duration(step < 0 ? 0 : DROP_MS),
    css: (there: number) =>
      `opacity: ${Math.min(1, there * 2)}; transform: translateY(${(there - 1) * 46}px)`,
  };
}
