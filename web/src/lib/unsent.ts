import type { Move } from "./wire";

/** Moves without an answer, kept while this tab lives: a page that is loaded anew sends them again. */
const NAME = "ukumbi.unanswered";

export function keepMoves(moves: readonly Move[]): void {
  try {
    if (moves.length > 0) sessionStorage.setItem(NAME, JSON.stringify(moves));
    else sessionStorage.removeItem(NAME);
  } catch {
    // Without storage they last as long as the page.
  }
}

export function keptMoves(): Move[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isMove) : [];
  } catch {
    return [];
  }
}

function isMove(kept: unknown): kept is Move {
  const { type, table, move, answers, ref } = (kept ?? {}) as Partial<Record<string, unknown>>;
  const texts = [table, move, ref].every((text) => typeof text === "string");
  return type === "move" && texts && typeof answers === "number";
}
