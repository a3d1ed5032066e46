import { type Cursor, cursorOn, HEXAGONAL, isArrow, next, walk } from "../../board/arrows";
import { PLACES, type Place, place } from "./hollows";

/** Where a key leads on the board; null for keys that lead nowhere. */
export function typed(
  cursor: Cursor<Place>,
  key: string,
  lit: readonly string[],
): Cursor<Place> | null {
  if (isArrow(key)) return walk(PLACES, cursor, key, HEXAGONAL);
  // What can be done is reached without walking over everything else.
  const by = { PageDown: 1, PageUp: -1 }[key] as 1 | -1 | undefined;
  if (by === undefined) return null;
  const onward = next(lit, cursor.place.name, by);
  return onward === null ? cursor : cursorOn(place(onward));
}
