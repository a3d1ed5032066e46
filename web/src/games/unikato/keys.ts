import type { KeyBinding } from "../../board/keys.svelte";
import type { UnikatoSession } from "./session.svelte";

/** The rack and the table hear their own keys while they have the focus. */
export function keysOf(session: UnikatoSession): readonly KeyBinding[] {
  return [
    { keys: ["←", "→"], word: "keys.rack" },
    { keys: ["Shift", "←", "→"], word: "keys.shift" },
    { keys: ["Arrows"], word: "keys.places" },
    { keys: ["Enter"], word: "keys.choose" },
    { keys: ["Escape"], word: "keys.back", press: () => session.stepBack() },
    { keys: ["+", "-"], word: "keys.zoom" },
    { keys: ["Tab", "Arrows"], word: "keys.pan" },
  ];
}
