import { signed } from "../i18n/language.svelte";
import type { TableBrief, TableNews } from "../startup/types";

/** A table on the start page. One that is no longer this person's keeps its place until the page is left. */
export interface Shown {
  summary: TableBrief;
  gone: boolean;
}

export type Kind = "turn" | "running" | "waiting" | "finished";
const KINDS: readonly Kind[] = ["turn", "running", "waiting", "finished"];

export function kindOf({ status, awaited, you }: TableBrief): Kind {
  if (status === "open") return "waiting";
  if (status !== "playing") return "finished";
  return awaited.includes(you) ? "turn" : "running";
}

/** Whose turn it is comes first, then what goes on, what waits, and what is over; the latest of each first. */
export function inOrder(summaries: readonly TableBrief[]): TableBrief[] {
  const rank = (summary: TableBrief) => KINDS.indexOf(kindOf(summary));
  return [...summaries].sort(
    (one, other) => rank(one) - rank(other) || other.changed - one.changed,
  );
}

export function laidOut(summaries: readonly TableBrief[]): Shown[] {
  return inOrder(summaries).map((summary) => ({ summary, gone: false }));
}

/** The whole list again, while it is shown: nothing moves, new tables come after the others. */
export function merged(shown: readonly Shown[], summaries: readonly TableBrief[]): Shown[] {
  const fresh = new Map(summaries.map((summary) => [summary.table, summary]));
  const kept = shown.map(({ summary }) => {
    const now = fresh.get(summary.table);
    fresh.delete(summary.table);
    return { summary: now ?? summary, gone: now === undefined };
  });
  return [...fresh.values()].reduce(withNew, kept);
}

export function updated(shown: readonly Shown[], { table, brief: summary }: TableNews): Shown[] {
  const known = shown.some((one) => one.summary.table === table);
  if (!known) return summary ? withNew(shown, summary) : [...shown];
  return shown.map((one) =>
    one.summary.table === table ? { summary: summary ?? one.summary, gone: summary === null } : one,
  );
}

/** A new table stands below those that are not over: nothing above it moves. */
function withNew(shown: readonly Shown[], summary: TableBrief): Shown[] {
  const last = shown.findLastIndex((one) => kindOf(one.summary) !== "finished");
  return shown.toSpliced(last + 1, 0, { summary, gone: false });
}

/** In the order of a page that is opened now. */
export function settled(shown: readonly Shown[]): Shown[] {
  return laidOut(shown.filter(({ gone }) => !gone).map(({ summary }) => summary));
}

export type Result =
  | { how: "won" | "lost" | "drawn" }
  | { how: "placed"; place: number; of: number };

/** How it ended for this person; null where it did not end by the rules, or nobody else played. */
export function resultOf({ outcome, you }: TableBrief): Result | null {
  const place = outcome?.places[you];
  if (!outcome || place === undefined) return null;
  const { places } = outcome;
  if (places.length === 1) return null;
  if (places.every((other) => other === place)) return { how: "drawn" };
  const alone = places.filter((other) => other === place).length === 1;
  if (place === 1 && alone) return { how: "won" };
  if (places.length === 2) return { how: "lost" };
  return { how: "placed", place, of: places.length };
}

/** One's own points first; nothing before the first points. */
export function scoreOf({ score, you }: TableBrief): string[] {
  const own = score[you];
  if (own === undefined || score.every((points) => points === 0)) return [];
  return [own, ...score.filter((_, seat) => seat !== you)].map(signed);
}

/** Names that stand there several times, such as those of bots, once with their number. */
export function counted(names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => {
    const times = names.filter((other) => other === name).length;
    return times > 1 ? `${times} × ${name}` : name;
  });
}

/** Whether other people play there, or could. */
export function withPeople({ seats, you }: TableBrief): boolean {
  return seats.some(({ bot }, seat) => seat !== you && bot === null);
}

const UNITS = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "3 minutes ago", in this language; what is less than a minute ago is now. */
export function ago(then: number, now: number, language: string): string {
  const seconds = Math.max(0, (now - then) / 1000);
  const speak = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of UNITS) {
    if (seconds >= size) return speak.format(-Math.floor(seconds / size), unit);
  }
  return speak.format(0, "second");
}
