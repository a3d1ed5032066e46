import type { UbongoView } from "./wire";

/** Whether the round that is over was the last one, with several equal at the top: then they play off. */
export function isTied({ phase, alone, round, options, sides, playoff }: UbongoView): boolean {
  if (alone || phase !== "between" || round < options.rounds || playoff.length > 0) return false;
  const most = Math.max(...sides.map(({ points }) => points));
  return sides.filter(({ points }) => points === most).length > 1;
}
