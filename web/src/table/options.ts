import type { OptionValue } from "../games/face";
import type { OptionCard } from "../lib/forms";

export interface Chosen {
  option: string;
  value: OptionValue;
}

/** What was chosen for a table, as far as it is not what everybody expects. */
export function unusual(cards: readonly OptionCard[], options: unknown): Chosen[] {
  const chosen = (options ?? {}) as Record<string, OptionValue>;
  return cards.flatMap((card) => {
    const value = chosen[card.name];
    return value === undefined || value === card.default ? [] : [{ option: card.name, value }];
  });
}
