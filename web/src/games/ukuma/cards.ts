import type { Pending } from "../../table/state";
import { cardOf, type Lay, readLay } from "./faces";
import type { LaidCard } from "./wire";

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
