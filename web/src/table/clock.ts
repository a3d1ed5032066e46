/** How far the hall's clock is ahead of ours. A message is always late, so the largest guess is the best. */
export function ahead(known: number | null, at: number | undefined, now: number): number | null {
  if (at === undefined) return known;
  return Math.max(at - now, known ?? -Infinity);
}

/**
 * What is left of a span of the hall's time that began at `at`.
 * A clock that was never compared is believed as long as it says something possible.
 */
export function left(at: number, until: number, hallAhead: number | null, now: number): number {
  const passed = now + (hallAhead ?? 0) - at;
  const possible = passed >= 0 && passed <= until - at;
  if (possible) return until - at - passed;
  return hallAhead !== null && passed > 0 ? 0 : until - at;
}
