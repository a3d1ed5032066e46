import type { Outcome, TableEvent } from "../startup/types";
import type { TableState } from "./table";

/** What the hall itself writes into the log of any game. */
export type SystemEvent =
  | { type: "taken_back"; to: number }
  | { type: "resigned"; seat: number; away: boolean }
  | { type: "paused"; seat: number }
  | { type: "resumed"; seat: number; behind: number };

const TYPES = new Set<unknown>(["taken_back", "resigned", "paused", "resumed"]);

export function systemEvent(event: unknown): SystemEvent | null {
  const { type } = (event ?? {}) as { type?: unknown };
  return TYPES.has(type) ? (event as SystemEvent) : null;
}

/** Whether it only stops the time, or lets it go on: nothing has moved. */
export function isPause(event: unknown): boolean {
  const type = systemEvent(event)?.type;
  return type === "paused" || type === "resumed";
}

/** A game that was broken off: nothing was counted, and the frame tells how it ended. */
export interface BrokenOff {
  ending: "resigned" | "left";
  /** Who gave up or was gone. */
  seat: number;
  winner: number;
}

export function brokenOff({ ending, places, points }: Outcome): BrokenOff | null {
  if (points.length > 0 || (ending !== "resigned" && ending !== "left")) return null;
  const winner = places.indexOf(1);
  return { ending, seat: places.findIndex((place) => place !== 1), winner };
}

/** The events that still count: without those that were taken back, and without the taking back. */
export function standing(all: Iterable<TableEvent>): TableEvent[] {
  const events: TableEvent[] = [];
  for (const one of all) {
    const system = systemEvent(one.event);
    if (system?.type !== "taken_back") events.push(one);
    else while ((events.at(-1)?.seq ?? 0) > system.to) events.pop();
  }
  return events;
}

/** Whether this seat has made a move that could be taken back. */
export function hasMoved(all: Iterable<TableEvent>, seat: number): boolean {
  return standing(all).some(({ actor }) => actor === seat);
}

/** Who has just declined that this person takes a move back; null once the game has gone on. */
export function declined({
  seatNews,
  seq,
  you,
}: Pick<TableState, "seatNews" | "seq" | "you">): string | null {
  const latest = seatNews.at(-1);
  if (latest?.what !== "declined" || latest.after !== seq) return null;
  const asked = seatNews.findLast(({ what }) => what === "asked_back");
  return asked?.seat === you ? latest.name : null;
}
