import type { Solved, UbongoView } from "./wire";

export type Gem = NonNullable<Solved["drawn"]>;
export type Purse = UbongoView["bag"];

/** The most valuable first. */
export const GEMS: readonly Gem[] = ["ruby", "sapphire", "emerald", "amber"];
export const VALUES: Readonly<Record<Gem, number>> = { ruby: 4, sapphire: 3, emerald: 2, amber: 1 };
/** Those that lie open and count the rounds. */
export const DISPLAYED = ["sapphire", "amber"] as const satisfies readonly Gem[];

export function counted(purse: Purse): number {
  return GEMS.reduce((sum, gem) => sum + (purse[gem] ?? 0), 0);
}
