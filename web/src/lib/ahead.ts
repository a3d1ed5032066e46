import type { Route } from "./address";
import * as api from "./api";

/**
 * Asks the hall what this address is going to need, while the code for it is still on its way.
 * Says which game is played there, once that is known; null where there is none.
 */
export async function askAhead(route: Route): Promise<string | null> {
  switch (route.page) {
    case "lobby":
      await api.startPageEarly();
      return null;
    case "table":
      return api.tableEarly(route.table, route);
    case "position":
      return route.game;
    default:
      return null;
  }
}
