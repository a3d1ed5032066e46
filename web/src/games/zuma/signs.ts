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
