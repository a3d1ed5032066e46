import { place } from "./layout";
import { COLOURS, type Colour, type GroupView, type RukuniView } from "./moves";

/** A group as the booklet writes it: a letter, or X when no tower stands beside it. */
export interface Lettered extends GroupView {
  letter: string;
  colour: Colour;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWYZ";
export const WITHOUT_TOWER = "X";

/** Every group of both colours, the most valuable first in each colour; letters run on from White to Grey. */
export function lettered(view: RukuniView): Lettered[] {
  let next = 0;
  return COLOURS.flatMap((colour) =>
    [...view[colour].groups].sort(worthMore).map((group) => {
      const letter = group.towers.length ? (LETTERS[next++ % LETTERS.length] ?? "") : WITHOUT_TOWER;
      return { ...group, letter, colour };
    }),
  );
}

function worthMore(one: GroupView, other: GroupView): number {
  return other.points - one.points || other.pegs.length - one.pegs.length;
}

/** The peg of a group that lies nearest to its middle: where its letter is written. */
export function middle(group: GroupView): string {
  const spots = group.pegs.map(place);
  const x = spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length;
  const y = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length;
  const far = (spot: { x: number; y: number }) => Math.hypot(spot.x - x, spot.y - y);
  return spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best)).name;
}

/** Several groups, to be pointed at as one. */
export function gathered(groups: readonly GroupView[]): GroupView {
  return { pegs: groups.flatMap(({ pegs }) => pegs), towers: [], points: 0 };
}

/** Whether only the larger largest group decided. */
export function decidedByLargest(view: RukuniView): boolean {
  return view.white.points === view.grey.points && view.white.largest !== view.grey.largest;
}
