import { voice } from "../../lib/language.svelte";
import type { Heard, Outcome, SeatCard } from "../../lib/wire";
import { seatLabel } from "../../table/seats";
import type { KokotoEvent } from "./wire";
import { words } from "./words";

export { words };

/** Says Kokoto's own words. */
export const say = voice(words);

export function nameOf(seats: readonly SeatCard[], seat: number): string {
  return seatLabel(seats[seat], words);
}

export function notation(event: unknown): string | null {
  const told = event as KokotoEvent;
  return told.type === "took" ? String(told.pebbles) : null;
}

export function tell(heard: Heard, _view: unknown, seats: readonly SeatCard[]): string | null {
  const told = heard.event as KokotoEvent;
  if (told.type !== "took") return null;
  return say("told.took", { name: nameOf(seats, told.seat), n: told.pebbles });
}

/** Who has won, in one sentence. */
export function headline(outcome: Outcome, you: number | null, seats: readonly SeatCard[]): string {
  const winner = outcome.places.indexOf(1);
  if (you === winner) return say("end.you_win");
  return say("end.wins", { name: nameOf(seats, winner) });
}
