import { request } from "../startup/api";
import type { LessonCard, LessonReply, LessonTries, Planned, Try } from "../startup/types";

/** A game's lesson, and what of it is done; or a figure of its rules, to be tried out. */
export function lesson(game: string, figure: string | null): Promise<LessonCard> {
  const query = figure === null ? "" : `?${new URLSearchParams({ figure })}`;
  return request("GET", `games/${game}/lesson${query}`);
}

/** What comes of the last of these tries. */
export function attempt(game: string, task: string, tries: readonly Try[]): Promise<LessonReply> {
  return request("POST", `games/${game}/lesson/${task}`, { tries } satisfies LessonTries);
}

/** What may follow these parts of a move. */
export function plan(
  game: string,
  task: string,
  tries: readonly Try[],
  parts: readonly string[],
): Promise<Planned> {
  const body = { tries, parts } satisfies LessonTries;
  return request("POST", `games/${game}/lesson/${task}/plan`, body);
}
