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
