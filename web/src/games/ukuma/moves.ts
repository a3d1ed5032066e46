import type { Pending } from "../../board/table";
import { cardOf } from "./cards";
import type { LaidCard, UkumaEvent } from "./types";

/** A card in a cell, as moves and events write it: `pnob@f6`. */
export interface Lay {
  face: string;
  cell: string;
}

export function readLay(text: string): Lay {
  const [face = "", cell = ""] = text.split("@");
  return { face, cell };
}

export function layText({ face, cell }: Lay): string {
  return `${face}@${cell}`;
}

type Slots = readonly (string | null)[];

const LAY = "lay ";

/**
 * The cards on their way to the table, the first one first; faces as White sees them. One that lies there
 * has arrived: the hall shows a card before it answers the move.
 */
export function flights(pending: readonly Pending[], table: readonly LaidCard[]): Lay[] {
  const lies = ({ face, cell }: Lay) =>
    table.some((laid) => laid.cell === cell && cardOf(laid.card) === cardOf(face));
  return pending
    .filter(({ move }) => move.startsWith(LAY))
    .map(({ move }) => layOf(move))
    .filter((lay) => !lies(lay));
}

export function layOf(move: string): Lay {
  return readLay(move.slice(LAY.length));
}

/** What is left in the hand, place by place: a card on its way is on the table, or comes back. */
export function held(hand: Slots, flying: readonly Lay[]): Slots {
  const gone = new Set(flying.map(({ face }) => cardOf(face)));
  return hand.map((card) => (card !== null && gone.has(card) ? null : card));
}

/** The ways to lay one card that the hall has shown, by cell. */
export function byCell(lays: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, string[]>();
  for (const { face, cell } of lays.map(readLay)) {
    ways.set(cell, [...(ways.get(cell) ?? []), face]);
  }
  return ways;
}

/** The way up that a card takes in a cell: as it is held, unless only the other one fits. */
export function wayUp(face: string, fitting: readonly string[] | undefined): string {
  return fitting?.length && !fitting.includes(face) ? (fitting[0] ?? face) : face;
}

/** The first card of a row is the one opposite the other player's; a handicap's lie beside it. */
export function firstFace(laid: readonly string[]): string {
  return readLay(laid[0] ?? "").face;
}

/** The move of an event, as it would be written; what begins and ends a game has its line too. */
export function notation(told: UkumaEvent): string | null {
  switch (told.type) {
    case "opened":
      return told.game > 1 ? `game ${told.game}` : null;
    case "chose":
      return `start ${firstFace(told.laid)}`;
    case "laid":
      return `lay ${told.laid}`;
    case "discarded":
      return "discard";
    case "offered":
      return "draw";
    case "ended":
      return told.ending;
    default:
      return null;
  }
}
