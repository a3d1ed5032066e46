import { knock } from "../../ui/sound.svelte";
import { GLIDE_MS } from "./layout";
import type { RukuniSession } from "./session.svelte";
import type { RukuniEvent } from "./types";

const TOWER_HZ = 300;
const PEG_HZ = 620;
const DROP_MS = 140;

export function towerSound(afterMs = 0): void {
  knock(afterMs, TOWER_HZ);
}

export function pegSound(afterMs = 0): void {
  knock(afterMs, PEG_HZ);
}

/** The tower is put down, and then the peg. Pieces that were put down on this page have sounded then. */
export function sound(event: RukuniEvent, { played }: Pick<RukuniSession, "played">): void {
  if (event.type !== "turned" || event.turn === played) return;
  towerSound(GLIDE_MS);
  pegSound(GLIDE_MS + DROP_MS);
}
