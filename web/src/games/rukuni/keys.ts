import { type Cursor, cursorOn, HEXAGONAL, isArrow, next, walk } from "../../board/arrows";
import type { KeyBinding } from "../../board/keys.svelte";
import { PLACES, type Place, place } from "./layout";
import type { RukuniSession } from "./session.svelte";

/** Hollows handle their own keys; only the step back is bound everywhere. */
export function keysOf(session: RukuniSession): readonly KeyBinding[] {
  return [
    { keys: ["Arrows"], word: "keys.walk" },
    { keys: ["PageUp", "PageDown"], word: "keys.next" },
    { keys: ["Enter"], word: "keys.choose" },
    { keys: ["Escape"], word: "keys.back", press: () => back(session) },
  ];
}

function back({ back: stepBack }: RukuniSession): boolean {
  stepBack?.();
  return stepBack !== null;
}

/** Where a key leads on the board; null for keys that lead nowhere. */
export function onKey(
  cursor: Cursor<Place>,
  key: string,
  lit: readonly string[],
): Cursor<Place> | null {
  if (isArrow(key)) return walk(PLACES, cursor, key, HEXAGONAL);
  // Jumps between the hollows that can be used.
  const by = { PageDown: 1, PageUp: -1 }[key] as 1 | -1 | undefined;
  if (by === undefined) return null;
  const onward = next(lit, cursor.place.name, by);
  return onward === null ? cursor : cursorOn(place(onward));
}
