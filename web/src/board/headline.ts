import { formatList, type Lexicon, lookUp } from "../i18n/language.svelte";
import { nameAt } from "../i18n/seat-names";
import type { Outcome, SeatCard } from "../startup/types";

/**
 * Who has won, in one sentence of the game: `end.you_win`, `end.wins`, `end.draw` or `end.shared`, and `end.you_lose`
 * where a game has it.
 */
export function winnersHeadline(
  { places }: Outcome,
  you: number | null,
  seats: readonly SeatCard[],
  words: Lexicon,
  role: (seat: number) => string | null = () => null,
): string {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const names = winners.map((seat) => nameAt(seats, seat, words));
  const [winner = 0] = winners;
  const facts = { name: names[0] ?? "", names: formatList(names), role: role(winner) ?? "" };
  const say = (key: string) => lookUp(key, facts, words);
  if (winners.length > 1) return say("end.draw") ?? say("end.shared") ?? "";
  if (you === winner) return say("end.you_win") ?? "";
  return (you === null ? null : say("end.you_lose")) ?? say("end.wins") ?? "";
}
