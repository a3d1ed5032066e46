import { knock } from "../../ui/sound.svelte";
import { GLIDE_MS } from "./layout";
import type { RukuniEvent } from "./types";

const TOWER_HZ = 300;
const PEG_HZ = 620;
const DROP_MS = 140;

/** The tower is put down, and then the peg. */
export function sound(event: RukuniEvent): void {
  if (event.type !== "turned") return;
  knock(GLIDE_MS, TOWER_HZ);
  knock(GLIDE_MS + DROP_MS, PEG_HZ);
}
