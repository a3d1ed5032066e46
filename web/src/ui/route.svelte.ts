import { type Route, read } from "../startup/address";
import { focusHeading } from "./focus-heading";

let here = $state.raw<Route>(read(location.pathname, location.search));
let came = 0;

export const route = {
  get now(): Route {
    return here;
  },
  /** For how many milliseconds somebody has been on their way here. */
  get age(): number {
    return performance.now() - came;
  },
};

function look(): void {
  const next = read(location.pathname, location.search);
  if (JSON.stringify(next) !== JSON.stringify(here)) {
    came = performance.now();
    focusHeading();
  }
  here = next;
}

/** The address of a position, to be sent to somebody. */
export function positionAddress(game: string, position: string): string {
  return `${location.origin}/p/${game}?${new URLSearchParams({ at: position })}`;
}

/** The address where a position is analysed. */
export function analysisAddress(game: string, position: string): string {
  return `${location.origin}/a/${game}?${new URLSearchParams({ at: position })}`;
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
