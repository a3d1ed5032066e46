import { standing } from "../../../board/system-events";
import * as api from "../../../startup/api";
import type { Moment, SeatCard } from "../../../startup/types";
import { notation } from "../moves";
import type { RukuniEvent, RukuniView } from "../types";

/** A position on the way, and the move that led to it. */
export interface Step {
  position: string;
  /** Null where it begins. */
  move: string | null;
}

/**
 * The current step: on the stem, which is the game as it was played or the one position that was opened,
 * or on a branch that they tried out from one of its steps. Going back along a branch keeps it.
 */
export interface Path<S extends Step = Step> {
  stem: readonly S[];
  branch: readonly Step[];
  /** The step of the stem that the branch begins after. */
  fork: number;
  /** Counted from the beginning, along the branch if there is one. */
  here: number;
}

export function along<S extends Step>(stem: readonly S[], here = 0): Path<S> {
  return { stem, branch: [], fork: 0, here };
}

/** All steps, one after the other. */
export function steps({ stem, branch, fork }: Path): readonly Step[] {
  return branch.length === 0 ? stem : [...stem.slice(0, fork + 1), ...branch];
}

export function stepAt(path: Path): Step {
  return steps(path)[path.here] as Step;
}

/** How far down the branch it is; 0 on the stem. */
export function aside({ branch, fork, here }: Path): number {
  return branch.length === 0 ? 0 : Math.max(0, here - fork);
}

export function last(path: Path): number {
  return steps(path).length - 1;
}

/** So many steps on, no farther than the ends. */
export function stepped<P extends Path>(path: P, by: number): P {
  return { ...path, here: Math.min(last(path), Math.max(0, path.here + by)) };
}

/** To a step of the stem: whatever was tried out is left. */
export function onStem<P extends Path>(path: P, index: number): P {
  const here = Math.min(path.stem.length - 1, Math.max(0, index));
  return { ...path, branch: [], fork: 0, here };
}

/** Back to where the branch begins. */
export function left<P extends Path>(path: P): P {
  return path.branch.length === 0 ? path : onStem(path, path.fork);
}

/**
 * These moves are played from here, and the first of them is shown. What goes on as before stays as it was:
 * who plays the game's own move stays in the game.
 */
export function tried<P extends Path>(
  path: P,
  moves: readonly string[],
  after: (position: string, move: string) => string,
): P {
  const all = steps(path);
  if (moves.every((move, index) => all[path.here + 1 + index]?.move === move)) {
    return stepped(path, 1);
  }
  const fork = aside(path) > 0 ? path.fork : path.here;
  const kept = path.branch.slice(0, aside(path));
  const branch: Step[] = [...kept];
  let { position } = stepAt(path);
  for (const move of moves) {
    position = after(position, move);
    branch.push({ position, move });
  }
  return { ...path, branch, fork, here: path.here + 1 };
}

/** A move of a finished game, with the seat that made it. */
export interface Turned extends Step {
  seat: number | null;
}

/** What is analysed: the game's steps or only one position, and how the table looked at them. */
export interface Subject {
  stem: readonly Turned[];
  views: Map<string, unknown>;
  seats: readonly SeatCard[];
  /** Where this person sat. */
  you: number | null;
}

/** One position, with nothing before or after it. */
export async function ofPosition(position: string): Promise<Subject> {
  const view = await api.position("rukuni", position);
  return {
    stem: [{ position, move: null, seat: null }],
    views: new Map([[position, view]]),
    seats: [],
    you: null,
  };
}

export async function ofTable(table: string, key: string | null): Promise<Subject> {
  const [card, moments] = await Promise.all([
    api.tableCard(table, { key, seat: null }),
    allMoments(table, key),
  ]);
  return { ...stemOf(moments), seats: card.seats, you: card.you };
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
export function stemOf(moments: readonly Moment[]): Omit<Subject, "seats" | "you"> {
  const counted = new Set(standing(moments).map(({ seq }) => seq));
  const stem: Turned[] = [];
  const views = new Map<string, unknown>();
  for (const { seq, actor, event, view } of moments) {
    const move = notation(event as RukuniEvent);
    if (!counted.has(seq) || (move === null && stem.length > 0)) continue;
    const position = (view as RukuniView).position;
    stem.push({ position, move, seat: actor });
    views.set(position, view);
  }
  return { stem, views };
}
