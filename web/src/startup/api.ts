import type { Route } from "./address";
import type {
  Addresses,
  CoachSwitch,
  DevicePass,
  Fact,
  GameCard,
  Me,
  NewTable,
  PersonalBest,
  Rename,
  Replay,
  SeatBot,
  TableBrief,
  TableCard,
  TableEvent,
  TakeBackAnswer,
  UsePass,
} from "./types";

/** A request that the hall refused: a stable code and its facts, said in the player's language. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly facts: Record<string, Fact> = {},
  ) {
    super(code);
  }
}

/** Milliseconds after which an unused early answer is too old. */
const FRESH_MS = 10_000;
const early = new Map<string, { at: number; answer: Promise<unknown> }>();

/** Requests an answer early, while code is loading; the first request for the same path gets it. */
async function askEarly(path: string, after: Promise<unknown> | null = null): Promise<void> {
  const answer = after === null ? request("GET", path) : after.then(() => request("GET", path));
  early.set(path, { at: Date.now(), answer });
  // The request that takes the answer gets the error.
  await answer.catch(() => undefined);
}

function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  // After a change, early answers are out of date.
  if (method !== "GET") early.clear();
  const known = early.get(path);
  if (!known) return request(method, path, body);
  early.delete(path);
  return Date.now() - known.at < FRESH_MS
    ? (known.answer as Promise<Answer>)
    : request(method, path, body);
}

/** Asks the hall; the signal aborts. */
export async function request<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer = await fetched(method, path, body, signal);
  if (answer.ok) return (await answer.json()) as Answer;
  const refused = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
  throw new Refusal(refused.code ?? "unknown", refused.facts ?? {});
}

async function fetched(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal | null = null,
): Promise<Response> {
  // Going back to a page has to show the table as it is now.
  const request: RequestInit = {
    method,
    headers: { accept: "application/json" },
    cache: "no-store",
    signal,
  };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "content-type": "application/json" };
  }
  try {
    return await fetch(`/api/${path}`, request);
  } catch {
    throw new Refusal("unreachable");
  }
}

const at = (table: string): string => `tables/${encodeURIComponent(table)}`;

export const me = () => ask<Me>("GET", "me");
export const rename = (name: string) => ask<Me>("PUT", "me", { name } satisfies Rename);
export const games = () => ask<GameCard[]>("GET", "games");
export const myTables = () => ask<TableBrief[]>("GET", "me/tables");
export const myBests = (game: string) => ask<PersonalBest[]>("GET", `me/bests/${game}`);

/** Takes a table off the start page: before the game one gets up, later it is only hidden. */
export const removeTable = (table: string) => ask<null>("DELETE", `me/${at(table)}`);
export const putTableBack = (table: string) => ask<TableBrief>("PUT", `me/${at(table)}`);

/** Where other devices find the hall. */
export const addresses = () => ask<Addresses>("GET", "addresses");
export const newTable = (table: NewTable) => ask<TableCard>("POST", "tables", table);

/** What a link to a table carries: the key for spectators, or that of an invitation. */
export interface Keys {
  key: string | null;
  seat: string | null;
}

function withKeys(path: string, { key, seat }: Keys): string {
  const query = new URLSearchParams({ ...(key ? { key } : {}), ...(seat ? { seat } : {}) });
  return query.size ? `${path}?${query}` : path;
}

/** A table seen from outside; it says whether the keys of the link let one watch or sit down. */
export const tableCard = (table: string, keys: Keys) =>
  ask<TableCard>("GET", withKeys(at(table), keys));

/** Takes the first free seat with an invitation. */
export const sit = (table: string, seat: string | null) =>
  ask<TableCard>("POST", withKeys(`${at(table)}/sit`, { key: null, seat }));

/** What the start page is going to ask for. The first answer may set the cookie: the others come after it. */
export async function startPageEarly(): Promise<void> {
  const games = askEarly("games");
  await Promise.all([askEarly("me", games), askEarly("me/tables", games)]);
}

/** What a table's page is going to ask for; the game that is played there, null where there is none. */
export async function tableEarly(table: string, keys: Keys): Promise<string | null> {
  const path = withKeys(at(table), keys);
  await askEarly(path);
  const found = await early.get(path)?.answer.catch(() => null);
  return (found as TableCard | null | undefined)?.game ?? null;
}

type Deed = "ready" | "leave" | "resign" | "cancel" | "rematch" | "take-back";
type DeedAtSeat = "free" | "stand-in" | "end";

/** Does something at a table. Asked twice, nothing more happens. */
export const act = (table: string, deed: Deed) => ask<TableCard>("POST", `${at(table)}/${deed}`);

/** The next game, against bots of another level. */
export const rematchLevel = (table: string, level: string) =>
  ask<TableCard>("POST", `${at(table)}/rematch/level`, { level } satisfies SeatBot);

/** Does something about another seat. */
export const actAtSeat = (table: string, seat: number, deed: DeedAtSeat) =>
  ask<TableCard>("POST", `${at(table)}/seats/${seat}/${deed}`);
export const seatBot = (table: string, seat: number, level: string) =>
  ask<TableCard>("POST", `${at(table)}/seats/${seat}/bot`, { level } satisfies SeatBot);
/** Whether the coach is to help, here and in later games of this kind. */
export const switchCoach = (table: string, on: boolean) =>
  ask<null>("PUT", `${at(table)}/coach`, { on } satisfies CoachSwitch);
export const answerTakeBack = (table: string, agrees: boolean) =>
  ask<TableCard>("POST", `${at(table)}/take-back/answer`, { agrees } satisfies TakeBackAnswer);

/** A code with which another device becomes the same person, and what that other device does with it. */
export const givePass = () => ask<DevicePass>("POST", "me/pass");
export const usePass = (code: string) =>
  ask<Me>("POST", "me/device", { code: code.replaceAll(/\s/g, "") } satisfies UsePass);

/** Makes this device the only one that is this person: earlier cookies are void once the new one is used. */
export async function signOutOthers(): Promise<void> {
  await ask<Me>("POST", "me/signout");
  await ask<Me>("GET", "me");
}

/** How a position looks, given in the game's notation. */
export const position = (game: string, at: string) =>
  ask<unknown>("GET", `games/${game}/position?${new URLSearchParams({ at })}`);

/** The events of a table after `after`, as this viewer may know them: one page of them. */
export function log(table: string, after: number, key: string | null): Promise<TableEvent[]> {
  return ask<TableEvent[]>("GET", `${at(table)}/log?${page(after, key)}`);
}

/** A finished game after event `after`, moment by moment: one page of it. */
export function replay(table: string, after: number, key: string | null): Promise<Replay> {
  return ask<Replay>("GET", `${at(table)}/replay?${page(after, key)}`);
}

function page(after: number, key: string | null): URLSearchParams {
  return new URLSearchParams({ after: String(after), ...(key ? { key } : {}) });
}

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
      await startPageEarly();
      return null;
    case "table":
      return tableEarly(route.table, route);
    case "analysis":
    case "position":
    case "learn":
      return route.game;
    default:
      return null;
  }
}
