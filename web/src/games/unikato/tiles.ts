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

/** Events number the tiles: the features are its digits to the base 3. */
export function named(number: number): string {
  return FEATURES.map((feature, digit) => {
    const value = Math.floor(number / 3 ** (FEATURES.length - 1 - digit)) % 3;
    return LETTERS[feature][value];
  }).join("");
}

export interface Place {
  x: number;
  y: number;
}

const REACH = 90;
const WIDTH = 2 * REACH + 1;

/** Events number the places too, row by row. */
export function placed(number: number): Place {
  return { x: (number % WIDTH) - REACH, y: Math.floor(number / WIDTH) - REACH };
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
