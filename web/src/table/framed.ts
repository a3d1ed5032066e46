import type { GameFace, Playing } from "../games/face";
import { t } from "../lib/language.svelte";
import { botLabel, ownerAt } from "../lib/seats";
import type { Outcome, SeatCard, SeatNews } from "../lib/wire";
import { brokenOff, type HouseEvent, houseEvent, isPause } from "./house";

type Words = GameFace["words"];
type Seats = readonly SeatCard[];

/** A game as the frame asks it: what belongs to the house, the house answers itself. */
export function framed(playing: Playing, words: Words): Playing {
  return {
    ...playing,
    notation: (event) =>
      isPause(event) ? null : (houseEvent(event)?.type ?? playing.notation(event)),
    tell(heard, view, seats) {
      const house = houseEvent(heard.event);
      if (house === null) return playing.tell(heard, view, seats);
      // That somebody gave up is told with the end, and a pause by its cover.
      return house.type === "taken_back" ? houseLine(house, seats, words) : null;
    },
    headline: (outcome, view, you, seats) =>
      howBrokenOff(outcome, you, seats, words) ?? playing.headline(outcome, view, you, seats),
    tellEnd: (outcome, view, you, seats) =>
      howBrokenOff(outcome, you, seats, words) ?? playing.tellEnd(outcome, view, you, seats),
  };
}

/** An event of the house as the history shows it. */
export function houseLine(event: HouseEvent, seats: Seats, words: Words): string {
  if (event.type === "taken_back") return t("house.taken_back");
  const name = ownerAt(seats, event.seat, words);
  if (event.type !== "resigned") return t("house.paused", { name });
  return t(event.away ? "house.left" : "house.resigned", { name });
}

/** "Jonas has given up. You win!" Null for an ending that the game explains. */
export function howBrokenOff(
  outcome: Outcome,
  you: number | null,
  seats: Seats,
  words: Words,
): string | null {
  const broken = brokenOff(outcome);
  if (!broken) return null;
  const { ending, seat } = broken;
  const who = you === null ? "wins" : you === seat ? "you_lose" : "you_win";
  const [name, winner] = [seat, broken.winner].map((one) => ownerAt(seats, one, words));
  return t(`end.${ending}.${who}`, { name: name ?? "", winner: winner ?? "" });
}

/** What happened at a seat, in a sentence. */
export function newsLine({ what, name, level }: SeatNews, words: Words): string {
  const bot = level === null ? "" : botLabel(level, words);
  if (what === "freed" && name === null) return t("news.freed_bot");
  return t(`news.${what}`, { name: name ?? "", bot });
}
