import { COLOURS, type Colour, type Reach, type RukuniView, type Turn } from "./moves";

/** A turn that is begun: nothing yet, a tower taken, or the tower put down again. */
export type Draft =
  | { step: "tower" }
  | { step: "to"; tower: string }
  | { step: "peg"; tower: string; to: string };

export const EMPTY: Draft = { step: "tower" };

/** What a touch did: changed the draft, finished the turn, or could not be done (why). */
export type Touched = { draft: Draft } | { turn: Turn } | { why: Why };

export type Why = "no_tower" | "shut_in" | "out_of_reach" | "not_beside";

/** The hollows that may be touched next to get on with the turn. */
export function lit(reach: Reach, draft: Draft): readonly string[] {
  if (draft.step === "tower") return Object.keys(reach);
  const ways = reach[draft.tower] ?? {};
  return draft.step === "to" ? Object.keys(ways) : (ways[draft.to] ?? []);
}

/** Touching a hollow: on with the turn, back a step, or another tower. */
export function touch(
  reach: Reach,
  towers: readonly string[],
  draft: Draft,
  hollow: string,
): Touched {
  if (draft.step !== "tower" && lit(reach, draft).includes(hollow)) return onward(draft, hollow);
  if (draft.step === "peg" && hollow === draft.to) return { draft: back(draft) };
  if (draft.step === "peg" && hollow === draft.tower) return { why: "not_beside" };
  if (draft.step === "to" && hollow === draft.tower) return { draft: EMPTY };
  if (hollow in reach) return { draft: { step: "to", tower: hollow } };
  if (towers.includes(hollow)) return { why: "shut_in" };
  const why = { tower: "no_tower", to: "out_of_reach", peg: "not_beside" } as const;
  return { why: why[draft.step] };
}

function onward(draft: Exclude<Draft, { step: "tower" }>, hollow: string): Touched {
  if (draft.step === "to") return { draft: { step: "peg", tower: draft.tower, to: hollow } };
  return { turn: { tower: draft.tower, to: draft.to, peg: hollow } };
}

/** One step back. */
export function back(draft: Draft): Draft {
  return draft.step === "peg" ? { step: "to", tower: draft.tower } : EMPTY;
}

export interface Tower {
  /** Stays with the tower when it moves, so that it glides instead of jumping. */
  id: number;
  hollow: string;
}

export interface Peg {
  hollow: string;
  colour: Colour;
  /** Sent, and not acknowledged yet. */
  pending: boolean;
}

/** What stands in the hollows: the view, and on top of it what this player has begun or sent. */
export interface Pieces {
  towers: readonly string[];
  pegs: Peg[];
}

export function piecesOf(
  view: RukuniView,
  draft: Draft,
  pending: Turn | null,
  mine: Colour,
): Pieces {
  const pegs = COLOURS.flatMap((colour) =>
    view[colour].groups.flatMap((group) =>
      group.pegs.map((hollow) => ({ hollow, colour, pending: false })),
    ),
  );
  if (pending) {
    if (!view.towers.includes(pending.tower)) return { towers: view.towers, pegs };
    const added = { hollow: pending.peg, colour: mine, pending: true };
    return { towers: moved(view.towers, pending.tower, pending.to), pegs: [...pegs, added] };
  }
  const towers = draft.step === "peg" ? moved(view.towers, draft.tower, draft.to) : view.towers;
  return { towers, pegs };
}

function moved(towers: readonly string[], from: string, to: string): string[] {
  return towers.map((tower) => (tower === from ? to : tower));
}

/** The same towers at their new places: those that stayed keep their names, the others take them over. */
export function follow(former: readonly Tower[], towers: readonly string[]): Tower[] {
  if (former.length !== towers.length) return towers.map((hollow, id) => ({ id, hollow }));
  const arrived = towers.filter((hollow) => !former.some((tower) => tower.hollow === hollow));
  return former.map((tower) =>
    towers.includes(tower.hollow)
      ? tower
      : { id: tower.id, hollow: arrived.shift() ?? tower.hollow },
  );
}
