import { type GameClient, type GameEntry, winnersHeadline } from "../board/game";

import { brokenOff, isPause, type SystemEvent, systemEvent } from "../board/system-events";
import { t } from "../i18n/language.svelte";
import { botLabel, ownerAt } from "../i18n/seat-names";
import type { Outcome, SeatCard, SeatNews } from "../startup/types";

type Words = GameEntry["words"];
type Seats = readonly SeatCard[];

/** A game with the frame's answers filled in. */
export type CompleteGame = GameClient & Required<Pick<GameClient, "headline" | "tellEnd">>;

/** A game as the frame asks it: the frame itself answers what concerns every game. */
export function withSystemEvents(game: GameClient, words: Words): CompleteGame {
  const headline: CompleteGame["headline"] = (outcome, view, you, seats) =>
    howBrokenOff(outcome, you, seats, words) ??
    game.headline?.(outcome, view, you, seats) ??
    winnersHeadline(outcome, you, seats, words, (seat) => game.seatName?.(view, seat) ?? null);
  return {
    ...game,
    notation: (event) =>
      isPause(event) ? null : (systemEvent(event)?.type ?? game.notation(event)),
    tell(logged, view, seats) {
      const system = systemEvent(logged.event);
      if (system === null) return game.tell(logged, view, seats);
      // Resigning is announced with the end, and a pause by its cover.
      return system.type === "taken_back" ? systemLine(system, seats, words) : null;
    },
    headline,
    tellEnd: (outcome, view, you, seats) =>
      howBrokenOff(outcome, you, seats, words) ??
      game.tellEnd?.(outcome, view, you, seats) ??
      headline(outcome, view, you, seats),
  };
}

/** An event of the hall as the history shows it. */
export function systemLine(event: SystemEvent, seats: Seats, words: Words): string {
  if (event.type === "taken_back") return t("system.taken_back");
  const name = ownerAt(seats, event.seat, words);
  if (event.type !== "resigned") return t("system.paused", { name });
  return t(event.away ? "system.left" : "system.resigned", { name });
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
