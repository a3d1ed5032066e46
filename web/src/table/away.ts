import { language } from "../lib/language.svelte";

/** Milliseconds after which the hall takes somebody to be away for longer. */
export const AWAY = 30_000;
const DAY = 20 * 3_600_000;

/** How long until an absence is a longer one; 0 if it is. */
export function untilLonger(since: number, hallAhead: number | null, now: number): number {
  return Math.max(0, since + AWAY - (now + (hallAhead ?? 0)));
}

/** Since when, on this device's clock: the time of day, and the day as well if it is long ago. */
export function sinceWhen(since: number, hallAhead: number | null): string {
  const here = since - (hallAhead ?? 0);
  const old = Date.now() - here > DAY;
  const day = old ? ({ day: "numeric", month: "short" } as const) : {};
  return new Intl.DateTimeFormat(language.now, {
    ...day,
    hour: "2-digit",
    minute: "2-digit",
  }).format(here);
}
