import type { Place } from "./tiles";

/** Where the table is looked at from: a point of the table stands at `x + point * scale` on the screen. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Spot {
  x: number;
  y: number;
}

export interface Room {
  width: number;
  height: number;
}

/** The width of a place on the table. */
export const UNIT = 100;
const SMALLEST = 0.04;
const LARGEST = 1.7;
const CALM = 0.86;

/** Where a place has its middle. Places count upwards, screens downwards. */
export function spotOf({ x, y }: Place): Spot {
  return { x: x * UNIT, y: -y * UNIT };
}

/** As an attribute of a drawing. */
export function at(place: Place): string {
  const { x, y } = spotOf(place);
  return `translate(${x} ${y})`;
}

/** The place under a point of the screen. */
export function placeUnder(camera: Camera, at: Spot): Place {
  const x = Math.round((at.x - camera.x) / camera.scale / UNIT);
  const y = -Math.round((at.y - camera.y) / camera.scale / UNIT);
  // -0 would be another place than 0 to those who compare strictly.
  return { x: x + 0, y: y + 0 };
}

export function onScreen(camera: Camera, place: Place): Spot {
  const { x, y } = spotOf(place);
  return { x: camera.x + x * camera.scale, y: camera.y + y * camera.scale };
}

export function panned(camera: Camera, by: Spot): Camera {
  return { ...camera, x: camera.x + by.x, y: camera.y + by.y };
}

/** Nearer or farther, while the point under the pointer stays where it is. */
export function zoomed(camera: Camera, factor: number, around: Spot): Camera {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, camera.scale * factor));
  const by = scale / camera.scale;
  return {
    scale,
    x: around.x - (around.x - camera.x) * by,
    y: around.y - (around.y - camera.y) * by,
  };
}

/** Two fingers: the points under them stay under them. */
export function pinched(
  camera: Camera,
  from: readonly [Spot, Spot],
  to: readonly [Spot, Spot],
): Camera {
  const middle = ([one, other]: readonly [Spot, Spot]) => ({
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
  });
  const apart = ([one, other]: readonly [Spot, Spot]) =>
    Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  const [before, after] = [middle(from), middle(to)];
  const nearer = zoomed(camera, apart(to) / apart(from), before);
  return panned(nearer, { x: after.x - before.x, y: after.y - before.y });
}

/** Shows all these places and those around them, no larger than is pleasant, below a banner if there is one. */
export function showing(places: readonly Place[], room: Room, banner = 0): Camera {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => -y);
  const [left, right] = [Math.min(...xs) - 1.6, Math.max(...xs) + 1.6];
  const [top, bottom] = [Math.min(...ys) - 1.6, Math.max(...ys) + 1.6];
  const height = room.height - banner;
  const fitting = Math.min(room.width / (right - left), height / (bottom - top)) / UNIT;
  const scale = Math.min(CALM, fitting);
  return {
    scale,
    x: room.width / 2 - ((left + right) / 2) * UNIT * scale,
    y: banner + height / 2 - ((top + bottom) / 2) * UNIT * scale,
  };
}

/** The nearest of these places in the direction of an arrow key; null when there is none. */
export function toward(places: readonly Place[], from: Place, key: string): Place | null {
  const way = WAYS[key];
  if (!way) return null;
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * way.x + (place.y - from.y) * way.y;
    const aside = Math.abs((place.x - from.x) * way.y) + Math.abs((place.y - from.y) * way.x);
    const cost = ahead + aside * 2;
    if (ahead > 0 && cost < least) [best, least] = [place, cost];
  }
  return best;
}

const WAYS: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};
