import { POLES } from "./drawings";
import type { Account, Colour, ZumaView } from "./types";

/** The ten sets in the order of their letters, which are the same in every language. */
export const SETS = [
  "sun",
  "jaguar",
  "eagle",
  "serpent",
  "maize",
  "rain",
  "flower",
  "monkey",
  "moon",
  "skull",
] as const;
export type SetSign = (typeof SETS)[number];
/** What a card can show. */
export type SignName = SetSign | "zuma";

const LETTERS = "ABCDEFGHIJ";

export function letterOf(sign: SignName): string {
  return sign === "zuma" ? "Z" : LETTERS.charAt(SETS.indexOf(sign));
}

/** Cards of one set in a hand. */
export interface Group {
  readonly sign: SignName;
  readonly count: number;
  /** One of the two fullest sets, or the Zuma cards: what a combination is made of. */
  readonly marked: boolean;
}

/** A card at its place in the hand. */
export interface HeldCard {
  readonly sign: SignName;
  /** How many of its set are held, if that set is marked; 0 otherwise. */
  readonly fullest: number;
  /** Whether it is the first of its set. */
  readonly opens: boolean;
}

const PAIR = 2;
/** A full house is made of so many sets. */
const HOUSE = 2;

/** A hand by sets: the fullest first, Zuma cards at the end. */
export function groups(hand: readonly SignName[]): Group[] {
  const counted = SETS.map((sign) => ({ sign, count: hand.filter((card) => card === sign).length }))
    .filter(({ count }) => count > 0)
    // The sort keeps equal sets in the order of their letters.
    .sort((one, other) => other.count - one.count)
    .map((group, rank) => ({ ...group, marked: rank < HOUSE && group.count >= PAIR }));
  const zumas = hand.filter((card) => card === "zuma").length;
  return zumas > 0 ? [...counted, { sign: "zuma", count: zumas, marked: true }] : counted;
}

/** The hand place by place. */
export function sorted(hand: readonly SignName[]): HeldCard[] {
  return groups(hand).flatMap(({ sign, count, marked }) =>
    Array.from({ length: count }, (_, index) => ({
      sign,
      fullest: marked ? count : 0,
      opens: index === 0,
    })),
  );
}

/** The place from which a chosen card was taken: the one that was touched, or else the last of its set. */
export function placeOf(
  places: readonly HeldCard[],
  card: SignName | null,
  touched: number | null,
): number | null {
  if (card === null) return null;
  if (touched !== null && places[touched]?.sign === card) return touched;
  const last = places.findLastIndex(({ sign }) => sign === card);
  return last === -1 ? null : last;
}

/** The colours that are in play, in the order of the sheet. */
export function coloursOf({ poles }: Pick<ZumaView, "poles">): readonly Colour[] {
  return POLES.filter((colour) => poles.some((pole) => pole.colour === colour));
}

export function strokesOf({ strokes }: Pick<Account, "strokes">): number {
  return strokes.reduce((sum, { count }) => sum + count, 0);
}

/** Strokes as one draws them: in fives, the fifth across. */
export function bundles(strokes: number): number[] {
  return Array.from({ length: Math.ceil(strokes / 5) }, (_, bundle) =>
    Math.min(5, strokes - bundle * 5),
  );
}
