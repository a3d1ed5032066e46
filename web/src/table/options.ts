import type { Choice, OptionValue } from "../games/face";

export interface Chosen {
  option: string;
  value: OptionValue;
}

/** What was chosen for a table, as far as it is not what everybody expects. */
export function unusual(choices: readonly Choice[], options: unknown): Chosen[] {
  const chosen = (options ?? {}) as Record<string, OptionValue>;
  return choices.flatMap(({ option, values }) => {
    const value = chosen[option];
    return value === undefined || value === values[0] ? [] : [{ option, value }];
  });
}
