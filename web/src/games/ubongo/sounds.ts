import { chime, knock, signal } from "../../lib/sound.svelte";
import type { UbongoEvent } from "./wire";

const LAID = 620;
const LIFTED = 420;
const DIE = 900;

/** Own pieces are heard, the die, the hourglass, and every "Ubongo!". */
export function sound(event: UbongoEvent, near: number): void {
  if (event.type === "placed" && event.seat === near) knock(0, LAID);
  else if (event.type === "lifted" && event.seat === near) knock(0, LIFTED);
  else if (event.type === "rolled") for (const after of [0, 90, 150]) knock(after, DIE);
  else if (event.type === "turned") signal();
  else if (event.type === "solved") chime();
}
