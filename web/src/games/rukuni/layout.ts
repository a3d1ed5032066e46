import type { Attachment } from "svelte/attachments";
import { cheapest, distance, type Point } from "../../board/points";
import { duration } from "../../ui/motion";

/** The board's geometry for drawing and for the keys: no rules. One unit is the way to the next hollow. */
export interface Place extends Point {
  name: string;
  row: number;
}

const ROWS = "abcdefghi";
const EDGE = 5;
export const STEP_UP = Math.sqrt(3) / 2;

function places(): Place[] {
  const all: Place[] = [];
  for (let row = 0; row < ROWS.length; row++) {
    const last = Math.min(2 * EDGE - 1, row + EDGE);
    for (let column = Math.max(1, row - EDGE + 2); column <= last; column++) {
      const x = column - EDGE - (row - EDGE + 1) / 2;
      all.push({ name: `${ROWS[row]}${column}`, row, x, y: (EDGE - 1 - row) * STEP_UP });
    }
  }
  return all;
}

/** Every hollow, from a1 up. */
export const PLACES: readonly Place[] = places();

const BY_NAME = new Map(PLACES.map((place) => [place.name, place]));

export function place(name: string): Place {
  const found = BY_NAME.get(name);
  if (!found) throw new Error(`no hollow ${name}`);
  return found;
}

export function beside(one: Place, other: Place): boolean {
  const way = Math.hypot(one.x - other.x, one.y - other.y);
  return way > 0.5 && way < 1.1;
}

/** The hollow under a point of the board, if it is near enough to one. */
export function under(point: Point, within = 0.55): Place | null {
  return cheapest(PLACES, (place) => distance(place, point), within);
}

/** The board's shape and its grain, drawn once from a fixed seed. Units: 100 from hollow to hollow. */
export const UNIT = 100;
const RADIUS = 508;

/** The middle of a hollow on the drawing. */
export function spotOf(hollow: string): { x: number; y: number } {
  const { x, y } = place(hollow);
  return { x: x * UNIT, y: y * UNIT };
}

/** A hexagon with flat top and bottom and rounded corners. */
export function hexagon(radius: number, rounding: number): string {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (corner * Math.PI) / 3;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
  const path = corners.map(([x, y], corner) => {
    const [fromX, fromY] = corners[(corner + 5) % 6] ?? [0, 0];
    const [toX, toY] = corners[(corner + 1) % 6] ?? [0, 0];
    const share = rounding / radius;
    const enter = `${fixed(x + (fromX - x) * share)} ${fixed(y + (fromY - y) * share)}`;
    const leave = `${fixed(x + (toX - x) * share)} ${fixed(y + (toY - y) * share)}`;
    return `${corner ? "L" : "M"}${enter}Q${fixed(x)} ${fixed(y)} ${leave}`;
  });
  return `${path.join("")}Z`;
}

export const PLATE = hexagon(RADIUS, 62);
export const BEVEL = hexagon(RADIUS - 13, 58);

/** Pseudo-random numbers from a fixed seed: the grain is the same on every page. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** Long, slightly wavy year rings. */
export function rings(): string {
  const next = chance(61);
  let path = "";
  for (let y = -450; y < 450; y += 9 + next() * 26) {
    const sway = 6 + next() * 16;
    const lift = (next() - 0.5) * 24;
    path += `M-520 ${fixed(y)}C-250 ${fixed(y - sway)} -120 ${fixed(y + sway + lift)} 60 ${fixed(y + lift / 2)}`;
    path += `S380 ${fixed(y - sway + lift)} 520 ${fixed(y + lift)}`;
  }
  return path;
}

/** Short dark flecks, as in beech. */
export function flecks(): string {
  const next = chance(25);
  let path = "";
  for (let count = 0; count < 520; count++) {
    const x = (next() - 0.5) * 1020;
    const y = (next() - 0.5) * 880;
    path += `M${fixed(x)} ${fixed(y)}l${fixed(5 + next() * 15)} ${fixed((next() - 0.5) * 1.6)}`;
  }
  return path;
}

function fixed(length: number): string {
  return length.toFixed(1);
}

export const GLIDE_MS = 200;
export const DROP_MS = 150;

const former = new WeakMap<Element, Point>();

function at({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`;
}

/** Moves to a point, animated from the former one; while dragged it follows at once. */
export function glide(point: Point, held: boolean): Attachment<SVGGElement> {
  return (node) => {
    const from = former.get(node);
    former.set(node, point);
    node.style.transform = at(point);
    if (!from || held || (from.x === point.x && from.y === point.y)) return;
    node.animate([{ transform: at(from) }, { transform: at(point) }], {
      duration: duration(GLIDE_MS),
      easing: "cubic-bezier(0.3, 0, 0.2, 1)",
    });
  };
}

/** Comes down on its place from a little above it. */
export function drop(_node: Element, { delay = 0, from = 60 }: { delay?: number; from?: number }) {
  return {
    delay: duration(delay),
    duration: duration(DROP_MS),
    css: (there: number) =>
      `opacity: ${Math.min(1, there * 2)}; transform: translateY(${(there - 1) * from}px)`,
  };
}
