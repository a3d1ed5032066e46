import { nearest, step, toward } from "./cursor";
import type { Play } from "./play.svelte";

const DISCARD = ["d", "D", "0", "Backspace"];

/** What the keyboard does; true when it did something. */
export function typed(play: Play, key: string, shift: boolean): boolean {
  if (/^[1-3]$/.test(key)) choose(play, Number(key) - 1);
  else if (key === "r" || key === "R") play.turn();
  else if (DISCARD.includes(key)) play.discard();
  else if (key === "Escape") play.putDown();
  else if (key.startsWith("Arrow")) return walk(play, key, shift);
  else if (key === "Enter" || key === " ") return lay(play);
  else return false;
  return true;
}

function choose(play: Play, place: number): void {
  play.touch(place);
  if (play.chosen !== null && unusable(play)) play.cursor = first(play);
}

function unusable(play: Play): boolean {
  return play.cursor === null || play.lies(play.cursor);
}

/** Where the keyboard begins: a lit cell if there is one, else one of the front. */
function first(play: Play): string | null {
  const [shown] = play.lit.keys();
  const [front] = play.fronts;
  return shown ?? (front ? play.cell(front) : null);
}

/** Who waits for the signal with a finger on the arrows is not led into the history. */
function walk(play: Play, key: string, anywhere: boolean): boolean {
  const { table, view } = play;
  if (!play.acting) return table.live && view.you !== null && view.ending === null;
  if (play.cursor === null) play.cursor = first(play);
  else {
    const from = play.spot(play.cursor);
    const to = anywhere ? step(from, key, play.size) : toward(play.fronts, from, key);
    play.cursor = play.cell(to);
  }
  return true;
}

/** Lays the chosen card under the cursor, and goes on to what is now the nearest cell of the front. */
function lay(play: Play): boolean {
  const { cursor } = play;
  if (play.chosen === null || cursor === null) return false;
  play.lay(cursor);
  if (play.lies(cursor)) {
    const next = nearest(play.fronts, play.spot(cursor));
    play.cursor = next ? play.cell(next) : null;
  }
  return true;
}
