import { knock } from "../../ui/sound.svelte";
import type { UnikatoEvent } from "./types";

const TILE_HZ = 760;
const DROP_MS = 60;
const BETWEEN_MS = 90;

/** Tiles are put on the table, those of a chain one after the other. */
export function sound(event: UnikatoEvent): void {
  if (event.type !== "laid") return;
  for (const place of event.chain.keys()) knock(DROP_MS + place * BETWEEN_MS, TILE_HZ);
}
