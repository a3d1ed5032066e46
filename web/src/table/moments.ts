import type { Heard, SeatNews } from "../lib/wire";
import { type HouseEvent, houseEvent } from "./house";

/** A line of the history: a move, something the house wrote, or something that happened at a seat. */
export type HistoryLine =
  | {
      kind: "move";
      seq: number;
      text: string;
      event: unknown;
      /** Which move of the game it was; a move that was taken back leaves its number to the next. */
      number: number;
      undone: boolean;
    }
  | { kind: "house"; seq: number; event: HouseEvent }
  /** Nothing has moved, so there is nothing to look at. */
  | { kind: "pause"; event: HouseEvent }
  | { kind: "news"; news: SeatNews };

/** The lines of the history, in the order in which things happened. */
export function lines(
  heard: Iterable<Heard>,
  news: readonly SeatNews[],
  notation: (event: unknown) => string | null,
): HistoryLine[] {
  const written: HistoryLine[] = [];
  const waiting = [...news];
  let number = 0;
  for (const { seq, event } of heard) {
    while (waiting[0] && waiting[0].after < seq) written.push(told(waiting));
    const house = houseEvent(event);
    if (house?.type === "resumed") continue;
    if (house?.type === "paused") {
      written.push({ kind: "pause", event: house });
      continue;
    }
    if (house) {
      if (house.type === "taken_back") number -= strike(written, house.to);
      written.push({ kind: "house", seq, event: house });
      continue;
    }
    const text = notation(event);
    if (text !== null) {
      number += 1;
      written.push({ kind: "move", seq, text, event, number, undone: false });
    }
  }
  while (waiting.length > 0) written.push(told(waiting));
  return written;
}

function told(waiting: SeatNews[]): HistoryLine {
  return { kind: "news", news: waiting.shift() as SeatNews };
}

/** Marks the moves after `to` as undone; how many they are. */
function strike(written: HistoryLine[], to: number): number {
  let struck = 0;
  for (const [index, line] of written.entries()) {
    if (line.kind !== "move" || line.undone || line.seq <= to) continue;
    written[index] = { ...line, undone: true };
    struck += 1;
  }
  return struck;
}

/** The events after which one can look at the table: the beginning, and every line that is one. */
export function stopsIn(start: number, written: readonly HistoryLine[]): number[] {
  return [start, ...written.flatMap((line) => ("seq" in line ? [line.seq] : []))];
}

/** Which of the stops is looked at; now is the last one. */
export function moment(stops: readonly number[], looking: number | null): number {
  if (looking === null) return stops.length - 1;
  return Math.max(
    0,
    stops.findLastIndex((seq) => seq <= looking),
  );
}

/** The stop so many steps away, no farther than the ends. */
export function neighbour(stops: readonly number[], here: number, by: number): number {
  const index = Math.min(stops.length - 1, Math.max(0, here + by));
  return index === stops.length - 1 ? Number.MAX_SAFE_INTEGER : (stops[index] ?? 0);
}
