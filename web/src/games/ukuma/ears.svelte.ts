import { untrack } from "svelte";
import { knock, signal, swish } from "../../lib/sound.svelte";
import type { Play } from "./play.svelte";
import type { UkumaEvent } from "./wire";

const MINE = 940;
const THEIRS = 520;

/** Lets one hear what happens: each of the two players, and the signal, has a sound of its own. */
export function listen(play: Play): void {
  let known = untrack(() => play.table.state.seq);
  $effect(() => {
    const { heard, seq } = play.table.state;
    for (const { event } of heard.after(known)) {
      untrack(() => sound(event as UkumaEvent, play.near));
    }
    known = seq;
  });
}

function sound(event: UkumaEvent, near: number): void {
  if (event.type === "signalled") signal();
  else if (event.type === "laid") knock(0, event.seat === near ? MINE : THEIRS);
  else if (event.type === "discarded") swish(event.seat === near ? MINE : THEIRS);
  else if (event.type === "chose") knock(0, THEIRS);
}
