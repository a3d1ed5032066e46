import { type Route, read } from "../startup/address";

let here = $state.raw<Route>(read(location.pathname, location.search));
let came = 0;

export const route = {
  get now(): Route {
    return here;
  },
  /** Milliseconds since the navigation to this page. */
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

/** The address of a position, to be shared. */
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

/** Plain clicks on internal links do not reload the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
}

/** After navigation inside the hall the focus goes to the new page's heading, without scrolling. */
let stop: () => void = () => {};

/** Call it when the address has changed, and before the page has. */
export function focusHeading(): void {
  stop();
  let last = heading();
  let held = document.activeElement;
  // A page may render twice until its code and its table are loaded.
  const changes = new MutationObserver(() => {
    const here = heading();
    const now = document.activeElement;
    if (!here || here === last || (now !== held && now !== document.body)) return;
    last = here;
    held = here;
    focusOn(here);
  });
  changes.observe(document.body, { childList: true, subtree: true });
  // With the first input the focus stays with the player.
  const own = new AbortController();
  stop = () => {
    changes.disconnect();
    own.abort();
  };
  addEventListener("keydown", stop, { signal: own.signal });
  addEventListener("pointerdown", stop, { signal: own.signal });
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main#content h1");
}

function focusOn(node: HTMLElement): void {
  node.tabIndex = -1;
  node.focus({ preventScroll: true });
}
