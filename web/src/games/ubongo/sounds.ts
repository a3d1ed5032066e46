import { chime, knock, signal } from "../../ui/sound.svelte";
import type { UbongoSession } from "./session.svelte";
import type { UbongoEvent } from "./types";

const LAID_HZ = 620;
const LIFTED_HZ = 420;
const DIE_HZ = 900;

/** Sounds for one's own pieces, the die, the hourglass, and every "Ubongo!". */
export function sound(event: UbongoEvent, { near }: UbongoSession): void {
  if (event.type === "placed" && event.seat === near) knock(0, LAID_HZ);
  else if (event.type === "lifted" && event.seat === near) knock(0, LIFTED_HZ);
  else if (event.type === "rolled") for (const after of [0, 90, 150]) knock(after, DIE_HZ);
  else if (event.type === "turned") signal();
  else if (event.type === "solved") chime();
}
