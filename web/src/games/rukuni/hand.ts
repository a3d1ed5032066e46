import type { Reach, Turn } from "./view";

/** The unfinished turn in a player's hand: nothing, a tower taken, or the tower put down again. */
export type Hand =
  | { step: "tower" }
  | { step: "to"; tower: string }
  | { step: "peg"; tower: string; to: string };

export const EMPTY: Hand = { step: "tower" };

/** What a touch did: changed the hand, finished the turn, or could not be done (why). */
export type Touched = { hand: Hand } | { turn: Turn } | { why: Why };

export type Why = "no_tower" | "shut_in" | "out_of_reach" | "not_beside";

/** The hollows that may be touched next to get on with the turn. */
export function lit(reach: Reach, hand: Hand): readonly string[] {
  if (hand.step === "tower") return Object.keys(reach);
  const ways = reach[hand.tower] ?? {};
  return hand.step === "to" ? Object.keys(ways) : (ways[hand.to] ?? []);
}

/** Touching a hollow: on with the turn, back a step, or another tower. */
export function touch(
  reach: Reach,
  towers: readonly string[],
  hand: Hand,
  hollow: string,
): Touched {
  if (hand.step !== "tower" && lit(reach, hand).includes(hollow)) return onward(hand, hollow);
  if (hand.step === "peg" && hollow === hand.to) return { hand: back(hand) };
  if (hand.step === "peg" && hollow === hand.tower) return { why: "not_beside" };
  if (hand.step === "to" && hollow === hand.tower) return { hand: EMPTY };
  if (hollow in reach) return { hand: { step: "to", tower: hollow } };
  if (towers.includes(hollow)) return { why: "shut_in" };
  const why = { tower: "no_tower", to: "out_of_reach", peg: "not_beside" } as const;
  return { why: why[hand.step] };
}

function onward(hand: Exclude<Hand, { step: "tower" }>, hollow: string): Touched {
  if (hand.step === "to") return { hand: { step: "peg", tower: hand.tower, to: hollow } };
  return { turn: { tower: hand.tower, to: hand.to, peg: hollow } };
}

/** One step back. */
export function back(hand: Hand): Hand {
  return hand.step === "peg" ? { step: "to", tower: hand.tower } : EMPTY;
}
