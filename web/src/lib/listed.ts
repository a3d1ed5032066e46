import { language } from "./language.svelte";

const lists = new Map<string, Intl.ListFormat>();

/** "a, b and c", in the language that is shown. */
export function listed(items: readonly string[]): string {
  const { now } = language;
  // To make one takes longer than all that it will ever do.
  const list = lists.get(now) ?? new Intl.ListFormat(now, { type: "conjunction" });
  lists.set(now, list);
  return list.format(items);
}
