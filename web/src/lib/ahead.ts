import type { Route } from "./address";
import * as api from "./api";
import type { TableCard } from "./forms";
import { shelf } from "./shelf";

interface Asked {
  table: string;
  key: string | null;
  answer: Promise<TableCard>;
}

let asked: Asked | null = null;

/** Asks the hall what this address is going to need, while the code for it is still on its way. */
export function askAhead(route: Route): void {
  // Whoever needs the answer hears why there is none.
  if (route.page === "lobby") shelf().catch(() => undefined);
  if (route.page !== "table") return;
  const { table, key } = route;
  const answer = api.tableCard(table, key);
  answer.catch(() => undefined);
  asked = { table, key, answer };
}

/** The game that is played at the address, once it is known; null where there is none. */
export async function gameAhead(route: Route): Promise<string | null> {
  if (route.page === "position") return route.game;
  const card = await asked?.answer.catch(() => null);
  return card?.game ?? null;
}

/** The table that was asked for ahead; only once, because an answer grows old. */
export function cardAhead(table: string, key: string | null): Promise<TableCard> | null {
  if (asked?.table !== table || asked.key !== key) return null;
  const { answer } = asked;
  asked = null;
  return answer;
}
