import { knock, signal, swish } from "../../ui/sound.svelte";
import type { UkumaSession } from "./session.svelte";
import type { UkumaEvent } from "./types";

const MINE_HZ = 940;
const THEIRS_HZ = 520;

/** Each of the two players, and the signal, has a sound of its own. */
export function sound(event: UkumaEvent, { near }: UkumaSession): void {
  if (event.type === "signalled") signal();
  else if (event.type === "laid") knock(0, event.seat === near ? MINE_HZ : THEIRS_HZ);
  else if (event.type === "discarded") swish(event.seat === near ? MINE_HZ : THEIRS_HZ);
  else if (event.type === "chose") knock(0, THEIRS_HZ);
}
