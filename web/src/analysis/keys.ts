import type { KeyHelp } from "../games/face";
import { shortcuts } from "../lib/shortcuts.svelte";
import type { Studying } from "./studying.svelte";

/** The keys of the page, for the sheet that lists them. */
export const KEYS: readonly KeyHelp[] = [
  { keys: ["←", "→"], word: "keys.step" },
  { keys: ["Home", "End"], word: "keys.ends" },
  { keys: ["Ctrl+Z", "Ctrl+Y"], word: "keys.undo" },
  { keys: ["1", "2", "3"], word: "keys.line" },
  { keys: ["Tab"], word: "keys.onward" },
  { keys: ["?"], word: "keys.this" },
];

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/** What a key does here; null when it does nothing. */
export function deed(event: KeyboardEvent, studying: Studying): (() => void) | null {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return undoing(event, studying);
  const by = STEPS[event.key];
  if (by !== undefined) return () => studying.by(by);
  const line = studying.analysis?.lines[Number(event.key) - 1];
  return line && shortcuts.allow(event.key)
    ? () => void studying.try(line.moves.slice(0, 1))
    : null;
}

function undoing({ key, shiftKey }: KeyboardEvent, studying: Studying): (() => void) | null {
  const letter = key.toLowerCase();
  if (letter === "z") return () => studying.by(shiftKey ? 1 : -1);
  return letter === "y" ? () => studying.by(1) : null;
}
