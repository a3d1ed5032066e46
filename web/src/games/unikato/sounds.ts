import { knock } from "../../ui/sound.svelte";
import { notation } from "./moves";
import type { UnikatoSession } from "./session.svelte";
import type { UnikatoEvent } from "./types";

const TILE_HZ = 760;
const DROP_MS = 60;
const BETWEEN_MS = 90;

export function tileSound(afterMs = 0): void {
  knock(afterMs, TILE_HZ);
}

/** Tiles of a chain are put on the table one after the other. Those laid on this page have sounded then. */
export function sound(event: UnikatoEvent, { played }: Pick<UnikatoSession, "played">): void {
  if (event.type !== "laid" || notation(event) === played) return;
  for (const place of event.chain.keys()) tileSound(DROP_MS + place * BETWEEN_MS);
}
