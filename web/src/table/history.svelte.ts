import type { GameClient } from "../board/game";
import { type SystemEvent, systemEvent } from "../board/system-events";
import type { SeatNews, TableEvent } from "../startup/types";
import type { Replay } from "./replay.svelte";
import type { TableSession } from "./table-session.svelte";

/** A line of the history: a move, something the hall wrote, or something that happened at a seat. */
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
  | { kind: "system"; seq: number; event: SystemEvent }
  /** Nothing has moved, so there is nothing to look at. */
  | { kind: "pause"; event: SystemEvent }
  | { kind: "news"; news: SeatNews };

/** The lines of the history, in the order in which things happened. */
export function historyLines(
  events: Iterable<TableEvent>,
  news: readonly SeatNews[],
  notation: (event: unknown) => string | null,
): HistoryLine[] {
  const written: HistoryLine[] = [];
  const waiting = [...news];
  let number = 0;
  for (const { seq, event } of events) {
    while (waiting[0] && waiting[0].after < seq) written.push(told(waiting));
    const system = systemEvent(event);
    if (system?.type === "resumed") continue;
    if (system?.type === "paused") {
      written.push({ kind: "pause", event: system });
      continue;
    }
    if (system) {
      if (system.type === "taken_back") number -= strike(written, system.to);
      written.push({ kind: "system", seq, event: system });
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

/** Which moment of the history is looked at, and how to get to another one. */
export class HistoryCursor {
  constructor(
    private readonly table: TableSession,
    private readonly game: GameClient,
    /** The replay, while it is open: then the moves lead to its moments. */
    private readonly replay: () => Replay | null,
  ) {}

  readonly lines = $derived.by(() => {
    const { events, seatNews } = this.table.state;
    return historyLines(events, seatNews, this.game.notation);
  });
  private readonly start = $derived.by(
    () => this.table.state.events.find(({ actor }) => actor === null)?.seq ?? 1,
  );
  readonly stops = $derived.by(() => stopsIn(this.start, this.lines));
  readonly here = $derived.by(() => moment(this.stops, this.table.state.looking));

  at(seq: number): void {
    const replay = this.replay();
    if (replay) replay.jump(seq);
    else this.table.look(seq);
  }

  step(by: number): void {
    this.at(neighbour(this.stops, this.here, by));
  }
}
