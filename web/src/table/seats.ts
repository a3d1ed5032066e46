import { lookUp, t } from "../lib/language.svelte";
import type { SeatCard } from "../lib/wire";
import type { Catalogue, Language } from "../lib/words";

/** Who sits there, in words: a name, a bot with its level, or a free seat. */
export function seatLabel(
  seat: SeatCard | undefined,
  words?: Readonly<Record<Language, Catalogue>>,
): string {
  if (seat?.bot)
    return t("seat.bot", { level: lookUp(`level.${seat.bot}`, {}, words) ?? seat.bot });
  return seat?.name ?? t("seat.free");
}
