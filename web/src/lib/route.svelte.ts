/** Where we are: read from the address, changed without loading the page again. */
export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string; key: string | null }
  | { page: "position"; game: string; position: string }
  | { page: "device"; code: string; table: string | null }
  | { page: "nowhere" };

export function read(path: string, query: string): Route {
  if (path === "/") return { page: "lobby" };
  const game = /^\/p\/([a-z]{1,20})$/.exec(path)?.[1];
  if (game !== undefined) {
    return { page: "position", game, position: new URLSearchParams(query).get("at") ?? "" };
  }
  const code = /^\/d\/([^/]{1,40})\/?$/.exec(path)?.[1];
  if (code !== undefined) {
    return { page: "device", code: decoded(code), table: new URLSearchParams(query).get("t") };
  }
  const table = /^\/t\/([^/]{1,40})\/?$/.exec(path)?.[1];
  if (table === undefined) return { page: "nowhere" };
  return { page: "table", table: decoded(table), key: new URLSearchParams(query).get("watch") };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let here = $state.raw<Route>(read(location.pathname, location.search));

export const route = {
  get now(): Route {
    return here;
  },
};

function look(): void {
  here = read(location.pathname, location.search);
}

/** The address of a position, to be sent to somebody. */
export function positionAddress(game: string, position: string): string {
  return `${location.origin}/p/${game}?${new URLSearchParams({ at: position })}`;
}

/** The address that makes another device the same person; with a table, it leads on to that. */
export function deviceAddress(code: string, table: string | null): string {
  const on = table === null ? "" : `?${new URLSearchParams({ t: table })}`;
  return `${location.origin}/d/${code}${on}`;
}

export function go(address: string): void {
  history.pushState(null, "", address);
  look();
  scrollTo(0, 0);
}

addEventListener("popstate", look);

/** Plain clicks on links of the house stay on the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
}
