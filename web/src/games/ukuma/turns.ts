import type { UkumaView } from "./wire";

/** Whom the table waits for: those who have to be ready. After the signal it waits for nobody. */
export function toAct({ phase, ready }: UkumaView): number[] {
  if (phase !== "setup" && phase !== "between") return [];
  return [0, 1].filter((seat) => !ready.includes(seat));
}
