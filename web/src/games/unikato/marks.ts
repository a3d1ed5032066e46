import type { Colour, Shape, Size } from "./tiles";

/** How the symbols are drawn, in a tile that is 100 wide and has its middle at 0,0. */
export const RADIUS: Readonly<Record<Size, number>> = { "1": 15, "2": 25, "3": 37 };
const STEP = 8.5;
const DIAGONAL = Math.SQRT1_2;

interface Cross {
  arm: number;
  half: number;
}

export function crossOf(radius: number): Cross {
  return { arm: radius * 1.12, half: radius * 0.36 };
}

export function squareOf(radius: number): number {
  return radius * 0.9;
}

/** Whether a point lies in the symbol, at least so far from its edge. */
function inside(shape: Shape, radius: number, edge: number, x: number, y: number): boolean {
  if (shape === "c") return Math.hypot(x, y) <= radius - edge;
  if (shape === "s") return Math.max(Math.abs(x), Math.abs(y)) <= squareOf(radius) - edge;
  const { arm, half } = crossOf(radius);
  const across = [Math.abs(x + y) * DIAGONAL, Math.abs(x - y) * DIAGONAL];
  return Math.min(...across) <= half - edge && Math.max(...across) <= arm - edge;
}

const along = (u: number, v: number) => ({ x: (u + v) * DIAGONAL, y: (v - u) * DIAGONAL });
const EDGE: Readonly<Record<Shape, number>> = { c: 4, s: 4, x: 3 };
const STEPS = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) => step * STEP);

function point(u: number, v: number): string {
  const { x, y } = along(u, v);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** Slanting stripes: purple. Each line is walked along, and drawn where it lies in the symbol. */
function stripes(shape: Shape, radius: number): string {
  let path = "";
  for (const v of STEPS) {
    let start: number | null = null;
    for (let u = -60; u <= 60; u += 0.5) {
      const { x, y } = along(u, v);
      const within = inside(shape, radius, EDGE[shape], x, y);
      if (within) start ??= u;
      if (within || start === null) continue;
      path += `M${point(start, v)}L${point(u - 0.5, v)}`;
      start = null;
    }
  }
  return path;
}

/** Dots: blue. A line without length and with round ends is one. */
function dots(shape: Shape, radius: number): string {
  let path = "";
  for (const u of STEPS) {
    for (const v of STEPS) {
      const { x, y } = along(u, v);
      if (inside(shape, radius, EDGE[shape], x, y)) path += `M${point(u, v)}h0`;
    }
  }
  return path;
}

const drawn = new Map<string, string>();

/** The marks that tell a colour without colour: none for orange, stripes for purple, dots for blue. */
export function marks(shape: Shape, colour: Colour, size: Size): string {
  if (colour === "o") return "";
  const key = shape + colour + size;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const path = (colour === "p" ? stripes : dots)(shape, RADIUS[size]);
  drawn.set(key, path);
  return path;
}
