/** The tiles' names, taken apart: no rules here, only what a tile looks like. */
export const SHAPES = "csx";
export const COLOURS = "opb";
export const SIZES = "123";
export const BACKGROUNDS = "wgk";

export const FEATURES = ["shape", "colour", "size", "background"] as const;
export type Feature = (typeof FEATURES)[number];

export type Shape = "c" | "s" | "x";
export type Colour = "o" | "p" | "b";
export type Size = "1" | "2" | "3";
export type Background = "w" | "g" | "k";

export interface Features {
  shape: Shape;
  colour: Colour;
  size: Size;
  background: Background;
}

const LETTERS: Readonly<Record<Feature, string>> = {
  shape: SHAPES,
  colour: COLOURS,
  size: SIZES,
  background: BACKGROUNDS,
};

export function features(tile: string): Features {
  const [shape, colour, size, background] = tile;
  return { shape, colour, size, background } as Features;
}

/** The rank of a tile's value in one feature, for sorting. */
export function rank(tile: string, feature: Feature): number {
  return LETTERS[feature].indexOf(features(tile)[feature]);
}

export interface Place {
  x: number;
  y: number;
}

/** The tile of `co1w@0,1`, as chains are written. */
export function tileOf(laid: string): string {
  return laid.slice(0, laid.indexOf("@"));
}

export function placeName({ x, y }: Place): string {
  return `${x},${y}`;
}

export function readPlace(text: string): Place {
  const [x, y] = text.split(",");
  return { x: Number(x), y: Number(y) };
}

/** The four places that share an edge with this one. */
export function around({ x, y }: Place): Place[] {
  return [
    { x, y: y + 1 },
    { x: x + 1, y },
    { x, y: y - 1 },
    { x: x - 1, y },
  ];
}

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

const EDGE: Readonly<Record<Shape, number>> = { c: 4, s: 4, x: 3 };
const STEPS = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) => step * STEP);

/** How far a slanting line that passes the middle at `v` runs within the symbol, to either side; less than 0 for not at all. */
function reach(shape: Shape, radius: number, v: number): number {
  const aside = Math.abs(v);
  const edge = EDGE[shape];
  if (shape === "c")
    return aside > radius - edge ? -1 : Math.sqrt((radius - edge) ** 2 - aside ** 2);
  if (shape === "s") return (squareOf(radius) - edge) / DIAGONAL - aside;
  const { arm, half } = crossOf(radius);
  if (aside > arm - edge) return -1;
  return (aside > half - edge ? half : arm) - edge;
}

/** `u` along the slanting lines, `v` from one to the next. */
function point(u: number, v: number): string {
  return `${((u + v) * DIAGONAL).toFixed(1)} ${((v - u) * DIAGONAL).toFixed(1)}`;
}

/** Slanting stripes: purple. */
function stripes(shape: Shape, radius: number): string {
  return STEPS.map((v) => {
    const far = reach(shape, radius, v);
    return far < 0 ? "" : `M${point(-far, v)}L${point(far, v)}`;
  }).join("");
}

/** Dots: blue. A line without length and with round ends is one. */
function dots(shape: Shape, radius: number): string {
  const row = (u: number) => STEPS.filter((v) => Math.abs(u) <= reach(shape, radius, v));
  return STEPS.flatMap((u) => row(u).map((v) => `M${point(u, v)}h0`)).join("");
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
