import * as api from "../../startup/api";
import type { PersonalBest } from "../../startup/types";
import { say, timeOf } from "./messages";
import type { UbongoOptions, UbongoView } from "./types";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is compared with what, as the rules name it: a record for each variant, limit and level, and each day. */
export function categoryOf(
  options: UbongoOptions,
  level: number | null,
  since: number | null,
): string {
  if (options.solo === "daily") return `daily ${Math.floor((since ?? 0) / DAY_MS)}`;
  return `${options.solo} ${options.limit} ${level}`;
}

function bestOf(
  bests: readonly PersonalBest[],
  options: UbongoOptions,
  level: number | null,
  since: number | null,
): PersonalBest | undefined {
  return bests.find(({ category }) => category === categoryOf(options, level, since));
}

/** A result: tasks, or a time. */
function inWords(options: UbongoOptions, { value }: PersonalBest): string {
  const best = options.solo === "time" ? say("record.tasks", { n: value }) : timeOf(value);
  return say("record.best", { best });
}

/** The record that is to be beaten; nothing where there is none yet. */
export function toBeat(
  bests: readonly PersonalBest[],
  options: UbongoOptions,
  level: number | null,
  now: number,
): string | null {
  const best = bestOf(bests, options, level, now);
  return best ? inWords(options, best) : null;
}

/** What is to be said of the record after a game alone; nothing where there is none yet. */
export function recordLine(
  bests: readonly PersonalBest[],
  { options, sides, since }: UbongoView,
  table: string | null,
): { fresh: boolean; line: string } | null {
  if (sides[0]?.helped) return { fresh: false, line: say("record.helped") };
  const best = bestOf(bests, options, sides[0]?.level ?? null, since);
  if (!best) return null;
  const fresh = best.table === table && best.beaten !== null;
  return { fresh, line: fresh ? say("record.new") : inWords(options, best) };
}

/** What this person has done best so far, alone; nothing until the hall has said it. */
export class Bests {
  list = $state.raw<readonly PersonalBest[]>([]);

  constructor() {
    $effect(() => {
      void api.myBests("ubongo").then(
        (found) => {
          this.list = found;
        },
        () => undefined, // a record that cannot be looked up is not missed
      );
    });
  }
}
