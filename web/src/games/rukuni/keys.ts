import { across, along, type Place, place } from "./hollows";

/** A cursor on the board: the hollow it stands on, and the line it keeps to when it walks up or down. */
export interface Cursor {
  hollow: string;
  line: number;
}

export function cursorOn(hollow: string): Cursor {
  return { hollow, line: place(hollow).x };
}

/** Where a key leads; null for keys that lead nowhere. */
export function walk(cursor: Cursor, key: string, lit: readonly string[]): Cursor | null {
  const from = place(cursor.hollow);
  switch (key) {
    case "ArrowLeft":
      return landing(along(from, -1));
    case "ArrowRight":
      return landing(along(from, 1));
    case "ArrowUp":
      return { hollow: across(from, 1, cursor.line).name, line: cursor.line };
    case "ArrowDown":
      return { hollow: across(from, -1, cursor.line).name, line: cursor.line };
    case "PageDown":
      return next(cursor, lit, 1);
    case "PageUp":
      return next(cursor, lit, -1);
    default:
      return null;
  }
}

function landing({ name, x }: Place): Cursor {
  return { hollow: name, line: x };
}

/** The next hollow that lights up: what can be done is reached without walking over everything else. */
function next(cursor: Cursor, lit: readonly string[], by: 1 | -1): Cursor {
  const sorted = lit.toSorted();
  const onward =
    by === 1
      ? (sorted.find((name) => name > cursor.hollow) ?? sorted[0])
      : (sorted.findLast((name) => name < cursor.hollow) ?? sorted.at(-1));
  return onward === undefined ? cursor : cursorOn(onward);
}
