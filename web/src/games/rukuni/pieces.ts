import type { Draft } from "./draft";
import { COLOURS, type Colour, type RukuniView, type Turn } from "./turn";

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
