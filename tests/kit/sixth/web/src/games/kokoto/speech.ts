import { voice } from "../../lib/language.svelte";
import { seatLabel } from "../../lib/seats";
import type { Outcome, SeatCard } from "../../lib/wire";
import type { HeardEvent } from "../../table/heard";
import type { KokotoEvent, KokotoView } from "./wire";
import { words } from "./words";

export { words };

/** Says Kokoto's own words. */
export const say = voice(words);

export function nameOf(seats: readonly SeatCard[], seat: number): string {
  return seatLabel(seats[seat], words);
}

export function notation(told: KokotoEvent): string | null {
  return told.type === "took" ? String(told.pebbles) : null;
}

export function tell(
  { event: told }: HeardEvent<KokotoEvent>,
  _view: KokotoView,
  seats: readonly SeatCard[],
): string | null {
  if (told.type !== "took") return null;
  return say("told.took", { name: nameOf(seats, told.seat), n: told.pebbles });
}

/** Who has won, in one sentence. */
export function headline(outcome: Outcome, you: number | null, seats: readonly SeatCard[]): string {
  const winner = outcome.places.indexOf(1);
  if (you === winner) return say("end.you_win");
  return say("end.wins", { name: nameOf(seats, winner) });
}
