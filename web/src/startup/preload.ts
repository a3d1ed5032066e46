import type { Route } from "./address";
import * as api from "./api";

/** Milliseconds that the start page waits for its answers, so that it is drawn in one go. */
export const START_TIMEOUT_MS = 1_000;

/** What was asked for has come, or it takes too long to wait for it. */
export function inTime(answers: Promise<unknown>): Promise<unknown> {
  return Promise.race([answers, new Promise((late) => setTimeout(late, START_TIMEOUT_MS))]);
}

/**
 * Asks the hall what this address is going to need, while the code for it is still on its way.
 * Says which game is played there, once that is known; null where there is none.
 */
export async function preload(route: Route): Promise<string | null> {
  switch (route.page) {
    case "lobby":
      await api.startPageEarly();
      return null;
    case "table":
      return api.tableEarly(route.table, route);
    case "analysis":
    case "position":
    case "learn":
      return route.game;
    default:
      return null;
  }
}
