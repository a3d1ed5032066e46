import type { PersonalBest } from "../../lib/forms";
import { say, timeOf } from "./speech";
import type { UbongoOptions, UbongoView } from "./wire";

const DAY = 24 * 60 * 60 * 1000;

/** What is compared with what, as the rules name it: a record for each variant, limit and level, and each day. */
export function categoryOf(
  options: UbongoOptions,
  level: number | null,
  since: number | null,
): string {
  if (options.solo === "daily") return `daily ${Math.floor((since ?? 0) / DAY)}`;
  return `${options.solo} ${options.limit} ${level}`;
}

/** How far somebody has come: tasks, or a time. */
export function valueInWords(options: UbongoOptions, value: number): string {
  return options.solo === "time" ? say("record.tasks", { n: value }) : timeOf(value);
}

/** What is to be said of the record after a game alone; nothing where there is none yet. */
export function recordLine(
  bests: readonly PersonalBest[],
  view: UbongoView,
  table: string | null,
): { fresh: boolean; line: string } | null {
  const category = categoryOf(view.options, view.sides[0]?.level ?? null, view.since);
  const best = bests.find((one) => one.category === category);
  if (!best) return null;
  if (best.table === table) return { fresh: true, line: say("record.new") };
  return {
    fresh: false,
    line: say("record.best", { best: valueInWords(view.options, best.value) }),
  };
}
