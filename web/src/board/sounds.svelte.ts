import { untrack } from "svelte";
import type { Side } from "./side.svelte";

/** Lets one hear what happens, event by event; what had happened before is not heard again. */
export function onEvents<View, Event, Draft>(
  side: Side<View, Event, Draft>,
  sound: (event: Event) => void,
): void {
  let known = untrack(() => side.table.state.seq);
  $effect(() => {
    const { seq } = side.table.state;
    const fresh = side.heard.after(known);
    known = seq;
    untrack(() => {
      for (const { event } of fresh) sound(event);
    });
  });
}
