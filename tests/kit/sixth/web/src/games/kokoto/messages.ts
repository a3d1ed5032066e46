import type { TableEventOf } from "../../board/table";
import { translator } from "../../i18n/language.svelte";
import { nameAt } from "../../i18n/seat-names";
import type { SeatCard } from "../../startup/types";
import { words } from ".";
import type { KokotoEvent, KokotoView } from "./types";

/** Says Kokoto's own words. */
export const say = translator(words);

export function notation(event: KokotoEvent): string | null {
  return event.type === "took" ? String(event.pebbles) : null;
}

export function tell(
  { event }: TableEventOf<KokotoEvent>,
  _view: KokotoView,
  seats: readonly SeatCard[],
): string | null {
  if (event.type !== "took") return null;
  return say("told.took", { name: nameAt(seats, event.seat, words), n: event.pebbles });
}
