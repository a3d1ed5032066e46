import type { Heard } from "../lib/wire";

export interface MoveMade {
  seq: number;
  text: string;
  event: unknown;
}

/** The moves among the events, in notation. */
export function moves(
  heard: readonly Heard[],
  notation: (event: unknown) => string | null,
): MoveMade[] {
  return heard.flatMap(({ seq, event }) => {
    const text = notation(event);
    return text === null ? [] : [{ seq, text, event }];
  });
}

/** Which of the stops is looked at; now is the last one. */
export function moment(stops: readonly number[], looking: number | null): number {
  if (looking === null) return stops.length - 1;
  return Math.max(
    0,
    stops.findLastIndex((seq) => seq <= looking),
  );
}

/** The stop so many steps away, no farther than the ends. */
export function neighbour(stops: readonly number[], here: number, by: number): number {
  const index = Math.min(stops.length - 1, Math.max(0, here + by));
  return index === stops.length - 1 ? Number.MAX_SAFE_INTEGER : (stops[index] ?? 0);
}
