import type { Playing } from "../games/face";
import * as api from "../lib/api";
import type { Moment } from "../lib/forms";
import type { SeatCard } from "../lib/wire";
import { standing } from "../table/house";
import type { Step } from "./path";

/** A move of a finished game, with the seat that made it. */
export interface Turned extends Step {
  seat: number | null;
}

/** What is analysed: the game's steps or only one position, and how the table looked at them. */
export interface Subject {
  stem: readonly Turned[];
  views: Map<string, unknown>;
  seats: readonly SeatCard[];
}

/** One position, with nothing before or after it. */
export async function ofPosition(game: string, position: string): Promise<Subject> {
  const view = await api.position(game, position);
  return {
    stem: [{ position, move: null, seat: null }],
    views: new Map([[position, view]]),
    seats: [],
  };
}

export async function ofTable(
  table: string,
  key: string | null,
  playing: Playing,
): Promise<Subject> {
  const [card, moments] = await Promise.all([
    api.tableCard(table, { key, seat: null }),
    allMoments(table, key),
  ]);
  return { ...stemOf(moments, playing), seats: card.seats };
}

async function allMoments(table: string, key: string | null): Promise<Moment[]> {
  const moments: Moment[] = [];
  let page: Awaited<ReturnType<typeof api.replay>>;
  do {
    page = await api.replay(table, moments.at(-1)?.seq ?? 0, key);
    moments.push(...page.moments);
  } while (page.moments.length > 0 && (moments.at(-1)?.seq ?? 0) < page.last);
  return moments;
}

/** The moves that counted in the end, and where the game began. */
export function stemOf(
  moments: readonly Moment[],
  playing: Pick<Playing, "notation" | "position">,
): Omit<Subject, "seats"> {
  const counted = new Set(standing(moments).map(({ seq }) => seq));
  const stem: Turned[] = [];
  const views = new Map<string, unknown>();
  for (const { seq, actor, event, view } of moments) {
    const move = playing.notation(event);
    if (!counted.has(seq) || (move === null && stem.length > 0)) continue;
    const position = playing.position?.(view) ?? "";
    stem.push({ position, move, seat: actor });
    views.set(position, view);
  }
  return { stem, views };
}
