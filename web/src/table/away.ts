import { language } from "../i18n/language.svelte";
import { hallClock } from "../net/hall-clock";

const DAY = 20 * 3_600_000;

/** Since when, on this device's clock: the time of day, and the day as well if it is long ago. */
export function sinceWhen(since: number): string {
  const here = hallClock.here(since);
  const old = Date.now() - here > DAY;
  return new Intl.DateTimeFormat(region(), {
    timeStyle: "short",
    ...(old ? { dateStyle: "medium" } : {}),
  }).format(here);
}

/** Where this person lives, as far as the language chosen is spoken there: some have morning and evening. */
function region(): string {
  return navigator.languages.find((tag) => tag.startsWith(language.now)) ?? language.now;
}
