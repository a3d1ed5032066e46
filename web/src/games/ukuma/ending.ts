import type { Spot } from "./faces";
import type { LaidCard, UkumaView } from "./wire";

/** What decided the game, to be marked on the table. */
export interface Decided {
  winning: LaidCard | null;
  /** The card that the winning one got behind. */
  beaten: LaidCard | null;
  /** The winning card reached the edge. */
  edge: boolean;
}

export function decided(view: UkumaView, spot: (cell: string) => Spot, near: number): Decided {
  const { ending, winner, table } = view;
  const won = ending === "edge" || ending === "behind";
  const winning = won ? (table.findLast(({ seat }) => seat === winner) ?? null) : null;
  return {
    winning,
    beaten: winning && ending === "behind" ? before(winning, view, spot, near) : null,
    edge: ending === "edge",
  };
}

/** The card on the winner's side of the winning one. */
function before(
  winning: LaidCard,
  { table }: UkumaView,
  spot: (cell: string) => Spot,
  near: number,
): LaidCard | null {
  const { x, y } = spot(winning.cell);
  const row = winning.seat === near ? y - 1 : y + 1;
  return (
    table.find(({ cell }) => {
      const there = spot(cell);
      return there.x === x && there.y === row;
    }) ?? null
  );
}
