import { knock, signal, swish } from "../../lib/sound.svelte";
import type { UkumaEvent } from "./wire";

const MINE = 940;
const THEIRS = 520;

/** Each of the two players, and the signal, has a sound of its own. */
export function sound(event: UkumaEvent, near: number): void {
  if (event.type === "signalled") signal();
  else if (event.type === "laid") knock(0, event.seat === near ? MINE : THEIRS);
  else if (event.type === "discarded") swish(event.seat === near ? MINE : THEIRS);
  else if (event.type === "chose") knock(0, THEIRS);
}
