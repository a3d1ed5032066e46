import type { KeyBinding } from "../../board/keys.svelte";
import { nearest, step, toward } from "./layout";
import type { UkumaSession } from "./session.svelte";

/** What the board does besides. */
interface Deeds {
  /** The keyboard stands on another cell. */
  moved(cell: string): void;
  zoomed(key: string): boolean;
}

export function keysOf(session: UkumaSession, deeds: Deeds): readonly KeyBinding[] {
  const walked = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const used = walk(session, key, shiftKey);
    if (used && session.cursor !== null) deeds.moved(session.cursor);
    return used;
  };
  return [
    {
      keys: ["1", "2", "3"],
      word: "keys.choose",
      press: ({ key }) => choose(session, Number(key) - 1),
    },
    { keys: ["R"], word: "keys.turn", press: () => session.turn() },
    { keys: ["D", "Backspace"], word: "keys.discard", press: () => session.discard() },
    { keys: ["0"], press: () => session.discard() },
    { keys: ["Arrows"], word: "keys.front", press: walked },
    { keys: ["Shift", "Arrows"], word: "keys.cells", press: walked },
    { keys: ["Enter"], word: "keys.lay", press: () => lay(session) },
    { keys: ["Space"], press: () => lay(session) },
    { keys: ["Escape"], word: "keys.down", press: () => session.putDown() },
    { keys: ["+", "-"], word: "keys.zoom", press: ({ key }) => deeds.zoomed(key) },
    { keys: ["="], press: ({ key }) => deeds.zoomed(key) },
    { keys: ["Tab", "Arrows"], word: "keys.pan" },
  ];
}

function choose(session: UkumaSession, place: number): void {
  session.touch(place);
  if (session.chosen !== null && unusable(session)) session.cursor = first(session);
}

function unusable(session: UkumaSession): boolean {
  return session.cursor === null || session.lies(session.cursor);
}

/** Where the keyboard begins: a lit cell if there is one, else one of the front. */
function first(session: UkumaSession): string | null {
  const [shown] = session.lit.keys();
  const [front] = session.fronts;
  return shown ?? (front ? session.cell(front) : null);
}

/** Arrow keys held while waiting for the signal must not open the history. */
function walk(session: UkumaSession, key: string, anywhere: boolean): boolean {
  const { table, view } = session;
  if (!session.acting) return table.live && view.you !== null && view.ending === null;
  if (session.cursor === null) session.cursor = first(session);
  else {
    const from = session.spot(session.cursor);
    const to = anywhere ? step(from, key, session.size) : toward(session.fronts, from, key);
    session.cursor = session.cell(to);
  }
  return true;
}

/** Lays the chosen card under the cursor, and goes on to what is now the nearest cell of the front. */
function lay(session: UkumaSession): boolean {
  const { cursor } = session;
  if (session.chosen === null || cursor === null) return false;
  session.lay(cursor);
  if (session.lies(cursor)) {
    const next = nearest(session.fronts, session.spot(cursor));
    session.cursor = next ? session.cell(next) : null;
  }
  return true;
}
